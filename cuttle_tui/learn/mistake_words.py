"""Word a player's own mistakes as puzzles: what waits, the task, and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from cuttle_tui.coach.purposes import percent, reason_line
from cuttle_tui.i18n.translation import (
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    card_span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.names import Names, with_level
from cuttle_tui.kit.text_types import Guidance, Prompt, option, task_line
from cuttle_tui.kit.words import Entry
from cuttle_tui.learn.mistakes import Mistakes, OwnPuzzle
from cuttle_tui.table import commands
from cuttle_tui.table.words.menu_lines import choice_words
from engine.actions import Action, Kind
from engine.bots.search import Rated
from engine.play.view import View

_WAITING: Final = Plural("your own mistakes: {n} today", "your own mistakes: {n} today")
_OWN: Final = Plural("your own: {n} today", "your own: {n} today")
_TODAY: Final = Plural("{n} waits today", "{n} wait today")
NONE_WAITS: Final = N_("no mistake of yours waits today")
MISTAKES_HELP: Final = N_("your own mistakes: find the better play")
_ENTRY: Final = Entry(
    letters.MISTAKES,
    N_("your mistakes"),
    N_("find the better play"),
    N_("Find a better play than yours?"),
    N_("try them"),
)
_TASK: Final = N_("What is better than what you played then?")
_MORE: Final = Plural("{n} more today", "{n} more today")
_RUN: Final = Plural("{n} right in a row", "{n} right in a row")
_TRIES: Final = Plural("{n} try", "{n} tries")
_RETURNS: Final = Plural("it comes back tomorrow", "it comes back in {n} days")


def waiting_line(mistakes: Mistakes) -> Sentence:
    """Count the mistakes that wait today; nothing if none does."""
    waiting = len(mistakes.waiting)
    return say(counted(waiting, _WAITING)) if waiting else SILENCE


def option_of(mistakes: Mistakes) -> tuple[Sentence, ...]:
    """Offer them with their key, if some wait."""
    waiting = len(mistakes.waiting)
    return (option(letters.MISTAKES, counted(waiting, _OWN)),) if waiting else ()


def entry(mistakes: Mistakes) -> Entry | None:
    """Return the entry of a list that opens the mistakes that wait today; None without any."""
    waiting = len(mistakes.waiting)
    return replace(_ENTRY, description=counted(waiting, _TODAY)) if waiting else None


@dataclass(frozen=True, slots=True)
class Try:
    """A mistake, and what was played in its place."""

    puzzle: OwnPuzzle
    view: View
    then: Action
    """What was played in the game."""
    players: Sequence[str]
    now: Action | None
    """What was played in its place; None before that."""
    right: bool
    tries: int
    place: int
    count: int
    """How many wait, of which this is the one at a place."""
    run: int
    today: date

    @property
    def names(self) -> Names:
        """The players, as the one who made the mistake calls them."""
        return Names(tuple(self.players), self.puzzle.seat)


def guidance(tried: Try, *, hinted: bool) -> Guidance:
    """Word everything shown at the table of a mistake."""
    verdict = None
    if tried.now is not None:
        verdict = _solved(tried) if tried.right else _missed(tried, hinted=hinted)
    return Guidance(
        head=tr("A BETTER PLAY"),
        task=say(_TASK),
        reminder=task_line(_TASK),
        story=(_title(tried), _story(tried)),
        brief=_in_brief(tried),
        where=tr("your own, {place} of {count}", place=tried.place + 1, count=tried.count),
        hint=_hint(tried) if hinted else SILENCE,
        verdict=verdict,
        lesson=_lesson(tried) if tried.right else (),
        course=(tell("your mistakes"), *_run(tried)),
        plate=tried.right,
    )


def _run(tried: Try) -> list[Sentence]:
    """Count those solved in a row, from two on."""
    return [say(counted(tried.run, _RUN))] if tried.run > 1 else []


def _title(tried: Try) -> Sentence:
    opponent = next(seat for seat in range(len(tried.players)) if seat != tried.puzzle.seat)
    told = tr(
        "turn {turn} against {who}",
        turn=tried.view.turn + 1,
        who=with_level(tried.players[opponent]),
    )
    return say(Span(told, "strong"))


def _story(tried: Try) -> Sentence:
    return tell(
        "On {day} you had a chance of {best} here, and {played} after your play.",
        day=str(tried.puzzle.ended),
        best=percent(tried.puzzle.best / 100),
        played=percent(tried.puzzle.played / 100),
    )


def _in_brief(tried: Try) -> Sentence:
    """Tell the same where there is one row for it."""
    return tell(
        "your chance fell from {best} to {played}",
        best=percent(tried.puzzle.best / 100),
        played=percent(tried.puzzle.played / 100),
    )


def _hint(tried: Try) -> Sentence:
    return tell("hint: then you played: {play}", play=_then(tried))


def _then(tried: Try) -> Sentence:
    """Word what was played in the game; a one-off without what it does, which has no room."""
    if tried.then.kind is Kind.ONE_OFF:
        return tell("{card} as a one-off", card=card_span(tried.then.card))
    return choice_words(tried.view, tried.then, tried.names)


def _solved(tried: Try) -> Prompt:
    assert tried.now is not None
    last = tried.place + 1 == tried.count
    on = option("enter", tr("back to the list") if last else tr("the next one"))
    options = (on, option(commands.AGAIN, tr("again")), option(commands.LEAVE, tr("the list")))
    told = tell("That is better. Then you played: {play}", play=_then(tried))
    rated = Rated(tried.now, tried.puzzle.best / 100)
    return Prompt("bar", tr("SOLVED"), told, options, reason_line(tried.view, rated, tried.names))


def _missed(tried: Try, *, hinted: bool) -> Prompt:
    same = tried.now == tried.then
    told = tell("that is what you played then") if same else tell("there is a better play")
    said = tell("{told}; {more}", told=told, more=_return_line(tried))
    why = _hint(tried) if hinted else SILENCE
    leave = option(commands.LEAVE, tr("the list"))
    options = (option("enter", tr("try again")), option(commands.HINT), leave)
    return Prompt("bar", tr("NOT QUITE"), said, options, why)


def _return_line(tried: Try) -> Sentence:
    """Say when a mistake comes back that was missed."""
    days = tried.puzzle.returns_in(tried.today)
    return tell("it does not come back") if days is None else say(counted(days, _RETURNS))


def _lesson(tried: Try) -> tuple[Sentence, ...]:
    """Tell what was solved, what it was worth, and what is left today."""
    tries = tr("at the first try") if tried.tries == 1 else counted(tried.tries, _TRIES)
    worth = tell(
        "the coach says {best} for the best play, {played} for yours",
        best=percent(tried.puzzle.best / 100),
        played=percent(tried.puzzle.played / 100),
    )
    left = tried.count - tried.place - 1
    counts = [_return_line(tried)] if tried.tries > 1 else _run(tried)
    if left:
        counts.append(say(counted(left, _MORE)))
    told = [part for each in counts for part in ("   ", each)]
    return (say(*_title(tried), "   ", tries), worth, say(*told[1:]))

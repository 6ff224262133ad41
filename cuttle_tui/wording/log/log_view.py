"""Word the log view, its search, and looking back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell, typed
from cuttle_tui.i18n.translation import C_, N_, Message, Plural, counted, tr
from cuttle_tui.table.commands import LOG
from cuttle_tui.table.log_search import Reading, is_elsewhere
from cuttle_tui.table.reading_commands import FOUND_BEFORE, NEXT_FOUND, SEARCH
from cuttle_tui.wording.log.log_lines import joined, line_of
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.prompt_types import Fill, Prompt, option
from cuttle_tui.wording.table.status_notes import Asked, asking
from engine.play.events import Declined, Ended, Event
from engine.play.view import View

Labels = Sequence[tuple[str, Message]]

LOOK: Final = N_("look back")
_BACK: Final = C_("a move", "back")
_NEXT: Final = C_("a move", "next")
_CLOSE: Final = ("esc", N_("close the log"))
_READ: Final[Labels] = (
    ("up down", N_("move")),
    ("enter", LOOK),
    (SEARCH.key, N_("search")),
    _CLOSE,
)
_SEARCHED: Final[Labels] = (
    (NEXT_FOUND.key, C_("a line", "next")),
    (FOUND_BEFORE.key, C_("a line", "before")),
    ("enter", LOOK),
    (SEARCH.key, N_("search again")),
    ("esc", N_("end the search")),
)
_TYPING: Final[Labels] = (("enter", N_("keep it")), ("esc", N_("end the search")))
_LINES: Final = Plural("{n} line found", "{n} lines found")


def log_prompt(
    reading: Reading,
    found: Sequence[int],
    here: int,
    view: View | None,
    whole: Sentence = SILENCE,
    look: Message = LOOK,
) -> Prompt:
    """Word the prompt of the log view.

    Args:
        reading: the state of the log view.
        found: the lines that were found.
        here: the line in focus; -1 if there is none.
        view: the table now; None if nobody waits for the reader.
        whole: what the log covers; everything by default.
        look: what enter does.
    """
    call = asking(view, 2 if reading.searching else 1)
    fill, why = call.fill, call.line
    if reading.typing:
        sentence = tell("Search the log for: {typed}", typed=typed(reading.query))
        told = _count(found) if reading.query else SILENCE
        first = told if reading.query and not found else why
        return Prompt("bar", tr("SEARCH"), sentence, _options(_TYPING), first or told)
    if reading.query:
        options = _options(_SEARCHED if is_elsewhere(found, here) else _SEARCHED[2:], look)
        sentence = _found(reading, found, here)
        return Prompt(fill, tr("LOG"), sentence, options, why or _marks(found))
    if here < 0:
        return Prompt(fill, tr("LOG"), tell("nothing has happened yet"), _options([_CLOSE]), why)
    sentence = whole or tell("everything that happened, newest last")
    return Prompt(fill, tr("LOG"), sentence, _options(_READ, look), why)


def line_of_log(here: int, count: int) -> Sentence:
    """Say which line is in focus; nothing if there is none."""
    return tell("line {place} of {count}", place=here + 1, count=count) if count else SILENCE


def _options(table: Labels, look: Message = LOOK) -> tuple[Sentence, ...]:
    return tuple(option(key, look if label is LOOK else label) for key, label in table)


def _count(found: Sequence[int]) -> Sentence:
    return say(counted(len(found), _LINES)) if found else tell("no line found")


def _marks(found: Sequence[int]) -> Sentence:
    return tell("found lines are marked on the left") if found else SILENCE


def _found(reading: Reading, found: Sequence[int], here: int) -> Sentence:
    query = Span(reading.query.strip(), "strong")
    if not found:
        return tell("not found in the log: {query}", query=query)
    if here not in found:
        return tell("{query}: {lines}", query=query, lines=counted(len(found), _LINES))
    place = list(found).index(here) + 1
    return tell("{query}: found {place} of {count}", query=query, place=place, count=len(found))


# looking back ------------------------------------------------------------------------------------

_LOOKING: Final[Labels] = (
    ("left", _BACK),
    ("right", _NEXT),
    ("home", C_("of a game", "deal")),
    (LOG.key, C_("to go back to", "the log")),
    ("esc", N_("back to now")),
)
_DEAD_AT_DEAL: Final = ("left", "home")
_DEAD_AT_END: Final = ("right",)
_HEADS: Final[dict[Asked, Message]] = {
    "": N_("LOOKING BACK"),
    "turn": N_("YOUR TURN"),
    "answer": N_("DECIDE NOW"),
}
_FILLS: Final[dict[Asked, Fill]] = {"": "wait", "turn": "bar", "answer": "alarm"}
NOT_HERE: Final = N_("you cannot look back at this table")
NEWEST: Final = N_("this is the table now: esc goes back to it")


def look_prompt(
    ply: int, plies: int, lines: Sequence[Sentence], asked: Asked, meanwhile: Sentence
) -> Prompt:
    """Word the prompt of a past position: what happened then, and what happens now.

    Args:
        ply: how many actions had been played.
        plies: how many have been played by now.
        lines: the action that led there, and its results.
        asked: whether the table waits for the reader now.
        meanwhile: what happened at the table meanwhile.
    """
    then = tell("move {ply} of {plies}", ply=ply, plies=plies)
    sentence, why = then, meanwhile or joined(lines[1:])
    if asked:
        sentence = tell("this was the table at {then}: esc goes back", then=then)
        why = joined(lines) and tell("at this move: {deed}", deed=joined(lines))
    elif lines:
        sentence = tell("{then}: {deed}", then=then, deed=lines[0])
    dead = (_DEAD_AT_DEAL if ply == 0 else ()) + (_DEAD_AT_END if ply == plies else ())
    live = tuple(entry for entry in _LOOKING if entry[0] not in dead)
    return Prompt(_FILLS[asked], tr(_HEADS[asked]), sentence, _options(live), why)


def meanwhile_line(line: Sentence) -> Sentence:
    """Report what happened at the table meanwhile."""
    return tell("meanwhile: {line}", line=line)


def action_lines(events: Sequence[Event], before: Sequence[Event], names: Names) -> list[Sentence]:
    """Word what an action did, without the end of the game."""
    lines = []
    for place, event in enumerate(events):
        if isinstance(event, Declined):
            lines.append(names.by(event.seat, *_LET))
        elif not isinstance(event, Ended):
            lines.append(line_of(event, names, (*before, *events[:place])))
    return [line for line in lines if line]


_LET: Final = (N_("you let it happen"), N_("{who} let it happen"))


# the seed ----------------------------------------------------------------------------------------


def fair_line(game: str, door: str = "HOST") -> Sentence:
    """Report that the deal was checked, and how others can check it.

    Args:
        game: its id on the server; empty at home.
        door: the host to connect to.
    """
    if not game:
        return tell("the deal was fair: it matches the seal shown before the game")
    command = Span(f"ssh {door} record {game} > g; cuttle verify g", "strong")
    return tell("it matches the seal: {command}", command=command)


def unfair_line(reason: str) -> Sentence:
    """Report that a deal could not be checked, or fails the check."""
    return tell("this deal fails the check: {reason}", reason=reason)

"""Judge the decisions of a finished game, and word the one sentence of the coach about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cuttle_tui.coach.commands import MOMENT
from cuttle_tui.coach.purposes import percent
from cuttle_tui.i18n.translation import N_, Message, Part, Sentence, Span, say, tell, tr
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import option
from cuttle_tui.ports import GameArchive
from cuttle_tui.ports.chair import Analyst
from cuttle_tui.table.view_model import CoachRow
from cuttle_tui.table.words.menu_lines import choice_words
from cuttle_tui.table.words.pending_effect import cells_of
from engine.coach.analysis import (
    Analysis,
    AnalysisBook,
    Comment,
    CommentKind,
    comment_on,
    decision_view,
    judged,
)
from engine.computers import called
from engine.record.record import Record
from engine.record.summary import Replay

_SEEN: Final = "analysed"
"""The key of the games whose analysis was seen, beside the settings."""
_MOST_SEEN: Final = 20
"""How many of them are kept, those seen last."""


class SeenAnalyses:
    """The games whose analysis the player has seen, by id or by their names in the archive."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Keep them by callbacks that load and save the value of a key."""
        self._recall, self._note = recall, note

    def __contains__(self, game: str) -> bool:
        return game in self._kept()

    def _kept(self) -> list[str]:
        """Read what is kept; ignore invalid data."""
        found = self._recall(_SEEN)
        return [game for game in found if isinstance(game, str)] if isinstance(found, list) else []

    def add(self, game: str, record: Record, archive: GameArchive | None) -> None:
        """Note a game; without an id it is one of the archive, if it is kept at all."""
        name = game or ("" if archive is None else Path(archive.where(record)).name)
        if name and name not in self:
            self._note(_SEEN, [*self._kept(), name][-_MOST_SEEN:])


THE_COACH: Final = N_("the coach")
NO_TURN: Final = N_("the coach has not singled out a turn yet")
SEE_IT: Final = N_("see it")
_Pair = tuple[Message, Message]
"""For the reader, and for another player."""

_WORDS: Final[dict[CommentKind, tuple[_Pair, ...]]] = {
    "missed": (
        (
            N_("you had the win on turn {turn}: {better}"),
            N_("{who} had the win on turn {turn}: {better}"),
        ),
        (N_("you had the win on turn {turn}"), N_("{who} had the win on turn {turn}")),
    ),
    "won-late": (
        (
            N_("you won, and could have on turn {turn}: {better}"),
            N_("{who} won, and could have on turn {turn}: {better}"),
        ),
        (
            N_("you won, and could have on turn {turn}"),
            N_("{who} won, and could have on turn {turn}"),
        ),
    ),
    "cost-all": (
        (
            N_(
                "turn {turn} cost you the game (you chose: {play}, chance from {before} to {after})"
            ),
            N_(
                "turn {turn} cost {who} the game "
                "({who} chose: {play}, chance from {before} to {after})"
            ),
        ),
        (
            N_("turn {turn} cost you the game (you chose: {play})"),
            N_("turn {turn} cost {who} the game ({who} chose: {play})"),
        ),
        (
            N_("turn {turn} cost you the game (chance from {before} to {after})"),
            N_("turn {turn} cost {who} the game (chance from {before} to {after})"),
        ),
        (
            N_("turn {turn} cost you the game (from {before} to {after})"),
            N_("turn {turn} cost {who} the game (from {before} to {after})"),
        ),
        (N_("turn {turn} cost you the game"), N_("turn {turn} cost {who} the game")),
    ),
    "cost-most": (
        (
            N_("turn {turn} cost you most (you chose: {play}, chance from {before} to {after})"),
            N_(
                "turn {turn} cost {who} most ({who} chose: {play}, chance from {before} to {after})"
            ),
        ),
        (
            N_("turn {turn} cost you most (you chose: {play})"),
            N_("turn {turn} cost {who} most ({who} chose: {play})"),
        ),
        (
            N_("turn {turn} cost you most (chance from {before} to {after})"),
            N_("turn {turn} cost {who} most (chance from {before} to {after})"),
        ),
        (
            N_("turn {turn} cost you most (from {before} to {after})"),
            N_("turn {turn} cost {who} most (from {before} to {after})"),
        ),
        (N_("turn {turn} cost you most"), N_("turn {turn} cost {who} most")),
    ),
    "won-despite": (
        (
            N_(
                "you won in spite of turn {turn} "
                "(you chose: {play}, chance from {before} to {after})"
            ),
            N_(
                "{who} won in spite of turn {turn} "
                "({who} chose: {play}, chance from {before} to {after})"
            ),
        ),
        (
            N_("you won in spite of turn {turn} (you chose: {play})"),
            N_("{who} won in spite of turn {turn} ({who} chose: {play})"),
        ),
        (
            N_("you won in spite of turn {turn} (chance from {before} to {after})"),
            N_("{who} won in spite of turn {turn} (chance from {before} to {after})"),
        ),
        (
            N_("you won in spite of turn {turn} (from {before} to {after})"),
            N_("{who} won in spite of turn {turn} (from {before} to {after})"),
        ),
        (N_("you won in spite of turn {turn}"), N_("{who} won in spite of turn {turn}")),
    ),
    "came-back": (
        (
            N_("you came back from a chance of {before} on turn {turn}"),
            N_("{who} came back from a chance of {before} on turn {turn}"),
        ),
        (
            N_("you came back from {before} on turn {turn}"),
            N_("{who} came back from {before} on turn {turn}"),
        ),
    ),
    "still-open": (
        (
            N_("the game was still open: your last move left you {after}"),
            N_("the game was still open: {who}'s last move left {after}"),
        ),
        (N_("your last move left you {after}"), N_("{who}'s last move left {after}")),
    ),
    "well-won": (
        (N_("you played well, accuracy {accuracy}"), N_("{who} played well, accuracy {accuracy}")),
    ),
    "well-lost": (
        (
            N_("you played well, accuracy {accuracy}: the cards decided"),
            N_("{who} played well, accuracy {accuracy}: the cards decided"),
        ),
        (N_("you played well, accuracy {accuracy}"), N_("{who} played well, accuracy {accuracy}")),
    ),
    "well-drawn": (
        (
            N_("you played well, accuracy {accuracy}: a fair draw"),
            N_("{who} played well, accuracy {accuracy}: a fair draw"),
        ),
        (N_("you played well, accuracy {accuracy}"), N_("{who} played well, accuracy {accuracy}")),
    ),
    "little-by-little": (
        (
            N_("no single turn: you lost it little by little, accuracy {accuracy}"),
            N_("no single turn: {who} lost it little by little, accuracy {accuracy}"),
        ),
        (
            N_("lost little by little, accuracy {accuracy}"),
            N_("{who} lost it little by little, accuracy {accuracy}"),
        ),
    ),
    "won-so": (
        (
            N_("you won, with small slips at most: accuracy {accuracy}"),
            N_("{who} won, with small slips at most: accuracy {accuracy}"),
        ),
        (N_("you won, accuracy {accuracy}"), N_("{who} won, accuracy {accuracy}")),
    ),
    "drawn-so": (
        (
            N_("no single turn decided it: your accuracy was {accuracy}"),
            N_("no single turn decided it: {who}'s accuracy was {accuracy}"),
        ),
        (N_("your accuracy was {accuracy}"), N_("{who}'s accuracy was {accuracy}")),
    ),
    "no-choice": (
        (
            N_("you never had a choice that mattered: the cards decided"),
            N_("{who} never had a choice that mattered: the cards decided"),
        ),
        (N_("the cards decided"), N_("the cards decided")),
    ),
    "given-up": (
        (
            N_("the game was given up before a choice of yours mattered"),
            N_("the game was given up before a choice of {who} mattered"),
        ),
        (N_("given up before a choice mattered"), N_("given up before a choice mattered")),
    ),
}


def comment_forms(replay: Replay, comment: Comment, names: Names) -> tuple[Sentence, ...]:
    """Word a comment, the longest form first."""
    parts: dict[str, Part] = {}
    if comment.accuracy is not None:
        parts["accuracy"] = comment.accuracy
    decision = comment.decision
    if decision is not None:
        view = decision_view(replay, decision.ply)
        parts |= {
            "turn": decision.turn,
            "play": choice_words(view, decision.played.action, names),
            "better": choice_words(view, decision.best.action, names),
            "before": percent(decision.chance),
            "after": percent(decision.played.chance),
        }
    return tuple(names.by(comment.seat, *pair, **parts) for pair in _WORDS[comment.kind])


def comment_chance(comment: Comment, names: Names) -> Sentence:
    """Word the chance at the ply at which a comment can be seen."""
    decision = comment.decision
    assert decision is not None
    chance = decision.chance if comment.ply == decision.ply else decision.played.chance
    return names.by(comment.seat, *_CHANCE, chance=Span(percent(chance), "strong"))


_CHANCE: Final = (
    N_("the coach gives you a chance of {chance} here"),
    N_("the coach gives {who} a chance of {chance} here"),
)


def comment_row(forms: Sequence[Sentence], ply: int | None, room: int) -> Sentence:
    """Fit a comment into a row of the prompt, with the key that leads to its turn."""
    see = () if ply is None else ("   ", option(MOMENT, SEE_IT))
    told = [say(tell("the coach: {comment}", comment=form), *see) for form in forms]
    return next((row for row in told if cells_of(row) <= room), told[-1])


def comment_line(replay: Replay, comment: Comment, names: Names) -> Sentence:
    """Word a comment in full, and whose opinion it is."""
    said = comment_forms(replay, comment, names)[0]
    return tell("the coach: {comment}", comment=said)


def coach_row(forms: tuple[Sentence, ...], ply: int | None, *, looks: bool) -> CoachRow:
    """Word a comment for the plate, or that the coach still looks at the game."""
    if not forms:
        told = tell("is looking at your moves")  # after "the coach"
        return CoachRow(tr(THE_COACH), (told,)) if looks else CoachRow()
    if ply is None:
        return CoachRow(tr(THE_COACH), forms)
    see = option(MOMENT, SEE_IT)
    keyed = tuple(say(form, "   ", see) for form in forms)
    return CoachRow(tr(THE_COACH), (*keyed, forms[-1]), MOMENT.key)


AT_LENGTH: Final = 2.0
"""Seconds of thought about a turn that is named: twenty times those about any other."""
PATIENCE: Final = 60.0
"""Seconds after which nobody waits for a comment any more."""


async def judge_next(
    analyst: Analyst, book: AnalysisBook, replay: Replay, analysis: Analysis, *, spare: bool = False
) -> Analysis:
    """Judge the next decision of an analysis, unless that was done before, and keep the result.

    In `spare` time, if nobody waits for it.

    Raises:
        LobbyError: ``no-coach``: what assesses has failed.
    """
    ply = analysis.plies[analysis.done]
    decision = book.known(replay, ply)
    if decision is None:
        assessment = await analyst.assess(decision_view(replay, ply), spare=spare)
        decision = judged(replay, ply, assessment)
    analysis = analysis.further(decision)
    book.keep(replay, analysis)
    return analysis


async def commented(
    analyst: Analyst, book: AnalysisBook, replay: Replay, seat: int
) -> Comment | None:
    """Judge the decisions of a seat, and return what decided the game for it.

    The one turn that would be named is thought about at length first: if it does not stand, what is
    said is found anew.

    Raises:
        LobbyError: ``no-coach``: what assesses has failed.
        TimeoutError: it took too long; what is known is kept.
    """
    async with asyncio.timeout(PATIENCE):
        analysis = book.of(replay, seat)
        while not analysis.complete:
            analysis = await judge_next(analyst, book, replay, analysis)
        comment = comment_in(replay, analysis, seat)
        while comment is not None and (named := comment.decision) and not named.weighed:
            assessment = await analyst.assess(decision_view(replay, named.ply), AT_LENGTH)
            again = judged(replay, named.ply, assessment) or named
            analysis = analysis.revised(replace(again, weighed=True))
            book.keep(replay, analysis)
            comment = comment_in(replay, analysis, seat)
    return comment


def comment_in(replay: Replay, analysis: Analysis, seat: int) -> Comment | None:
    """Return what an analysis says of a seat; None until it has come to its end."""
    outcome = replay.view(replay.plies).outcome
    conceded = outcome is not None and outcome.why == "concede"
    return comment_on(analysis, seat, conceded=conceded)


def seat_among_computers(record: Record) -> int | None:
    """Return the seat of the only person in a recorded game; None if there were others, or none."""
    people = [seat for seat, name in enumerate(record.players) if called(name) is None]
    return people[0] if len(people) == 1 else None

"""A player's own mistakes as puzzles: what is kept of them, when they come back, who finds them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from cuttle_tui.coach.comments import judge_next
from cuttle_tui.ports import Lobby, LobbyError, OwnGame
from cuttle_tui.ports.chair import Analyst
from engine.actions import Action, parse_action
from engine.bots.search import Assessment
from engine.coach.analysis import AnalysisBook, decision_view
from engine.coach.mistakes import LONG_LOOK, SEEDS, may_be_mistake, mistake_in
from engine.errors import CuttleError
from engine.record.record import Record
from engine.record.summary import Replay

KEY: Final = "mistakes"
"""The key of what is kept, beside the settings: with the account it goes."""
RETURNS: Final = (1, 3, 7)
"""The days after a game on which a mistake of it comes back, until it is solved."""
MOST: Final = 3
"""How many are asked for in a day."""
SPARE_AFTER: Final = 20.0
"""Seconds without anything new after which the games are looked at, in spare time."""
_OF_A_GAME: Final = 2
"""How many decisions of a game are looked at again, those that cost most."""
_LOOKED: Final = 60
"""How many games are known to have been looked at."""
_KEPT: Final = 40
"""How many mistakes are kept."""


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A mistake of the player's own, to be put right."""

    game: str
    seat: int
    ply: int
    ended: date
    """The day on which the game ended, of UTC."""
    right: tuple[Action, ...]
    """Every play that is right, the best first."""
    best: int
    """The chance with the best play, in percent."""
    played: int
    """The chance with what was played then."""
    missed: int = 0
    """How many days after the game it was missed last; 0 if it was not."""

    def waits(self, day: date) -> bool:
        """Return whether it comes back on a day, or has since it was missed."""
        age = (day - self.ended).days
        return not self.is_over(day) and any(self.missed < after <= age for after in RETURNS)

    def is_over(self, day: date) -> bool:
        """Return whether it does not come back any more."""
        return self.missed >= RETURNS[-1] or (day - self.ended).days > RETURNS[-1]

    def returns_in(self, day: date) -> int | None:
        """Return in how many days it comes back after a miss on a day; None if it does not."""
        age = (day - self.ended).days
        return next((after - age for after in RETURNS if after > age), None)


@dataclass(frozen=True, slots=True)
class _Kept:
    puzzles: tuple[OwnPuzzle, ...] = ()
    looked: tuple[str, ...] = ()
    """The games that have been looked at, the latest last."""
    day: date = date.min
    """The last day on which one was answered."""
    answered: int = 0
    """How many were answered on that day."""
    run: int = 0
    """How many were solved in a row."""


class Mistakes:
    """The mistakes of a player that are kept; nobody else sees them."""

    def __init__(
        self,
        recall: Callable[[str], Any],
        note: Callable[[str, Any], None],
        today: Callable[[], date],
    ) -> None:
        """Keep mistakes by callbacks that load and save the value of a key.

        Args:
            recall: loads it.
            note: saves it.
            today: returns the current day, of UTC.
        """
        self._recall, self._note, self._today = recall, note, today

    @property
    def today(self) -> date:
        """The current day, of UTC."""
        return self._today()

    @property
    def waiting(self) -> tuple[OwnPuzzle, ...]:
        """What is left to be asked for today, the mistakes that cost most first."""
        kept, day = self._kept(), self._today()
        left = MOST - (kept.answered if kept.day == day else 0)
        waiting = (puzzle for puzzle in kept.puzzles if puzzle.waits(day))
        return tuple(sorted(waiting, key=lambda one: one.played - one.best)[: max(0, left)])

    @property
    def run(self) -> int:
        """How many were solved in a row."""
        return self._kept().run

    def has_looked_at(self, game: str) -> bool:
        """Return whether a game has been looked at."""
        return game in self._kept().looked

    def note_game(self, game: str, found: tuple[OwnPuzzle, ...]) -> None:
        """Keep what was found in a game."""
        kept = self._kept()
        looked = (*kept.looked, game)[-_LOOKED:]
        others = (one for one in kept.puzzles if one.game != game)
        self._keep(replace(kept, looked=looked, puzzles=(*others, *found)))

    def note_answer(self, puzzle: OwnPuzzle, *, right: bool) -> None:
        """Note the first answer to a puzzle: solved it goes, else it comes back another day."""
        kept, day = self._kept(), self._today()
        after = replace(puzzle, missed=(day - puzzle.ended).days)
        others = tuple(one for one in kept.puzzles if one != puzzle)
        puzzles = others if right or others == kept.puzzles else (*others, after)
        answered = 1 + (kept.answered if kept.day == day else 0)
        run = kept.run + 1 if right else 0
        self._keep(replace(kept, puzzles=puzzles, day=day, answered=answered, run=run))

    def forget(self, game: str) -> None:
        """Forget the mistakes of a game that is not kept any more."""
        kept = self._kept()
        puzzles = tuple(one for one in kept.puzzles if one.game != game)
        self._keep(replace(kept, puzzles=puzzles))

    def _kept(self) -> _Kept:
        return _kept_in(self._recall(KEY))

    def _keep(self, kept: _Kept) -> None:
        day = self._today()
        lasting = tuple(one for one in kept.puzzles if not one.is_over(day))[-_KEPT:]
        self._note(KEY, _written_out(replace(kept, puzzles=lasting)))


def kept_together(own: Any, other: Any) -> Any:
    """Return what two accounts of a player kept, as one keeps it; the own run goes on."""
    kept, more = _kept_in(own), _kept_in(other)
    puzzles = {(one.game, one.seat, one.ply): one for one in (*more.puzzles, *kept.puzzles)}
    looked = (*more.looked, *kept.looked)[-_LOOKED:]
    together = replace(kept, puzzles=tuple(puzzles.values())[-_KEPT:], looked=looked)
    return None if together == _Kept() else _written_out(together)


def _kept_in(found: Any) -> _Kept:
    """Read what is kept; ignore invalid data."""
    try:
        return _Kept(
            puzzles=tuple(map(_read, found["puzzles"])),
            looked=tuple(map(str, found["looked"])),
            day=date.fromisoformat(found["day"]),
            answered=int(found["answered"]),
            run=int(found["run"]),
        )
    except (TypeError, ValueError, KeyError, CuttleError):
        return _Kept()


def _written_out(kept: _Kept) -> dict[str, Any]:
    return {
        "puzzles": [_written(one) for one in kept.puzzles],
        "looked": list(kept.looked),
        "day": str(kept.day),
        "answered": kept.answered,
        "run": kept.run,
    }


def _written(puzzle: OwnPuzzle) -> list[Any]:
    right = ",".join(map(str, puzzle.right))
    numbers = puzzle.best, puzzle.played, puzzle.missed
    return [puzzle.game, puzzle.seat, puzzle.ply, str(puzzle.ended), right, *numbers]


def _read(written: list[Any]) -> OwnPuzzle:
    game, seat, ply, ended, right, *numbers = written
    best, played, missed = map(int, numbers)
    answers = tuple(map(parse_action, right.split(",")))
    day = date.fromisoformat(ended)
    return OwnPuzzle(str(game), int(seat), int(ply), day, answers, best, played, missed)


# finding them ------------------------------------------------------------------------------------


async def look_at_games(lobby: Lobby, book: AnalysisBook, mistakes: Mistakes) -> None:
    """Look in spare time for mistakes in the latest games that nobody has looked at.

    Raises:
        LobbyError: ``not-now``, ``no-coach``.
    """
    for game in await lobby.own_games(mistakes.today - timedelta(RETURNS[-1])):
        if not mistakes.has_looked_at(game.id):
            found = await _found_in(lobby, book, game)
            mistakes.note_game(game.id, found)


async def _found_in(lobby: Lobby, book: AnalysisBook, game: OwnGame) -> tuple[OwnPuzzle, ...]:
    try:
        record = await lobby.own_record(game.id)
    except LobbyError as error:
        if error.reason != "no-such-game":
            raise
        return ()
    if record.ruleset.seats != 2 or record.outcome is None:
        return ()
    return await mistakes_of(lobby.analyst, book, record, game)


async def mistakes_of(
    analyst: Analyst, book: AnalysisBook, record: Record, game: OwnGame
) -> tuple[OwnPuzzle, ...]:
    """Judge the decisions of a seat, and think at length about those that cost most.

    Raises:
        LobbyError: ``no-coach``.
    """
    replay = await asyncio.to_thread(Replay, record)
    analysis = await asyncio.to_thread(book.of, replay, game.seat)
    while not analysis.complete:
        analysis = await judge_next(analyst, book, replay, analysis, spare=True)
    costly = sorted(filter(may_be_mistake, analysis.decisions), key=lambda one: -one.loss)
    found = []
    for decision in costly[:_OF_A_GAME]:
        view = decision_view(replay, decision.ply)
        mistake, looks = None, list[Assessment]()
        for seed in SEEDS:
            looks.append(await analyst.assess(view, LONG_LOOK, seed=seed, spare=True))
            mistake = mistake_in(view, decision.played.action, looks)
            if mistake is None:
                break
        if mistake is not None:
            chances = round(100 * mistake.best), round(100 * mistake.played)
            day = ended_on(record)
            found.append(OwnPuzzle(game.id, game.seat, decision.ply, day, mistake.right, *chances))
    return tuple(found)


def ended_on(record: Record) -> date:
    """Return the day, of UTC, on which a game ended."""
    lasted = record.entries[-1].seconds if record.entries else 0.0
    return (record.started + timedelta(seconds=lasted)).date()

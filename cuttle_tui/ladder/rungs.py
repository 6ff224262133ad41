"""The ladder: which levels of the computer a player has beaten, and which is next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.ports import LadderGame, Result, TableState
from engine.bots.levels import LEVELS, called

NEEDED: Final = 3
"""Wins among the last games with which a level is beaten, for good."""
WINDOW: Final = 5
"""How many of the last games count for that."""


@dataclass(frozen=True, slots=True)
class Rung:
    """What a player has done against one level."""

    level: str
    won: int = 0
    lost: int = 0
    streak: int = 0
    """Wins in a row, up to the last game."""
    best: int = 0
    """The longest such streak."""
    recent: int = 0
    """Wins among the last games."""
    beaten: bool = False

    @property
    def played(self) -> bool:
        """Whether any game counts."""
        return bool(self.won or self.lost)


def counts(game: LadderGame) -> bool:
    """Return whether a game counts: played without help, and won or lost."""
    return not game.helped and game.result != "drawn"


def rungs_of(games: Iterable[LadderGame]) -> tuple[Rung, ...]:
    """Return what follows from games, oldest first, for each level, weakest first."""
    played: dict[str, list[bool]] = {level.name: [] for level in LEVELS}
    for game in games:
        if counts(game) and game.level in played:
            played[game.level].append(game.result == "won")
    return tuple(_rung(level, wins) for level, wins in played.items())


def _rung(level: str, wins: Sequence[bool]) -> Rung:
    rung, last = Rung(level), deque[bool](maxlen=WINDOW)
    for won in wins:
        last.append(won)
        streak = rung.streak + 1 if won else 0
        rung = replace(
            rung,
            won=rung.won + won,
            lost=rung.lost + (not won),
            streak=streak,
            best=max(rung.best, streak),
            recent=sum(last),
            beaten=rung.beaten or sum(last) >= NEEDED,
        )
    return rung


def next_rung(rungs: Sequence[Rung]) -> Rung | None:
    """Return the level to beat next, the weakest above all that are beaten; None after the last."""
    above = max((place + 1 for place, rung in enumerate(rungs) if rung.beaten), default=0)
    return rungs[above] if above < len(rungs) else None


def rung_at(rungs: Sequence[Rung], level: str) -> Rung:
    """Return what was done against a level."""
    return next((rung for rung in rungs if rung.level == level), Rung(level))


def with_last(games: Sequence[LadderGame], state: TableState, seat: int) -> tuple[LadderGame, ...]:
    """Add the game that has just ended at a table of a server, if it is not stored yet."""
    outcome = None if state.view is None else state.view.outcome
    known = any(game.id == state.game for game in games)
    level = next(filter(None, (called(sitter.name) for sitter in state.sitters)), None)
    if not state.game or known or outcome is None or level is None:
        return tuple(games)
    result: Result = "lost" if outcome.winners else "drawn"
    if seat in outcome.winners:
        result = "won"
    return (*games, LadderGame(level.level, result, id=state.game))

"""Assess positions for the tests at once, in the test's own process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.chair import SEED
from engine.actions import Action, Kind
from engine.bots.search import Assessment, Rated
from engine.cards import value_of
from engine.play.view import SeatView, View

_WORTH: Final = {Kind.ROYAL: 0.2, Kind.ONE_OFF: 0.03, Kind.COUNTER: 0.15, Kind.DRAW: -0.04}
_OF_POINTS: Final = {Kind.POINTS: 0.03, Kind.SCUTTLE: 0.045, Kind.JACK: 0.05}


def _worth(mine: SeatView, action: Action) -> float:
    if action.kind not in _OF_POINTS:
        return _WORTH.get(action.kind, 0.0)
    card = action.targets[0] if action.targets else action.card
    gift = card in {placed.card for placed in mine.points}
    return -0.2 if gift else value_of(card) * _OF_POINTS[action.kind]


def by_points(view: View) -> Assessment:
    """Rate plays by the points on the table, and by what they move: steady, and easy to follow."""
    assert view.viewer is not None
    mine = view.seats[view.viewer]
    theirs = [seat for seat in view.seats if seat.side != mine.side]
    ahead = mine.score / max(1, mine.goal) - max(s.score / max(1, s.goal) for s in theirs)
    chance = 0.42 + 0.35 * ahead
    plays = [(chance + _worth(mine, action), action) for action in view.legal]
    rated = sorted(plays, key=lambda play: -play[0])
    best = tuple(Rated(action, max(0.02, min(0.98, value))) for value, action in rated)
    return Assessment(best[0].chance if best else chance, best)


@dataclass
class FakeAnalyst:
    """An analyst that answers at once, or only so often, and then waits."""

    judge: Callable[[View], Assessment] = by_points
    most: int = 9999
    """How many views it assesses; it never comes back with a further one."""
    reason: LobbyError | None = None
    asked: list[View] = field(default_factory=list)
    cancelled: int = 0
    """How often nobody waited any more for what never comes."""

    async def assess(
        self, view: View, seconds: float = 0.1, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a view."""
        del seconds, seed, spare
        self.asked.append(view)
        if self.reason is not None:
            raise self.reason
        if len(self.asked) > self.most:
            await self._wait()
        return self.judge(view)

    async def _wait(self) -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

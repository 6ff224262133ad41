"""The deal of the day, which is the same for everybody: one try a day, and how it went."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Protocol

from cuttle_tui.ports.chair import Chair
from engine.bots.daily import TryResult
from engine.record.record import Record


@dataclass(frozen=True, slots=True)
class TryLine:
    """How somebody's try at the deal of a day went."""

    name: str
    result: TryResult
    mine: bool = False
    place: int = 1
    """Their place in the table of the day; those who did equally well share it."""
    counts: bool = True
    """Whether it was played without a hint or a move taken back."""


@dataclass(frozen=True, slots=True)
class DailyPage:
    """What a player may know of the deal of the day: never a card before they have begun."""

    day: str
    """The day in UTC, as ``2026-11-30``."""
    state: Literal["new", "begun", "done"] = "new"
    """How far the player is with their try."""
    own: TryLine | None = None
    """How it went, once it is over."""
    lines: tuple[TryLine, ...] = ()
    """The table of the day, the best first; empty until the player's own try is over."""
    played: int = 0
    """How many tries are over."""
    before: str = ""
    """The day before, whose deal may be looked at."""
    lines_before: tuple[TryLine, ...] = ()
    """The table of that day."""


Line = Literal["best", "coach"]
"""Whose play of yesterday's deal: the best of the table, or the coach's."""


class Daily(Protocol):
    """The deals of the days."""

    def page(self) -> Awaitable[DailyPage]:
        """Return how the player stands with today's deal.

        Raises:
            LobbyError: ``not-now``.
        """

    def play(self) -> Awaitable[Chair]:
        """Begin the try of today, or go back to it.

        Raises:
            LobbyError: ``deal-played``, ``busy``, ``closing``, ``too-many``, ``not-now``,
                ``played-elsewhere``, ``game-unreadable``.
        """

    def record(self, whose: Line) -> Awaitable[Record]:
        """Return a game of yesterday's deal.

        Raises:
            LobbyError: ``deal-unplayed``: nobody here has finished one; ``not-now``.
        """

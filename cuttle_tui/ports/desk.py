"""What a secretary of a server does, as the app sees it: reports, and results of games."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A report that waits for somebody to settle it."""

    number: int
    at: str
    """In UTC, as ``2026-11-30 21:05``."""
    by: str
    against: str
    table: str
    """The id of the table where both sat; empty for none."""
    text: str
    """What was written, and the last that the reported player said there."""


@dataclass(frozen=True, slots=True)
class RatedLine:
    """A rated game."""

    game: str
    at: str
    players: tuple[str, ...]
    """In the order of their seats."""
    winner: str
    """The name of the winner; empty after a stalemate."""
    void: bool
    corrected: bool


class Desk(Protocol):
    """The desk of a secretary; what concerns the secretary is left to others."""

    def reports(self) -> Awaitable[tuple[ReportLine, ...]]:
        """List the reports that wait, newest first.

        Raises:
            LobbyError: ``no-secretary``, ``not-now``; so for each of these.
        """

    def settle(self, number: int, reason: str) -> Awaitable[None]:
        """Settle a report; the reason is the verdict.

        Raises:
            LobbyError: ``no-reason``, ``decided-already``.
        """

    def results(self) -> Awaitable[tuple[RatedLine, ...]]:
        """List the latest rated games, newest first."""

    def correct(self, game: str, result: str, reason: str) -> Awaitable[None]:
        """Correct the result of a game; matches and ratings follow.

        Args:
            game: its id.
            result: ``P0`` or ``P1`` won, ``stalemate``, ``void``, or ``as-played``.
            reason: why, for the audit.

        Raises:
            LobbyError: ``no-reason``, ``no-such-game``.
        """

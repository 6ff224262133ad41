"""Hosting a game for friends, as the app sees it."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Protocol

from cuttle_tui.ports.chair import Chair
from cuttle_tui.ports.lobby import Lobby, TablePlan


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a friend gets to a server, for the home screen to tell."""

    commands: tuple[str, ...]


class Hosting(Protocol):
    """Opens a room in this very process, for friends to come to over ssh."""

    def open(self, plan: TablePlan) -> Awaitable[tuple[Lobby, Chair]]:
        """Open the door and a table behind it; the host plays in the chair.

        Raises:
            LobbyError: ``cannot-listen``.
        """

    def close(self) -> Awaitable[None]:
        """Close the door."""

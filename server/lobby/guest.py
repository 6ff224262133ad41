"""A player without a key, as the app's `Guest` port: a name for this visit, and the way back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cuttle_tui.ports import LobbyError
from server.names import BadName, check_name
from server.people.players import an_animal

if TYPE_CHECKING:
    from server.lobby.player_lobby import PlayerLobby

CheckName = Callable[[str], Awaitable[str]]
"""Cleans a chosen name, or raises `LobbyError`."""


class GuestVisit:
    """The visit of a guest."""

    def __init__(self, lobby: PlayerLobby, check: CheckName) -> None:
        self._lobby = lobby
        self._check = check

    @property
    def resume_code(self) -> str:
        """The code with which the guest returns to a seat after a lost connection."""
        return self._lobby.who.resume

    @property
    def suggestion(self) -> str:
        """The guest's ssh user name, or another if that is not allowed."""
        try:
            return check_name(self._lobby.who.login)
        except BadName:
            return an_animal()

    async def choose_name(self, name: str) -> None:
        """Be called by another name from now on, until the end of the visit.

        Raises:
            LobbyError: ``name-…``; ``seated``; ``too-many``.
        """
        lobby = self._lobby
        lobby.count("account", lobby.address)
        cleaned = await self._check(name)
        if lobby.is_taken(cleaned):
            raise LobbyError("name-taken")
        if lobby.is_seated:
            raise LobbyError("seated")
        lobby.become(replace(lobby.who, name=cleaned))

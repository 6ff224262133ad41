"""A player without a key, as the app's `Guest` port: a name for this visit, and the way back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from cuttle_tui.ports import LobbyError
from server.names import BadName, check_name, login_name
from server.people.players import Player, an_animal

CheckName = Callable[[str], Awaitable[str]]
"""Cleans a chosen name, or raises `LobbyError`."""


class NamedLobby(Protocol):
    """The lobby of a session, as far as its player's name goes."""

    who: Player

    @property
    def is_seated(self) -> bool:
        """Whether the player has a seat at a table, or in the queue."""

    def is_taken(self, name: str) -> bool:
        """Return whether somebody else is called so, or much like it."""

    def count(self, what: str, *names: str) -> None:
        """Count an action against its rate limit."""

    def become(self, who: Player) -> None:
        """Continue under another name."""


class GuestVisit:
    """The visit of a guest."""

    def __init__(self, lobby: NamedLobby, check: CheckName) -> None:
        self._lobby = lobby
        self._check = check

    @property
    def resume_code(self) -> str:
        """The code with which the guest returns to a seat after a lost connection."""
        return self._lobby.who.resume

    @property
    def suggestion(self) -> str:
        """The guest's ssh user name, or another if that is taken or not allowed."""
        try:
            name = check_name(login_name(self._lobby.who.login))
        except BadName:
            return an_animal()
        return an_animal() if self._lobby.is_taken(name) else name

    async def choose_name(self, name: str) -> None:
        """Be called by another name from now on, until the end of the visit.

        Raises:
            LobbyError: ``name-…``; ``seated``; ``too-many``.
        """
        lobby = self._lobby
        lobby.count("change")
        cleaned = await self._check(name)
        if lobby.is_taken(cleaned):
            raise LobbyError("name-taken")
        if lobby.is_seated:
            raise LobbyError("seated")
        lobby.become(replace(lobby.who, name=cleaned))

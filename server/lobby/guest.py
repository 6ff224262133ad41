"""Players without a key, and the names that players choose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.ports import LobbyError, Reason
from server.names import BadName, check_name, login_name
from server.people.accounts import Accounts, Banned, an_animal
from server.store.values import StoreError

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
        lobby = self._lobby
        lobby.count("change")
        cleaned = await self._check(name)
        if lobby.is_taken(cleaned):
            raise LobbyError("name-taken")
        if lobby.is_seated:
            raise LobbyError("seated")
        lobby.become(replace(lobby.who, name=cleaned))


_REASONS: Final[dict[str, Reason]] = {
    "short": "name-short",
    "long": "name-long",
    "letters": "name-letters",
    "reserved": "name-reserved",
}


def cleaned_name(name: str, check: Callable[[str], str] = check_name) -> str:
    """Clean a chosen name.

    Raises:
        LobbyError: it is not allowed.
    """
    try:
        return check(name)
    except BadName as error:
        raise LobbyError(_REASONS[error.reason]) from None


def unbanned_name(accounts: Accounts, name: str, *, bot: bool = False) -> str:
    """Clean a name that is chosen on a server with accounts.

    Raises:
        LobbyError: it is not allowed, or banned.
    """
    cleaned = cleaned_name(name, accounts.check_bot_name if bot else accounts.check_name)
    try:
        accounts.check(name=cleaned)
    except Banned:
        raise LobbyError("name-reserved") from None
    return cleaned


async def guest_name(name: str, accounts: Accounts | None) -> str:
    """Clean the name that a guest has chosen: it may be nobody's account.

    Raises:
        LobbyError: it will not do; or the accounts cannot be read now.
    """
    if accounts is None:
        return cleaned_name(name)
    cleaned = unbanned_name(accounts, name)
    try:
        taken = await accounts.writer.ask(accounts.store.person_named, cleaned)
    except StoreError:
        raise LobbyError("not-now") from None
    if taken is not None:
        raise LobbyError("name-taken")
    return cleaned

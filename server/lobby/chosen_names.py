"""Check the names that players choose: what is wrong with one is the lobby's to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.ports import LobbyError, Reason
from server.names import BadName, check_name
from server.people.accounts import Accounts
from server.people.bans import Banned
from server.store.errors import StoreError

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

"""Match bans with sessions, and word the refusal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from server.names import same_name
from server.ops.limits import origin
from server.store.values import Ban, BanKind


class Banned(Exception):
    """A player is banned; the text says why, and until when.

    It is worded as it is read, for the sessions that a ban ends speak languages of their own.
    """

    def __init__(self, message: Message, /, **parts: object) -> None:
        super().__init__(message)
        self._message = message
        self._parts = parts

    def __str__(self) -> str:
        return tr(self._message, **self._parts)


ExitMessage = Message | Banned
"""Why a session ends; worded in that session's language."""


_SAME: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "key": lambda one, other: one == other,
    "name": same_name,
    "address": lambda one, other: origin(one) == origin(other),
}
"""Compares two values of a kind."""


def meets(ban: Ban, value: str) -> bool:
    """Return whether a ban is in force for a value; look-alike names count."""
    if ban.until is not None and ban.until.timestamp() <= time.time():
        return False
    return is_same(ban.kind, ban.value, value)


def is_same(kind: BanKind, one: str, other: str) -> bool:
    """Return whether two values name the same key, address, or look-alike names."""
    return _SAME[kind](one, other)


_BANNED: Final = {
    (False, False): N_("You cannot play here"),
    (False, True): N_("You cannot play here: {why}"),
    (True, False): N_("You cannot play here until {until} UTC"),
    (True, True): N_("You cannot play here until {until} UTC: {why}"),
}
"""By whether a ban ends, and whether it has a reason."""


def turn_away(bans: Iterable[Ban], known: Mapping[str, str]) -> None:
    """Refuse a player who is banned.

    Args:
        bans: those there are.
        known: what is known of the player: their ``key``, ``name``, ``address``; empty is unknown.

    Raises:
        Banned: one of these is banned.
    """
    for ban in bans:
        value = known.get(ban.kind)
        if value and meets(ban, value):
            raise _banned(ban)


def _banned(ban: Ban) -> Banned:
    until = f"{ban.until:%Y-%m-%d %H:%M}" if ban.until else ""
    return Banned(_BANNED[bool(until), bool(ban.why)], until=until, why=ban.why)

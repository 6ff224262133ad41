"""The seats of bots: so many in all and for each address, and none that is held for nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from engine.protocol.lines import ProtocolError
from server.ops.limits import Limits

IDLE: Final = 600.0
"""Seconds after which a bot that plays nothing makes room for another."""


class BotSession(Protocol):
    """A bot that is connected."""

    identity: str
    address: str

    @property
    def plays(self) -> bool:
        """Whether a game of its runs."""

    def make_room(self) -> None:
        """Leave, for another bot needs the room."""


class BotPlaces:
    """The bots that are connected to this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._inside: dict[BotSession, float] = {}
        """Since when each has played nothing, as far as is known."""

    def enter(self, bot: BotSession, limits: Limits) -> None:
        """Let a bot in; if there is no room, one that has played nothing for long makes some.

        Raises:
            ProtocolError: ``refused``: there is no room.
        """
        others = [each for each in self._inside if each.identity != bot.identity]
        near = [each for each in others if each.address == bot.address]
        if len(near) >= limits.bots_each and not self._make_room(near):
            raise ProtocolError("refused", "no more bots can come in from your address now")
        if len(others) >= limits.bots and not (limits.bots and self._make_room(others)):
            raise ProtocolError("refused", "no more bots can come in now")
        self._inside[bot] = self._clock()

    def leave(self, bot: BotSession) -> None:
        """Remove a bot; it may have made room before."""
        self._inside.pop(bot, None)

    def played(self, bot: BotSession) -> None:
        """Note that a bot plays."""
        if bot in self._inside:
            self._inside[bot] = self._clock()

    def _make_room(self, bots: Iterable[BotSession]) -> bool:
        since = {bot: at for bot, at in self._inside.items() if bot in bots and not bot.plays}
        longest = min(since, key=lambda bot: since[bot], default=None)
        if longest is None or self._clock() - since[longest] < IDLE:
            return False
        self.leave(longest)
        longest.make_room()
        return True

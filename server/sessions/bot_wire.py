"""Messages to and from a bot over a wire, within limits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Final

from engine.protocol.lines import LineSplitter, Message, ProtocolError, encode
from server.ops.limits import Throttle
from server.terminal.wire import StallTimer, Wire

_BURST: Final = 100
_RATE: Final = 20.0
"""Lines a second that are read for long, after a burst."""
_HELD_BACK: Final = 64
"""Lines that may wait before the bot is made to wait."""
_BACKLOGS: Final = 4
"""How much more may wait for a bot than for a terminal: it is cut off beyond that."""


class BotWire:
    """A bot at the far end of a wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._splitter = LineSplitter()
        self._lines: deque[bytes] = deque()
        self._broken: ProtocolError | None = None
        self._over = False
        self._news = asyncio.Event()
        self._throttle = Throttle(_BURST, _RATE)
        self._holding = False
        self._stall: StallTimer | None = None

    # input

    def received(self, data: bytes) -> None:
        """Receive bytes, and hold a flood of lines back."""
        if self._broken is not None:
            return
        try:
            self._lines += self._splitter.feed(data)
        except ProtocolError as error:
            self._broken = error
        self._news.set()
        self._hold(self._broken is not None or len(self._lines) > _HELD_BACK)

    def _hold(self, hold: bool) -> None:
        if hold != self._holding:
            self._holding = hold
            self._wire.hold_input(hold)

    def resized(self) -> None:
        """Do nothing: there is no terminal."""

    def ended(self) -> None:
        """Read no more."""
        self._over = True
        self._news.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines as fast as the limits allow, until there will be no more.

        Raises:
            ProtocolError: a line is too long; nothing can be read after it.
        """
        while True:
            while self._lines and not self._wire.dismissed:
                await self._wait_for_turn()
                yield self._lines.popleft()
                if len(self._lines) < _HELD_BACK // 2 and self._broken is None:
                    self._hold(False)
            if self._broken is not None:
                raise self._broken
            if self._over:
                return
            self._news.clear()
            await self._news.wait()

    async def _wait_for_turn(self) -> None:
        """Wait until a line may count, of this bot and of its address."""
        while not self._throttle.allow("line"):
            await asyncio.sleep(self._throttle.wait("line"))
        keys = self._wire.keys
        if keys is None:
            return
        while not keys.room():
            await asyncio.sleep(keys.wait())
        keys.take(1)
        if len(self._lines) <= 1:
            keys.caught_up()
        await self._wire.turn()

    # output

    def send(self, message: Message) -> None:
        """Send a message; a bot that does not read is cut off."""
        if not self._wire.alive:
            return
        self._wire.write(encode(message))
        if self._wire.waiting > _BACKLOGS * self._wire.limits.backlog:
            self._wire.cut()
        elif self._wire.congested and self._stall is None:
            self._stall = StallTimer(self._wire, self._freed)

    def _freed(self) -> None:
        self._stall = None

    def close(self) -> None:
        """Stop watching how fast the bot reads."""
        if self._stall is not None:
            self._stall.stop()
            self._stall = None

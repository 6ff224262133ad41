"""Play over a real ssh connection as somebody at a keyboard would, and count what comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import asyncssh

from tests.server.emulator import Keyless

SIZE: Final = (100, 32)
LEFT, RIGHT = "\x1b[D", "\x1b[C"
LOST: Final = 5.0
"""Seconds after which a key is taken to have no answer."""
_FIRST: Final = 30.0
"""Seconds after which a first screen is taken never to come."""
_SHORT: Final = 1000
_UNSTICK: Final = ("n", "r", "\r")
"""What is pressed when a key changed nothing: no answer to give, a rematch, a choice to take."""
_PLAYS: Final = (("d",), ("1", "\r", "\r"), ("3", "\r", "\r"), ("2", "\r", "\r"))
_numbers: Final = count()


class Robot(asyncssh.SSHClientSession[bytes]):
    """One player: a terminal nobody looks at, and a hand that presses keys."""

    def __init__(self) -> None:
        self.bytes = 0
        """Bytes that came for this terminal."""
        self.writes = 0
        """Packets they came in."""
        self.closed = False
        self.last = 0.0
        """When something came last, in the loop's seconds."""
        self._answer: asyncio.Future[float] | None = None
        self._loop = asyncio.get_running_loop()
        self._random = random.Random(next(_numbers))
        self._planned: list[str] = []

    # the asyncssh side

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Keep the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count what came; the first of it answers the key that was pressed."""
        del datatype
        self.last = self._loop.time()
        self.bytes += len(data)
        self.writes += 1
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(self.last)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        del exc
        self.closed = True

    # the player's side

    async def press(self, key: str, patience: float = LOST) -> float | None:
        """Press a key; give the seconds until the picture changed, or None if it did not."""
        if self.closed:
            return None
        self._answer = self._loop.create_future()
        pressed = self._loop.time()
        self.channel.write(key.encode())
        try:
            return await asyncio.wait_for(self._answer, patience) - pressed
        except TimeoutError:
            return None

    async def first_screen(self) -> None:
        """Wait for the first picture; what comes before it is short."""
        async with asyncio.timeout(_FIRST):
            while self.bytes < _SHORT:
                await asyncio.sleep(0.01)
        await self.quiet(0.05)

    async def quiet(self, seconds: float = 0.4) -> None:
        """Wait until nothing has come for a while."""
        while (left := self.last + seconds - self._loop.time()) > 0:
            await asyncio.sleep(left)

    async def sit_down(self) -> None:
        """Go from the home screen to a table with the computer."""
        await self.press("c")
        await self.quiet()

    def stop_reading(self) -> None:
        """Take nothing any more that the server sends."""
        transport = self.channel.get_connection()._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

    def beat(self) -> str:
        """Choose the next key as a person would: three of four move the cursor, one plays."""
        if self._random.random() < 0.75:
            return self._random.choice((LEFT, RIGHT))
        return self.next_of_play()

    def next_of_play(self) -> str:
        """Give the next key of a play, one after another."""
        if not self._planned:
            self._planned = list(self._random.choice(_PLAYS))
        return self._planned.pop(0)

    def stuck(self) -> None:
        """Plan to get on after a key that changed nothing."""
        self._planned = list(_UNSTICK)


@asynccontextmanager
async def connected(
    port: int,
    window: int = 2**21,
    command: str | None = None,
    *,
    address: str = "",
    size: tuple[int, int] = SIZE,
) -> AsyncIterator[Robot]:
    """Connect a robot, each from another address of this machine unless one is given."""
    connection = await asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(address or next(_addresses), 0),
        username="robot",
        known_hosts=None,
        config=None,
        client_keys=None,
        agent_path=None,
        client_factory=Keyless,
    )
    robot = Robot()
    try:
        await connection.create_session(
            lambda: robot,
            command,
            term_type="xterm-256color",
            term_size=size,
            env=["COLORTERM=truecolor"],
            encoding=None,
            window=window,
        )
        yield robot
    finally:
        connection.abort()
        await connection.wait_closed()


def _local_addresses() -> Iterator[str]:
    """Give loopback addresses in turn, so that limits for one address do not meet the crowd."""
    for number in count():
        yield f"127.0.{1 + number // 250 % 250}.{1 + number % 250}"


_addresses: Final = _local_addresses()

"""Play by ssh or in a browser as somebody at a keyboard would, and count what comes back."""

from __future__ import annotations

import asyncio
import json
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Final

import aiohttp
import asyncssh
from yarl import URL

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


class Robot(ABC):
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
        self._answers: list[str] = []
        """What is pressed next, at a question that takes no cursor."""
        self._answered = 0
        """Keys of answers for which no play has been left out yet."""

    # what each door does in its own way

    @abstractmethod
    def type(self, keys: str) -> None:
        """Press keys, and wait for nothing."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""

    @abstractmethod
    def stop_reading(self) -> None:
        """Take nothing any more that the server sends."""

    def came(self, size: int) -> None:
        """Count what came; the first of it answers the key that was pressed."""
        self.last = self._loop.time()
        self.bytes += size
        self.writes += 1
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(self.last)

    # the player's side

    async def press(self, key: str, patience: float = LOST) -> float | None:
        """Press a key; give the seconds until the picture changed, or None if it did not."""
        if self.closed:
            return None
        self._answer = self._loop.create_future()
        pressed = self._loop.time()
        self.type(key)
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

    def beat(self) -> str:
        """Choose the next key as a person would: three of four move the cursor, one plays.

        Where a key changed nothing, the question is answered first; that counts among the plays.
        """
        if self._answers:
            self._answered += 1
            return self._answers.pop(0)
        plays = self._random.random() < 0.25
        if plays and self._answered:
            self._answered -= 1
            plays = False
        return self.next_of_play() if plays else self._random.choice((LEFT, RIGHT))

    def next_of_play(self) -> str:
        """Give the next key of a play, one after another."""
        if not self._planned:
            self._planned = list(self._random.choice(_PLAYS))
        return self._planned.pop(0)

    def stuck(self) -> None:
        """Answer what may be asked, after a key that changed nothing."""
        self._planned.clear()
        self._answers = self._answers or list(_UNSTICK)


class SSHRobot(Robot, asyncssh.SSHClientSession[bytes]):
    """A player with a client of ssh."""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Keep the channel."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count what came."""
        del datatype
        self.came(len(data))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        del exc
        self.closed = True

    def type(self, keys: str) -> None:
        self.channel.write(keys.encode())

    def resize(self, width: int, height: int) -> None:
        self.channel.change_terminal_size(width, height)

    def stop_reading(self) -> None:
        transport = self.channel.get_connection()._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()


class BrowserRobot(Robot):
    """A player in a browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__()
        self._socket = socket

    async def live(self) -> None:
        """Take what comes, until the page is closed."""
        async for message in self._socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.came(len(message.data))
        self.closed = True

    @property
    def line(self) -> asyncio.Transport:
        """What carries the page."""
        held = self._socket._response.connection
        if held is None or held.transport is None:
            raise ConnectionResetError
        assert isinstance(held.transport, asyncio.Transport)
        return held.transport

    def type(self, keys: str) -> None:
        self.say("stdin", keys)

    def resize(self, width: int, height: int) -> None:
        self.say("resize", {"width": width, "height": height})

    def stop_reading(self) -> None:
        self.line.pause_reading()

    def say(self, *message: object) -> None:
        """Send a message, and wait for nothing."""
        self.send(frame(json.dumps(message).encode()))

    def send(self, data: bytes) -> None:
        """Send bytes as they are, frames or not."""
        self.line.write(data)


TEXT, BINARY, PING = 0x81, 0x82, 0x89


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """Build the frame of a browser, masked with nothing."""
    size = len(payload)
    if size < 126:
        head = bytes([kind, 0x80 | size])
    else:
        head = bytes([kind, 0x80 | 126]) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


@asynccontextmanager
async def connected(
    port: int,
    window: int = 2**21,
    command: str | None = None,
    *,
    address: str = "",
    size: tuple[int, int] = SIZE,
) -> AsyncIterator[SSHRobot]:
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
    robot = SSHRobot()
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


@asynccontextmanager
async def browsing(
    port: int, path: str = "/", *, address: str = "", size: tuple[int, int] = SIZE
) -> AsyncIterator[BrowserRobot]:
    """Open a page as a robot, each from another address of this machine unless one is given.

    As with a browser that was here before, its files are kept, and only the page itself is read.
    """
    url = URL(f"http://127.0.0.1:{port}")
    asked = {"width": str(size[0]), "height": str(size[1]), "path": path, "page": "robot"}
    async with browser_session(address) as session:
        async with session.get(url.with_path(path)) as answer:
            await answer.read()
        socket_url = url.with_path("/socket").with_query(asked)
        async with session.ws_connect(socket_url, origin=str(url.origin())) as socket:
            robot = BrowserRobot(socket)
            living = asyncio.create_task(robot.live())
            try:
                yield robot
            finally:
                with suppress(ConnectionError):
                    robot.line.abort()
                await living


def browser_session(address: str = "") -> aiohttp.ClientSession:
    """Start a browser with a jar of cookies of its own."""
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(local_addr=(address or next(_addresses), 0)),
        cookie_jar=aiohttp.CookieJar(unsafe=True),  # addresses have cookies here as names do
    )


def _local_addresses() -> Iterator[str]:
    """Give loopback addresses in turn, so that limits for one address do not meet the crowd."""
    for number in count():
        yield f"127.0.{1 + number // 250 % 250}.{1 + number % 250}"


_addresses: Final = _local_addresses()

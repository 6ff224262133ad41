"""Carry a terminal's bytes over a browser's WebSocket, which may be lost and come back."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from aiohttp import web

from server.ops.limits import Limits
from server.terminal.wire import Wire

_GOING_AWAY: Final = 1001
LEAVE_TIME: Final = 1.0
"""Seconds a page may take to close when it is asked to."""


class BrowserWire(Wire):
    """A terminal in a page.

    Frames wait in a queue of their own, which one task sends: the app never waits for a browser.
    Without a socket the wire counts as full, so that nothing is painted until there is one again.
    """

    def __init__(
        self, limits: Limits | None = None, count: Callable[[int], None] = lambda _size: None
    ) -> None:
        super().__init__(limits, count)
        self._socket: web.WebSocketResponse | None = None
        self._transport: asyncio.Transport | None = None
        self._unsent: list[bytes | str] = []
        self._waiting = 0
        self._news = asyncio.Event()
        self.may_read = asyncio.Event()
        """Set while more input may be read."""
        self.may_read.set()
        self.restarting = False
        """Whether the server comes back, so that the page is to wait for it."""
        self._leaving: set[asyncio.Task[None]] = set()
        """Close the sockets of pages that go on elsewhere."""
        self._over = False
        self._asked = False
        self.paused = True

    @property
    def attached(self) -> bool:
        """Whether there is a socket."""
        return self._socket is not None

    def attach(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        """Go on over a socket; one that is there already is closed."""
        before, self._socket = self._socket, socket
        again = self._transport is not None
        self._transport = transport
        self._unsent.clear()
        self._waiting = 0
        self.paused = False
        if before is not None:  # its line may be dead, and would be waited for
            leaving = asyncio.create_task(_close(before, "elsewhere"))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)
        if again:
            self._tell("keyboard", self._asked)
            self.renewed()

    def detach(self, socket: web.WebSocketResponse) -> bool:
        """Forget a socket that is gone; return whether the terminal is without one now."""
        if self._socket is not socket:
            return False
        self._socket = None
        self._unsent.clear()
        self._waiting = 0
        self.paused = True
        return True

    async def send_all(self, socket: web.WebSocketResponse) -> None:
        """Send what is written, until the socket or the session ends."""
        with suppress(ConnectionError, RuntimeError):
            while self._socket is socket:
                await self._news.wait()
                self._news.clear()
                await self._send_waiting(socket)
                if self._over and not self._unsent:
                    await socket.close()
                    return

    async def _send_waiting(self, socket: web.WebSocketResponse) -> None:
        unsent, self._unsent = self._unsent, []
        self._waiting = 0
        data = bytearray()
        for part in unsent:
            if isinstance(part, bytes):
                data += part
                continue
            if data:
                await socket.send_bytes(bytes(data))
                data.clear()
            await socket.send_str(part)
        if data:
            await socket.send_bytes(bytes(data))

    def _put(self, part: bytes | str) -> None:
        if self._socket is not None:
            self._unsent.append(part)
            self._waiting += len(part)
            self._news.set()

    def _tell(self, what: str, value: object) -> None:
        """Send the page something that is not for its terminal."""
        self._put(json.dumps([what, value]))

    def hold_input(self, hold: bool) -> None:
        (self.may_read.clear if hold else self.may_read.set)()

    def _send(self, data: bytes, error: bool) -> None:
        del error
        self._put(data)

    def _end(self, status: int) -> None:
        """Tell the page that the session is over, and close once it has read all."""
        self._tell("end", self._reason(status))
        self._over = True
        self._news.set()

    def _reason(self, status: int) -> str:
        if self.restarting:
            return "restart"
        return "refused" if status or self.dismissed else "bye"

    @property
    def waiting(self) -> int:
        transport = self._transport if self._socket is not None else None
        unsent = 0 if transport is None else transport.get_write_buffer_size()
        return self._waiting + unsent

    def cut(self) -> None:
        if self.alive and self._socket is not None and self._transport is not None:
            self._transport.abort()
        self.alive = False

    async def disconnect(self) -> None:
        if self._socket is not None:
            await _close(self._socket, self._reason(1))

    def text_asked(self, asked: bool) -> None:
        self._asked = asked
        self._tell("keyboard", asked)

    def pong(self, text: str) -> None:
        """Answer a page that asks how long an answer takes, unless it takes none."""
        if not self.congested:
            self._tell("pong", text)

    def deliver(self, name: str, kind: str, data: bytes) -> bool:
        if self.congested:
            return False
        self._tell("file", {"name": name, "type": kind, "data": b64encode(data).decode()})
        return True


async def _close(socket: web.WebSocketResponse, why: str) -> None:
    """Close a socket, with a word for its page, and without waiting for long."""
    with suppress(ConnectionError, RuntimeError, TimeoutError):
        async with asyncio.timeout(LEAVE_TIME):
            await socket.send_str(json.dumps(["end", why]))
            await socket.close(code=_GOING_AWAY)

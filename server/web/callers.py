"""Speak with one caller: HTTP, the cookie, and a terminal's bytes over a WebSocket."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

from server.codes import BROWSER, LONG, spelled
from server.ops.limits import Limits
from server.ops.logs import OFTEN, line_of as log_text
from server.terminal.textual_process import patch
from server.terminal.wire import Wire

log = logging.getLogger(__name__)

KEEP: Final = 15.0
"""Seconds a connection without a whole request is kept."""
LARGEST_LINE: Final = 8190
"""Bytes of a request's line, and of a header: other programs of a domain may set many cookies."""
_HEADERS: Final = 128
"""Headers of a request."""
_UNREADABLE: Final = "This is not a request the server can read.\n"
_TOO_LONG: Final = (
    "Your browser sends more than the server can read. "
    "Delete the cookies of this site and its domain, and open the link again, without what follows "
    "a question mark in it.\n"
)
_LINGER: Final = 2.0
"""Seconds for which a body is read that nobody asked for."""
_READ_AT_ONCE: Final = 4096
"""Bytes that are worked through before everybody else has a turn."""


class Connection(web.RequestHandler):
    """A caller's connection.

    The library keeps what a caller does not read for as long as the connection lasts, and writes
    a traceback into the log for what is no HTTP.
    """

    __slots__ = ("_least", "_safe", "_stall", "_timeout")

    def __init__(self, server: web.Server, safe: dict[str, str], stall_timeout: float) -> None:
        """Begin with a caller.

        Args:
            safe: the headers that every answer has.
            stall_timeout: seconds after which a caller is cut off that takes nothing.
        """
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # which the library takes as: none
            keepalive_timeout=KEEP,
            max_line_size=LARGEST_LINE,
            max_field_size=LARGEST_LINE,
            max_headers=_HEADERS,
            lingering_time=_LINGER,
            auto_decompress=False,
        )
        self._safe, self._timeout = safe, stall_timeout
        self._least = 0
        self._stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        patch(transport, max_size=_READ_AT_ONCE)
        transport.set_write_buffer_limits(0)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    # a caller that takes nothing

    def pause_writing(self) -> None:
        """Watch a caller who does not take all at once."""
        super().pause_writing()
        if self.transport is not None:
            self._watch(self.transport, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._stop_timer()
        super().resume_writing()

    def _watch(self, transport: asyncio.Transport, waiting: int) -> None:
        """Look again after a while; the transport may be closing by then, but still hold bytes."""
        look = partial(self._look, transport, waiting)
        self._stall = self._loop.call_later(self._timeout, look, context=Context())

    def _look(self, transport: asyncio.Transport, before: int) -> None:
        waiting = transport.get_write_buffer_size()
        if waiting < before:
            self._watch(transport, waiting)
            return
        log.info(
            "a browser took nothing for %d seconds and was cut off", self._timeout, extra=OFTEN
        )
        transport.abort()

    def _stop_timer(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None

    # what is no HTTP

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what cannot be read in a sentence; the log has a line, for a stranger sent it."""
        if not isinstance(exc, HttpProcessingError):
            return super().handle_error(request, status, exc, message)
        told = log_text(f"{type(exc).__name__}: {exc.message}", 200)
        log.info("unreadable request from %s: %s", request.remote, told, extra=OFTEN)
        if request.writer.output_size:
            raise ConnectionError("an answer has begun already")
        too_long = isinstance(exc, LineTooLong) or "Too many headers" in exc.message
        status, text = (431, _TOO_LONG) if too_long else (status, _UNREADABLE)
        response = web.Response(status=status, text=text)
        response.headers.update(self._safe)
        response.force_close()
        return response


COOKIE: Final = "cuttle"
SECURE_COOKIE: Final = "__Host-cuttle"
"""The cookie behind TLS: browsers take it only with Secure, for this very host and every path."""
PREFIXED_COOKIE: Final = "__Secure-cuttle"
"""The same below a path of a host: no other page of the host is sent it."""
COOKIE_LASTS: Final = 400 * 86_400
"""Seconds a cookie lasts: the most that browsers allow."""
RENEWED_AFTER: Final = 30
"""Days after which a browser gets another secret."""

_FORM: Final = re.compile(
    r"(?P<secret>[A-Za-z0-9_-]{22})\.(?P<day>\d{1,6})(?:\.(?P<before>[A-Za-z0-9+/]{43}))?"
)


@dataclass(frozen=True, slots=True)
class Cookie:
    """What a browser holds."""

    secret: str
    """128 random bits."""
    day: int
    """The day it was made, counted from 1970."""
    before: str = ""
    """The hash of the secret in whose place it was given; empty for the first."""

    def __str__(self) -> str:
        parts = (self.secret, str(self.day), self.before)
        return ".".join(filter(None, parts))

    @property
    def identity(self) -> str:
        """The fingerprint that stands for the browser, as a key's does for a client of ssh."""
        return BROWSER + _hash(self.secret)

    @property
    def identity_before(self) -> str:
        """The fingerprint that stood for it before; empty if there was none."""
        return self.before and BROWSER + self.before

    @property
    def resume_code(self) -> str:
        """The code by which a guest with this cookie has a seat again."""
        return spelled(hashlib.sha256(b"cuttle seat " + self.secret.encode()).digest(), LONG)

    @property
    def is_old(self) -> bool:
        """Whether it is time for another secret."""
        return _today() - self.day >= RENEWED_AFTER

    def successor(self) -> Cookie:
        """Make the cookie that takes the place of this one."""
        return Cookie(_secret(), _today(), _hash(self.secret))


def new_cookie() -> Cookie:
    """Make the first cookie of a browser."""
    return Cookie(_secret(), _today())


def cookie_name(*, secure: bool, prefix: str = "") -> str:
    """Return the name of our cookie.

    Behind TLS only the name counts that no other host, and nothing without TLS, can set: somebody
    else's cookie would let its owner sit in the player's place. A cookie of one path cannot be
    bound to the host as well.
    """
    if not secure:
        return COOKIE
    return PREFIXED_COOKIE if prefix else SECURE_COOKIE


def cookie_of(cookies: Mapping[str, str], *, secure: bool, prefix: str = "") -> Cookie | None:
    """Read a browser's cookie; None if it has none, or none that was made here."""
    found = _FORM.fullmatch(cookies.get(cookie_name(secure=secure, prefix=prefix), ""))
    return Cookie(found["secret"], int(found["day"]), found["before"] or "") if found else None


def _secret() -> str:
    return secrets.token_urlsafe(16)


def _today() -> int:
    return int(time.time() // 86_400)


def _hash(secret: str) -> str:
    digest = hashlib.sha256(b"cuttle browser " + secret.encode()).digest()
    return b64encode(digest).decode().rstrip("=")


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
        self._kind = ""
        """The kind of text that is asked for."""
        self._question = ""
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
            self._tell("keyboard", self._kind)
            self._tell("asked", self._question)
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
                if self._over and not self._unsent:
                    await socket.close()
                    return

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

    def text_asked(self, kind: str) -> None:
        self._kind = kind
        self._tell("keyboard", kind)

    def question_asked(self, words: str) -> None:
        self._question = words
        self._tell("asked", words)

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

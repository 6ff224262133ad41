"""Count what happens, and serve the counts to programs that monitor the server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final, Self

from server.ops.health import Health


class Metrics:
    """The counters of a server, and whether it is healthy."""

    def __init__(self) -> None:
        self.health = Health()
        self.sessions = 0
        """Sessions that run."""
        self.sessions_ended = 0

    def session_started(self) -> None:
        """Count a session that begins."""
        self.sessions += 1

    def session_ended(self) -> None:
        """Count a session that is over."""
        self.sessions -= 1
        self.sessions_ended += 1

    def session_broken(self, why: str) -> None:
        """Count a session that the guard has ended, by the reason: ``error`` or ``stuck``."""

    def login(self, result: str) -> None:
        """Count a login by its result: a short word in lower case."""

    def refused(self, reason: str) -> None:
        """Count a refusal by its reason: a short word in lower case."""

    def frame(self, size: int) -> None:
        """Count a frame of so many bytes."""

    def tables(self, running: int, waiting: int) -> None:
        """Set how many tables play, and how many wait for players."""

    def game_finished(self) -> None:
        """Count a game that ended."""

    def table_lost(self) -> None:
        """Count a table that another server has taken over."""

    def stored(self, actions: int, seconds: float) -> None:
        """Count the actions that a write has stored, and the time it took."""

    def store_trouble(self, why: str) -> None:
        """Set why the store takes no writes; empty once it does again."""
        self.health.note("store", why)

    def starting(self, yes: bool) -> None:
        """Report the server as not open yet, or as open."""
        self.health.enter("starting" if yes else "")

    def draining(self) -> None:
        """Report the server as about to end."""
        self.health.enter("draining")

    @property
    def unwell(self) -> str:
        """Why no new players should be sent here, a line a part; empty if all is well."""
        return "\n".join(self.health.lines)

    def collected(self, kind: str, seconds: float) -> None:
        """Count a pause in which garbage was collected: among ``young`` objects, or ``all``."""

    def lag(self, seconds: float) -> None:
        """Set how late the event loop is; a peak fades within a minute."""

    def longest_step(self, seconds: float) -> None:
        """Set how long sessions have kept all others waiting; a peak fades within a minute."""

    def stalled(self) -> None:
        """Count a time when the event loop took no turns, and the server was unwell by that."""

    def interrupted(self) -> None:
        """Count a session that the watchdog has interrupted."""

    def notice(self, way: str, result: str) -> None:
        """Count a notice by the way it goes (``mail``, ``webhook``) and what became of it."""

    def nodes(self, count: int) -> None:
        """Set how many nodes play as one server, as this one sees it; alone it is one."""

    def accounts(self, count: int) -> None:
        """Set how many accounts there are; from any thread."""

    def backed_up(self, at: float) -> None:
        """Set when the database was last backed up, in seconds since 1970; from any thread."""

    def address_unread(self) -> None:
        """Count a request for which a trusted proxy named no address that can be read."""

    def receiver(self, hook: str) -> None:
        """Begin to count the calls to a receiver."""

    def called(self, hook: str, result: str) -> None:
        """Count what became of a call to a receiver: a short word in lower case."""

    def call_trouble(self, hook: str, yes: bool) -> None:
        """Set whether a receiver of calls fails."""

    def exposition(self) -> bytes:
        """Return all counters in Prometheus's text form."""
        return b""


_LONGEST_REQUEST: Final = 8192
_TIMEOUT: Final = 5.0
"""Seconds a request may take, and as many its answer."""
_AT_A_TIME: Final = 16
_TEXT: Final = "text/plain; charset=utf-8"
_HEALTH: Final = "/healthz"
_Answer = tuple[int, str, bytes]


class Endpoint:
    """The monitoring port; use it as a context.

    It has a thread and an event loop of its own, so that it answers when the server's is stuck.
    """

    def __init__(self, metrics: Metrics, port: int, host: str = "127.0.0.1") -> None:
        """Prepare the endpoint; nothing is open yet.

        Args:
            port: the port, 0 for any that is free.
            host: an address of this machine; other machines that reach it, such as a balancer, get
                `/healthz` alone.
        """
        self._metrics, self._host, self._port = metrics, host, port
        self._pages: dict[str, Callable[[], _Answer]] = {
            "/metrics": self._counts,
            _HEALTH: self._health,
        }
        self._open: set[asyncio.StreamWriter] = set()
        self._opened: Future[asyncio.Server] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()), name="monitoring", daemon=True
        )

    @property
    def port(self) -> int:
        """The port it listens on."""
        if not self._opened.done():
            return self._port
        return int(self._opened.result().sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        """Start answering.

        Raises:
            OSError: the port cannot be had.
        """
        self._thread.start()
        await asyncio.wrap_future(self._opened)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop answering."""
        self._loop.call_soon_threadsafe(self._over.set)
        await asyncio.to_thread(self._thread.join)

    async def _serve(self) -> None:
        """Answer until it is over; runs in the endpoint's own thread, as all below does."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        try:
            server = await asyncio.start_server(
                self._answer, self._host, self._port, limit=_LONGEST_REQUEST
            )
        except OSError as error:
            self._opened.set_exception(error)
            return
        self._opened.set_result(server)
        await self._over.wait()
        server.close()
        for writer in [*self._open]:
            writer.transport.abort()
        await server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a request, and close; a slow or malformed request gets nothing."""
        if len(self._open) >= _AT_A_TIME:
            writer.transport.abort()
            return
        self._open.add(writer)
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(_TIMEOUT):
                there, here = (writer.get_extra_info(name)[0] for name in ("peername", "sockname"))
                answer, head_only = await self._page(reader, is_near(str(there), str(here)))
                status, kind, body = answer
                head = (
                    f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {kind}\r\n"
                    f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\n"
                    "Connection: close\r\n\r\n"
                )
                writer.write(head.encode() + (b"" if head_only else body))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        writer.transport.abort()
        self._open.discard(writer)

    async def _page(self, reader: asyncio.StreamReader, near: bool) -> tuple[_Answer, bool]:
        """Return the answer to a request, and whether only its head is wanted."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return _plain(400, "this request is too long"), False
        method, target, *_ = [*head.split(b"\r\n")[0].decode("latin-1").split(" "), "", ""]
        path = target.partition("?")[0]
        page = self._pages.get(path)
        if page is None or not (near or path == _HEALTH):
            return _plain(404, "there are /metrics and /healthz"), method == "HEAD"
        if method not in ("GET", "HEAD"):
            return _plain(405, "only GET and HEAD"), False
        return page(), method == "HEAD"

    def _counts(self) -> _Answer:
        return 200, "text/plain; version=0.0.4; charset=utf-8", self._metrics.exposition()

    def _health(self) -> _Answer:
        why = self._metrics.unwell
        return _plain(503, why) if why else _plain(200, "ok")


def is_near(there: str, here: str) -> bool:
    """Return whether who calls from an address to another is on this machine."""
    peer = ip_address(there.partition("%")[0])
    return there == here or (getattr(peer, "ipv4_mapped", None) or peer).is_loopback


def _plain(status: int, text: str) -> _Answer:
    return status, _TEXT, f"{text}\n".encode()

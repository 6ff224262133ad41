"""Speak HTTP with one caller, who may send anything and read nothing."""

from __future__ import annotations

import asyncio
import logging
from contextvars import Context
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from server.ops.logs import OFTEN
from server.ops.logs import line_of as log_text
from server.terminal.textual_process import patch

log = logging.getLogger(__name__)

KEEP: Final = 15.0
"""Seconds a connection without a whole request is kept."""
LARGEST_LINE: Final = 4096
"""Bytes of a request's line, and of a header."""
_HEADERS: Final = 64
"""Headers of a request."""
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
        response = web.Response(status=status, text="This is not a request the server can read.\n")
        response.headers.update(self._safe)
        response.force_close()
        return response

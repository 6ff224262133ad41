"""Run the server: put its parts together, open the door, close everything in order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import asyncssh

from server.bots import Thinkers
from server.hostkey import host_key
from server.matchmaker import Matchmaker
from server.middleware import guard, limit_sessions
from server.session import AppFor, cuttle_app, reception
from server.ssh import Door, listen
from server.textual_process import keep_task_factory
from server.warmup import warm_up

MOST_SESSIONS: Final = 800
_SWEEP_EVERY: Final = 30.0


class Server:
    """A running server; use it as a context."""

    def __init__(
        self,
        data: Path,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        app_for: AppFor = cuttle_app,
        most_sessions: int = MOST_SESSIONS,
        warm: bool = False,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """Put the server together; nothing is open yet.

        Args:
            data: the directory of the host key.
            host: the address to listen on.
            port: the port to listen on, 0 for any that is free.
            app_for: makes the app of a session.
            most_sessions: how many sessions may run at a time.
            warm: run an app to its first frame before anybody is let in.
            entropy: gives so many secret bytes, for deals.

        Raises:
            DataError: the data directory cannot be used.
        """
        self._host, self._port = host, port
        self._app_for, self._warm = app_for, warm
        self._key = host_key(data)
        self._thinkers = Thinkers()
        self.matchmaker = Matchmaker(self._thinkers, entropy=entropy)
        handler = guard(limit_sessions(most_sessions, reception(self.matchmaker, app_for)))
        self.door = Door(handler)
        self._listening: asyncssh.SSHAcceptor | None = None
        self._sweep: asyncio.TimerHandle | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._listening.get_port() if self._listening else self._port

    @property
    def fingerprint(self) -> str:
        """The host key's fingerprint, for players to compare."""
        return self._key.get_fingerprint()

    async def __aenter__(self) -> Self:
        """Open the door.

        Raises:
            OSError: the port cannot be had.
        """
        keep_task_factory(asyncio.get_running_loop())
        if self._warm:
            await warm_up(self._app_for)
        self._listening = await listen(self.door, self._host, self._port, self._key)
        self.matchmaker.port = self.port
        self._sweep_later()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let nobody in any more, give every terminal back, and end."""
        if self._sweep:
            self._sweep.cancel()
        if self._listening:
            self._listening.close()
        await self.door.close()
        self._thinkers.close()

    def _sweep_later(self) -> None:
        """Look after held seats now and then, for all sessions at once."""
        self.matchmaker.sweep()
        self._sweep = asyncio.get_running_loop().call_later(_SWEEP_EVERY, self._sweep_later)

"""The state that all ssh connections share, and their common end."""

from __future__ import annotations

import asyncio
from typing import Final

import asyncssh

from server.ops.key_share import KeyShares
from server.ops.limits import Limits
from server.ops.metrics import Metrics
from server.ops.time_share import TimeShares
from server.people.players import Guests
from server.ssh.admission import Admission
from server.ssh.middleware import Handler, Session, guard, limit_idle, refuse_unreadable
from server.ssh.session_limits import SessionLimits, limit_answers, limit_sessions, plays
from server.terminal.wire import Wire

_LEAVE_TIME: Final = 1.0
"""Seconds a client may take to leave when the server ends."""


class SSHService:
    """The state of all connections: limits, admission, guests, the handler of sessions."""

    def __init__(
        self, handler: Handler, limits: Limits | None = None, metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self.limits = limits or Limits()
        self.admission = Admission(self.limits)
        self.handler = self._protected(handler)
        self.key_shares = KeyShares(self.limits)
        self.time_shares = TimeShares(self.limits)
        self.guests = Guests()
        self.door = ""
        """The arguments of ``ssh`` that lead here; empty if nobody has said."""
        self.tasks: dict[asyncio.Task[None], Wire] = {}
        """The sessions that run, each with its wire."""

    def _protected(self, handler: Handler) -> Handler:
        """Wrap a handler in the limits and the guard."""
        refused = self.metrics.refused
        handler = refuse_unreadable(handler)
        playing = limit_idle(self.limits.idle, handler)
        playing = limit_sessions(SessionLimits(self.limits), refused, playing)
        answering = limit_answers(self.limits, refused, handler)

        async def chosen(session: Session) -> int:
            await session.wire.turn()
            return await (playing if plays(session) else answering)(session)

        return guard(chosen)

    async def close(self, timeout: float = 5.0) -> None:
        """End every session, restoring its terminal, then every connection."""
        connections = {wire.connection for wire in self.tasks.values()}
        for wire in self.tasks.values():
            wire.ended()
        if self.tasks:
            _, stuck = await asyncio.wait([*self.tasks], timeout=timeout)
            for task in stuck:
                task.cancel()
        await asyncio.gather(*map(_disconnect, connections))


async def _disconnect(connection: asyncssh.SSHServerConnection) -> None:
    """End a connection; its client may close it first.

    A client that is told to disconnect drops what it has not yet written to its terminal, so
    it first gets a moment to leave by itself.
    """
    for end in (connection.close, connection.abort):
        try:
            await asyncio.wait_for(connection.wait_closed(), _LEAVE_TIME)
        except TimeoutError:
            end()

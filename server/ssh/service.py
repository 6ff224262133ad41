"""What all ssh connections share, and how they end together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import asyncssh

from server.ops.limits import Limits
from server.people.players import Guests
from server.ssh.admission import Gate
from server.ssh.middleware import Handler, protect
from server.terminal.wire import Wire

_FAREWELL: Final = 1.0
"""Seconds a client may take to go by itself when the server ends."""


class Door:
    """What all connections share: the handler of sessions, and who is here."""

    def __init__(self, handler: Handler, limits: Limits | None = None) -> None:
        """Make a door that is not open yet.

        Args:
            handler: takes each session from its start to its end.
            limits: what may be asked of the server.
        """
        self.limits = limits or Limits()
        self.handler = protect(self.limits, handler)
        self.gate = Gate(self.limits)
        self.guests = Guests()
        self.count_login: Callable[[str], None] = lambda _result: None
        self.count_bytes: Callable[[int], None] = lambda _size: None
        self.tasks: dict[asyncio.Task[None], Wire] = {}
        """The sessions that run, each with its wire."""

    async def close(self, patience: float = 5.0) -> None:
        """End every session so that its terminal is given back, then every connection."""
        connections = {wire.connection for wire in self.tasks.values()}
        for wire in self.tasks.values():
            wire.ended()
        if self.tasks:
            _, stuck = await asyncio.wait([*self.tasks], timeout=patience)
            for task in stuck:
                task.cancel()
        await asyncio.gather(*map(_see_off, connections))


async def _see_off(connection: asyncssh.SSHServerConnection) -> None:
    """End a connection, at best by its client.

    A client that is told to disconnect drops what it has not yet written to its terminal, so one
    that has just been given its terminal back is left a moment to go by itself.
    """
    for end in (connection.close, connection.abort):
        try:
            await asyncio.wait_for(connection.wait_closed(), _FAREWELL)
        except TimeoutError:
            end()

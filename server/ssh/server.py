"""Open the door to players over ssh.

A session is the app or one of its verbs: no shell, no files, no forwarding of any kind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import asyncssh

from server.door.admission import Admission, limit_answers, limit_sessions, plays
from server.door.key_share import KeyShares
from server.people.players import Guests
from server.ssh.admission import VERSION, Gate, open_gate
from server.ssh.auth import Connection
from server.ssh.limits import Limits
from server.ssh.middleware import Handler, Session, guard, limit_idle
from server.terminal.wire import Wire

KEY_EXCHANGES: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
)
CIPHERS: Final = ("aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
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
        self.gate = Gate(self.limits)
        self.count_refusal: Callable[[str], None] = lambda _reason: None
        self.handler = self._protected(handler)
        self.key_shares = KeyShares(self.limits)
        self.guests = Guests()
        self.count_login: Callable[[str], None] = lambda _result: None
        self.count_bytes: Callable[[int], None] = lambda _size: None
        self.tasks: dict[asyncio.Task[None], Wire] = {}
        """The sessions that run, each with its wire."""

    def _protected(self, handler: Handler) -> Handler:
        """Wrap a handler in all that keeps sessions from hurting each other."""

        def refused(reason: str) -> None:
            self.count_refusal(reason)

        playing = limit_idle(self.limits.idle, handler)
        playing = limit_sessions(Admission(self.limits), refused, playing)
        answering = limit_answers(self.limits, refused, handler)

        async def chosen(session: Session) -> int:
            return await (playing if plays(session) else answering)(session)

        return guard(chosen)

    def connection(self) -> Connection:
        """Take a new connection."""
        return Connection(self)

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


async def listen(door: Door, host: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Open the door; the result must be kept for as long as it is to stay open.

    Raises:
        OSError: the address or the port cannot be had.
    """
    return await asyncssh.listen(
        sock=open_gate(door.gate, host, port),
        config=None,
        server_factory=door.connection,
        server_host_keys=[key],
        server_version=VERSION,
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        compression_algs=None,
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        window=door.limits.backlog,
        login_timeout=0,  # the connection sees to it, and says so
        keepalive_interval=30,
        keepalive_count_max=3,
        backlog=512,
    )

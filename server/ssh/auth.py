"""Authenticate a connection, and let it open sessions and nothing else.

Any public key is accepted and identifies its holder; a client without one is a guest. Clients send
their language with the first session: what they read before that is in English.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import socket
from collections.abc import Sequence
from typing import Final

import asyncssh

from cuttle_tui.i18n.translation import N_, Message, tr, without_accents
from server.ops.logs import OFTEN
from server.people.players import Player, keyed
from server.sanitize import log_text
from server.ssh.algorithms import offer_by_client
from server.ssh.channel import TerminalSession
from server.ssh.service import SSHService
from server.terminal.textual_process import patch

log = logging.getLogger(__name__)

_READ_AT_ONCE: Final = 4096
"""Bytes read from a connection before the others have their turn."""
_IDLE: Final = N_("You are connected, but you started no game. Goodbye!")
_TOO_MANY: Final = N_("No more than {most} sessions on one connection, please.")


class Connection(asyncssh.SSHServer):
    """The connection of a client: authenticates it, and opens its sessions."""

    def __init__(self, service: SSHService) -> None:
        self._service = service
        self._limits = service.limits
        self._user = ""
        self.candidate: str | None = None
        """The fingerprint of the key asked about last, as long as no other method is tried."""
        self._player: Player | None = None
        self._tries = 0
        self._channels = 0
        self._running = 0
        self._address: tuple[object, ...] = ()
        self._timer: asyncio.TimerHandle | None = None
        self._gone = False
        self._voice = contextvars.Context()
        """The context of the session that began last, which speaks its player's language."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Bound what a client may cost: what is read at once, and what is buffered for it."""
        self._conn = conn
        self._address = conn.get_extra_info("peername")
        self._service.admission.ends_by(self._address, self._make_room)
        end: socket.socket = conn.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.backlog)
        _take_turns(conn)
        offer_by_client(conn)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._limits.login_time, self._too_late)

    def _too_late(self) -> None:
        self._disconnect("Your login took too long. Please try again.")

    def _make_room(self) -> None:
        self._disconnect("Your login took too long while many others waited. Please try again.")

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _disconnect(self, reason: str) -> None:
        self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, reason)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release a guest's name."""
        self._gone = True
        self._service.admission.logged_in(self._address)
        self._stop_timer()
        if self._player and self._player.guest:
            self._service.guests.leave(self._player)
        if exc and not isinstance(exc, asyncssh.Error | OSError):
            self._report(exc)

    def _report(self, error: Exception) -> None:
        """Log what broke; before the login, in a single line, because a stranger sent it."""
        if self._player is None:
            told = log_text(repr(error))
            log.info("unreadable login from %s: %s", self._address[0], told, extra=OFTEN)
        else:
            log.error("connection of %s ended by an error", self._player.name, exc_info=error)

    # who it is. A client may ask about any key without holding it, so a key counts only when the
    # login is completed right after that very key was asked about, by no other method.

    def begin_auth(self, username: str) -> bool:
        """Start over under a user name."""
        self._user = username
        self.candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        """Allow public keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept any key; asyncssh checks that the client holds it."""
        self._user = username
        self.candidate = key.get_fingerprint()
        return self._may_try()

    def _may_try(self) -> bool:
        """Count a try, and end a login that has had too many."""
        self._tries += 1
        if self._tries > self._limits.login_tries:
            self._disconnect("Too many tries to log in. One key, or none at all, is enough here.")
        return self._tries <= self._limits.login_tries

    def kbdint_auth_supported(self) -> bool:
        """Allow the method that lets keyless clients in."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask a keyless client nothing, and forget any key it named."""
        del lang, submethods
        self._user = username
        self.candidate = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Accept a keyless client."""
        del username
        self.candidate = None
        return self._may_try() and not responses

    def auth_completed(self) -> None:
        """Create the player of the login."""
        self._service.admission.logged_in(self._address)
        self._stop_timer()
        self._service.metrics.login("key" if self.candidate else "guest")
        guests, user = self._service.guests, self._user
        self._player = keyed(user, self.candidate) if self.candidate else guests.arrive(user)
        address, key = self._address[0], self.candidate or "guest"
        log.info("logged in", extra={"address": address, "player": self._player.name, "key": key})
        self._await_session()

    # what it may open. Everything not named here is refused by the library's own answers.

    def session_requested(self) -> TerminalSession | bool:
        """Open a session, up to a number of them."""
        if self._player is None:
            return False
        if self._channels >= self._limits.channels_each:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE,
                self._worded(_TOO_MANY, most=self._limits.channels_each),
            )
        self._channels += 1  # now, for many requests may come before the first is answered
        return TerminalSession(self, self._service, self._player)

    def started(self, voice: contextvars.Context) -> None:
        """Count a session that runs, and keep its language."""
        self._voice = voice
        self._running += 1
        self._stop_timer()

    def closed(self, ran: bool) -> None:
        """Count a session that ended; keep the connection for a while after the last."""
        self._channels -= 1
        self._running -= ran
        self._await_session()

    def _await_session(self) -> None:
        """Keep the connection for a while without a session that runs, and no longer."""
        if not (self._running or self._timer or self._gone):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.hold, self._give_up)

    def _give_up(self) -> None:
        self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, self._worded(_IDLE))

    def _worded(self, message: Message, **parts: object) -> str:
        """Translate what the client will print, without accents, which it would escape."""
        return without_accents(self._voice.run(tr, message, **parts))


def _take_turns(connection: asyncssh.SSHServerConnection) -> None:
    """Read a connection in small portions, and not at all while it takes no answers.

    The library would work through 256 kB of requests before anybody else has a turn, and keep any
    number of answers for a client that never reads them.
    """
    transport = connection._transport
    assert transport
    patch(transport, max_size=_READ_AT_ONCE)
    patch(
        connection,
        pause_writing=transport.pause_reading,
        resume_writing=transport.resume_reading,
    )

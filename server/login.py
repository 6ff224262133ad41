"""Find out who a client is, and let it open sessions and nothing else.

Any public key is welcome and is its holder's identity; whoever has none is a guest.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import asyncssh

from server.channel import TerminalSession
from server.people import Player, keyed
from server.wire import BACKLOG

if TYPE_CHECKING:
    from server.ssh import Door

log = logging.getLogger(__name__)

_CHANNELS_EACH: Final = 8
"""Sessions that one connection may hold open."""
_LOGINS_EACH: Final = 32
"""Connections from one address that may be logging in at the same time."""
_HOLD: Final = 60.0
"""Seconds a connection is kept on which no session is open."""


class Connection(asyncssh.SSHServer):
    """One client's connection: finds out who it is, and opens sessions."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._user = ""
        self.candidate: str | None = None
        """The fingerprint of the key asked about last, as long as no other method is tried."""
        self._player: Player | None = None
        self._channels = 0
        self._address = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Bound what a client may cost: logins at a time, and what the system buffers for it."""
        self._conn = conn
        self._address = conn.get_extra_info("peername")[0]
        self._door.logins[self._address] += 1
        if self._door.logins[self._address] > _LOGINS_EACH:
            log.warning("too many logins at a time from %s", self._address)
            conn.abort()
        end: socket.socket = conn.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BACKLOG)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let a guest's name go."""
        self._logged_in()
        if self._timer:
            self._timer.cancel()
        if self._player and self._player.guest:
            self._door.guests.leave(self._player)
        if exc and not isinstance(exc, asyncssh.Error | OSError):
            log.error("a connection ended by an error", exc_info=exc)

    def _logged_in(self) -> None:
        """Count one login less, once."""
        if not self._address:
            return
        self._door.logins[self._address] -= 1
        if self._door.logins[self._address] < 1:
            del self._door.logins[self._address]
        self._address = ""

    # who it is. A client may ask about any key without holding it, so a key counts only when the
    # login is completed right after that very key was asked about, by no other method.

    def begin_auth(self, username: str) -> bool:
        """Begin anew under a user name."""
        self._user = username
        self.candidate = None
        return True

    def public_key_auth_supported(self) -> bool:
        """Allow public keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Welcome any key; whether the client holds it is seen later."""
        self._user = username
        self.candidate = key.get_fingerprint()
        return True

    def password_auth_supported(self) -> bool:
        """Refuse passwords: nobody should type one here."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Allow the method that lets keyless clients in."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask a keyless client nothing at all, and forget any key it named."""
        del lang, submethods
        self._user = username
        self.candidate = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Let a keyless client in."""
        del username
        self.candidate = None
        return not responses

    def auth_completed(self) -> None:
        """Settle who this is."""
        self._logged_in()
        self._player = (
            keyed(self._user, self.candidate) if self.candidate else self._door.guests.arrive()
        )
        self._await_session()

    # what it may open. Everything not named here is refused by the library's own answers.

    def session_requested(self) -> TerminalSession | bool:
        """Open a session, up to a number of them."""
        if self._player is None or self._channels >= _CHANNELS_EACH:
            return False
        return TerminalSession(self, self._door, self._player)

    def opened(self) -> None:
        """Count a session."""
        self._channels += 1
        if self._timer:
            self._timer.cancel()

    def closed(self) -> None:
        """Count a session that is gone; the last one starts the time the connection is kept."""
        self._channels -= 1
        self._await_session()

    def _await_session(self) -> None:
        if not self._channels:
            self._timer = asyncio.get_running_loop().call_later(_HOLD, self._conn.close)

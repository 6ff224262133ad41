"""Listen for players over ssh, and authenticate them with what their clients can (ADR 24)."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import socket
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

import asyncssh
from asyncssh.packet import SSHPacket

from cuttle_tui.i18n.translation import N_, Message, tr, without_accents
from server.cluster.options import ClusterOptions
from server.doors.admission import open_socket
from server.doors.service import Doors
from server.ops.logs import OFTEN
from server.people.accounts import Player, keyed
from server.sanitize import log_text
from server.ssh.channel import TerminalSession
from server.terminal.textual_process import patch

VERSION: Final = "Cuttle"
GUEST_LOGIN: Final = "guest"
"""The user name that asks for no account: such a client is let in before it offers a key."""
KEY_EXCHANGES: Final = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
)
CIPHERS: Final = ("aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
_COUNTING: Final = ("aes256-ctr", "aes192-ctr", "aes128-ctr")
"""For older PuTTY, and the libraries of phones."""
_CHACHA: Final = ("chacha20-poly1305@openssh.com",)
"""For dropbear, whose AES has no MAC over what is encrypted."""
_PLAIN_MACS: Final = ("hmac-sha2-256", "hmac-sha2-512")
"""For libssh2 before 1.11, which knows neither."""
_GUESS: Final = "kexguess2@matt.ucc.asn.au"
"""Says by which rule the first message of a key exchange is a right guess: by that of AsyncSSH,
which differs from RFC 4253 where both sides put different algorithms first."""
_PATIENCE: Final = 0.5
"""Seconds for which a client's lists are waited for; few clients want to read ours first."""
_COOKIE: Final = 1 + 16
"""Bytes of a client's message before its lists."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered to a client; it chooses by its own order."""

    exchanges: tuple[str, ...] = KEY_EXCHANGES
    ciphers: tuple[str, ...] = CIPHERS
    macs: tuple[str, ...] = MACS


_BLIND: Final = Offer(ciphers=CIPHERS + _COUNTING)
"""What is offered to a client that says nothing before it has read it."""


def offer_for(exchanges: Collection[str], ciphers: Collection[str], macs: Collection[str]) -> Offer:
    """Return what is offered to a client with these algorithms."""
    ours = KEY_EXCHANGES + ((_GUESS,) if _GUESS in exchanges else ())
    if {*CIPHERS} & {*ciphers}:
        return Offer(ours, CIPHERS, MACS)
    if {*_COUNTING} & {*ciphers} and {*MACS} & {*macs}:
        return Offer(ours, CIPHERS + _COUNTING, MACS)
    if {*_CHACHA} & {*ciphers}:
        return Offer(ours, CIPHERS + _CHACHA, MACS)
    return Offer(ours, CIPHERS + _COUNTING, MACS + _PLAIN_MACS)


class _Answer:
    """The server's first message of a key exchange, put off until the client has said its needs."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        self._connection = connection
        self._send, self._read = connection._send_kexinit, connection._recv_handler
        self._timer: asyncio.TimerHandle | None = None
        self._sent = False
        patch(connection, _send_kexinit=self._answer, _recv_handler=self._read_version)

    def _read_version(self) -> bool:
        """Read the client's version, after which the library takes our lists for sent."""
        done = self._read()
        if self._timer is not None:
            patch(self._connection, _kexinit_sent=self._sent)
        return done

    def _answer(self) -> None:
        """Send our lists if the client's are there; else wait for them, for a while."""
        lists = self._connection._client_kexinit
        if self._sent:
            self._send()  # new keys, by the same lists
        elif lists:
            # those of both directions are alike in practice, else ours count
            packet = SSHPacket(lists[_COOKIE:])
            exchanges, _, out, back, macs_out, macs_back = (
                {name.decode("ascii", "replace") for name in packet.get_namelist()}
                for _ in range(6)
            )
            self._offer(offer_for(exchanges, out & back, macs_out & macs_back))
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PATIENCE, self._offer_blindly)

    def _offer_blindly(self) -> None:
        if not self._sent and self._connection._transport is not None:
            self._offer(_BLIND)
            patch(self._connection, _kexinit_sent=True)

    def _offer(self, offer: Offer) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._sent = True
        patch(
            self._connection,
            _kex_algs=_bytes(offer.exchanges),
            _enc_algs=_bytes(offer.ciphers),
            _mac_algs=_bytes(offer.macs),
        )
        self._send()


def _bytes(names: tuple[str, ...]) -> list[bytes]:
    return [name.encode() for name in names]


log = logging.getLogger(__name__)

_READ_AT_ONCE: Final = 4096
"""Bytes read from a connection before the others have their turn."""


class Connection(asyncssh.SSHServer):
    """The connection of a client: authenticates it, and opens its sessions."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._limits = doors.limits
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
        crowded = "Your login took too long while many others waited. Please try again."
        self._doors.admission.ends_by(self._address, partial(self._disconnect, crowded))
        end: socket.socket = conn.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._limits.backlog)
        # The library would work through 256 kB of requests before anybody else has a turn, and
        # keep any number of answers for a client that never reads them.
        transport = conn._transport
        assert transport
        patch(transport, max_size=_READ_AT_ONCE)
        patch(conn, pause_writing=transport.pause_reading, resume_writing=transport.resume_reading)
        _Answer(conn)  # takes the place of the library's
        loop, slow = asyncio.get_running_loop(), "Your login took too long. Please try again."
        self._timer = loop.call_later(self._limits.login_time, self._disconnect, slow)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _disconnect(self, reason: str) -> None:
        self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, reason)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the login, and free a guest's name."""
        self._gone = True
        self._doors.admission.logged_in(self._address)
        self._stop_timer()
        if self._player and self._player.guest:
            self._doors.guests.leave(self._player)
        if exc and not isinstance(exc, asyncssh.Error | OSError):
            if self._player is None:  # a stranger sent it, so it gets a single line
                told = log_text(repr(exc))
                log.info("unreadable login from %s: %s", self._address[0], told, extra=OFTEN)
            else:
                log.error("connection of %s ended by an error", self._player.name, exc_info=exc)

    # who it is. A client may ask about any key without holding it, so a key counts only when the
    # login is completed right after that very key was asked about, by no other method.

    def begin_auth(self, username: str) -> bool:
        """Begin a login; return whether more is needed.

        A client asks first whether nothing is. To say so to everybody would let everybody in as a
        guest, as those with a key offer it afterwards: only who asks to be a guest gets in at once.
        """
        self._user = username
        self.candidate = None
        return username.lower() != GUEST_LOGIN

    def public_key_auth_supported(self) -> bool:
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

    def password_auth_supported(self) -> bool:
        """Allow what some clients know alone."""
        return True

    def validate_password(self, username: str, password: str) -> bool:
        """Let a keyless client in by whatever it sends, which nobody reads."""
        del password
        self._user = username
        self.candidate = None
        return self._may_try()

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
        del username
        self.candidate = None
        return self._may_try() and not responses

    def auth_completed(self) -> None:
        """Create the player of the login."""
        self._doors.admission.logged_in(self._address)
        self._stop_timer()
        self._doors.metrics.login("key" if self.candidate else "guest")
        guests, user = self._doors.guests, self._user
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
                self._worded(
                    N_("No more than {most} sessions on one connection, please."),
                    most=self._limits.channels_each,
                ),
            )
        self._channels += 1  # now, for many requests may come before the first is answered
        return TerminalSession(self, self._doors, self._player)

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
        self._conn.disconnect(
            asyncssh.DISC_BY_APPLICATION,
            self._worded(N_("You are connected, but you started no game. Goodbye!")),
        )

    def _worded(self, message: Message, **parts: object) -> str:
        """Translate what the client will print, without accents, which it would escape."""
        return without_accents(self._voice.run(tr, message, **parts))


async def listen(
    doors: Doors, host: str, port: int, key: asyncssh.SSHKey, cluster: ClusterOptions | None = None
) -> asyncssh.SSHAcceptor:
    """Listen; keep the result for as long as the server runs.

    Args:
        port: the port, 0 for any that is free.
        cluster: says which balancers come first, and whether the port is shared; None for neither.

    Raises:
        OSError: the address or the port cannot be had.
    """
    options = _options(doors, key)
    shared = cluster is not None and cluster.reuse_port
    listening = open_socket(doors.admission, host, port, disconnection, shared=shared)
    if cluster is not None:
        listening.expect_headers(cluster.proxy_from)
        listening.welcome = partial(_begin, options)
    return await asyncssh.listen(sock=listening, config=None, options=options, backlog=512)


async def _begin(options: asyncssh.SSHServerConnectionOptions, caller: socket.socket) -> None:
    """Begin to speak ssh on a socket that was accepted before, as `asyncssh.listen` does."""
    loop = asyncio.get_running_loop()
    await loop.connect_accepted_socket(
        lambda: asyncssh.SSHServerConnection(loop, options), sock=caller
    )


def _options(doors: Doors, key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
    return asyncssh.SSHServerConnectionOptions(
        config=None,
        server_factory=lambda: Connection(doors),
        server_host_keys=[key],
        server_version=VERSION,
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        compression_algs=None,
        gss_host=None,
        host_based_auth=False,
        password_auth=True,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        window=doors.limits.backlog,
        login_timeout=0,  # the connection sees to it, and says so
        keepalive_interval=30,
        keepalive_count_max=3,
    )


_TOO_MANY_CONNECTIONS: Final = 12
_DISCONNECT: Final = 1


@lru_cache(maxsize=64)
def disconnection(reason: str) -> bytes:
    """Build what a refused client is sent: a version and a disconnect message (RFC 4253)."""
    text = reason.encode()
    payload = bytes([_DISCONNECT]) + _number(_TOO_MANY_CONNECTIONS)
    payload += _number(len(text)) + text + _number(0)
    padding = -(5 + len(payload)) % 8
    padding += 8 if padding < 4 else 0
    packet = _number(1 + len(payload) + padding) + bytes([padding]) + payload + os.urandom(padding)
    return f"SSH-2.0-{VERSION}\r\n".encode() + packet


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")

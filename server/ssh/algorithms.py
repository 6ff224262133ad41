"""Choose the algorithms that are offered to a client, by what it offers itself (ADR 24).

In SSH a client's first choice counts, not ours (RFC 4253, 7.1), and OpenSSH puts
ChaCha20-Poly1305 first, which takes seven times as long here as AES-GCM. So the server waits for
the client's lists, and offers nothing else to a client that has AES-GCM.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import asyncssh
from asyncssh.packet import SSHPacket

from server.terminal.textual_process import patch

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
    guess = (_GUESS,) if _GUESS in exchanges else ()
    return Offer(KEY_EXCHANGES + guess, *_ciphers_and_macs(ciphers, macs))


def _ciphers_and_macs(
    ciphers: Collection[str], macs: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if {*CIPHERS} & {*ciphers}:
        return CIPHERS, MACS
    if {*_COUNTING} & {*ciphers} and {*MACS} & {*macs}:
        return CIPHERS + _COUNTING, MACS
    if {*_CHACHA} & {*ciphers}:
        return CIPHERS + _CHACHA, MACS
    return CIPHERS + _COUNTING, MACS + _PLAIN_MACS


def offer_by_client(connection: asyncssh.SSHServerConnection) -> None:
    """Offer a client what it needs, once it has said what it has."""
    _Answer(connection)


class _Answer:
    """The server's first message of a key exchange, put off until the client's has come."""

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
            self._offer(_offer_to(lists))
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


def _offer_to(message: bytes) -> Offer:
    """Read a client's lists; those of both directions are alike in practice, else ours count."""
    packet = SSHPacket(message[_COOKIE:])
    exchanges, _, out, back, macs_out, macs_back = (_texts(packet) for _ in range(6))
    return offer_for(exchanges, out & back, macs_out & macs_back)


def _texts(packet: SSHPacket) -> set[str]:
    return {name.decode("ascii", "replace") for name in packet.get_namelist()}


def _bytes(names: tuple[str, ...]) -> list[bytes]:
    return [name.encode() for name in names]

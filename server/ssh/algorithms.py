"""Choose the algorithms that are offered to a client, by what it calls itself.

A client's first choice counts, not ours (RFC 4253, 7.1). OpenSSH and AsyncSSH put ChaCha20-Poly1305
first, which takes seven times as long here as AES-GCM: they are offered AES-GCM alone, which they
all have. Others may lack it, and are offered the rest as well (ADR 24).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import asyncssh

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
"""For libssh2, which knows no MAC over what is encrypted before its release 1.11."""
_GUESS: Final = "kexguess2@matt.ucc.asn.au"
"""Says by which rule the first message of a key exchange is a right guess: by that of AsyncSSH,
which differs from RFC 4253 where both sides put different algorithms first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered to a client; it chooses by its own order."""

    exchanges: tuple[str, ...] = KEY_EXCHANGES
    ciphers: tuple[str, ...] = CIPHERS + _COUNTING
    macs: tuple[str, ...] = MACS


_OFFERS: Final = (
    ("OpenSSH", Offer(ciphers=CIPHERS)),
    ("AsyncSSH", Offer(ciphers=CIPHERS)),
    ("dropbear", Offer((*KEY_EXCHANGES, _GUESS), CIPHERS + _COUNTING + _CHACHA)),
    ("libssh2", Offer(macs=MACS + _PLAIN_MACS)),
)
"""By what a client calls itself."""


def offer_for(version: str) -> Offer:
    """Return what is offered to a client that calls itself so."""
    return next((offer for name, offer in _OFFERS if name in version), Offer())


def offer_by_client(connection: asyncssh.SSHServerConnection) -> None:
    """Offer a client what it needs, once it has said what it is."""
    send = connection._send_kexinit

    def send_kexinit() -> None:
        offer = offer_for(connection._client_version.decode("ascii", "replace"))
        connection._kex_algs = _bytes(offer.exchanges)
        connection._enc_algs = _bytes(offer.ciphers)
        connection._mac_algs = _bytes(offer.macs)
        send()

    patch(connection, _send_kexinit=send_kexinit)


def _bytes(names: tuple[str, ...]) -> list[bytes]:
    return [name.encode() for name in names]

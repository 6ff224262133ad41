"""Keys and JWTs of NATS: https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

_SEED: Final = 18 << 3
_KINDS: Final = {"O": 14 << 3, "A": 0, "U": 20 << 3}


class NKey:
    """A new key of an operator (O), an account (A) or a user (U)."""

    def __init__(self, kind: str) -> None:
        self._kind = _KINDS[kind]
        self._key = Ed25519PrivateKey.generate()

    @property
    def public(self) -> str:
        """The public key."""
        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return _written(bytes([self._kind]) + raw)

    @property
    def seed(self) -> str:
        """The secret from which the key follows."""
        raw = self._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        head = bytes([_SEED | self._kind >> 5, (self._kind & 31) << 3])
        return _written(head + raw)

    def sign(self, subject: str, kind: str, **about: Any) -> str:
        """Write a JWT about the holder of another key."""
        claims = {
            "jti": "1",
            "iat": 1_700_000_000,
            "iss": self.public,
            "name": kind,
            "sub": subject,
            "nats": {"type": kind, "version": 2, **about},
        }
        parts = ({"typ": "JWT", "alg": "ed25519-nkey"}, claims)
        signed = b".".join(_packed(json.dumps(part).encode()) for part in parts)
        return (signed + b"." + _packed(self._key.sign(signed))).decode()


def _packed(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def _written(body: bytes) -> str:
    """Write a key with its check sum (CRC-16, XMODEM) in base 32."""
    check = 0
    for byte in body:
        check ^= byte << 8
        for _ in range(8):
            check = (check << 1) ^ (0x1021 if check & 0x8000 else 0)
        check &= 0xFFFF
    return base64.b32encode(body + check.to_bytes(2, "little")).decode().rstrip("=")


def credentials(jwt: str, seed: str) -> str:
    """Write a file of credentials, as `nsc` does."""
    return (
        f"-----BEGIN NATS USER JWT-----\n{jwt}\n------END NATS USER JWT------\n\n"
        "************************* IMPORTANT *************************\n"
        "NKEY Seed printed below can be used to sign and prove identity.\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    )

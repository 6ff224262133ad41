"""Write a host key in the forms in which it is made known."""

from __future__ import annotations

import base64
import hashlib
from typing import Final

import asyncssh

_ED25519: Final = 4
"""The number of this kind of key in an SSHFP record."""
_SHA256: Final = 2


def published(key: asyncssh.SSHKey, name: str, port: int) -> str:
    """Write a host key's fingerprint, its line for ``known_hosts``, and its DNS record.

    Args:
        key: the key.
        name: by which players reach the server; empty if nobody has said.
        port: where players reach it.
    """
    host = name or "HOST"
    public = key.export_public_key("openssh").decode().split()
    digest = hashlib.sha256(base64.b64decode(public[1])).hexdigest()
    known = host if port == 22 else f"[{host}]:{port}"
    return (
        f"fingerprint  {key.get_fingerprint()} (ED25519)\n"
        f"known_hosts  {known} {public[0]} {public[1]}\n"
        f"DNS          {host.rstrip('.')}. IN SSHFP {_ED25519} {_SHA256} {digest}\n"
    )

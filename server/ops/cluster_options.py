"""The options of a server that plays as one with other processes."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Final

BEAT: Final = 1.0
"""Seconds between two signs of life of a node."""
LEASE: Final = 5
"""Seconds after its last sign of life in which a node's tables stay its own."""

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """How a node reaches the broker and the other nodes, and how players reach it."""

    name: str
    """The name of this node, for operators: letters, digits, ``-`` and ``_``."""
    nats: tuple[str, ...]
    """URLs of the broker: ``nats://host:4222``, or ``tls://`` to insist on TLS."""
    nats_credentials: Path | None = None
    """A file with a user's JWT and seed, or with the seed of an nkey alone."""
    nats_user: str = ""
    """The user for a login with a password; empty for none."""
    nats_password_file: Path | None = None
    """A file with that user's password."""
    nats_ca: Path | None = None
    """The certificates that may have signed the broker's; None for those of the system."""
    nats_cert: Path | None = None
    """This node's certificate, where the broker asks for one."""
    nats_key: Path | None = None
    """The key of that certificate."""
    lease: float = float(LEASE)
    """Seconds after its last sign of life in which a node's tables stay its own."""
    proxy_from: tuple[Network, ...] = ()
    """Where a PROXY protocol header is expected from, and required."""
    reuse_port: bool = False
    """Whether several nodes of one machine listen on the same port."""

    @property
    def files(self) -> tuple[tuple[str, Path], ...]:
        """The files that must be readable, each with its key in ``[cluster]``."""
        named = ("nats_credentials", "nats_password_file", "nats_ca", "nats_cert", "nats_key")
        found = ((name, getattr(self, name)) for name in named)
        return tuple((name, path) for name, path in found if path is not None)

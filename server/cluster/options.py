"""The options of a node, and what operators ask of a cluster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Final, Protocol

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


class ClusterError(Exception):
    """The cluster cannot do what is asked; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node, as it is listed."""

    name: str
    id: str
    """New at each start."""
    sessions: int
    tables: int
    draining: bool
    version: str
    beat: float
    """Seconds since its last sign of life."""
    here: bool
    """Whether it is the node that is asked."""
    gone: str = ""
    """When and how it went; empty if it is there."""


Order = Callable[[str, Mapping[str, object]], Awaitable[None]]
"""Carries out an order, given its name and its arguments."""


Row = dict[str, Any]
"""A line of a list, as plain JSON."""
Listing = Callable[[str], list[Row]]
"""Lists what is at a node, given the name of the list."""


class ClusterControl(Protocol):
    """The cluster, for the operator's commands. Each may raise `ClusterError`."""

    obey: Order
    """Carries out here what another node's operator has ordered; the admin service sets it."""
    listing: Listing
    """Lists what is here for another node's operator; the admin service sets it."""

    def nodes(self) -> Awaitable[tuple[NodeLine, ...]]:
        """List the nodes that are alive, then those that went."""

    def nights_at(self) -> str:
        """Return the name of the other node that holds the play nights; empty if it is this one."""

    def list_all(self, what: str) -> Awaitable[list[Row]]:
        """List what is at all nodes that answer, each row with its node's name."""

    def drain(self, name: str) -> Awaitable[None]:
        """Have another node drain."""

    def tell_all(self, order: str, arguments: Mapping[str, object]) -> Awaitable[None]:
        """Have every other node carry out an order; the arguments are plain JSON."""

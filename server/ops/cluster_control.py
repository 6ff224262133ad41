"""What the operator's commands ask of a cluster, whoever carries it out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


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

"""A node without its fence that is late to learn what it has lost; the soak runs it.

A node that was stopped hears of its lost tables within hundredths of a second, from the broker and
by its next beat, and the entry for its clocks is stored before all others: what players typed
meanwhile seldom comes first. Here it does, so that the soak has something to find.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import Final

from server.cli.main import main
from server.cluster.codec import Plain
from server.cluster.member import Membership
from server.cluster.node import Node
from tests.programs.cluster.unfenced import remove_fence

_LATE: Final = 1.0
"""Seconds by which it is late."""
_rejoin, _hear_moved = Membership._rejoin, Node._hear_moved


async def _rejoin_late(membership: Membership) -> None:
    """Find out by a beat that others run its tables."""
    await asyncio.sleep(_LATE)
    await _rejoin(membership)


def _hear_moved_late(node: Node, sender: str, body: Mapping[str, Plain]) -> None:
    """Be told by those who run them."""
    asyncio.get_running_loop().call_later(_LATE, _hear_moved, node, sender, body)


if __name__ == "__main__":
    remove_fence()
    Membership._rejoin = _rejoin_late  # type: ignore[method-assign, assignment]
    Node._hear_moved = _hear_moved_late  # type: ignore[method-assign, assignment]
    sys.exit(main(sys.argv[1:]))

"""A node that was struck goes on under another id, whatever breaks off meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from cuttle_tui.ports import TablePlan
from server.cluster import member as membership
from server.cluster.member import Membership
from server.store.store import Store
from server.store.values import Beat, NodeRow, RunningTable
from tests.server.cluster.halls import Halls
from tests.server.players import ANN


class Ledger:
    """The list of nodes in the database, from which this node was struck."""

    def __init__(self) -> None:
        self.node = "n0"
        self.struck = True

    def join_nodes(self, name: str, version: str, lease: float) -> None:
        """Enter a node."""

    def beat(self, lease: float) -> Beat:
        """Renew its lease, unless it was struck."""
        row = NodeRow(self.node, "one", 1.0, "1", False, lease)
        return Beat(not self.struck, () if self.struck else (row,))

    def rejoin(self, name: str, version: str, lease: float) -> None:
        """Enter it under another id."""
        self.node, self.struck = "n0-again", False

    def strike(self) -> None:
        """Strike those whose leases have ended."""

    def adopt_orphans(self, most: int) -> list[RunningTable]:
        """Give it tables that nobody runs."""
        return []

    def leave_nodes(self) -> None:
        """Let it leave."""


async def test_coming_back_is_repeated_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "BEAT", 0.01)
    halls, ledger = Halls(1), Ledger()
    await halls.enter(0, ANN).open_table(TablePlan("standard"))
    names: list[str] = []

    async def ask(method: Callable[..., object], *arguments: object) -> Any:
        return method(*arguments)

    async def renamed(id: str) -> None:
        names.append(id)
        if len(names) == 1:
            raise OSError("the broker is away")

    member = Membership(
        halls.nodes[0],
        cast(Store, ledger),
        ask,
        name="one",
        version="1",
        lease=5.0,
        renamed=renamed,
    )
    member.begin()
    async with asyncio.timeout(30):
        while len(names) < 2:
            await asyncio.sleep(0)
    await member.leave()
    assert names == ["n0-again", "n0-again"]
    assert halls.nodes[0].id == "n0-again"
    assert [*halls.hall(0).rooms] == []


@pytest.mark.parametrize(
    ("versions", "heir"),
    [
        (("0.2.0", "0.1.0", "0.2.0"), "n2"),
        (("0.9.0", "0.2.0", "0.10.0"), "n2"),
        (("1.0.0", "0.10.0", "1.0.0"), "n2"),
        (("1.1.0", "1.1.0.dev0", "1.1.0"), "n2"),
        (("1.1.0.dev0", "1.0.0", "1.1.0.dev0+gabcdef"), "n2"),
        (("0.2.0", "0.3.0", "0.2"), "n1"),
        (("0.2.0", "0.1.0", "0.1.0"), "n1"),
    ],
)
async def test_a_node_that_drains_hands_its_tables_to_those_that_can_read_them(
    versions: tuple[str, str, str], heir: str
) -> None:
    halls = Halls(3)
    one = halls.nodes[0]
    await halls.enter(0, ANN).open_table(TablePlan("standard"))
    one.set_live(
        tuple(
            NodeRow(f"n{at}", f"n{at}", float(at), version, False, 5.0)
            for at, version in enumerate(versions)
        )
    )

    async def ask(method: Callable[..., object], *arguments: object) -> None:
        """Note nothing in a database."""

    async def renamed(id: str) -> None:
        raise AssertionError(id)

    member = Membership(
        one,
        cast(Store, _Draining()),
        ask,
        name="n0",
        version=versions[0],
        lease=5.0,
        renamed=renamed,
    )
    went = await member.drain()
    await halls.settled()
    assert went == 1
    assert [*halls.paper.given.values()] == [heir]


class _Draining(Ledger):
    """The list of nodes, in which one drains."""

    def set_draining(self) -> None:
        """Note it."""

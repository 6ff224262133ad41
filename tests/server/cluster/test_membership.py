"""A node that was struck goes on under another id, whatever breaks off meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cuttle_tui.ports import TablePlan
from server.cluster import member as membership
from server.cluster.member import Membership
from server.store.store import Store
from server.store.values import Beat, NodeRow, RunningTable, StoreError
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

    def strike(self) -> tuple[str, ...]:
        """Strike those whose leases have ended."""
        return ()

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


class _Shared(Ledger):
    """The list of two nodes, in which a lease ends only when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.struck = False
        self.listed = ["n0", "n1"]
        self.away = self.late = False
        self.beats = self.strikes = 0

    def beat(self, lease: float) -> Beat:
        self.beats += 1
        if self.away:
            raise StoreError("the database is away")
        rows = (NodeRow(id, id, float(id[1:]), "1", False, lease) for id in self.listed)
        return Beat(True, tuple(rows))

    def nodes_are_late(self) -> bool:
        """Return whether a lease has ended that nobody has judged yet."""
        return self.late

    def strike(self) -> tuple[str, ...]:
        self.strikes += 1
        return ()


class _Judge:
    """A node among two, whose clock stands still until the test moves it."""

    lease = 5.0

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(membership, "BEAT", 0.001)
        monkeypatch.setattr(membership, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.ledger = _Shared()
        self.node = Halls(2).nodes[0]
        self.member = Membership(
            self.node,
            cast(Store, self.ledger),
            self._ask,
            name="n0",
            version="1",
            lease=self.lease,
            renamed=self._renamed,
        )

    async def _ask(self, method: Callable[..., object], *arguments: object) -> Any:
        return method(*arguments)

    async def _renamed(self, id: str) -> None:
        raise AssertionError(id)

    async def beat(self) -> None:
        """Wait until two whole beats are over."""
        wanted = self.ledger.beats + 3
        async with asyncio.timeout(30):
            while self.ledger.beats < wanted:
                await asyncio.sleep(0)

    @property
    def live(self) -> list[str]:
        return [row.id for row in self.node.live]


async def test_a_node_that_was_cut_off_judges_nobody_for_a_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = _Judge(monkeypatch)
    await one.member.join()
    one.member.begin()
    await one.beat()
    assert one.ledger.strikes == 1  # nobody is missing: only the look at the start
    one.ledger.away = True
    await one.beat()
    assert one.member.unwell == "the database is away"
    one.now += one.lease
    one.ledger.away, one.ledger.listed = False, ["n0"]  # the other was cut off as well
    await one.beat()
    assert (one.live, one.ledger.strikes, one.member.unwell) == (["n0", "n1"], 1, "")
    one.now += one.lease / 2  # the beats go on, so that this is no outage
    await one.beat()
    assert (one.live, one.ledger.strikes) == (["n0", "n1"], 1)
    one.now += one.lease / 2
    await one.beat()
    assert one.live == ["n0"]
    assert one.ledger.strikes > 1
    await one.member.leave()


async def test_a_node_whose_lease_ends_while_others_beat_is_struck_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = _Judge(monkeypatch)
    await one.member.join()
    one.member.begin()
    await one.beat()
    one.ledger.listed = ["n0"]
    await one.beat()
    assert one.live == ["n0"]
    assert one.ledger.strikes > 1
    await one.member.leave()


async def test_a_node_that_starts_gives_those_that_are_late_a_lease(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = _Judge(monkeypatch)
    one.ledger.late = True
    await one.member.join()
    await one.member.judge()
    assert one.ledger.strikes == 0
    assert not one.member.settled
    one.now += one.lease
    await one.member.judge()
    assert one.ledger.strikes == 1
    assert not one.member.settled  # the others may not have told yet what they adopted
    one.now += one.lease
    assert one.member.settled


async def test_a_node_says_that_its_lease_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    one = _Judge(monkeypatch)
    await one.member.join()
    one.now += one.lease
    assert one.member.unwell == ""  # it has not begun to beat
    one.member.begin()
    assert one.member.unwell == "the database does not take this node's beat"
    await one.beat()
    assert one.member.unwell == ""
    await one.member.leave()

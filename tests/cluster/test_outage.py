"""An outage that hits every node: each says so, nobody judges anybody, and play goes on."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import pytest_asyncio

from tests.cluster.players import OpenSSH, players
from tests.cluster.processes import Broker, Node, a_cluster_of_postgres, broker, nodes, wait_until
from tests.server.store.postgres import Postgres, binaries
from tests.whole import takes_longer

pytestmark = [
    takes_longer,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here"),
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh client here"),
]

_REFUSED: Final = "does not take this node's beat"
_LEASE: Final = 5


@dataclass
class Cluster:
    """Two nodes, and what they need."""

    running: Sequence[Node]
    base: Postgres
    carrier: Broker


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Run two nodes for every test of this file."""
    with a_cluster_of_postgres() as base, broker() as carrier:
        url = base.ready_database()
        more = f"lease = {_LEASE}\n[log]\nlevel = 'info'"
        with nodes(2, database=url, broker=carrier.url, more=more) as running:
            yield Cluster(running, base, carrier)


@dataclass
class Game:
    """A game of two players, each at a node of their own."""

    mover: OpenSSH
    other: OpenSSH

    async def goes_on(self) -> None:
        """Let who is to move draw, and the other see it."""
        shown = len(self.other.text)
        await self.mover.say("draw", "You drew")
        await self.other.until("drew a card", shown)
        self.mover, self.other = self.other, self.mover


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def game(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """Begin a game, which outlives one outage after the other."""
    one, two = cluster.running
    folder = tmp_path_factory.mktemp("keys")
    async with players(folder, (one, "ann"), (two, "bob")) as (ann, bob):
        code = (await ann.say("open standard", r"join ([A-Z2-9]{4})")).group(1)
        bob.type(f"join {code}")
        await ann.until("bob is ready")
        ann.type("ready")
        first = await bob.until(r"(You go|ann goes) first")
        yield Game(bob, ann) if first[1].startswith("You") else Game(ann, bob)


def _health(node: Node) -> str:
    """Return what a node says of its health."""
    try:
        with urlopen(f"http://{node.host}:{node.metrics_port}/healthz", timeout=5) as page:
            return str(page.read().decode())
    except HTTPError as error:
        return error.read().decode()


def _metric(node: Node, name: str) -> float:
    with urlopen(f"http://{node.host}:{node.metrics_port}/metrics", timeout=5) as page:
        found = re.search(rf"^{re.escape(name)} (\S+)$", page.read().decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


async def _until(condition: Callable[[], bool], running: Sequence[Node]) -> None:
    def told() -> str:
        return "\n".join(f"{node.name}: {_health(node)}\n{node.said}" for node in running)

    await asyncio.to_thread(wait_until, condition, told)


async def _unwell(cluster: Cluster, *parts: str) -> None:
    """Wait until every node, also that where nobody plays, names these parts and no other."""
    lines = {f"{part}:" for part in parts}

    def named() -> bool:
        told = [
            {line.split()[0] for line in _health(node).splitlines()} for node in cluster.running
        ]
        return all(lines <= each <= lines | {"store:"} for each in told)

    await _until(named, cluster.running)
    for node in cluster.running:
        assert {part: _metric(node, f'cuttle_part_well{{part="{part}"}}') for part in parts} == (
            dict.fromkeys(parts, 0.0)
        )


async def _well(cluster: Cluster) -> None:
    await _until(lambda: all(_health(node) == "ok\n" for node in cluster.running), cluster.running)


def _nobody_was_judged(cluster: Cluster) -> None:
    for node in cluster.running:
        for word in ("a node is gone", "not stored", "of a node that is gone", "cut off for too"):
            assert word not in node.said
        assert _metric(node, "cuttle_tables_lost_total") == 0


async def test_nobody_judges_anybody_after_an_outage_of_the_database(
    cluster: Cluster, game: Game
) -> None:
    await _well(cluster)
    cluster.base.stop()
    try:
        await _unwell(cluster, "reads", "logins", "node")
        long = 2 * _LEASE
        await _until(
            lambda: all(node.said.count(_REFUSED) > long for node in cluster.running),
            cluster.running,
        )
    finally:
        cluster.base.start()
    await _well(cluster)
    await game.goes_on()
    _nobody_was_judged(cluster)


@pytest.mark.parametrize("how", ["stopped", "frozen"])
async def test_without_the_broker_every_node_says_so_and_both_players_read_why(
    cluster: Cluster, game: Game, how: str
) -> None:
    await _well(cluster)
    shown = {player: len(player.text) for player in (game.mover, game.other)}
    if how == "stopped":
        cluster.carrier.kill()
    else:
        cluster.carrier.signal(signal.SIGSTOP)
    try:
        await _unwell(cluster, "broker")
        for player, before in shown.items():
            await player.until("(?i)the servers of its players cannot reach each other", before)
            await player.until("(?i)the game continues when it can; nothing is lost", before)
            assert "cannot save moves" not in player.text[before:]
    finally:
        if how == "stopped":
            cluster.carrier.start()
        else:
            cluster.carrier.signal(signal.SIGCONT)
    await _well(cluster)
    for player, before in shown.items():
        await player.until("(?i)the game goes on", before)
    await game.goes_on()
    _nobody_was_judged(cluster)


async def test_each_node_tells_how_many_there_are(cluster: Cluster) -> None:
    await _until(
        lambda: all(_metric(node, "cuttle_nodes") == 2 for node in cluster.running), cluster.running
    )


async def test_a_node_that_is_asked_to_end_is_not_listed_as_dead(cluster: Cluster) -> None:
    """The last of this file: it leaves one node."""
    one, two = cluster.running
    await _until(lambda: "a node is there" in one.said, [one])
    assert two.stop() == 0
    await _until(lambda: "a node is gone" in one.said, [one])
    assert re.search("a node is gone: .* UTC, drained", one.said)

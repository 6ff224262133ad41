"""Orders that concern a whole cluster: every node carries out what is given at one of them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cuttle_tui.ports import News, PersonLine
from server.admin.admin_socket import AdminSocket
from server.admin.schema import AdminError
from server.admin.service import ServerAdmin
from server.cli import serve
from server.cli.main import main
from server.cluster.options import ClusterError, Listing, NodeLine, Order, Row
from server.config.schema import Config, Listen
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.monitoring import Metrics
from server.people.accounts import Banned, ExitMessage, Player
from server.serve import Server
from server.store.values import Ban
from tests.server.databases import new_database
from tests.server.floor import floor_app
from tests.server.rawssh import until

pytestmark = pytest.mark.slow


class Wires:
    """A cluster without a broker: each node reaches the others at once."""

    def __init__(self, here: str, obey: Order, listing: Listing) -> None:
        self._here, self.obey, self.listing = here, obey, listing
        self.others: dict[str, Wires] = {}
        self.drained: list[str] = []
        """The nodes that this one was told to have drain."""
        self.cut = False

    async def nodes(self) -> tuple[NodeLine, ...]:
        """List the nodes."""
        lines = [
            NodeLine(name, f"{name}1", 3, 2, False, "1.0", 0.42, False) for name in self.others
        ]
        return (*lines, NodeLine(self._here, f"{self._here}1", 5, 4, True, "1.0", 0.0, True))

    def nights_at(self) -> str:
        """Say that the play nights are held here."""
        return ""

    async def list_all(self, what: str) -> list[Row]:
        """List what is at every node."""
        listed = {self._here: self, **self.others}
        rows = [(name, listed[name].listing(what)) for name in sorted(listed)]
        return [{"node": name, **row} for name, found in rows for row in found]

    async def drain(self, name: str) -> None:
        """Note whose turn it is."""
        self.drained.append(name)

    async def tell_all(self, order: str, arguments: Mapping[str, object]) -> None:
        """Carry an order as it goes over a wire."""
        if self.cut:
            raise ClusterError("NATS is away")
        told = json.loads(json.dumps(arguments))
        for other in self.others.values():
            await other.obey(order, told)


@dataclass
class Node:
    """A server, its operator's service, and a player who is there."""

    server: Server
    service: ServerAdmin
    wires: Wires
    ended: asyncio.Event
    news: list[News] = field(default_factory=list)
    kicked: list[ExitMessage] = field(default_factory=list)

    def seat(self, name: str, address: str) -> None:
        """Let a player in."""
        lobby = enter_lobby(self.server.matchmaker, Player(name, f"SHA256:{name}"))
        lobby.address, lobby.kick = address, self.kicked.append
        self.server.matchmaker.presence.subscribe(lobby, self.news.append)


async def _node(folder: Path, name: str) -> AsyncIterator[Node]:
    folder.mkdir()
    database = new_database(folder / "cuttle.db")
    async with Server(folder, app_for=floor_app, database=database) as server:
        ended = asyncio.Event()
        service = ServerAdmin(server, ended.set)
        server.cluster = wires = Wires(name, service.carry_out, service.listing)
        node = Node(server, service, wires, ended)
        node.seat(f"{name}nie", "192.0.2.7" if name == "a" else "192.0.2.8")
        yield node


@pytest.fixture
async def one(tmp_path: Path) -> AsyncIterator[Node]:
    """Run the node at which orders are given."""
    async for node in _node(tmp_path / "a", "a"):
        yield node


@pytest.fixture
async def other(tmp_path: Path, one: Node) -> AsyncIterator[Node]:
    """Run another node of the same cluster."""
    async for node in _node(tmp_path / "b", "b"):
        one.wires.others["b"] = node.wires
        node.wires.others["a"] = one.wires
        yield node


async def test_players_and_tables_of_all_nodes_are_listed(one: Node, other: Node) -> None:
    assert [(row["node"], row["name"]) for row in await one.service.who()] == [
        ("a", "anie"),
        ("b", "bnie"),
    ]
    (lobby,) = other.server.matchmaker.presence.every()
    assert isinstance(lobby, PlayerLobby)
    await lobby.play_computer("standard", "beginner")
    (game,) = await one.service.games()
    assert (game["node"], game["ruleset"]) == ("b", "standard")
    assert one.service.listing("something of a newer version") == []


async def test_somebody_who_plays_at_another_node_is_listed_as_playing(one: Node) -> None:
    (lobby,) = one.server.matchmaker.presence.every()
    place = PersonLine(
        lobby.who.identity,
        "anie",
        doing="playing",
        table="elm",
        guest=False,
        me=False,
        blocked=False,
    )
    assert [row["doing"] for row in await one.service.who()] == ["lobby"]
    one.server.places_elsewhere = lambda: {lobby.who.identity: place}
    (row,) = await one.service.who()
    assert (row["name"], row["doing"], row["table"]) == ("anie", "playing", "elm")


async def test_a_node_that_went_is_listed_with_when_and_takes_no_order(one: Node) -> None:
    told = "2026-11-26 02:30:00 UTC, died, or was cut off"
    alive = await one.wires.nodes()
    gone = NodeLine("c", "c1", 0, 0, False, "0.9", 0.0, False, told)

    async def nodes() -> tuple[NodeLine, ...]:
        return (*alive, gone)

    one.wires.nodes = nodes  # type: ignore[method-assign]
    rows = await one.service.nodes()
    assert [(row["node"], row.get("gone")) for row in rows] == [("a", None), ("c", told)]
    assert (rows[1]["version"], rows[1]["sessions"]) == ("0.9", None)
    with pytest.raises(AdminError, match="there is no node c"):
        await one.service.drain("c")


async def test_an_announcement_is_shown_everywhere(one: Node, other: Node) -> None:
    assert await one.service.announce("back at noon") is None
    for node in (one, other):
        assert [(news.kind, news.text) for news in node.news] == [("announcement", "back at noon")]


async def test_a_player_is_kicked_wherever_they_are(one: Node, other: Node) -> None:
    assert await one.service.kick("BNIE") is None
    assert (len(one.kicked), len(other.kicked)) == (0, 1)


@pytest.mark.parametrize(
    ("kind", "value"), [("name", "bnie"), ("address", "192.0.2.8"), ("network", "192.0.2.8/31")]
)
async def test_a_ban_ends_sessions_and_keeps_out_everywhere(
    one: Node, other: Node, kind: str, value: str
) -> None:
    accounts = other.server.accounts
    assert accounts
    accounts.store.ban(Ban("name", "rudolf", None, ""))  # as one database would have it
    await one.service.ban(kind, value, 5, "rude", unused=True)  # type: ignore[arg-type]
    assert one.kicked == []
    assert [str(why) for why in other.kicked] == [
        "The server's operators asked you to leave. (rude)"
    ]
    with pytest.raises(Banned):
        accounts.check(name="rudolf")


async def test_what_an_order_would_do_is_said_of_all_nodes(one: Node, other: Node) -> None:
    other.seat("carl", "192.0.2.9")
    assert await one.service.would_tell() == 3
    assert await one.service.would_kick("Carl") == 1
    assert await one.service.would_ban("network", "192.0.2.8/31") == ["bnie", "carl"]
    assert [await one.service.would_drain(name) for name in (None, "a", "b")] == [1, 1, 2]
    assert await one.service.would_drain(None, everywhere=True) == 3
    with pytest.raises(AdminError, match="there is no node c; there are a, b"):
        await one.service.would_drain("c")


async def test_a_ban_that_is_lifted_is_lifted_everywhere(one: Node, other: Node) -> None:
    accounts = other.server.accounts
    assert accounts
    accounts.store.ban(Ban("name", "rudolf", None, ""))
    await accounts.reread_bans()
    accounts.store.unban("name", "rudolf")
    await one.service.unban("name", "rudolf")
    accounts.check(name="rudolf")


async def test_who_is_not_told_is_no_secret(one: Node, other: Node) -> None:
    one.wires.cut = True
    with pytest.raises(AdminError, match=r"done on this node.*NATS is away.*give the command"):
        await one.service.announce("hear")
    assert (len(one.news), len(other.news)) == (1, 0)


async def test_one_node_drains_or_all_of_them(one: Node, other: Node) -> None:
    await one.service.drain("b")
    assert (one.wires.drained, one.ended.is_set(), other.ended.is_set()) == (["b"], False, False)
    with pytest.raises(AdminError, match="there is no node c; there are a, b"):
        await one.service.drain("c")
    await other.service.drain("b")
    assert (one.ended.is_set(), other.ended.is_set()) == (False, True)
    assert other.server.metrics.unwell == "draining"
    await other.service.drain(everywhere=True)
    assert one.ended.is_set()
    assert one.server.metrics.unwell == "draining"


@pytest.mark.parametrize(
    ("order", "arguments"),
    [
        ("fly\nhigh", {}),
        ("announce", {}),
        ("announce", {"text": 3}),
        ("kick", {"name": None}),
        ("ban", {"kind": "hat", "value": "x"}),
        ("ban", {"kind": "name"}),
    ],
)
async def test_an_order_that_cannot_be_carried_out_is_logged(
    one: Node, order: str, arguments: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    await one.service.carry_out(order, arguments)
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert record.name == "server.admin.service"
    assert record.getMessage().isprintable()
    assert (one.news, one.kicked) == ([], [])


async def test_orders_are_given_to_the_socket(
    one: Node, other: Node, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del other
    at = ("admin", "--data", str(tmp_path))
    async with AdminSocket(tmp_path / "admin.sock", one.service):
        for words, status, said in (
            (("announce", "hear"), 0, "told every node\n"),
            (("kick", "bnie"), 0, "every node ends the sessions of bnie\n"),
            (("drain", "--node", "c"), 1, "cuttle: there is no node c; there are a, b\n"),
            (
                ("nodes",),
                0,
                "NODE  SESSIONS  TABLES  DRAINING  VERSION  SILENT FOR  HERE  ID\n"
                "a     5         4       yes       1.0      0.0         yes   a1\n"
                "b     3         2       no        1.0      0.4         no    b1\n",
            ),
        ):
            assert await asyncio.to_thread(main, [*at, *words]) == status
            assert "".join(capsys.readouterr()) == said


@pytest.mark.one_node  # has a cluster of its own
async def test_a_node_that_serves_obeys_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(order: str, arguments: Mapping[str, object]) -> None:
        raise AssertionError(f"{order} {arguments} came before somebody could obey")

    wires = Wires("a", nobody, lambda _what: [])

    def clustered(config: Config, metrics: Metrics) -> Server:
        server = Server(config.data, app_for=floor_app, metrics=metrics)
        server.cluster = wires
        return server

    monkeypatch.setattr(serve, "_server", clustered)
    running = asyncio.create_task(serve._run(Config(data=tmp_path, listen=Listen(port=0))))
    await until(lambda: wires.obey is not nobody)
    await wires.obey("drain", {})
    async with asyncio.timeout(60):
        await running


async def test_without_a_cluster_a_server_runs_alone(one: Node) -> None:
    one.server.cluster = None
    assert await one.service.nodes() == []
    assert await one.service.announce("hear") == 1
    assert await one.service.kick("nobody") == 0
    with pytest.raises(AdminError, match="this server runs alone"):
        await one.service.drain("b")
    await one.service.drain()
    assert one.ended.is_set()

"""Several nodes in one process: their messages arrive at once, after they were packed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from server.cluster.bus import NoAnswer
from server.cluster.codec import Plain
from server.cluster.lobby import ClusterLobby
from server.cluster.node import Node
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player
from server.store.values import GiveTable, NodeRow, RunningTable, Write
from tests.server.players import Clock, Paper, matchmaker_of


def _sent(body: Plain) -> Plain:
    """Return what arrives of a message."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(body))


class Post:
    """What carries the messages of all nodes; it can be cut."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.cut: set[str] = set()
        """The nodes that hear and say nothing."""
        self.count = 0
        """How many messages there were."""
        self.told: Counter[str] = Counter()
        """How often nodes were told what."""
        self.late: dict[str, asyncio.Event] = {}
        """When the answers to some questions arrive; those to others come at once."""

    def reaches(self, sender: str, node: str) -> bool:
        """Return whether a message arrives."""
        return node in self.nodes and not {sender, node} & self.cut


class MemoryBus:
    """The bus of a node."""

    def __init__(self, post: Post, node: Node) -> None:
        self._post = post
        self._node = node

    @property
    def connected(self) -> bool:
        """Whether messages are carried."""
        return self._node.id not in self._post.cut

    def tick(self) -> None:
        """Look at nothing."""

    async def ask(self, node: str, what: str, body: Mapping[str, Plain]) -> Any:
        """Ask a node, and return its answer."""
        self._post.count += 1
        if not self._post.reaches(self._node.id, node):
            raise NoAnswer(node)
        answer = _sent(await self._post.nodes[node].answer(self._node.id, what, _sent(dict(body))))
        if what in self._post.late:
            await self._post.late[what].wait()
        return answer

    def tell(self, node: str, what: str, body: Mapping[str, Plain]) -> None:
        """Tell a node something."""
        self._post.count += 1
        self._post.told[what] += 1
        if self._post.reaches(self._node.id, node):
            self._post.nodes[node].hear(self._node.id, what, _sent(dict(body)))

    def tell_all(self, what: str, body: Mapping[str, Plain]) -> None:
        """Tell every other node something."""
        for node in [*self._post.nodes]:
            if node != self._node.id:
                self.tell(node, what, body)


class SharedPaper(Paper):
    """The journal of all nodes: a table that was given is another's from then on."""

    def __init__(self) -> None:
        super().__init__()
        self.given: dict[str, str] = {}
        """The owners of tables that did not stay where they were opened."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something down."""
        if isinstance(write, GiveTable):
            self.given[write.id] = write.to
        super().put(write, then)


class MemoryLedger:
    """What the database would tell a node."""

    def __init__(self, halls: Halls, id: str) -> None:
        self._halls = halls
        self._id = id

    async def owner_of(self, table: str) -> str | None:
        """Return the node that runs a table."""
        return self._halls.owner_of(table)

    async def table_under(self, code: str) -> str | None:
        """Return the node of the table that waits under a code."""
        for node in self._halls.post.nodes.values():
            if node.matchmaker.rooms.waiting_under(code) is not None:
                return node.id
        return None

    async def take(self, table: str) -> RunningTable | None:
        """Return a table that is this node's."""
        if self._halls.owner_of(table) != self._id:
            return None
        return await self.read(table)

    async def read(self, table: str) -> RunningTable | None:
        """Return a table as it is now."""
        return next((each for each in self._halls.paper.tables() if each.id == table), None)

    async def besides(self, owners: Collection[str], identity: str) -> list[RunningTable]:
        """Return the tables of other owners in which a player is named."""
        return [
            each
            for each in self._halls.paper.tables()
            if self._halls.owner_of(each.id) not in owners
            and any(identity in entry for entry in each.entries)
        ]


class Halls:
    """Some nodes."""

    def __init__(self, count: int = 2) -> None:
        self.clock = Clock()
        self.post = Post()
        self.paper = SharedPaper()
        self.nodes = [self._node(f"n{number}") for number in range(count)]
        self.meet()

    def _node(self, id: str) -> Node:
        matchmaker = matchmaker_of(self.clock, self.paper)
        node = Node(matchmaker, MemoryLedger(self, id), lambda node: MemoryBus(self.post, node))
        node.id = id
        self.post.nodes[id] = node
        return node

    def meet(self) -> None:
        """Let every node know which are there."""
        for node in self.nodes:
            node.set_live(self._rows(self.nodes))

    def _rows(self, nodes: Sequence[Node]) -> tuple[NodeRow, ...]:
        ids = [node.id for node in nodes]
        return tuple(NodeRow(id, id, float(at), "1", False, 5.0) for at, id in enumerate(ids))

    def owner_of(self, table: str) -> str | None:
        """Return the node that runs a table, by the book."""
        if table not in self.paper.heads:
            return None
        if table in self.paper.given:
            return self.paper.given[table]
        for node in self.nodes:
            if node.matchmaker.rooms.with_id(table) is not None:
                return node.id
        return None

    def enter(self, node: int, player: Player) -> ClusterLobby:
        """Let a player come to a node."""
        return self.nodes[node].enter(player)

    def hall(self, node: int) -> Matchmaker:
        """Return the tables of a node."""
        return self.nodes[node].matchmaker

    async def second(self) -> None:
        """Let a second pass: lists are told, clocks are checked."""
        self.clock.now += 1
        for node in self.nodes:
            node.note_reach()
            node.tell_lists()
        await self.settled()
        for node in self.nodes:
            node.pair()
            node.matchmaker.tick()
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is on its way."""
        while any(node.busy for node in self.nodes):
            await asyncio.sleep(0)

    def start(self) -> int:
        """Start another node, and return its number; of those that are gone it knows nothing."""
        self.nodes.append(self._node(f"n{len(self.post.nodes) + 5}"))
        self.meet()
        return len(self.nodes) - 1

    def kill(self, node: int) -> None:
        """End a node as a crash does."""
        gone = self.nodes.pop(node)
        del self.post.nodes[gone.id]
        for room in gone.matchmaker.rooms:
            self.paper.given[room.id] = gone.id
        self.meet()

    def strike(self, node: int) -> None:
        """Let the others take a node for gone, which does not know it yet."""
        others = [each for each in self.nodes if each is not self.nodes[node]]
        for each in others:
            each.set_live(self._rows(others))

    async def come_back(self, node: int) -> None:
        """Let a node go on under another id after it was struck."""
        back = self.nodes[node]
        back.id = f"{back.id}-again"
        self.post.nodes[back.id] = back  # it hears what is sent to its first id, too
        for room in [*back.matchmaker.rooms]:
            back.failover.release(room.id)
        back.reconnected()
        for _ in range(2):  # beats
            self.meet()
            await self.settled()

    def adopt(self, node: int) -> None:
        """Let a node run the tables of those that are gone."""
        orphans = [
            table for table in self.paper.tables() if self.owner_of(table.id) not in self.post.nodes
        ]
        for table in orphans:
            self.paper.given[table.id] = self.nodes[node].id
        self.nodes[node].failover.adopt(orphans)

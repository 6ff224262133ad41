"""The servers of the tests as two nodes each, with their players on both: CUTTLE_NODES=2.

The second node runs in the same process, on a port of its own, and every connection goes to the
other node than the one before. Messages between them arrive at once, after they were packed; a
database is shared as it is. So every test of players who meet, play and talk is one of players at
two nodes. What is told of real processes, PostgreSQL and a broker is in `tests/cluster`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, cast

import pytest

from server.cluster.bus import Bus
from server.cluster.member import Member
from server.cluster.node import Node
from server.ops.cluster_options import ClusterOptions
from server.serve import Server
from server.store.store import Store
from server.store.values import NodeRow, RunningTable
from server.store.writer import Writer
from tests.server.cluster.halls import MemoryBus, Post

TWO: Final = os.environ.get("CUTTLE_NODES") == "2"
"""Whether the servers of the tests are two nodes each."""
one_node: Final = pytest.mark.one_node
"""Marks tests that look into a server, or at what each node has of its own; the reason is beside
the mark."""


class _Ledger:
    """Who runs which table: whoever has it."""

    def __init__(self, post: Post, own: Node) -> None:
        self._post, self._own = post, own

    async def owner_of(self, table: str) -> str | None:
        """Return the node that runs a table."""
        for node in self._post.nodes.values():
            if node.matchmaker.rooms.with_id(table) is not None:
                return node.id
        return None

    async def table_under(self, code: str) -> str | None:
        """Return the node of the table that waits under a code."""
        for node in self._post.nodes.values():
            if node.matchmaker.rooms.waiting_under(code) is not None:
                return node.id
        return None

    async def take(self, table: str) -> RunningTable | None:
        """Return nothing: tables stay where they are."""

    async def read(self, table: str) -> RunningTable | None:
        """Return nothing: tables stay where they are."""


class _Nobody:
    """Stands for a writer where nothing is stored."""

    async def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run what is asked."""
        return function(*arguments)


class MemoryMember(Member):
    """A node whose cluster is this process."""

    def __init__(self, server: Server, post: Post, restores: bool) -> None:
        """Prepare it.

        Args:
            server: the node's.
            post: what carries the messages.
            restores: whether it takes up what is stored.
        """
        self._post = post
        self._server = server
        self._restores = restores
        id = f"n{len(post.nodes)}"
        super().__init__(
            ClusterOptions(id, ()),
            cast(Store, server.store),
            cast(Writer, server.writer or _Nobody()),
            server.matchmaker,
            "1",
        )
        self.node.id = id
        self.node.ledger = _Ledger(post, self.node)

    def _bus_of(self, node: Node) -> Bus:
        self._bus = MemoryBus(self._post, node)  # type: ignore[assignment]
        return cast(Bus, self._bus)

    async def join(self) -> None:
        """Enter the cluster."""
        self._post.nodes[self.node.id] = self.node
        if self._restores and self._server.store is not None:
            self._server._restore(self._server.store)
        rows = tuple(
            NodeRow(id, id, float(at), "1", False, 5.0) for at, id in enumerate(self._post.nodes)
        )
        for node in self._post.nodes.values():
            node.nodes_are(rows)

    async def leave(self) -> None:
        """Stay: the other node closes as well."""

    async def close(self) -> None:
        """Say no more."""
        await self.node.close()
        self._post.nodes.pop(self.node.id, None)


class _Pair:
    """What makes two of a server."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[tuple[Any, ...], dict[str, Any]]] = {}
        self.posts: dict[int, Post] = {}
        self.seconds: dict[int, Server] = {}
        self.turns: dict[int, int] = {}

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have every server of a test be two."""
        init, enter, leave = Server.__init__, Server.__aenter__, Server.__aexit__
        prepared, port = Server._prepared, cast(property, Server.port)

        def made(server: Server, *args: Any, **named: Any) -> None:
            init(server, *args, **named)
            if named.get("cluster") is None:
                self.made[id(server)] = args, named

        async def entered(server: Server) -> Server:
            how = self.made.pop(id(server), None)
            if how is None:
                return await enter(server)
            args, named = how
            post = self.posts[id(server)] = Post()
            await enter(server)
            second = Server(args[0], **{**named, "database": None, "port": 0})
            self.made.pop(id(second))
            second.store = server.store
            self.posts[id(second)] = post
            await enter(second)
            self.seconds[id(server)] = second
            return server

        async def left(server: Server, *error: object) -> None:
            second = self.seconds.pop(id(server), None)
            if second is not None:
                if second.writer is not None:
                    await second.writer.drain()
                writer, second.store = second.writer, None
                second.writer = None
                await leave(second, *error)
                if writer is not None:
                    await writer.close()
            await leave(server, *error)

        def member(server: Server) -> Member | None:
            post = self.posts.get(id(server))
            if post is None:
                return prepared(server)
            found = MemoryMember(server, post, restores=not post.nodes)
            found.on_drain = server.drain
            found.on_lead = server._restore_nights
            if server.accounts is not None:
                found.share(server.accounts)
            book = server.league_book
            if book is not None and server.writer is not None:
                found.node.game_kept = book.stored
                server.writer.kept = found.kept_by(book.kept)
            return found

        def in_turn(server: Server) -> int:
            second = self.seconds.get(id(server))
            turn = self.turns[id(server)] = 1 - self.turns.get(id(server), 1)
            return int(port.fget(second if second is not None and turn else server))  # type: ignore[misc]

        monkeypatch.setattr(Server, "__init__", made)
        monkeypatch.setattr(Server, "__aenter__", entered)
        monkeypatch.setattr(Server, "__aexit__", left)
        monkeypatch.setattr(Server, "_prepared", member)
        monkeypatch.setattr(Server, "port", property(in_turn))


@pytest.fixture(autouse=True)
def _two_nodes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make two of each server, where that is asked for."""
    if TWO and request.node.get_closest_marker("one_node") is None:
        _Pair().patch(monkeypatch)

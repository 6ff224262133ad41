"""The servers of the tests as two nodes each, with their players on both: CUTTLE_NODES=2.

The second node runs in the same process behind the same door, and every connection is led to the
other node than the one before. Messages between them arrive at once, after they were packed; a
database is shared as it is. So every test of players who meet, play and talk is one of players at
two nodes. Tables stay where they are: what becomes of those of a node that ends, and all that is
told of real processes, PostgreSQL and a broker, is in `tests/cluster`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection
from itertools import count
from pathlib import Path
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import pytest

from server.cluster.bus import Bus
from server.cluster.member import Member
from server.cluster.node import Node
from server.cluster.options import ClusterOptions
from server.doors.session import Handler, Session
from server.serve import Server
from server.sessions.app import AppFor, SessionHandler
from server.sessions.arrival import ServerContext
from server.store.store import Store
from server.store.values import NodeRow, RunningTable
from server.store.writer import Writer
from tests.server.cluster.halls import MemoryBus, Post

TWO: Final = os.environ.get("CUTTLE_NODES") == "2"
"""Whether the servers of the tests are two nodes each."""


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

    async def besides(self, owners: Collection[str], identity: str) -> list[RunningTable]:
        """Return nothing: no node goes."""
        return []


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
        self._post, self._server = post, server
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
        self._tell_lists_at_once()
        self.node.ledger = _Ledger(post, self.node)

    def _tell_lists_at_once(self) -> None:
        """Tell the other node of each change in the lists, and not once a second."""
        presence = self._server.matchmaker.presence
        changed, loop = presence.lists_changed, asyncio.get_running_loop()

        def told() -> None:
            changed()
            loop.call_soon(self.node.tell_lists)

        presence.lists_changed = told  # type: ignore[method-assign]

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
            node.set_live(rows)

    async def leave(self) -> None:
        """Stay: the other node closes as well."""

    async def close(self) -> None:
        """Say no more."""
        await self.node.close()
        self._post.nodes.pop(self.node.id, None)


def member_of(server: Server, post: Post) -> Member:
    """Make a node of a server; the first takes up what is stored."""
    member = MemoryMember(server, post, restores=not post.nodes)
    member.on_drain = server.drain
    member.on_lead = server._restore_nights
    if server.accounts is not None:
        member.share(server.accounts)
    book = server.league_book
    if book is not None and server.writer is not None:
        member.node.game_kept = book.stored
        server.writer.kept = member.kept_by(book.kept)
    return member


class _Twins:
    """Makes two of every server."""

    def __init__(self) -> None:
        self._enter, self._leave = Server.__aenter__, Server.__aexit__
        self._prepared, self._handler = Server._prepared, SessionHandler
        self._made: dict[Server, tuple[Path, dict[str, Any]]] = {}
        """How servers were made that are not open yet."""
        self._posts: dict[Server, Post] = {}
        self._seconds: dict[Server, Server] = {}
        self._opening: Post | None = None
        """What carries the messages of the nodes that are being opened."""
        self._handlers: dict[Post, list[Handler]] = {}
        """What sessions are handed to, at each node."""

    def made(self, server: Server, data: Path, named: dict[str, Any]) -> None:
        """Note how a server was made, unless it belongs to a cluster of its own."""
        if named.get("cluster") is None:
            self._made[server] = data, named

    async def enter(self, server: Server) -> Server:
        """Open a server, and another one beside it."""
        how = self._made.pop(server, None)
        if how is None:
            return await self._enter(server)
        data, named = how
        post = self._opening = self._posts[server] = Post()
        self._handlers[post] = []
        await self._enter(server)
        second = Server(data, **{**named, "database": None, "port": 0})
        del self._made[second]
        second.store, self._posts[second] = server.store, post
        self._seconds[server] = await self._enter(second)
        second.matchmaker.services.door = server.matchmaker.services.door
        self._opening = None
        return server

    async def leave(self, server: Server, *error: object) -> None:
        """Close a server, after the one beside it; they have one store."""
        second = self._seconds.pop(server, None)
        if second is not None:
            writer, second.store, second.writer = second.writer, None, None
            if writer is not None:
                await writer.drain()
            await self._leave(second, *error)
            if writer is not None:
                await writer.close()
        await self._leave(server, *error)

    def prepared(self, server: Server) -> Member | None:
        """Make a node of a server that has another one beside it."""
        post = self._posts.get(server)
        return self._prepared(server) if post is None else member_of(server, post)

    def handler(self, context: ServerContext, app_for: AppFor) -> Handler:
        """Return what hands a session to the node that has its turn."""
        own = self._handler(context, app_for)
        if self._opening is None:
            return own
        post, turns = self._opening, count()
        handlers = self._handlers[post]
        handlers.append(own)
        nodes: WeakKeyDictionary[object, Handler] = WeakKeyDictionary()

        async def handle(session: Session) -> int:
            line = getattr(session.wire, "_connection", session)
            if line not in nodes:
                nodes[line] = handlers[next(turns) % len(handlers)]
            return await nodes[line](session)

        return handle


@pytest.fixture(autouse=True)
def _two_nodes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make two of each server, where that is asked for."""
    if not TWO or request.node.get_closest_marker("one_node") is not None:
        return
    twins, init = _Twins(), Server.__init__

    def made(server: Server, data: Path, *args: Any, **named: Any) -> None:
        init(server, data, *args, **named)
        twins.made(server, data, named)

    monkeypatch.setattr(Server, "__init__", made)
    monkeypatch.setattr(Server, "__aenter__", lambda server: twins.enter(server))
    monkeypatch.setattr(Server, "__aexit__", lambda server, *error: twins.leave(server, *error))
    monkeypatch.setattr(Server, "_prepared", lambda server: twins.prepared(server))
    monkeypatch.setattr("server.serve.SessionHandler", twins.handler)

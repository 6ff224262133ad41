"""A server's membership of a cluster, from the first beat to the last table handed over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

from cuttle_tui.ports import Account
from server.cluster.bus import Bus, NatsBus, NoAnswer
from server.cluster.codec import Plain
from server.cluster.lease import Membership
from server.cluster.lobby import ClusterLobby
from server.cluster.node import Node
from server.cluster.options import ClusterError, ClusterOptions, Listing, NodeLine, Order, Row
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import NOBODY, Accounts, Known, Player
from server.store.values import GameRow, RunningTable, StoreError
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store

log = logging.getLogger(__name__)

_DRAINED: Final = 30.0
"""Seconds that handing all tables over may take."""


async def _nothing(order: str, arguments: Mapping[str, object]) -> None:
    """Carry nothing out."""


class StoredLedger:
    """What the store knows of tables."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store = store
        self._ask = writer.ask

    async def owner_of(self, table: str) -> str | None:
        found = await self._ask(self._store.owner_of, table)
        return None if found is None else found[0]

    async def table_under(self, code: str) -> str | None:
        found = await self._ask(self._store.table_under, code)
        return None if found is None else found[1]

    async def take(self, table: str) -> RunningTable | None:
        return await self._ask(self._store.take, table)

    async def read(self, table: str) -> RunningTable | None:
        return await self._ask(self._store.running_table, table)


class Member:
    """This process in its cluster, as the operator's `ClusterControl`."""

    def __init__(
        self,
        options: ClusterOptions,
        store: Store,
        writer: Writer,
        matchmaker: Matchmaker,
        version: str,
    ) -> None:
        """Prepare it; nothing is sent yet."""
        self.obey: Order = _nothing
        self.listing: Listing = lambda _what: []
        self._options = options
        self._store = store
        self._writer = writer
        self.node = Node(matchmaker, StoredLedger(store, writer), self._bus_of)
        self.node.carry_out = self._carry_out
        self.node.listing = lambda what: self.listing(what)
        self._bus: NatsBus
        self._leads = False
        self.membership = Membership(
            self.node,
            store,
            writer.ask,
            name=options.name,
            version=version,
            lease=options.lease,
            renamed=lambda id: self._bus.move(id),
        )
        self._orders: set[asyncio.Task[None]] = set()
        self.on_lead: Callable[[], None] = lambda: None
        """Called when this node becomes the one that holds the play nights."""
        self.on_drain: Callable[[], None] = lambda: None
        """Called when another node's operator has this one drain."""

    def _bus_of(self, node: Node) -> Bus:
        self._bus = NatsBus(self._store.node, node)
        return self._bus

    async def join(self) -> None:
        """Join the cluster: ask for the others' lists, and adopt tables whose node is gone.

        Raises:
            ClusterError: the broker cannot be reached.
            StoreError: the database cannot be used.
        """
        await self._bus.open(self._options)
        await self.membership.join()
        for row in self.node.live:
            if row.id != self.node.id:
                await self.node.ask_lists(row.id)
        await self.membership.adopt()
        self._leads = self.node.leader is None
        self.membership.begin()

    def share(self, accounts: Accounts) -> None:
        """Send changes of accounts to the other nodes, and apply theirs."""

        def changed(what: Known, facts: Mapping[str, str]) -> None:
            self._bus.tell_all("known", {"what": what, "facts": dict(facts)})

        async def learn(what: str, facts: Mapping[str, str]) -> None:
            try:
                await accounts.learn(cast(Known, what), facts)
            except (StoreError, KeyError):
                log.exception("what another node knows of accounts cannot be taken up")

        accounts.changed = changed
        self.node.learn = learn

    def tick(self) -> None:
        """Send the other nodes what has changed here, and pair those who wait."""
        leads = self.node.leader is None
        if leads and not self._leads:
            self.on_lead()
        self._leads = leads
        self.node.tell_lists()
        if not self.node.matchmaker.actions.closing:
            self.node.pair()

    def enter(
        self, matchmaker: Matchmaker, player: Player, account: Account | None = None
    ) -> ClusterLobby:
        """Let a player into the lobby of the cluster."""
        del matchmaker
        return self.node.enter(player, account)

    def visitor(self) -> ClusterLobby:
        """Return a lobby for somebody who only looks around."""
        return ClusterLobby(self.node, self.node.matchmaker, NOBODY)

    def kept_by(self, kept: Callable[[GameRow], None]) -> Callable[[GameRow], None]:
        """Return a callback for stored games that announces rated ones to the other nodes."""

        def taken_up(game: GameRow) -> None:
            kept(game)
            if game.rated:
                self._bus.tell_all("kept", {"game": game.id})

        return taken_up

    async def leave(self) -> None:
        """Hand the tables over, and leave the cluster."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.drain_here(), _DRAINED)

    async def close(self) -> None:
        """Disconnect: the sessions have ended."""
        await self.node.close()
        await self.membership.leave()
        await self._bus.close()

    # for operators

    async def drain_here(self) -> None:
        """Hand all tables over to the other nodes."""
        if not self.membership.draining:
            self.on_drain()
            went = await self.membership.drain()
            log.warning("%d tables were handed over", went)

    def _row(self, name: str) -> str:
        """Return the id of a node by its name, or by its id.

        Raises:
            ClusterError: there is none.
        """
        ids = [row.id for row in self.node.live if name in (row.name, row.id)]
        if not ids:
            known = ", ".join(row.name for row in self.node.live)
            raise ClusterError(f"there is no node {name}: the nodes are {known}")
        return ids[-1]

    async def nodes(self) -> tuple[NodeLine, ...]:
        lines = []
        for row in self.node.live:
            here = row.id == self.node.id
            sessions, tables = self._own_counts() if here else await self._counts(row.id)
            beat = self.membership.beaten if here else max(0.0, self._options.lease - row.left)
            lines.append(
                NodeLine(row.name, row.id, sessions, tables, row.draining, row.version, beat, here)
            )
        for gone in self.node.departed:
            row = gone.row
            lines.append(
                NodeLine(row.name, row.id, 0, 0, row.draining, row.version, 0.0, False, gone.told)
            )
        return tuple(lines)

    def _own_counts(self) -> tuple[int, int]:
        hall = self.node.matchmaker
        return sum(lobby.here for lobby in hall.presence.every()), len(hall.rooms)

    async def _counts(self, node: str) -> tuple[int, int]:
        """Return how many sessions and tables a node has; -1 for what it does not say."""
        try:
            sessions, tables = cast(list[int], await self._bus.ask(node, "counts", {}))
        except (NoAnswer, ValueError):
            return -1, -1
        return sessions, tables

    def nights_at(self) -> str:
        leader = self.node.leader
        return next((row.name for row in self.node.live if row.id == leader), leader or "")

    async def list_all(self, what: str) -> list[Row]:
        found: list[Row] = []
        for row in sorted(self.node.live, key=lambda row: (row.name, row.id)):
            listed: list[Row] = []
            if row.id == self.node.id:
                listed = self.listing(what)
            else:
                with suppress(NoAnswer):
                    listed = cast(list[Row], await self._bus.ask(row.id, "list", {"what": what}))
            found += [{"node": row.name, **each} for each in listed]
        return found

    async def drain(self, name: str) -> None:
        node = self._row(name)
        try:
            await self._bus.ask(node, "obey", {"order": "drain", "arguments": {}})
        except NoAnswer:
            raise ClusterError(f"node {name} does not answer") from None

    async def tell_all(self, order: str, arguments: Mapping[str, object]) -> None:
        if not self._bus.connected:
            raise ClusterError("the broker is away: the other nodes do not hear of this")
        self._bus.tell_all("obey", {"order": order, "arguments": cast(Plain, dict(arguments))})

    def _carry_out(self, order: str, arguments: Mapping[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._obeyed(order, arguments))
        self._orders.add(task)
        task.add_done_callback(self._orders.discard)

    async def _obeyed(self, order: str, arguments: Mapping[str, Any]) -> None:
        try:
            await self.obey(order, arguments)
        except Exception:
            log.exception("the order %r of another node cannot be carried out", order)

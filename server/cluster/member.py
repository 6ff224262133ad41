"""A server's membership of a cluster, from the first beat to the last table handed over.

A node's lease is renewed, nodes that died are noticed, their tables adopted. PostgreSQL decides. A
node is alive as long as its lease lasts, by the database's clock, and until it is struck. A node
that was cut off judges nobody for a whole lease: the others may have been cut off as well.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final, cast

from cuttle_tui.ports import Account
from server.cluster.bus import Bus, NatsBus, NoAnswer
from server.cluster.codec import Plain
from server.cluster.lobby import ClusterLobby
from server.cluster.node import Node, ignore
from server.cluster.options import BEAT, ClusterError, ClusterOptions, Listing, NodeLine, Order, Row
from server.lobby.matchmaker import Matchmaker
from server.ops.health import Health
from server.people.accounts import NOBODY, Accounts, Known, Player
from server.store.values import Beat, GameRow, RunningTable, StoreError
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store


log = logging.getLogger(__name__)

AWAY: Final = "the broker cannot be reached: tables and players of other nodes cannot either"
_DRAINED: Final = 30.0
"""Seconds that handing all tables over may take."""
_AFTER: Final = 0.02
"""Seconds after the end of another node's lease until the next beat."""
_SILENT: Final = 2.5
"""Seconds without a beat after which a node is unwell."""
_TOLD: Final = 3.0
"""Seconds after which the others' lists hold the tables that they have adopted."""
_LATE: Final = 1.0
"""Seconds by which a beat may be late before it is an alarm: the process was held up."""
_ADOPTED: Final = 50
"""Tables that are adopted at a time."""
_LOOK: Final = 10
"""Beats between two looks for tables that nobody runs, while no node goes."""
_TOGETHER: Final = 2
"""Tables that are handed over at the same time: their games pause meanwhile."""


def _order(version: str) -> tuple[list[int], bool, int]:
    """Return what sorts versions: `1.0.0`, then `1.1.0.dev0`, `1.1.0.dev1` and `1.1.0`."""
    release, _, draft = version.partition(".dev")
    draft = re.sub(r"\D.*", "", draft)
    return [int(number) for number in re.findall(r"\d+", release)], not draft, int(draft or 0)


class Membership:
    """A node's lease, and what follows when it or another's is lost."""

    def __init__(
        self,
        node: Node,
        store: Store,
        ask: Callable[..., Awaitable[Any]],
        *,
        name: str,
        version: str,
        lease: float,
        renamed: Callable[[str], Awaitable[None]],
    ) -> None:
        """Prepare a node.

        Args:
            ask: runs a method of the store in another thread.
            renamed: called with the new id when the node has to rejoin under another one.
        """
        self._node = node
        self._store = store
        self._ask = ask
        self._name, self._version, self._lease = name, version, lease
        self._renamed = renamed
        self._judges_from = 0.0
        self._beaten = time.monotonic()
        """When the database took the last beat."""
        self._is_back = True
        """Whether it has recovered after it was removed."""
        self.trouble = ""
        """Why the database has not taken the last beat; empty if it has."""
        self._beats = 0
        self._looks = True
        """Whether to look for tables that nobody runs, as soon as that may be judged."""
        self._judged = 0.0
        """When a node was seen to be gone, and its tables were adopted."""
        self._task: asyncio.Task[None] | None = None
        self.draining = False

    @property
    def settled(self) -> bool:
        """Whether no node has gone lately whose tables this one may not have heard of."""
        return not self._looks and time.monotonic() - self._judged > _TOLD

    @property
    def unwell(self) -> str:
        """Why this node's lease may end, or has ended; empty if it is renewed."""
        late = self._task is not None and self.beaten > _SILENT
        return self.trouble or ("the database does not take this node's beat" if late else "")

    @property
    def beaten(self) -> float:
        """Seconds since the last beat that the database took."""
        return time.monotonic() - self._beaten

    async def join(self) -> None:
        """Enter the list of nodes.

        Raises:
            StoreError: the database cannot be used.
        """
        await self._ask(self._store.join_nodes, self._name, self._version, self._lease)
        self._node.id = self._store.node
        self._beaten = time.monotonic()
        await self._beat()
        if await self._ask(self._store.nodes_are_late):
            log.info("another node is late: it has a lease's time until its tables are taken over")
            self._judges_from = time.monotonic() + self._lease

    def begin(self) -> None:
        """Beat from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def leave(self) -> None:
        """Stop, and leave the list of nodes."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        with suppress(StoreError):
            await self._ask(self._store.leave_nodes)

    async def _run(self) -> None:
        due = time.monotonic() + BEAT
        while True:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            late = time.monotonic() - due
            if late > _LATE:
                log.error("this process was held up for %.1f s", late)
            begun = time.monotonic()
            due = begun + BEAT
            try:
                await self._step()
                ends = (row.left + _AFTER for row in self._node.live if row.id != self._node.id)
                due = begun + min((BEAT, *ends))
                self.trouble = ""
            except StoreError as error:
                self.trouble = error.why
                log.warning("the database does not take this node's beat: %s", error.why)
            except Exception as error:
                self.trouble = type(error).__name__
                log.exception("a beat failed")

    async def _step(self) -> None:
        before = {row.id for row in self._node.live}
        if not await self._beat():
            await self._rejoin()
        if not self._is_back:
            # under another id, without tables; after an error this is repeated
            self._judges_from = time.monotonic() + self._lease
            self._beaten = time.monotonic()
            self._node.id = self._store.node
            for room in [*self._node.matchmaker.rooms]:
                try:
                    self._node.failover.release(room.id)
                except Exception:
                    log.exception("table %s cannot be let go in order", room.id)
            await self._renamed(self._store.node)
            self._node.reconnected()
            self._is_back = True
        self._beats += 1
        if before - {row.id for row in self._node.live} or self._beats % _LOOK == 0:
            self._looks = True
        if self._looks:
            await self.judge()

    async def _beat(self) -> bool:
        """Renew the lease; return whether there was one.

        Right after this node was cut off, those that are missing may only be late themselves.
        """
        begun = time.monotonic()
        beat: Beat = await self._ask(self._store.beat, self._lease)
        now, rows = time.monotonic(), beat.nodes
        if now - self._beaten > self._lease / 2:
            self._judges_from = now + self._lease
        if beat.alive:
            self._beaten = begun
        if now < self._judges_from:
            listed = {row.id for row in rows} | {self._node.id}
            late = (row for row in self._node.live if row.id not in listed)
            rows += tuple(replace(row, left=self._lease) for row in late)
        self._node.set_live(sorted(rows, key=lambda row: (row.started, row.id)))
        return beat.alive

    async def _rejoin(self) -> None:
        """Enter the list of nodes under another id: this one was removed."""
        log.critical("this node was cut off for too long; others have taken over its tables")
        self._is_back = False
        await self._ask(self._store.rejoin, self._name, self._version, self._lease)

    async def judge(self) -> None:
        """Strike the nodes whose leases have ended, unless they may only be late."""
        if time.monotonic() >= self._judges_from:
            struck = await self._ask(self._store.strike)
            adopted = 0
            while not self.draining:
                tables: list[RunningTable] = await self._ask(self._store.adopt_orphans, _ADOPTED)
                adopted += len(tables)
                if tables:
                    log.warning("%d tables of a node that is gone go on here", len(tables))
                    self._node.failover.adopt(tables)
                if len(tables) < _ADOPTED:
                    break
            self._looks = False
            if struck or adopted or not self._judged:
                self._judged = time.monotonic()

    async def drain(self) -> int:
        """Hand all tables over to the other nodes; return how many.

        Without another node they stay in the database.
        """
        self.draining = True
        with suppress(StoreError):
            await self._ask(self._store.set_draining)
        others = [row for row in self._node.live if row.id != self._node.id and not row.draining]
        # what an older version cannot read stays stored: it gets tables only if all are older
        mine = _order(self._version)
        heirs = [row for row in others if _order(row.version) >= mine] or others
        rooms = [*self._node.matchmaker.rooms]
        if not heirs:
            return 0
        to = cycle(row.id for row in heirs)
        for at in range(0, len(rooms), _TOGETHER):
            part = rooms[at : at + _TOGETHER]
            await asyncio.gather(*(self._node.failover.give(room, next(to)) for room in part))
        return len(rooms)


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

    async def besides(self, owners: Collection[str], identity: str) -> list[RunningTable]:
        return await self._ask(self._store.tables_besides, owners, identity)


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
        self.obey: Order = ignore
        self.listing: Listing = lambda _what: []
        self._options = options
        self._store = store
        self._writer = writer
        self.node = Node(matchmaker, StoredLedger(store, writer), self._bus_of)
        self.node.carry_out = self._carry_out
        self.node.is_settled = lambda: self.membership.settled
        self.node.listing = lambda what: self.listing(what)
        self._bus: NatsBus
        self._leads = False
        self.health = Health()
        """Hears how the broker and this node's lease do."""
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
        for node in self.node.others:
            await self.node.ask_lists(node)
        await self.membership.judge()
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
        self._bus.tick()
        self.health.note("broker", "" if self._bus.connected else AWAY)
        self.node.note_reach()
        self.health.note("node", self.membership.unwell)
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
        self._bus.tell_all("leaves", {})
        await self.membership.leave()
        await self._bus.close()

    # for operators

    async def drain_here(self) -> None:
        """Hand all tables over to the other nodes."""
        if not self.membership.draining:
            self.on_drain()
            went = await self.membership.drain()
            log.warning("%d tables were handed over", went)

    async def nodes(self) -> tuple[NodeLine, ...]:
        lines = []
        for row in self.node.live:
            here = row.id == self.node.id
            sessions, tables = self.node.counts() if here else await self._counts(row.id)
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
        ids = [row.id for row in self.node.live if name in (row.name, row.id)]
        if not ids:
            known = ", ".join(row.name for row in self.node.live)
            raise ClusterError(f"there is no node {name}: the nodes are {known}")
        try:
            await self._bus.ask(ids[-1], "obey", {"order": "drain", "arguments": {}})
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

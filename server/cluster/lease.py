"""A node's lease: renew it, notice nodes that died, adopt their tables, and drain.

PostgreSQL decides. A node is alive as long as its lease lasts, by the database's clock. A node
that was cut off judges nobody for a whole lease: the others may have been cut off as well.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

from server.cluster.node import Node
from server.store.values import StoreError

if TYPE_CHECKING:
    from server.store.store import Store
    from server.store.values import NodeRow, RunningTable


log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two beats."""
_AFTER: Final = 0.02
"""Seconds after the end of another node's lease until the next beat."""
_LATE: Final = 1.0
"""Seconds by which a beat may be late before it is an alarm: the process was held up."""
_ADOPTED: Final = 50
"""Tables that are adopted at a time."""
_LOOK: Final = 10
"""Beats between two looks for tables that nobody runs, while no node goes."""
_TOGETHER: Final = 2
"""Tables that are handed over at the same time: their games pause meanwhile."""


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which can be compared."""
    return tuple(map(int, re.findall(r"\d+", version)))


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
            name: what operators call this node.
            lease: seconds for which a node counts as alive after a beat.
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
        self._beats = 0
        self._looks = False
        """Whether to look for tables that nobody runs, as soon as that may be judged."""
        self._task: asyncio.Task[None] | None = None
        self.draining = False

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
        await self._beat()

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
                due = begun + self._until_next()
            except StoreError as error:
                log.warning("the database does not take this node's beat: %s", error.why)
            except Exception:
                log.exception("a beat failed")

    def _until_next(self) -> float:
        """Return the seconds to the next beat: fewer if another's lease ends before it."""
        ends = (row.left + _AFTER for row in self._node.live if row.id != self._node.id)
        return min((BEAT, *ends))

    async def _step(self) -> None:
        before = {row.id for row in self._node.live}
        if not await self._beat():
            await self._rejoin()
        if not self._is_back:
            await self._come_back()
        self._beats += 1
        if before - {row.id for row in self._node.live} or self._beats % _LOOK == 0:
            self._looks = True
        if self._looks and time.monotonic() >= self._judges_from:
            await self._ask(self._store.strike)
            await self.adopt()
            self._looks = False

    async def _beat(self) -> bool:
        """Renew the lease; return whether there was one."""
        begun = time.monotonic()
        beat = await self._ask(self._store.beat, self._lease)
        if begun - self._beaten > self._lease / 2:
            self._judges_from = begun + self._lease
        if beat.alive:
            self._beaten = begun
        self._node.set_live(beat.nodes)
        return bool(beat.alive)

    async def _rejoin(self) -> None:
        """Enter the list of nodes under another id: this one was removed."""
        log.critical("this node was cut off for too long; others have taken over its tables")
        self._is_back = False
        await self._ask(self._store.rejoin, self._name, self._version, self._lease)

    async def _come_back(self) -> None:
        """Continue under another id, without tables; after an error this is repeated."""
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

    async def adopt(self) -> None:
        """Run the tables of nodes that are gone."""
        while not self.draining:
            tables: list[RunningTable] = await self._ask(self._store.adopt_orphans, _ADOPTED)
            if tables:
                log.warning("%d tables of a node that is gone go on here", len(tables))
                self._node.failover.adopt(tables)
            if len(tables) < _ADOPTED:
                return

    def others(self) -> list[NodeRow]:
        """List the nodes that could take over tables."""
        rows = self._node.live
        return [row for row in rows if row.id != self._node.id and not row.draining]

    def _heirs(self) -> list[NodeRow]:
        """List the nodes that get this one's tables: older versions may be unable to read them.

        Only if all others are older do they get them: what they cannot read stays stored.
        """
        others = self.others()
        mine = _numbers(self._version)
        return [row for row in others if _numbers(row.version) >= mine] or others

    async def drain(self) -> int:
        """Hand all tables over to the other nodes; return how many.

        Without another node they stay in the database.
        """
        self.draining = True
        with suppress(StoreError):
            await self._ask(self._store.set_draining)
        rows = self._heirs()
        rooms = [*self._node.matchmaker.rooms]
        if not rows:
            return 0
        to = cycle(row.id for row in rows)
        for at in range(0, len(rooms), _TOGETHER):
            part = rooms[at : at + _TOGETHER]
            await asyncio.gather(*(self._node.failover.give(room, next(to)) for room in part))
        return len(rooms)

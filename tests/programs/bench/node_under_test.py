"""Run a node without ssh: `python -m tests.programs.bench.node_under_test NAME DATABASE BROKER`.

It is put together as in `server/serve.py`: store, writer, matchmaker and member, with a tick each
second. Players who have no terminal sit at it. Orders come as lines of JSON; each is answered.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec

from cuttle_tui import __version__
from cuttle_tui.ports import TablePlan
from engine.bots.thinkers import AtOnce
from engine.table.seats import Ready
from server.cluster.bus import Bus, NatsBus
from server.cluster.lobby import ClusterLobby
from server.cluster.member import Member
from server.cluster.moving_chair import HERE, MovingChair
from server.cluster.node import Node
from server.cluster.options import ClusterOptions
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player
from server.people.player_limits import PlayerLimits
from server.store.store import Store
from server.store.writer import Writer
from server.tables.room import Room
from tests.programs.bench.seats import Seat, Tally, all_of

_TICK: Final = 1.0
_TOGETHER: Final = 8
"""Tables that are given away at the same time, as when a node drains."""
Answer = Mapping[str, Any]


class Ear:
    """Weighs what a node is told of its players' chairs, then passes it on."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self.sizes: list[int] = []
        """Bytes of each change, without its envelope."""
        self.messages: list[int] = []
        """Bytes of each message with a change, with it."""
        self.weighs = False
        self.answer = node.answer
        self.reconnected = node.reconnected
        self.disconnected = node.disconnected

    def hear(self, sender: str, what: str, body: Mapping[str, Any]) -> None:
        """Take what another node tells."""
        if self.weighs and what == "changed":
            self.sizes.append(len(msgspec.msgpack.encode(body["changed"])))
            self.messages.append(len(msgspec.msgpack.encode([1, sender, what, body])))
        self._node.hear(sender, what, body)


class MeasuredMember(Member):
    """A member whose bus is weighed."""

    ear: Ear
    nats: NatsBus

    def _bus_of(self, node: Node) -> Bus:
        self.ear = Ear(node)
        self._bus = self.nats = NatsBus(self._store.node, self.ear)
        return self._bus


class NodeUnderTest:
    """A node with its players."""

    def __init__(self, name: str, database: str, broker: str) -> None:
        """Put it together, in the running loop."""
        self._name = name
        self._store = Store.open(database, shared=True)
        self._writer = Writer(self._store, self._say_trouble)
        self.hall = Matchmaker(
            AtOnce(), time.time, journal=self._writer, player_limits=PlayerLimits(tables=1000)
        )
        options = ClusterOptions(name, (broker,))
        self._member = MeasuredMember(options, self._store, self._writer, self.hall, __version__)
        self._writer.lost = self._member.node.failover.release
        self._seats: list[Seat] = []
        self._lobbies: list[ClusterLobby] = []
        self._tally = Tally()
        self._luck = random.Random(name)
        self._given: dict[str, float] = {}
        """When each table began to be handed over, by `time.monotonic`."""
        self._draining: asyncio.Task[None] | None = None
        self.orders: dict[str, Callable[..., Awaitable[Answer]]] = {
            "look": self._look,
            "open": self._open,
            "join": self._join_tables,
            "give": self._give,
            "play": self._play,
            "rest": self._rest,
            "expect": self._expect,
            "firsts": self._firsts,
            "drain": self._drain,
        }

    def _say_trouble(self, why: str | None) -> None:
        logging.getLogger(__name__).warning("the store: %s", why or "well again")

    async def __aenter__(self) -> NodeUnderTest:
        """Enter the cluster."""
        await self._member.join()
        node = self._member.node
        hand_over = node.failover.hand_over

        async def timed(room: Room, to: str, known: int | None) -> None:
            self._given[room.id] = time.monotonic()
            await hand_over(room, to, known)

        node.failover.hand_over = timed  # type: ignore[method-assign]
        self._tick()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave the cluster, without handing anything over."""
        self._timer.cancel()
        await self._rest()
        self.hall.analyst.close()
        await self._member.close()
        await self._writer.close()
        self._store.close()

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_TICK, self._tick)
        self._writer.watch()
        self.hall.tick(loop.call_later)
        self._member.tick()

    # orders

    async def _look(self) -> Answer:
        node = self._member.node
        stats = self._member.nats._client.stats
        return {
            "id": node.id,
            "nodes": len(node.live),
            "tables": len(self.hall.rooms),
            "seats": len(self._seats),
            "playing": all_of(self._seats, lambda seat: seat.plays),
            "elsewhere": all_of(self._seats, lambda seat: seat.node != HERE),
            "sent": stats["out_msgs"],
            "received": stats["in_msgs"],
        }

    def _enter(self) -> ClusterLobby:
        name = f"{self._name}-{len(self._lobbies)}"
        lobby = self._member.node.enter(Player(name, f"SHA256:{name}"))
        lobby.address = name
        self._lobbies.append(lobby)
        return lobby

    def _sit(self, chair: object) -> Seat:
        assert isinstance(chair, MovingChair)
        seat = Seat(chair, self._luck)
        self._seats.append(seat)
        chair.ask(Ready())
        return seat

    async def _open(self, count: int) -> Answer:
        """Open tables here, each by a player of its own."""
        codes = []
        for _ in range(count):
            seat = self._sit(await self._enter().open_table(TablePlan("standard")))
            codes.append(seat.chair.state().code)
        await self._writer.drain()
        return {"codes": codes}

    async def _join_tables(self, codes: list[str]) -> Answer:
        """Sit down at tables by their codes, each with a player of its own."""
        for code in codes:
            self._sit(await self._enter().join_room(code))
        return {}

    async def _give(self, to: list[str]) -> Answer:
        """Give all tables that are here to other nodes, in turn."""
        node, rooms = self._member.node, [*self.hall.rooms]
        for at in range(0, len(rooms), _TOGETHER):
            part = enumerate(rooms[at : at + _TOGETHER], at)
            give = node.failover.give
            await asyncio.gather(*(give(room, to[turn % len(to)]) for turn, room in part))
        return {"given": len(rooms)}

    async def _play(self, pace: float, weigh: bool = False) -> Answer:
        """Have everybody play, each answering within so many seconds on average."""
        self._tally = Tally()
        self._member.ear.weighs = weigh
        for seat in self._seats:
            seat.begin(pace, self._tally, weighs=weigh)
        return {}

    async def _rest(self) -> Answer:
        """Have everybody rest, and say what they saw since they began."""
        for seat in self._seats:
            seat.begin(None, self._tally, weighs=False)
        ear, tally = self._member.ear, self._tally
        ear.weighs = False
        return {
            "here": tally.here,
            "elsewhere": tally.elsewhere,
            "states": tally.states,
            "deltas": ear.sizes,
            "messages": ear.messages,
            "refused": tally.refused,
            "games": tally.games,
            "lost": all_of(self._seats, lambda seat: seat.lost),
        }

    async def _expect(self, left: str) -> Answer:
        """Have everybody note their first action after their table has gone from a node."""
        for seat in self._seats:
            seat.expect(left)
        return {}

    async def _firsts(self) -> Answer:
        """Say when that was, by the table."""
        firsts: dict[str, float] = {}
        for seat in self._seats:
            if seat.first is not None:
                table = seat.chair.place.table
                firsts[table] = min(firsts.get(table, seat.first), seat.first)
        return {"firsts": firsts}

    async def _drain(self) -> Answer:
        """Hand all tables over, and say when each began to go."""
        self._given.clear()
        await self._member.drain_here()
        return {"given": self._given}


async def _serve(name: str, database: str, broker: str) -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with NodeUnderTest(name, database, broker) as node:
        _say({})
        while line := await reader.readline():
            order = json.loads(line)
            _say(await partial(node.orders[order.pop("do")], **order)())


def _say(answer: Answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve until there are no more orders."""
    logging.basicConfig(level=logging.ERROR)
    asyncio.run(_serve(*sys.argv[1:]))


if __name__ == "__main__":
    main()

"""What happens to a session's chairs when the node of their table dies, or hands the table over.

The chairs wait, the table is looked for in the database, and they are moved to the node that runs
it now: the one that has adopted it (`adopt`), or to which it was handed over (`hand_over`). The
session stays: its player sees the table go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from cuttle_tui.ports import LobbyError
from server.cluster.bus import NoAnswer
from server.cluster.codec import pack
from server.cluster.moving_chair import HERE, MovingChair
from server.cluster.remote_chair import Guest, Handed
from server.store.values import StoreError
from server.tables.room import Room

if TYPE_CHECKING:
    from server.cluster.node import Node
    from server.store.values import RunningTable

log = logging.getLogger(__name__)

_PAUSE: Final = 0.1
"""Seconds between two looks where a table has gone."""
_GIVEN: Final = 5.0
"""Seconds for which a table that is handed over may wait for the database."""


class Failover:
    """Moves tables to this node and away from it, and the chairs of its sessions after them."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._matchmaker = node.matchmaker
        self._chairs: dict[str, WeakValueDictionary[int, MovingChair]] = {}
        """The chairs of each table, by their addresses: a player with two sessions has two."""
        self._following: dict[str, str | None] = {}
        """The tables that are looked for, and where each was said to be since the last look: the
        node that runs it, empty if that is not known; None for nothing new."""
        self._giving: set[str] = set()
        """The tables that are being handed over."""
        self._prepared: dict[str, Room] = {}
        """Tables that others will hand over to this node, as far as they were played."""

    # the chairs of this node's sessions

    def follow(self, chair: MovingChair) -> None:
        """Move a chair along when its table goes to another node."""
        self._chairs.setdefault(chair.place.table, WeakValueDictionary())[id(chair)] = chair

    def chairs_at(self, table: str) -> list[MovingChair]:
        """List the chairs of this node's sessions at a table."""
        return [*self._chairs.get(table, {}).values()]

    def remote_chairs(self) -> list[MovingChair]:
        """List the chairs at tables of other nodes."""
        every = (chair for table in [*self._chairs] for chair in self.chairs_at(table))
        return [chair for chair in every if chair.node != HERE]

    def drop_empty(self) -> None:
        """Forget tables where no session of this node has a chair any more."""
        for table in [table for table, chairs in self._chairs.items() if not chairs]:
            del self._chairs[table]

    def lose(self, gone: Collection[str]) -> None:
        """Look for the tables of nodes that are gone."""
        self._prepared.clear()
        for table in [*self._chairs]:
            if any(each.node in gone for each in self.chairs_at(table)):
                self.table_moved(table)

    def table_moved(self, table: str, to: str = "") -> None:
        """Look for a table that has moved, to the node `to` if that is known."""
        chairs = [each for each in self.chairs_at(table) if not to or each.node != to]
        for chair in chairs:
            chair.wait()
        if table in self._following:
            self._following[table] = to
        elif chairs:
            self._following[table] = to
            self._node.soon(self._follow(table))

    async def _follow(self, table: str) -> None:
        """Move the chairs of a table to its node, until none waits and no other move is known."""
        try:
            while waiting := self._waiting(table):
                to, self._following[table] = self._following[table], None
                try:
                    owner = to if to and to != HERE else await self._node.ledger.owner_of(table)
                    if owner is None:
                        for chair in self.chairs_at(table):
                            self._part(chair)
                        return
                    node = HERE if owner == self._node.id else owner
                    for chair in waiting:
                        if chair.waits or chair.node != node:
                            await self._move_to(owner, chair)
                except StoreError:
                    pass  # look again until the database answers
                except Exception:
                    log.exception("the chairs of table %s cannot be moved to it yet", table)
                if self._following[table] is None and self._waiting(table):
                    await asyncio.sleep(_PAUSE)
        finally:
            del self._following[table]

    def _waiting(self, table: str) -> list[MovingChair]:
        """List the chairs that wait for a table or are not at the node where it is said to be."""
        to = self._following[table]
        return [
            each
            for each in self.chairs_at(table)
            if each.waits or (to is not None and (not to or each.node != to))
        ]

    async def _move_to(self, owner: str, chair: MovingChair) -> None:
        """Move a chair to the node that runs its table now, or let it wait on."""
        lobby = chair.host
        if lobby.session not in self._node.lobbies:
            self._part(chair)
        elif owner == self._node.id:
            room = await self.load(chair.place.table)
            own = None if room is None else lobby.own_chair(room, chair.place)
            if own is not None:
                chair.move(own)
                lobby.forget_seats_besides(HERE, chair.place.table)
            elif room is not None:
                self._part(chair)
        elif owner in {row.id for row in self._node.live}:
            try:
                chair.move(await lobby.attach(owner, chair.place))
                lobby.forget_seats_besides(owner, chair.place.table)
            except LobbyError as error:
                if error.reason == "not-here":
                    self._part(chair)

    def _part(self, chair: MovingChair) -> None:
        """End a chair whose table is closed, or whose seat the player has lost."""
        self._chairs.get(chair.place.table, WeakValueDictionary()).pop(id(chair), None)
        chair.part()

    # tables that come to this node

    async def load(self, table: str) -> Room | None:
        """Return a table of this node; if it was only just handed over, read it from the store."""
        room = self._matchmaker.rooms.with_id(table)
        if room is not None or table in self._giving:
            return room
        kept = await self._node.ledger.take(table)
        if kept is not None and self._matchmaker.rooms.with_id(table) is None:
            self.adopt([kept])
        return self._matchmaker.rooms.with_id(table)

    def adopt(self, tables: Iterable[RunningTable]) -> None:
        """Run tables whose node is gone."""
        kept = [table for table in tables if self._matchmaker.rooms.with_id(table.id) is None]
        seated = self._seated()
        self._matchmaker.restore(kept)
        self._announce([table.id for table in kept], seated)

    def _seated(self) -> set[str]:
        """Return the identities of this node's players who have a seat."""
        lobbies = self._node.lobbies.values()
        return {each.who.identity for each in lobbies if each.held() is not None}

    def _announce(self, tables: Collection[str], seated: Collection[str]) -> None:
        """Tell players and nodes that tables run here now.

        `seated` are the identities of those who had a seat before.
        """
        for room in filter(None, map(self._matchmaker.rooms.with_id, tables)):
            for lobby in self._node.lobbies.values():
                lobby.leave_again_at(room)
            for identity in room.people():
                present = identity in self._matchmaker.presence
                self._matchmaker.locations.set_present(identity, present)
            for lobby in self._node.lobbies.values():
                who = lobby.who.identity
                if room.seat_of(who) is not None:
                    self._node.announce_seat(lobby, seated=who in seated)
            self._node.reception.tell_seated(room)
        self._node.peers.found(tables)
        self._node.bus.tell_all("moved", {"tables": [*tables]})
        for table in tables:
            self.table_moved(table, HERE)

    async def prepare(self, table: str) -> int | None:
        """Read a table that will be handed over to this node; return how many entries it has."""
        kept = await self._node.ledger.read(table)
        room = None if kept is None else self._matchmaker.rooms.prepared(kept)
        if room is None:
            return None
        self._prepared[table] = room
        return room.entries

    async def continue_handed(self, handed: Handed) -> bool:
        """Continue a table that was handed over to this node; return whether it is here.

        That it is this node's is stored already. If it were not, nothing could be stored here.
        """
        room = self._prepared.pop(handed.table, None)
        if room is None or room.entries != handed.known or self._matchmaker.rooms.with_id(room.id):
            return await self.load(handed.table) is not None
        room.replay(handed.entries)
        room.chat.take(handed.talk)
        room.go_on(handed.epoch)
        seated = self._seated()
        self._matchmaker.take_over(room)
        doors = self._node.others
        self._node.reception.welcome(room, (each for each in handed.guests if each.door in doors))
        self._announce([room.id], seated)
        return True

    # tables that leave it

    def release(self, table: str) -> None:
        """Stop running a table: another node does."""
        room = self._matchmaker.release(table)
        if room is not None:
            self._node.reception.hide(room)
            self.table_moved(table)

    async def give(self, room: Room, to: str) -> None:
        """Hand a table over to a node that reads it beforehand, so that it goes on at once."""
        known = None
        with suppress(NoAnswer):
            known = await self._node.bus.ask(to, "prepare", {"table": room.id})
        if self._matchmaker.rooms.with_id(room.id) is room:
            await self.hand_over(room, to, known)

    async def hand_over(self, room: Room, to: str, known: int | None) -> None:
        """Stop running a table, and have a node continue it that knows so many entries."""
        given = asyncio.Event()
        for chair in self.chairs_at(room.id):
            chair.wait()
        self._giving.add(room.id)
        entries = None if known is None else room.entries_after(known)
        guests = self._node.reception.guests_at(room.id) + [
            Guest(self._node.id, chair.host.visit(), chair.place)
            for chair in self.chairs_at(room.id)
            if chair.host.session in self._node.lobbies
        ]
        self._matchmaker.release(room.id)
        epoch = room.give(to, given.set)
        try:
            await asyncio.wait_for(given.wait(), _GIVEN)
            if known is None or entries is None:
                await self._node.bus.ask(to, "take", {"tables": [room.id]})
            else:
                talk = room.chat.whole()
                handed = Handed(room.id, epoch, known, tuple(entries), tuple(guests), talk)
                await self._node.bus.ask(to, "go on", {"handed": pack(Handed, handed)})
        except (TimeoutError, NoAnswer):
            log.warning("node %s does not say whether it goes on with table %s", to, room.id)
        finally:
            self._giving.discard(room.id)
            self._node.reception.hide(room)
            self.table_moved(room.id, to)

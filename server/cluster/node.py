"""A node of a cluster: which tables it runs, what the others tell it, and where chairs lead."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakValueDictionary

from cuttle_tui.ports import Account, LobbyError, News
from server.cluster.bus import Bus, NoAnswer
from server.cluster.codec import Garbled, Plain, pack, unpack
from server.cluster.lobby import ClusterLobby
from server.cluster.moving_chair import HERE, MovingChair
from server.cluster.peers import OwnLists, Peers
from server.cluster.reception import Reception
from server.cluster.remote_chair import Answer, Guest, Handed, Place, Standing, Told
from server.cluster.store import DepartedNodes
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player
from server.store.values import StoreError
from server.tables.room import Room

if TYPE_CHECKING:
    from server.store.values import NodeRow, RunningTable

log = logging.getLogger(__name__)

_SOON: Final = 0.1
"""Seconds between two looks where a table has gone."""
_ADOPTED: Final = 5.0
"""Seconds after which the tables of a node that is gone are run by others, who have told so."""
_GIVEN: Final = 5.0
"""Seconds for which a table that is handed over may wait for the database."""


class Ledger(Protocol):
    """What the database knows of tables."""

    def owner_of(self, table: str) -> Awaitable[str | None]:
        """Return the node that runs a table; None if it is closed.

        Raises:
            StoreError: the database does not answer.
        """

    def table_under(self, code: str) -> Awaitable[str | None]:
        """Return the node of the table that waits under a code; None if there is none.

        Raises:
            StoreError: the database does not answer.
        """

    def take(self, table: str) -> Awaitable[RunningTable | None]:
        """Return a table, if it is this node's.

        Raises:
            StoreError: the database does not answer.
        """

    def read(self, table: str) -> Awaitable[RunningTable | None]:
        """Return a table as it is now, whichever node runs it.

        Raises:
            StoreError: the database does not answer.
        """


class Node:
    """One of the processes that play as one server."""

    def __init__(self, matchmaker: Matchmaker, ledger: Ledger, bus: Callable[[Node], Bus]) -> None:
        """Prepare the node; `bus` makes the bus that delivers to it."""
        self.matchmaker = matchmaker
        self.ledger = ledger
        self.bus = bus(self)
        self.peers = Peers()
        self.own = OwnLists(matchmaker)
        self.reception = Reception(matchmaker, self.bus, self.load)
        self.carry_out: Callable[[str, Mapping[str, Plain]], None] = lambda _order, _arguments: None
        """Carries out an operator's order that was given at another node."""
        self.listing: Callable[[str], list[dict[str, Plain]]] = lambda _what: []
        """Lists what is here for an operator at another node."""
        self.learn: Callable[[str, Mapping[str, str]], Coroutine[Any, Any, None]] | None = None
        """Takes up what has changed in accounts at another node."""
        self.game_kept: Callable[[str], None] = lambda _game: None
        """Takes up a rated game that another node has stored, by its id."""
        self.departed = DepartedNodes()
        self.live: tuple[NodeRow, ...] = ()
        """The nodes that are there, this one among them, the oldest first."""
        self.id = ""
        """This node's id."""
        self._gone: set[str] = set()
        """The ids of nodes that are gone; one that comes back has another."""
        self._lobbies: dict[str, ClusterLobby] = {}
        self._chairs: dict[str, WeakValueDictionary[int, MovingChair]] = {}
        """The chairs of each table, by their addresses: a player with two sessions has two."""
        self._following: dict[str, str | None] = {}
        """The tables that are looked for, and what was told of each since the last look: the node
        that runs it, empty for one that is not known; None for nothing."""
        self._giving: set[str] = set()
        """The tables that are being handed over."""
        self._prepared: dict[str, Room] = {}
        """Tables that others will hand over to this node, as far as they were played."""
        self._moving: set[str] = set()
        """The identities of those who go from one queue to another."""
        self._tasks: set[asyncio.Task[object]] = set()
        matchmaker.locations.plays_elsewhere = self._plays_elsewhere
        matchmaker.bearers_elsewhere = self.peers.bearers
        matchmaker.presence.elsewhere = self._tell_everybody_elsewhere

    def _soon(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def busy(self) -> bool:
        """Whether something is being done for a session."""
        return bool(self._tasks)

    async def close(self) -> None:
        """End what is still being done, and tell the others what is left here."""
        for task in [*self._tasks]:
            task.cancel()
        for task in [*self._tasks]:
            with suppress(asyncio.CancelledError):
                await task
        self.tell_lists()

    # sessions

    def enter(self, player: Player, account: Account | None = None) -> ClusterLobby:
        """Enter a player whose session is here."""
        lobby = ClusterLobby(self, self.matchmaker, player, account)
        first = player.identity not in self.matchmaker.presence
        self.matchmaker.enter(lobby)
        self._lobbies[lobby.session] = lobby
        lobby.subscriptions.until(lambda: self._left(lobby))
        if first and lobby.named:
            came = {"identity": player.identity, "name": player.name}
            self.bus.tell_all("came", came)
        return lobby

    def _left(self, lobby: ClusterLobby) -> None:
        if self._lobbies.pop(lobby.session, None) is not None:
            lobby.bid_farewell()

    def _plays_elsewhere(self, identity: str) -> bool:
        lobbies = self.matchmaker.presence.lobbies(identity)
        return any(each.plays_elsewhere for each in lobbies if isinstance(each, ClusterLobby))

    def _tell_everybody_elsewhere(self, news: News) -> None:
        self.bus.tell_all("news", {"news": pack(News, news)})

    @property
    def leader(self) -> str | None:
        """The node that holds the play nights, the oldest; None if it is this one."""
        return None if not self.live or self.live[0].id == self.id else self.live[0].id

    async def find_code(self, code: str) -> str | None:
        """Return the node of the table that waits under a code.

        A code may be typed before its table is stored: it is looked for again before it is unknown.
        """
        for pause in (_SOON, 2 * _SOON, 0.0):
            try:
                node = await self.ledger.table_under(code)
            except StoreError:
                return None
            if node is not None or not pause:
                return None if node == self.id else node
            await asyncio.sleep(pause)
        return None

    async def is_used(self, code: str) -> bool:
        """Return whether another node says that the game of a code has begun there."""

        async def asked(row: NodeRow) -> bool:
            with suppress(NoAnswer):
                return bool(await self.bus.ask(row.id, "used", {"code": code}))
            return False

        others = (row for row in self.live if row.id != self.id)
        return any(await asyncio.gather(*map(asked, others)))

    # what others ask and tell

    async def answer(self, sender: str, what: str, body: Mapping[str, Plain]) -> Plain:
        """Answer what another node asks."""
        if sender in self._gone:
            raise NoAnswer(f"{sender} is gone, and asks {what!r}")
        match what:
            case "do":
                return await self.reception.answer(sender, body)
            case "open":
                return await self.reception.open(sender, body)
            case "past":
                return await self.reception.past(sender, body)
            case "prepare":
                return await self._prepare(body["table"])
            case "go on":
                return await self._go_on(unpack(Handed, body["handed"]))
            case "take":
                return [await self.load(table) is not None for table in body["tables"]]
            case _:
                return self._tell_of_this_node(what, body)

    def _tell_of_this_node(self, what: str, body: Mapping[str, Plain]) -> Plain:
        """Answer what the lobbies and operators of other nodes ask."""
        match what:
            case "lists":
                return self.own.whole()
            case "counts":
                here = sum(lobby.here for lobby in self.matchmaker.presence.every())
                return here, len(self.matchmaker.rooms)
            case "list":
                return self.listing(body["what"])
            case "used":
                return self.matchmaker.rooms.is_used(body["code"])
            case "obey":
                self.carry_out(body["order"], body["arguments"])
                return True
            case _:
                raise Garbled(f"nobody here can answer {what!r}")

    def hear(self, sender: str, what: str, body: Mapping[str, Plain]) -> None:
        """Take what another node tells; who is gone and does not know it yet is not heard."""
        if sender in self._gone:
            return
        heard = {
            "order": self.reception.order,
            "blocked": self.reception.block,
            "left": self._hear_left,
            "changed": self._hear_change,
            "unknown": self._hear_unknown,
            "refused": self._hear_refusal,
            "standing": self._hear_standing,
            "seat": self._hear_seat,
            "told": self._hear_told,
            "kick": self._hear_kick,
            "lists": self._hear_lists,
            "moved": self._hear_moved,
            "arrived": self._hear_arrived,
            "came": self._hear_came,
            "news": self._hear_news,
            "news of": self._hear_news_of,
            "kept": self._hear_kept,
            "obey": self._hear_order,
            "known": self._hear_known,
        }.get(what)
        if heard is None:
            log.info("node %s tells %r, which nobody here knows", sender, what)
        else:
            heard(sender, body)

    def disconnected(self) -> None:
        """Have the chairs at other nodes wait: the broker is away."""
        for chair in self._remote_chairs():
            chair.wait()

    def _remote_chairs(self) -> list[MovingChair]:
        every = (chair for table in [*self._chairs] for chair in self._chairs_at(table))
        return [chair for chair in every if chair.node != HERE]

    def _chairs_at(self, table: str) -> list[MovingChair]:
        return [*self._chairs.get(table, {}).values()]

    def reconnected(self) -> None:
        """Ask for everything that may have been missed, and tell what others may have."""
        self.reception.tell_again()
        for row in self.live:
            if row.id != self.id:
                self._soon(self.ask_lists(row.id))
        for table in {chair.place.table for chair in self._remote_chairs()}:
            self.table_moved(table)
        for lobby in self._lobbies.values():
            self._soon(lobby.arrive())

    def _hear_left(self, sender: str, body: Mapping[str, Plain]) -> None:
        self.reception.leave(sender, body["session"])

    def _hear_change(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby, place = self._lobbies.get(body["session"]), unpack(Place, body["place"])
        if lobby is not None and not lobby.change(sender, place, body["number"], body["changed"]):
            self._soon(self._open_again(lobby, sender, place))

    def _hear_unknown(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby, place = self._lobbies.get(body["session"]), unpack(Place, body["place"])
        there = any(chair.node == sender for chair in self._chairs_at(place.table))
        if lobby is not None and there and lobby.remote(sender, place) is not None:
            self._soon(self._open_again(lobby, sender, place))

    def _hear_refusal(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        place = unpack(Place, body["place"])
        for chair in self._chairs_at(place.table):
            lobby = chair.host
            if isinstance(lobby, ClusterLobby) and lobby.session == body["session"]:
                chair.refused(body["ply"])

    async def _open_again(self, lobby: ClusterLobby, node: str, place: Place) -> None:
        try:
            await lobby.attach(node, place)
        except LobbyError:
            self.table_moved(place.table)

    def _hear_standing(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby = self._lobbies.get(body["session"])
        if lobby is not None:
            lobby.stands(sender, unpack(Standing, body["standing"]))

    def _hear_seat(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby = self._lobbies.get(body["session"])
        if lobby is not None:
            seated = lobby.held() is not None
            lobby.stands(sender, unpack(Standing, body["standing"]))
            self._lead(lobby, seated=seated)

    def _lead(self, lobby: ClusterLobby, *, seated: bool) -> None:
        """Lead somebody to their table who came while it was without a node.

        Args:
            lobby: theirs.
            seated: whether they had a seat before.
        """
        if not seated and lobby.held() is not None:
            self.matchmaker.presence.tell_session(lobby, News("paired"))

    def _hear_told(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby = self._lobbies.get(body["session"])
        if lobby is None:
            return
        told = unpack(Told, body["told"])
        lobby.stands(sender, told.standing)
        if told.news.kind == "paired":
            self._soon(self._meet(lobby, sender, told.news))
        else:
            self.matchmaker.presence.tell_session(lobby, told.news)

    async def _meet(self, lobby: ClusterLobby, node: str, news: News) -> None:
        await lobby.met_at(node)
        self.matchmaker.presence.tell_session(lobby, news)

    def _hear_kick(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        lobby = self._lobbies.get(body["session"])
        if lobby is not None:
            lobby.kick(body["why"])

    def _hear_came(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        self.matchmaker.tell_followers(body["identity"], body["name"])

    def _hear_news(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        self.matchmaker.presence.tell_here(unpack(News, body["news"]))

    def _hear_news_of(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        to, news = body["identities"], unpack(News, body["news"])
        self.matchmaker.presence.tell(to, news)

    def _hear_kept(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        self.game_kept(body["game"])

    def _hear_order(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        self.carry_out(body["order"], body["arguments"])

    def _hear_known(self, sender: str, body: Mapping[str, Plain]) -> None:
        del sender
        if self.learn is not None:
            self._soon(self.learn(body["what"], body["facts"]))

    # the lobby's lists

    def tell_lists(self) -> None:
        """Tell the other nodes what has changed here, and their players how they stand."""
        self.reception.tell_changes()
        changed = self.own.changed()
        if changed is not None:
            self.bus.tell_all("lists", {"number": self.own.number, "changed": changed})

    def _hear_lists(self, sender: str, body: Mapping[str, Plain]) -> None:
        if not self.peers.change(sender, body["number"], body["changed"]):
            self._soon(self.ask_lists(sender))
        else:
            self._lists_changed(sender)

    async def ask_lists(self, node: str) -> None:
        """Ask a node for all that it has to show."""
        try:
            number, plain = await self.bus.ask(node, "lists", {})
            self.peers.take(node, number, plain)
        except (NoAnswer, Garbled) as error:
            log.warning("the lists of node %s are not known: %s", node, error)
            return
        self._lists_changed(node)

    def _lists_changed(self, node: str) -> None:
        if not self._lobbies:
            return
        self.matchmaker.presence.others_changed()
        if node == self.leader and node in self.peers.with_night():
            meant = [*self._lobbies.values()]
        else:
            seated = self.peers.people_at(node)
            meant = [each for each in self._lobbies.values() if each.who.identity in seated]
        for lobby in meant:
            if not lobby.knows(node):
                self._soon(self._introduce(lobby, node))

    async def _introduce(self, lobby: ClusterLobby, node: str) -> None:
        seated = lobby.held() is not None
        with suppress(LobbyError):
            await lobby.introduce(node)
        self._lead(lobby, seated=seated)
        self.matchmaker.presence.others_changed()

    # tables that move

    def follow(self, chair: MovingChair) -> None:
        """Move a chair along when its table goes to another node."""
        self._chairs.setdefault(chair.place.table, WeakValueDictionary())[id(chair)] = chair

    def nodes_are(self, live: Iterable[NodeRow]) -> None:
        """Note which nodes are there; what was at another must be looked for."""
        before, rows = {row.id for row in self.live}, self.live
        self.live = tuple(live)
        self.departed.follow(rows, self.live, self.id)
        now = {row.id for row in self.live}
        gone, new = before - now, now - before - {self.id}
        for node in new:
            self._soon(self.ask_lists(node))
        self.reception.nodes_are(now, gone)
        for table in [table for table, chairs in self._chairs.items() if not chairs]:
            del self._chairs[table]
        if not gone:
            return
        self._gone |= gone
        self._prepared.clear()
        self.peers.lose(gone)
        asyncio.get_running_loop().call_later(_ADOPTED, self.peers.forget, gone)
        for table in [*self._chairs]:
            if any(each.node in gone for each in self._chairs_at(table)):
                self.table_moved(table)
        for lobby in self._lobbies.values():
            for node in gone:
                lobby.forget_node(node)

    def _hear_moved(self, sender: str, body: Mapping[str, Plain]) -> None:
        for table in body["tables"]:
            self.table_moved(table, sender)
        if self.peers.misses(body["tables"]):
            self._soon(self._found(sender, body["tables"]))

    async def _found(self, node: str, tables: Collection[str]) -> None:
        """Note that a node runs tables of another that is gone; its lists tell how they are now."""
        await self.ask_lists(node)
        self.peers.found(tables)

    def _hear_arrived(self, sender: str, body: Mapping[str, Plain]) -> None:
        lobby = self._lobbies.get(body["session"])
        if lobby is None:
            self.bus.tell(sender, "left", {"session": body["session"]})
        else:
            lobby.arrived(sender, unpack(Answer, body["answer"]))

    def table_moved(self, table: str, to: str = "") -> None:
        """Look for a table that is not where it was.

        Args:
            table: its id.
            to: the node that runs it now; empty if that is not known.
        """
        chairs = [each for each in self._chairs_at(table) if not to or each.node != to]
        for chair in chairs:
            chair.wait()
        if table in self._following:
            self._following[table] = to
        elif chairs:
            self._following[table] = to
            self._soon(self._follow(table))

    async def _follow(self, table: str) -> None:
        """Lead the chairs of a table to where it is, until nobody waits and nothing new is told."""
        try:
            while waiting := self._waiting(table):
                to, self._following[table] = self._following[table], None
                try:
                    owner = to if to and to != HERE else await self.ledger.owner_of(table)
                    if owner is None:
                        self._closed(table)
                        return
                    for chair in waiting:
                        if chair.waits or not self._leads_to(chair, owner):
                            await self._move_to(owner, chair)
                except StoreError:
                    pass  # it is looked for until the database answers
                except Exception:
                    log.exception("the chairs of table %s cannot be led to it yet", table)
                if self._following[table] is None and self._waiting(table):
                    await asyncio.sleep(_SOON)
        finally:
            del self._following[table]

    def _waiting(self, table: str) -> list[MovingChair]:
        """List the chairs that wait for a table; all of them if it was told to be elsewhere."""
        to = self._following[table]
        return [
            each
            for each in self._chairs_at(table)
            if each.waits or (to is not None and (not to or each.node != to))
        ]

    def _leads_to(self, chair: MovingChair, owner: str) -> bool:
        """Return whether a chair is at a table of a node."""
        return chair.node == (HERE if owner == self.id else owner)

    def _closed(self, table: str) -> None:
        """A table was closed while it was looked for."""
        for chair in self._chairs_at(table):
            self._part(chair)

    async def _move_to(self, owner: str, chair: MovingChair) -> None:
        """Lead a chair to the node that runs its table now; it waits on if that cannot be."""
        lobby = chair.host
        if not isinstance(lobby, ClusterLobby) or lobby.session not in self._lobbies:
            self._part(chair)
        elif owner == self.id:
            room = await self.load(chair.place.table)
            own = None if room is None else lobby.own_chair(room, chair.place)
            if own is not None:
                chair.move(own)
                lobby.table_is_at(HERE, chair.place.table)
            elif room is not None:
                self._part(chair)
        elif owner in {row.id for row in self.live}:
            try:
                chair.move(await lobby.attach(owner, chair.place))
                lobby.table_is_at(owner, chair.place.table)
            except LobbyError as error:
                if error.reason == "not-here":
                    self._part(chair)

    def _part(self, chair: MovingChair) -> None:
        """A player's seat at a table that goes on is theirs no more."""
        self._chairs.get(chair.place.table, WeakValueDictionary()).pop(id(chair), None)
        chair.part()

    async def load(self, table: str) -> Room | None:
        """Return a table that this node runs; one that was just given to it is read first."""
        room = self.matchmaker.rooms.with_id(table)
        if room is not None or table in self._giving:
            return room
        kept = await self.ledger.take(table)
        if kept is not None and self.matchmaker.rooms.with_id(table) is None:
            self.take_up([kept])
        return self.matchmaker.rooms.with_id(table)

    def take_up(self, tables: Iterable[RunningTable]) -> None:
        """Run tables that were another node's."""
        kept = [table for table in tables if self.matchmaker.rooms.with_id(table.id) is None]
        seated = self._seated()
        self.matchmaker.restore(kept)
        self._taken_up([table.id for table in kept], seated)

    def _seated(self) -> set[str]:
        """Return who of those who are here has a seat, by identity."""
        return {each.who.identity for each in self._lobbies.values() if each.held() is not None}

    def _taken_up(self, tables: Collection[str], seated: Collection[str]) -> None:
        """See who of those that sit at new tables is here, and tell the others where these are.

        Args:
            tables: their ids.
            seated: those who are here and had a seat before, by identity.
        """
        for room in filter(None, map(self.matchmaker.rooms.with_id, tables)):
            for lobby in self._lobbies.values():
                lobby.table_is_here(room)
            for identity in room.people():
                present = identity in self.matchmaker.presence
                self.matchmaker.locations.set_present(identity, present)
            for lobby in self._lobbies.values():
                who = lobby.who.identity
                if room.seat_of(who) is not None:
                    self._lead(lobby, seated=who in seated)
            self.reception.tell_seated(room)
        self.peers.found(tables)
        self.bus.tell_all("moved", {"tables": [*tables]})
        for table in tables:
            self.table_moved(table, HERE)

    def release(self, table: str) -> None:
        """Run a table no more: another node does."""
        room = self.matchmaker.release(table)
        if room is not None:
            self.reception.hide(room)
            self.table_moved(table)

    # tables that are handed over

    async def give(self, room: Room, to: str) -> None:
        """Hand a table over to another node, which has read it by then and goes on at once."""
        known = None
        with suppress(NoAnswer):
            known = await self.bus.ask(to, "prepare", {"table": room.id})
        if self.matchmaker.rooms.with_id(room.id) is room:
            await self.hand_over(room, to, known)

    async def hand_over(self, room: Room, to: str, known: int | None) -> None:
        """Run a table no more, and have another node go on with it.

        Args:
            room: the table's.
            to: the node.
            known: how many of its entries that node has read; None for none.
        """
        given = asyncio.Event()
        for chair in self._chairs_at(room.id):
            chair.wait()
        self._giving.add(room.id)
        entries = None if known is None else room.entries_after(known)
        guests = (*self.reception.guests_at(room.id), *self._guests_of(room.id))
        self.matchmaker.release(room.id)
        epoch = room.give(to, given.set)
        try:
            await asyncio.wait_for(given.wait(), _GIVEN)
            if known is None or entries is None:
                await self.bus.ask(to, "take", {"tables": [room.id]})
            else:
                talk = room.chat.whole()
                handed = Handed(room.id, epoch, known, tuple(entries), guests, talk)
                await self.bus.ask(to, "go on", {"handed": pack(Handed, handed)})
        except (TimeoutError, NoAnswer):
            log.warning("node %s does not say whether it goes on with table %s", to, room.id)
        finally:
            self._giving.discard(room.id)
            self.reception.hide(room)
            self.table_moved(room.id, to)

    def _guests_of(self, table: str) -> list[Guest]:
        """List the sessions of this node that sit at a table."""
        return [
            Guest(self.id, chair.host.visit(), chair.place)
            for chair in self._chairs_at(table)
            if isinstance(chair.host, ClusterLobby) and chair.host.session in self._lobbies
        ]

    async def _prepare(self, table: str) -> int | None:
        """Read a table that is to be handed over to this node; return how many entries it has."""
        kept = await self.ledger.read(table)
        room = None if kept is None else self.matchmaker.rooms.prepared(kept)
        if room is None:
            return None
        self._prepared[table] = room
        return room.entries

    async def _go_on(self, handed: Handed) -> bool:
        """Go on with a table that was handed over to this node; return whether it is here.

        That it is this node's is stored already. If it were not, nothing could be stored here.
        """
        room = self._prepared.pop(handed.table, None)
        if room is None or room.entries != handed.known or self.matchmaker.rooms.with_id(room.id):
            return await self.load(handed.table) is not None
        room.replay(handed.entries)
        room.chat.take(handed.talk)
        room.go_on(handed.epoch)
        seated = self._seated()
        self.matchmaker.take_over(room)
        doors = {row.id for row in self.live} - {self.id}
        self.reception.welcome(room, (each for each in handed.guests if each.door in doors))
        self._taken_up([room.id], seated)
        return True

    # those who wait for a quick match

    def pair(self) -> None:
        """Bring those who wait here to those who have waited longer elsewhere."""
        quick = self.matchmaker.services.quick
        for room in [*quick.waiting()]:
            if room.table.seats != 2:
                continue
            for identity in room.people():
                self._pair(identity, room)

    def _pair(self, identity: str, room: Room) -> None:
        lobbies = self.matchmaker.presence.lobbies(identity)
        lobby = next((each for each in lobbies if isinstance(each, ClusterLobby)), None)
        if lobby is None or identity in self._moving:
            return
        found = lobby.longer_waiting(room)
        if found is not None:
            self._moving.add(identity)
            self._soon(self._move(identity, lobby, found, room))

    async def _move(
        self, identity: str, lobby: ClusterLobby, to: tuple[str, str], room: Room
    ) -> None:
        try:
            await lobby.move_to(*to, room)
        finally:
            self._moving.discard(identity)

"""A node of a cluster: its sessions, the other nodes, and the messages between them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from cuttle_tui.ports import Account, LobbyError, News
from server.cluster.bus import Bus, NoAnswer
from server.cluster.codec import Garbled, Plain, pack, unpack
from server.cluster.failover import Failover
from server.cluster.lobby import ClusterLobby
from server.cluster.peers import OwnLists, Peers, longer_waiting
from server.cluster.reception import Reception
from server.cluster.remote_chair import Answer, Handed, Place, Standing, Told
from server.cluster.session import ClusterSession
from server.cluster.store import DepartedNodes
from server.lobby.archive import ClosedLink
from server.lobby.matchmaker import Matchmaker
from server.people.accounts import Player
from server.people.friends import Invited
from server.store.values import StoreError
from server.tables.room import Room

if TYPE_CHECKING:
    from server.store.values import NodeRow, RunningTable

log = logging.getLogger(__name__)

_PAUSE: Final = 0.1
"""Seconds before a code that is not known yet is looked for again."""
_ADOPTED: Final = 5.0
"""Seconds after which other nodes have adopted the tables of a node that is gone."""
_OF_SESSIONS: Final = ("changed", "unknown", "standing", "seat", "told", "kick", "arrived")
"""The messages for a session of the node that hears them."""


class Ledger(Protocol):
    """What the database knows of tables. Each may raise `StoreError`: it does not answer."""

    def owner_of(self, table: str) -> Awaitable[str | None]:
        """Return the node that runs a table; None if it is closed."""

    def table_under(self, code: str) -> Awaitable[str | None]:
        """Return the node of the table that waits under a code; None if there is none."""

    def take(self, table: str) -> Awaitable[RunningTable | None]:
        """Return a table, if it is this node's."""

    def read(self, table: str) -> Awaitable[RunningTable | None]:
        """Return a table as it is now, whichever node runs it."""

    def besides(self, owners: Collection[str], identity: str) -> Awaitable[list[RunningTable]]:
        """Return the tables of other owners than these in which a player is named."""


async def ignore(*_given: object) -> None:
    """Do nothing with what other nodes tell."""


class Node:
    """One of the processes that play as one server."""

    def __init__(self, matchmaker: Matchmaker, ledger: Ledger, bus: Callable[[Node], Bus]) -> None:
        """Prepare the node; `bus` makes the bus that delivers to it."""
        self.matchmaker = matchmaker
        self.ledger = ledger
        self.bus = bus(self)
        self.peers = Peers()
        self.own = OwnLists(matchmaker)
        self.failover = Failover(self)
        self.reception = Reception(matchmaker, self.bus, self.failover.load)
        self.carry_out: Callable[[str, Mapping[str, Plain]], None] = lambda _order, _arguments: None
        """Carries out an operator's order from another node."""
        self.listing: Callable[[str], list[dict[str, Plain]]] = lambda _what: []
        """Lists what is here for an operator at another node."""
        self.learn: Callable[[str, Mapping[str, str]], Coroutine[Any, Any, None]] = ignore
        """Applies a change of accounts at another node."""
        self.game_kept: Callable[[str], None] = lambda _game: None
        """Called with the id of a rated game that another node has stored."""
        self.is_settled: Callable[[], bool] = lambda: False
        """Returns whether no node has gone lately whose tables this one may not have heard of."""
        self.departed = DepartedNodes()
        self.live: tuple[NodeRow, ...] = ()
        """The nodes that are alive, this one among them, the oldest first."""
        self.id = ""
        """This node's id."""
        self._gone: set[str] = set()
        """The ids of nodes that are gone; one that was struck comes back under another."""
        self.lobbies: dict[str, ClusterLobby] = {}
        self._moving: set[str] = set()
        """The identities of players who are moving to another node's queue."""
        self._tasks: set[asyncio.Task[object]] = set()
        matchmaker.locations.plays_elsewhere = self._plays_elsewhere
        matchmaker.bearers_elsewhere = self.peers.bearers
        matchmaker.presence.elsewhere = lambda news: self.bus.tell_all(
            "news", {"news": pack(News, news)}
        )
        matchmaker.friends.elsewhere = self._tell_invited
        matchmaker.closed_elsewhere = lambda closed: self.bus.tell_all(
            "closed", {"closed": pack(ClosedLink, closed)}
        )

    def _tell_invited(self, invited: Invited) -> None:
        """Have a friend told at other nodes, which know of the room by then."""
        self.tell_lists()
        self.bus.tell_all("invited", {"invited": pack(Invited, invited)})

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something for a session in a task of its own."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def busy(self) -> bool:
        """Whether something is being done for a session."""
        return bool(self._tasks)

    async def close(self) -> None:
        """End unfinished work, and send the last changes of this node's lists."""
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
        self.lobbies[lobby.session] = lobby
        lobby.subscriptions.until(lambda: self._left(lobby))
        if first and lobby.named and lobby.shows_presence:
            who, friends = player.identity, self.matchmaker.friends.ids(player.identity)
            self.bus.tell_all("came", {"identity": who, "name": player.name, "friends": friends})
        return lobby

    def _left(self, lobby: ClusterLobby) -> None:
        if self.lobbies.pop(lobby.session, None) is not None:
            lobby.leave_other_nodes()

    def _plays_elsewhere(self, identity: str) -> bool:
        lobbies = self.matchmaker.presence.lobbies(identity)
        return any(each.plays_elsewhere for each in lobbies if isinstance(each, ClusterLobby))

    @property
    def others(self) -> list[str]:
        """The ids of the other nodes that are alive."""
        return [row.id for row in self.live if row.id != self.id]

    @property
    def leader(self) -> str | None:
        """The node that holds the play nights, the oldest; None if it is this one."""
        return None if not self.live or self.live[0].id == self.id else self.live[0].id

    async def rooms_in_doubt(self, identity: str) -> list[Room]:
        """Return the tables where a player sits of which this node has not heard.

        A node that is dead, or that has not sent its lists yet, may have a table of theirs.

        Raises:
            StoreError: the database does not answer.
        """
        others = self.others
        heard = {*filter(self.peers.has_heard, others)}
        if len(heard) == len(others) and self.is_settled():
            return []
        found = []
        for kept in await self.ledger.besides({self.id, *heard}, identity):
            room = self.matchmaker.rooms.prepared(kept)
            if room is not None and room.seat_of(identity) is not None:
                found.append(room)
        return found

    async def find_code(self, code: str) -> str | None:
        """Return the node of the table that waits under a code.

        A code may be typed before its table is stored: it is looked for again before it is unknown.
        """
        for pause in (_PAUSE, 2 * _PAUSE, 0.0):
            try:
                node = await self.ledger.table_under(code)
            except StoreError:
                return None
            if node is not None or not pause:
                return None if node == self.id else node
            await asyncio.sleep(pause)
        return None

    async def is_used(self, code: str) -> bool:
        """Return whether the game of a code has begun at another node."""
        return bool(await self._who_affirms("used", code))

    async def find_opened(self, code: str) -> str | None:
        """Return the other node that runs a table which was opened under a code."""
        return next(iter(await self._who_affirms("opened", code)), None)

    async def _who_affirms(self, question: str, code: str) -> list[str]:
        """Return the other nodes that answer yes to a question about a code."""

        async def affirms(node: str) -> bool:
            with suppress(NoAnswer):
                return bool(await self.bus.ask(node, question, {"code": code}))
            return False

        others = self.others
        answers = await asyncio.gather(*map(affirms, others))
        return [node for node, yes in zip(others, answers, strict=True) if yes]

    # what others ask and tell

    async def answer(self, sender: str, what: str, body: Mapping[str, Plain]) -> Plain:
        """Answer another node's question."""
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
                return await self.failover.prepare(body["table"])
            case "go on":
                return await self.failover.continue_handed(unpack(Handed, body["handed"]))
            case "take":
                return [await self.failover.load(table) is not None for table in body["tables"]]
            case _:
                return self._tell_of_this_node(what, body)

    def _tell_of_this_node(self, what: str, body: Mapping[str, Plain]) -> Plain:
        """Answer the lobbies and operators of other nodes."""
        match what:
            case "lists":
                return self.own.whole()
            case "counts":
                return self.counts()
            case "list":
                return self.listing(body["what"])
            case "used":
                return self.matchmaker.rooms.is_used(body["code"])
            case "opened":
                return self.matchmaker.rooms.opened_under(body["code"]) is not None
            case "obey":
                self.carry_out(body["order"], body["arguments"])
                return True
            case _:
                raise Garbled(f"nobody here can answer {what!r}")

    def hear(self, sender: str, what: str, body: Mapping[str, Plain]) -> None:
        """Handle a message of another node, unless that is gone and has not noticed."""
        if sender in self._gone:
            return
        hall, of_session = self.matchmaker, lambda: self._hear_of_session(sender, what, body)
        heard: dict[str, Callable[[], object]] = {
            "order": lambda: self.reception.order(sender, body),
            "blocked": lambda: self.reception.block(sender, body),
            "left": lambda: self.reception.leave(sender, body["session"]),
            "left door": lambda: self.reception.leave_door(sender, body["session"]),
            **dict.fromkeys(_OF_SESSIONS, of_session),
            "refused": lambda: self._hear_refusal(body),
            "lists": lambda: self._hear_lists(sender, body),
            "moved": lambda: self._hear_moved(sender, body),
            "leaves": lambda: self.departed.leaving.add(sender),
            "came": lambda: hall.tell_arrival(
                body["identity"], body["name"], body.get("friends", ())
            ),
            "invited": lambda: hall.friends.tell_invited(unpack(Invited, body["invited"])),
            "news": lambda: hall.presence.tell_here(unpack(News, body["news"])),
            "news of": lambda: hall.presence.tell_here(
                unpack(News, body["news"]), body["identities"]
            ),
            "closed": lambda: hall.tell_closed(unpack(ClosedLink, body["closed"])),
            "kept": lambda: self.game_kept(body["game"]),
            "obey": lambda: self.carry_out(body["order"], body["arguments"]),
            "known": lambda: self.soon(self.learn(body["what"], body["facts"])),
        }
        if what in heard:
            heard[what]()
        else:
            log.info("node %s tells %r, which nobody here knows", sender, what)

    def _hear_of_session(self, sender: str, what: str, body: Mapping[str, Plain]) -> None:
        """Handle a message for a session of this node."""
        lobby = self.lobbies.get(body["session"])
        if lobby is None:  # it has ended
            if what == "arrived":
                self.bus.tell(sender, "left", {"session": body["session"]})
            return
        match what:
            case "changed":
                place = unpack(Place, body["place"])
                lobby.change(sender, place, body["number"], body["changed"])
            case "unknown":
                self._hear_unknown(lobby, sender, unpack(Place, body["place"]))
            case "standing":
                lobby.note_standing(sender, unpack(Standing, body["standing"]))
            case "seat":
                seated = lobby.held() is not None
                lobby.note_standing(sender, unpack(Standing, body["standing"]))
                self.announce_seat(lobby, seated=seated)
            case "told":
                self._hear_told(lobby, sender, unpack(Told, body["told"]))
            case "kick":
                lobby.kick(body["why"])
            case "arrived":
                lobby.continue_at(sender, unpack(Answer, body["answer"]))

    def _hear_unknown(self, lobby: ClusterLobby, sender: str, place: Place) -> None:
        """Ask again for a chair that a node does not show, if it is still looked at there."""
        there = any(chair.node == sender for chair in self.failover.chairs_at(place.table))
        if there and lobby.remote(sender, place) is not None:
            self.soon(self.open_again(lobby, sender, place))

    def _hear_refusal(self, body: Mapping[str, Plain]) -> None:
        place = unpack(Place, body["place"])
        for chair in self.failover.chairs_at(place.table):
            if chair.host.session == body["session"]:
                chair.refused(body["ply"])

    def _hear_told(self, lobby: ClusterLobby, sender: str, told: Told) -> None:
        lobby.note_standing(sender, told.standing)
        if told.news.kind == "paired":
            self.soon(self._meet(lobby, sender, told.news))
        else:
            self.matchmaker.presence.tell_session(lobby, told.news)

    async def _meet(self, lobby: ClusterLobby, node: str, news: News) -> None:
        await lobby.leave_other_tables(node)
        self.matchmaker.presence.tell_session(lobby, news)

    def disconnected(self) -> None:
        """Make the chairs at other nodes wait: the broker is away."""
        for chair in self.failover.remote_chairs():
            chair.wait()

    def reconnected(self) -> None:
        """Ask for all that this node may have missed, and repeat what others may have."""
        self.reception.tell_again()
        for node in self.others:
            self.soon(self.ask_lists(node))
        for table in {chair.place.table for chair in self.failover.remote_chairs()}:
            self.failover.table_moved(table)
        for lobby in self.lobbies.values():
            self.soon(lobby.arrive())

    def note_reach(self) -> None:
        """Pause the games with players of other nodes while the broker is away, and tell why."""
        tables = () if self.bus.connected else self.reception.tables()
        self.matchmaker.housekeeping.set_apart(tables)

    def counts(self) -> tuple[int, int]:
        """Return how many sessions and tables are here."""
        here = sum(lobby.here for lobby in self.matchmaker.presence.every())
        return here, len(self.matchmaker.rooms)

    def announce_seat(self, lobby: ClusterLobby, *, seated: bool) -> None:
        """Call a player to a seat they have now; `seated` says whether they had one before."""
        if not seated and lobby.held() is not None:
            self.matchmaker.presence.tell_session(lobby, News("paired"))

    async def open_again(self, lobby: ClusterSession, node: str, place: Place) -> None:
        """Ask a node for all that a chair shows: a change of it was missed."""
        try:
            await lobby.attach(node, place)
        except LobbyError:
            self.failover.table_moved(place.table)

    # the lobby's lists

    def tell_lists(self) -> None:
        """Send the other nodes this one's changed lists, and their players their standings."""
        self.reception.tell_changes()
        changed = self.own.changed()
        if changed is not None:
            self.bus.tell_all("lists", {"number": self.own.number, "changed": changed})

    def _hear_lists(self, sender: str, body: Mapping[str, Plain]) -> None:
        if not self.peers.change(sender, body["number"], body["changed"]):
            self.soon(self.ask_lists(sender))
        else:
            self._lists_changed(sender)

    async def ask_lists(self, node: str) -> None:
        """Ask a node for all of its lists."""
        try:
            number, plain = await self.bus.ask(node, "lists", {})
            self.peers.take(node, number, plain)
        except (NoAnswer, Garbled) as error:
            log.warning("the lists of node %s are not known: %s", node, error)
            return
        self._lists_changed(node)

    def _lists_changed(self, node: str) -> None:
        if not self.lobbies:
            return
        self.matchmaker.presence.others_changed()
        if node == self.leader and node in self.peers.with_night():
            meant = [*self.lobbies.values()]
        else:
            seated = self.peers.people_at(node)
            meant = [each for each in self.lobbies.values() if each.who.identity in seated]
        for lobby in meant:
            if not lobby.knows(node):
                self.soon(self._introduce(lobby, node))

    async def _introduce(self, lobby: ClusterLobby, node: str) -> None:
        seated = lobby.held() is not None
        with suppress(LobbyError):
            await lobby.introduce(node)
        self.announce_seat(lobby, seated=seated)
        self.matchmaker.presence.others_changed()

    # nodes that come and go

    def set_live(self, live: Iterable[NodeRow]) -> None:
        """Note which nodes are alive, and look for what was at those that are gone."""
        before, rows = {row.id for row in self.live}, self.live
        self.live = tuple(live)
        self.departed.follow(rows, self.live, self.id)
        now = {row.id for row in self.live}
        gone, new = before - now, now - before - {self.id}
        self._gone = (self._gone | gone) - now
        for node in new:
            self.soon(self.ask_lists(node))
        self.reception.drop_gone(now, gone)
        self.failover.drop_empty()
        if not gone:
            return
        self.peers.lose(gone)
        asyncio.get_running_loop().call_later(_ADOPTED, self.peers.forget, gone)
        self.failover.lose(gone)
        for lobby in self.lobbies.values():
            for node in gone:
                lobby.forget_node(node)

    def _hear_moved(self, sender: str, body: Mapping[str, Plain]) -> None:
        tables: list[str] = body["tables"]
        for table in tables:
            self.failover.table_moved(table, sender)
        if self.peers.misses(tables):
            self.soon(self._found(sender, tables))

    async def _found(self, node: str, tables: Collection[str]) -> None:
        """Note that a node has adopted tables, once its lists hold them."""
        await self.ask_lists(node)
        self.peers.found(tables)

    # those who wait for a quick match

    def pair(self) -> None:
        """Move players who wait here to those who have waited longer at other nodes."""
        services = self.matchmaker.services
        for room in [*services.quick.waiting()]:
            if room.table.seats != 2:
                continue
            for waiter in services.quick.waiters(room):
                lobbies = self.matchmaker.presence.lobbies(waiter.id)
                lobby = next((each for each in lobbies if isinstance(each, ClusterLobby)), None)
                if lobby is None or waiter.id in self._moving:
                    continue
                found = longer_waiting(self.peers, lobby, services, room)
                if found is not None:
                    self._moving.add(waiter.id)
                    self.soon(self._move(waiter.id, lobby, found, room))

    async def _move(
        self, identity: str, lobby: ClusterLobby, to: tuple[str, str], room: Room
    ) -> None:
        try:
            await lobby.move_to(*to, room)
        finally:
            self._moving.discard(identity)

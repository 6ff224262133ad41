"""The other nodes' lists for the lobby: their tables, people and queue.

Once a second each node sends the others what has changed in its lists. So a node answers from
memory, up to a second late; the table's own node decides who may sit down.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from cuttle_tui.drawing.rows import Latest
from cuttle_tui.ports import PersonLine, QueueLine, TableLine
from engine.rules.options import stamped
from server.cluster.codec import (
    Garbled,
    Plain,
    apply,
    difference,
    pack,
    replaced,
    unpack,
    unpack_again,
)
from server.cluster.remote_chair import Lists, SharedTable, Waiter
from server.lobby.lists import Listed, Reader, seen_by
from server.lobby.matchmaker import Matchmaker
from server.names import alike
from server.tables.quick_match import Waiting, Wanted, may_pair
from server.tables.room import Room
from server.tables.seating import TableServices

if TYPE_CHECKING:
    from server.cluster.lobby import ClusterLobby

log = logging.getLogger(__name__)


class _Peer:
    """The lists of another node; they are unpacked when somebody reads them."""

    def __init__(self, number: int, plain: Plain) -> None:
        self.number = number
        self.gone = False
        """Whether the node is gone: only its games are kept, until others report them."""
        self._plain = plain
        self._lists = unpack(Lists, plain)
        self._unpacked = plain
        """What was unpacked last."""
        self._garbled: Plain = None
        """What could not be."""

    def change(self, changed: Plain) -> None:
        """Take what has changed."""
        self._plain = apply(self._plain, changed)
        self.number += 1

    def lose(self) -> None:
        """Keep only the running games."""
        tables = self.lists.tables
        self._lists = Lists(tables={id: table for id, table in tables.items() if runs(table)})
        self._unpacked, self.gone = self._plain, True

    def find(self, tables: Collection[str]) -> None:
        """Drop tables that another node runs now."""
        kept = {id: table for id, table in self._lists.tables.items() if id not in tables}
        self._lists = Lists(tables=kept)

    @property
    def lists(self) -> Lists:
        """The current lists; the last ones if the current ones cannot be read."""
        if self._plain is not self._unpacked and self._plain is not self._garbled:
            try:
                self._lists = unpack_again(Lists, self._plain, self._unpacked, self._lists)
                self._unpacked = self._plain
            except Garbled as garbled:
                log.warning("the lists of another node cannot be read: %s", garbled)
                self._garbled = self._plain
        return self._lists


class _Index:
    """The tables of all other nodes, by name, player and queue."""

    def __init__(self, tables: tuple[tuple[str, SharedTable], ...]) -> None:
        self.tables = tables
        self.public = tuple(table.line for _, table in tables if table.listed)
        self.queues = tuple(table for _, table in tables if table.queue)
        self.inviting = tuple(table for _, table in tables if table.friend)
        self.named: dict[str, tuple[str, SharedTable]] = {}
        """By id and by title; of two with the same title the first."""
        self.at: dict[str, list[tuple[str, SharedTable]]] = {}
        """Where each player sits."""
        for each in tables:
            line = each[1].line
            self.named.setdefault(line.id, each)
            self.named.setdefault(line.title, each)
            for identity in each[1].people:
                self.at.setdefault(identity, []).append(each)


class Peers:
    """The lists of all other nodes."""

    def __init__(self) -> None:
        self._peers: dict[str, _Peer] = {}
        self._index: Latest[int, _Index] = Latest()
        self._doing: Latest[int, dict[str, PersonLine]] = Latest()
        self.version = 0
        """Rises with each change."""

    def take(self, node: str, number: int, plain: Plain) -> None:
        """Take all the lists of a node.

        Raises:
            Garbled: they cannot be read.
        """
        self._peers[node] = _Peer(number, plain)
        self.version += 1

    def change(self, node: str, number: int, changed: Plain) -> bool:
        """Take what has changed in a node's lists; return whether nothing was missed before."""
        peer = self._peers.get(node)
        if peer is None or (number != peer.number + 1 and not peer.gone):
            return peer is not None and number <= peer.number
        if peer.gone:  # it was held up, has not noticed yet, and comes back under another id
            return True
        try:
            peer.change(changed)
        except (KeyError, TypeError, AttributeError):
            return False
        self.version += 1
        return True

    def has_heard(self, node: str) -> bool:
        """Return whether the lists of a node are here, and it is not gone."""
        return node in self._peers and not self._peers[node].gone

    def lose(self, nodes: Collection[str]) -> None:
        """Keep only the running games of nodes that are gone."""
        for node in nodes:
            peer = self._peers.get(node)
            if peer is not None:
                peer.lose()
                self.version += 1

    def misses(self, tables: Collection[str]) -> bool:
        """Return whether one of these tables was at a node that is gone, and not found since."""
        lost = (peer.lists.tables for peer in self._peers.values() if peer.gone)
        return any(id in kept for kept in lost for id in tables)

    def found(self, tables: Collection[str]) -> None:
        """Forget that tables were at nodes that are gone: another runs them."""
        for peer in self._peers.values():
            if peer.gone:
                peer.find(tables)
        self.version += 1

    def forget(self, nodes: Collection[str]) -> None:
        """Forget nodes that are gone."""
        for node in nodes:
            self._peers.pop(node, None)
        self.version += 1

    # where to find whom

    def _indexed(self) -> _Index:
        """Return the tables as they are now; made once for all who read them."""
        return self._index.at(self.version, lambda: _Index(tuple(self._listed())))

    def _listed(self) -> Iterator[tuple[str, SharedTable]]:
        known: set[str] = set()
        for node, peer in sorted(self._peers.items(), key=lambda each: each[1].gone):
            for id, table in peer.lists.tables.items():
                if id not in known:
                    yield node, table
            known.update(peer.lists.tables)

    def tables(self) -> tuple[tuple[str, SharedTable], ...]:
        """List every table of the other nodes, with its node; those without a node come last."""
        return self._indexed().tables

    def table(self, name: str) -> tuple[str, SharedTable] | None:
        """Find a table by its id or its title, with its node."""
        return self._indexed().named.get(name)

    def _at(self, identity: str) -> list[tuple[str, SharedTable]]:
        return self._indexed().at.get(identity, [])

    def nodes_of(self, identity: str) -> set[str]:
        """Return the nodes at whose tables a player sits."""
        return {node for node, _ in self._at(identity)}

    def games_of(self, identity: str) -> set[str]:
        """Return the nodes where a player is in the middle of a game."""
        return {node for node, table in self._at(identity) if runs(table)}

    def people_at(self, node: str) -> set[str]:
        """Return who sits at a node's tables, by identity."""
        tables = self._peers[node].lists.tables.values() if node in self._peers else ()
        return {identity for table in tables for identity in table.people}

    def with_night(self) -> set[str]:
        """Return the nodes where a play night is held, or was held last."""
        return {node for node, peer in self._peers.items() if peer.lists.night}

    def name_at_table(self, identity: str) -> str:
        """Return the name under which somebody sits at a table; empty if they sit nowhere."""
        return next((table.people[identity] for _, table in self._at(identity)), "")

    def node_of_person(self, identity: str) -> str | None:
        """Return the node where a player's session is."""
        return next(
            (node for node, peer in self._peers.items() if identity in peer.lists.people), None
        )

    def bearers(self, name: str) -> set[str]:
        """Return who is at another node, or at a table there, under a name or one like it."""
        is_like = alike(name)
        people = chain.from_iterable(peer.lists.people.values() for peer in self._peers.values())
        seated = chain.from_iterable(table.people.items() for _, table in self.tables())
        known = chain(((line.id, line.name) for line in people), seated)
        return {identity for identity, called in known if is_like(called)}

    # the lobby's lists

    def table_lines(self, identity: str) -> tuple[TableLine, ...]:
        """List the tables of other nodes that a player may see."""
        index = self._indexed()
        if identity not in index.at:
            return index.public
        return tuple(
            replace(table.line, mine=True) if identity in table.people else table.line
            for _, table in index.tables
            if table.listed or identity in table.people
        )

    def person_lines(self, reader: Reader) -> tuple[PersonLine, ...]:
        """List the players who are connected to other nodes."""
        lines = chain.from_iterable(peer.lists.people.values() for peer in self._peers.values())
        return seen_by(reader, lines)

    def doing(self) -> dict[str, PersonLine]:
        """Return what is known of the places of people at other nodes' tables, by identity."""
        return self._doing.at(self.version, self._find_places)

    def _find_places(self) -> dict[str, PersonLine]:
        found: dict[str, PersonLine] = {}
        for table in (table for _, table in self.tables() if not table.days):
            for identity, name in table.people.items():
                line = found.get(identity) or PersonLine(
                    identity, name, False, "lobby", "", False, False
                )
                if table.queue:  # a queue beside a table is both
                    doing = line.doing if line.table else "queue"
                    line = replace(line, queue=table.line.id, rated=table.line.rated, doing=doing)
                else:
                    doing = "playing" if table.line.turn or table.line.running else "waiting"
                    line = replace(line, doing=doing, table=table.line.title)
                found[identity] = line
        return found

    def waiting_for(self, identity: str) -> list[SharedTable]:
        """List the tables of other nodes that wait under a code for a friend."""
        return [table for table in self._indexed().inviting if table.friend == identity]

    def queue_lines(self, identity: str, now: float) -> tuple[QueueLine, ...]:
        """List who waits at other nodes for a quick match."""
        return tuple(
            QueueLine(
                name=table.people.get(waiter.identity, ""),
                ruleset=table.line.ruleset,
                rated=table.line.rated,
                since=max(0.0, now - waiter.since),
                me=waiter.identity == identity,
                id=table.line.id,
                timing=table.line.timing,
                rating=table.line.ratings[0] if table.line.ratings else None,
            )
            for table in self._indexed().queues
            for waiter in table.queue
        )


class OwnLists:
    """The lists of this node, for the others."""

    def __init__(self, matchmaker: Matchmaker) -> None:
        self._matchmaker = matchmaker
        self._version = -1
        self._lists: Lists | None = None
        self.number = 0

    def whole(self) -> tuple[int, Plain]:
        """Return all of them, and their number."""
        if self._lists is None:
            self.changed()
        return self.number, pack(Lists, self._lists)

    def changed(self) -> Plain | None:
        """Return what has changed since the last time; None for nothing."""
        version = self._matchmaker.presence.lists_version
        if version == self._version:
            return None
        self._version = version
        hall, before = self._matchmaker, self._lists
        entries = hall.listing.entries()
        now = self._lists = Lists(
            tables={room.id: self._shared(room, entries[room.id]) for room in hall.rooms},
            people={line.id: line for line in hall.everybody()},
            night=hall.nights.night is not None,
        )
        changed = replaced(pack(Lists, now)) if before is None else difference(Lists, before, now)
        if not changed:
            return None
        self.number += 1
        return changed

    def _shared(self, room: Room, entry: Listed) -> SharedTable:
        """Return a table as the others list it: as before, unless it has changed."""
        waits = room.config.queue and bool(room.table.free_seats())
        before = self._lists.tables.get(room.id) if self._lists is not None else None
        if before is not None and before.line is entry.line and not waits:
            return before
        table = room.table
        invites = bool(room.config.friend and table.free_seats())
        return SharedTable(
            line=entry.line,
            rules=stamped(room.table.ruleset),
            listed=entry.public,
            people={who: table.sitters[seat].name for who, seat in room.people().items()},
            queue=tuple(self._waiters(room)) if waits else (),
            days=room.config.correspondence,
            watchers=entry.watchers,
            rated=room.config.rated,
            friend=room.config.friend if invites else "",
            code=(room.code or "") if invites else "",
        )

    def _waiters(self, room: Room) -> Iterator[Waiter]:
        services = self._matchmaker.services
        now = services.clock()
        for each in services.quick.waiters(room):
            if services.presence.is_here(each.id):
                yield Waiter(each.id, now - each.waited, each.rating)


def runs(table: SharedTable) -> bool:
    """Return whether a game is played at a table, and its players are bound to it."""
    return table.line.running and not table.days


def candidates(
    peers: Peers, player: ClusterLobby, services: TableServices, wanted: Wanted, waited: float
) -> list[tuple[str, str, float]]:
    """List other nodes' tables where somebody waits for the same, the longest wait first.

    Each is a node, a table, and since when somebody waits there; the player has waited for so many
    seconds.
    """
    me, now, blocked = player.who.identity, services.clock(), player.blocked_ids()
    own = Waiting(me, waited, services.stakes.strength(me))
    found = []
    for node, table in peers.tables():
        theirs = Wanted(table.rules, table.line.timing, table.rated or table.line.rated)
        if not table.queue or theirs != wanted or me in table.people:
            continue
        if table.line.id in player.refused_by:
            continue
        fit = all(
            may_pair(own, Waiting(each.identity, now - each.since, each.strength))
            and each.identity not in blocked
            for each in table.queue
        )
        if fit:
            found.append((table.queue[0].since, node, table.line.id))
    return [(node, table, since) for since, node, table in sorted(found)]


def longer_waiting(
    peers: Peers, player: ClusterLobby, services: TableServices, room: Room
) -> tuple[str, str] | None:
    """Return the node and table where somebody has waited longer for the same than the player.

    So of two who find each other at the same moment only one goes.
    """
    config, now = room.config, services.clock()
    since = services.locations.since(player.who.identity, now)
    wanted = Wanted(config.ruleset, config.timing, config.rated)
    longer = (
        (node, table)
        for node, table, theirs in candidates(peers, player, services, wanted, now - since)
        if (theirs, table) < (since, room.id)
    )
    return next(longer, None)

"""Build the lists of the lobby, and share them among all sessions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from cuttle_tui.ports import PersonLine, QueueLine, RatingLine, TableLine
from cuttle_tui.ports.league import SeasonLine
from server.league.ratings import Pool
from server.league.seasons import Season
from server.people.accounts import Player
from server.tables.room import Room
from server.tables.rooms import PlayerLocations

Doing = Literal["lobby", "queue", "waiting", "playing", "watching"]


class RatingOf(Protocol):
    """Returns a player's rating, by identity."""

    def __call__(self, identity: str, pool: Pool = "live") -> RatingLine | None: ...


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a list."""

    identity: str
    blocked: Collection[str]
    follows: Collection[str]


def season_line(season: Season, now: datetime) -> SeasonLine:
    """Describe a season that runs."""
    return SeasonLine(
        id=season.id,
        suit=season.suit,
        year=season.year,
        ruleset=season.ruleset,
        start=f"{season.start:%Y-%m-%d}",
        end=f"{season.end:%Y-%m-%d}",
        weeks=season.weeks,
        week=season.week(now),
        state="running",
        size=season.size,
    )


def is_listed(room: Room) -> bool:
    """Return whether everybody may see a table; one that everybody has left is not played."""
    if room.table.started:
        played = room.config.correspondence or any(
            sitter.present for sitter in room.table.sitters if sitter.kind == "person"
        )
        return room.config.public and room.table.running and played
    return room.config.public and not room.config.queue


def table_line(room: Room, rating: RatingOf) -> TableLine:
    """Describe a table, for nobody in particular."""
    table = room.table
    taken = [seat for seat, sitter in enumerate(table.sitters) if sitter.kind != "nobody"]
    return TableLine(
        id=room.id,
        title=table.title,
        names=tuple(table.sitters[seat].name for seat in taken),
        free=len(table.free_seats()),
        seats=table.seats,
        ruleset=table.ruleset.name,
        timing=room.config.timing,
        running=table.running,
        turn=table.game.position.turn + 1 if table.game is not None else 0,
        watchers=len(room.watchers),
        rated=room.counts_for_rating,
        mine=False,
        ratings=tuple(rating(table.owners[seat], room.pool) for seat in taken),
    )


def person_lines(
    here: Iterable[Player],
    locations: PlayerLocations,
    watching: Collection[str],
    rating: RatingOf,
    hidden: Collection[str] = (),
) -> tuple[PersonLine, ...]:
    """List who is here, by name, for nobody in particular; some show it to nobody."""
    lines = []
    for player in sorted(here, key=lambda player: player.name.lower()):
        room = locations.sitting(player.identity)
        queue = locations.waits_in(player.identity)
        lines.append(
            PersonLine(
                id=player.identity,
                name=player.name,
                guest=player.guest,
                doing=_doing(room, queue, watching=player.identity in watching),
                table=room.table.title if room is not None else "",
                me=False,
                blocked=False,
                rating=rating(player.identity),
                queue="" if queue is None else queue.id,
                rated=queue is not None and queue.counts_for_rating,
                hidden=player.identity in hidden,
            )
        )
    return tuple(lines)


def at_table(line: PersonLine, locations: PlayerLocations) -> PersonLine:
    """Add to the line of somebody from another process where they sit in this one."""
    room, queue = locations.sitting(line.id), locations.waits_in(line.id)
    if room is None and queue is None:
        return line
    return replace(
        line,
        doing=_doing(room, queue, watching=False),
        table=line.table if room is None else room.table.title,
        queue=line.queue if queue is None else queue.id,
        rated=line.rated if queue is None else queue.counts_for_rating,
    )


def seen_by(reader: Reader, lines: Iterable[PersonLine]) -> tuple[PersonLine, ...]:
    """Mark the line of the reader, of those they block or follow; leave out who hides."""
    marked = {reader.identity, *reader.blocked, *reader.follows}
    return tuple(
        replace(
            line,
            me=line.id == reader.identity,
            blocked=line.id in reader.blocked,
            followed=line.id in reader.follows,
        )
        if line.id in marked
        else line
        for line in lines
        if not line.hidden or line.id == reader.identity
    )


def _doing(room: Room | None, queue: Room | None, *, watching: bool) -> Doing:
    if room is None:
        return "watching" if watching else "lobby" if queue is None else "queue"
    return "playing" if room.table.started else "waiting"


def queue_lines(
    rooms: Iterable[Room], locations: PlayerLocations, identity: str, now: float, rating: RatingOf
) -> tuple[QueueLine, ...]:
    """List the players in the queue for a quick match, the longest wait first."""
    lines = [
        QueueLine(
            name=room.table.sitters[seat].name,
            ruleset=room.table.ruleset.name,
            rated=room.counts_for_rating,
            since=max(0.0, now - locations.since(owner, now)),
            me=owner == identity,
            id=room.id,
            timing=room.config.timing,
            rating=rating(owner),
        )
        for room in rooms
        for owner, seat in room.people().items()
        if room.table.sitters[seat].present
    ]
    return tuple(sorted(lines, key=lambda line: -line.since))


class Listed(NamedTuple):
    """The line of a table, for nobody in particular, and who may see it."""

    line: TableLine
    public: bool
    """Whether everybody may see it."""
    started: bool
    people: frozenset[str]
    """Who sits there, by identity."""
    watchers: tuple[str, ...]

    def seen_by(self, identity: str) -> TableLine:
        """Return the line as a player sees it."""
        return replace(self.line, mine=True) if identity in self.people else self.line


class TableList:
    """The lines of all tables; as long as nothing changes, all readers get the same ones."""

    def __init__(self, rooms: Iterable[Room], rating: RatingOf, version: Callable[[], int]) -> None:
        self._rooms, self._rating, self._version = rooms, rating, version
        self._seen = -1
        """The version that the lists below were made for."""
        self._entries: dict[str, Listed] = {}
        self._at: dict[str, set[str]] = {}
        """The tables where each player sits."""
        self._public: tuple[TableLine, ...] = ()
        self._stale: set[str] = set()
        self.made = 0
        """How many lines have been made."""

    def changed(self, table: str) -> None:
        """Make the line of a table anew when it is read."""
        self._stale.add(table)

    def person_changed(self, identity: str) -> None:
        """Make the lines of a player's tables anew: they came, left or hide their rating."""
        self._stale.update(self._at.get(identity, ()))

    def all_changed(self) -> None:
        """Make every line anew."""
        self._stale.update(self._entries)

    def entries(self) -> dict[str, Listed]:
        """Return what is listed of every table, by id, in the order in which they were opened."""
        if self._seen == self._version():
            return self._entries
        self._seen = self._version()
        known, self._entries = self._entries, {}
        for room in self._rooms:
            entry = known.pop(room.id, None)
            if entry is None or room.id in self._stale:
                self.made += 1
                people = frozenset(room.people())
                self._unseat(room.id, () if entry is None else entry.people - people)
                for identity in people:
                    self._at.setdefault(identity, set()).add(room.id)
                line, watchers = table_line(room, self._rating), tuple(room.watchers.values())
                entry = Listed(line, is_listed(room), room.table.started, people, watchers)
            self._entries[room.id] = entry
        for table, gone in known.items():
            self._unseat(table, gone.people)
        self._stale.clear()
        self._public = in_order(entry for entry in self._entries.values() if entry.public)
        return self._entries

    def _unseat(self, table: str, people: Iterable[str]) -> None:
        for identity in people:
            self._at[identity].discard(table)
            if not self._at[identity]:
                del self._at[identity]

    def lines(self, identity: str) -> tuple[TableLine, ...]:
        """List the tables a player may see: those that wait first, then the games in play."""
        entries = self.entries()
        own = self._at.get(identity)
        if not own:
            return self._public
        seen = (entry for table, entry in entries.items() if entry.public or table in own)
        return in_order(seen, identity)

    def watching(self) -> frozenset[str]:
        """Return who watches a game, by identity."""
        entries = self.entries().values()
        return frozenset(who for entry in entries if entry.watchers for who in entry.watchers)


def in_order(entries: Iterable[Listed], identity: str = "") -> tuple[TableLine, ...]:
    """Return lines as a player sees them: tables that wait first, then the games in play."""
    seen = sorted(entries, key=lambda entry: entry.started)
    return tuple(entry.seen_by(identity) for entry in seen)

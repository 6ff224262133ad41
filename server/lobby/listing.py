"""Share the lobby's list of tables among all sessions; only lines that changed are made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from cuttle_tui.ports import TableLine
from server.lobby.lists import RatingOf, is_listed, table_line
from server.tables.room import Room


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
        """Create the list.

        Args:
            rooms: all tables, in the order in which they were opened.
            rating: returns a player's rating, if lists show it.
            version: counts the changes of all lists.
        """
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
        if self._seen != self._version():
            self._seen = self._version()
            self._read()
        return self._entries

    def _read(self) -> None:
        """Take in what has changed since the last time."""
        known, self._entries = self._entries, {}
        for room in self._rooms:
            entry = known.pop(room.id, None)
            if entry is None or room.id in self._stale:
                entry = self._made(room, entry)
            self._entries[room.id] = entry
        for table, gone in known.items():
            self._unseat(table, gone.people)
        self._stale.clear()
        self._public = in_order(entry for entry in self._entries.values() if entry.public)

    def _made(self, room: Room, before: Listed | None) -> Listed:
        self.made += 1
        people = frozenset(room.people())
        self._unseat(room.id, () if before is None else before.people - people)
        for identity in people:
            self._at.setdefault(identity, set()).add(room.id)
        line, watchers = table_line(room, self._rating), tuple(room.watchers.values())
        return Listed(line, is_listed(room), room.table.started, people, watchers)

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

"""The rooms of the server: open, find, close and restore them."""

from __future__ import annotations

import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Final

from cuttle_tui.ports import LobbyError
from engine.errors import CuttleError
from engine.rules.text import parse_ruleset, stamped
from engine.table.clocks import NO_CLOCK
from engine.table.state import Change
from engine.table.table import HOLD
from server.names import alike
from server.people.codes import UsedCodes, new_code
from server.store.values import RunningTable
from server.tables.room import Journal, Room, RoomConfig
from server.tables.stakes import Stakes

log = logging.getLogger(__name__)

_TITLES: Final = (  # noqa: SIM905
    "alder ash aspen beech birch cedar cherry elder elm fir hazel holly juniper larch lime maple "
    "oak pine plum poplar rowan spruce walnut willow yew"
).split()

_UNREADABLE: Final = (CuttleError, ValueError, TypeError, LookupError)
"""What tables raise that cannot be read."""


def _numbered(title: str, number: int) -> str:
    return title if number == 1 else f"{title}-{number}"


class _Taken:
    """The codes that no new room may have."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and self._rooms.is_taken(code)


class Rooms:
    """All rooms of the server."""

    def __init__(
        self,
        journal: Journal,
        stakes: Stakes,
        *,
        hold: float = HOLD,
        clock: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        changed: Callable[[Room, Change], None],
        broke: Callable[[Room], None],
    ) -> None:
        self._journal = journal
        self._stakes = stakes
        self._hold = hold
        self._clock = clock
        self._entropy = entropy
        self._changed = changed
        self._broke = broke
        self._rooms: dict[str, Room] = {}
        self._titled: dict[str, list[Room]] = {}
        """The rooms by the titles of their tables."""
        self._queues: dict[str, Room] = {}
        """Those that were opened for the queue of a quick match."""
        self._codes: dict[str, Room] = {}
        self.used = UsedCodes()

    def __iter__(self) -> Iterator[Room]:
        return iter([*self._rooms.values()])

    def __len__(self) -> int:
        return len(self._rooms)

    def open(
        self,
        ruleset: str,
        *,
        timing: str = NO_CLOCK,
        rated: bool = False,
        public: bool = False,
        queue: bool = False,
        coded: bool = False,
        id: str = "",
        championship: str = "",
        ladder: bool = False,
    ) -> Room:
        """Open a room with an empty table; it gets an id unless there is one for it."""
        config = RoomConfig(
            ruleset=stamped(parse_ruleset(ruleset)),
            seed=self._entropy(32).hex(),
            title=random.choice(self._titles()),
            timing=timing,
            rated=rated,
            public=public,
            queue=queue,
            code=new_code(_Taken(self)) if coded else None,
            championship=championship,
            ladder=ladder,
        )
        room = self._room(id or secrets.token_hex(8), config)
        room.opened()
        self.take(room)
        return room

    def _room(self, id: str, config: RoomConfig) -> Room:
        return Room(id, config, self._journal, self._hold, self._clock, self._stakes)

    def _titles(self) -> list[str]:
        """List names that no table has; with a number where there are more tables than names."""
        taken = self._titled
        rounds = ([_numbered(title, number) for title in _TITLES] for number in count(1))
        free = ([title for title in titles if title not in taken] for titles in rounds)
        return next(filter(None, free))

    def take(self, room: Room) -> None:
        """Take in a room that is run here from now on."""
        before = self._rooms.get(room.id)
        if before is not None:
            self._untitle(before)
        self._rooms[room.id] = room
        self._titled.setdefault(room.table.title, []).append(room)
        if room.config.queue:
            self._queues[room.id] = room
        room.broke = self._broke
        if room.code is not None and not room.table.started:
            self._codes[room.code] = room
        room.table.subscribe(None, lambda change: self._changed(room, change))

    def restore(self, tables: Iterable[RunningTable]) -> list[Room]:
        """Restore tables, and return their rooms; unreadable tables are left in the store."""
        rooms = []
        for kept in tables:
            try:
                room = self._room_of(kept)
                room.restore(kept)
                self.take(room)
                rooms.append(room)
            except _UNREADABLE:
                log.exception("table %s cannot be read and is left in the store", kept.id)
        return rooms

    def _room_of(self, kept: RunningTable) -> Room:
        return self._room(kept.id, RoomConfig(**json.loads(kept.head)))

    def prepared(self, kept: RunningTable) -> Room | None:
        """Return the room of a table that another process still runs; None if it is unreadable."""
        try:
            room = self._room_of(kept)
            room.replay(kept.entries)
        except _UNREADABLE:
            log.exception("table %s cannot be read", kept.id)
            return None
        return room

    def waiting_under(self, code: str) -> Room | None:
        """Return the room that waits under a code."""
        return self._codes.get(code)

    def is_taken(self, code: str) -> bool:
        """Return whether a table waits under a code, or was opened under it not long ago."""
        return code in self._codes or self.is_used(code)

    def is_used(self, code: str) -> bool:
        """Return whether the game of a code has begun."""
        return code in self.used or any(room.config.code == code for room in self)

    def retire_code(self, room: Room) -> None:
        """Retire the code of a room."""
        if room.code is not None and self._codes.get(room.code) is room:
            del self._codes[room.code]
            self.used.add(room.code)
            room.retire_code()

    def close(self, room: Room) -> None:
        """Forget a room, and delete its table from the store."""
        if self.forget(room):
            room.closed()

    def forget(self, room: Room) -> bool:
        """Forget a room; return whether it was here."""
        if room.code is not None and self._codes.get(room.code) is room:
            del self._codes[room.code]
        known = self._rooms.pop(room.id, None)
        self._queues.pop(room.id, None)
        if known is not None:
            self._untitle(known)
        return known is not None

    def queues(self) -> list[Room]:
        """List the rooms that were opened for the queue of a quick match."""
        return [*self._queues.values()]

    def _untitle(self, room: Room) -> None:
        titled = self._titled[room.table.title]
        titled.remove(room)
        if not titled:
            del self._titled[room.table.title]

    def bearers(self, name: str) -> set[str]:
        """Return who sits or sat at a table under a name, or one like it, by identity."""
        is_like = alike(name)
        return {
            owner
            for room in self
            for owner, sitter in zip(room.table.owners, room.table.sitters, strict=True)
            if is_like(sitter.name)
        }

    def with_id(self, id: str) -> Room | None:
        """Find a room by its id."""
        return self._rooms.get(id)

    def find(self, name: str) -> Room | None:
        """Find a room by its id or by its table's title."""
        return next(iter(self._called(name)), None)

    def _called(self, name: str) -> list[Room]:
        """List the rooms with this id, or with this title of their table."""
        with_id = self._rooms.get(name)
        return [*(() if with_id is None else (with_id,)), *self._titled.get(name, ())]

    def watchable(self, name: str) -> Room:
        """Find a public game by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``.
        """
        shown = [room for room in self._called(name) if room.config.public]
        for room in shown:
            if room.table.started:
                return room
        waiting = any(not room.config.queue for room in shown)
        raise LobbyError("not-begun" if waiting else "no-such-table")

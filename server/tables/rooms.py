"""The rooms of the server: open, find, close and restore them; and who sits where."""

from __future__ import annotations

import json
import logging
import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Final

from cuttle_tui.ports import LobbyError, OpenMatch
from cuttle_tui.worn import own_back
from engine.bots.daily import seed_of
from engine.errors import CuttleError
from engine.rules.options import parse_ruleset, stamped
from engine.table.controls import NO_CLOCK
from engine.table.state import Change
from engine.table.table import HOLD
from server.codes import LENGTH, LONGER, UsedCodes, new_code
from server.names import alike
from server.store.values import RunningTable
from server.tables.room import Journal, Room, RoomConfig
from server.tables.stakes import Stakes

log = logging.getLogger(__name__)

_TITLES: Final = (  # noqa: SIM905
    "alder ash aspen beech birch cedar cherry elder elm fir hazel holly juniper larch lime maple "
    "oak pine plum poplar rowan spruce walnut willow yew"
).split()

_MANY_CODES: Final = 200
"""Rooms that wait under a code: beyond that new codes are longer."""
_UNREADABLE: Final = (CuttleError, ValueError, TypeError, LookupError)
"""What tables raise that cannot be read."""


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
        self.back_of: Callable[[str], str] = own_back
        """Returns what the cards of a player wear, by identity."""
        self.codes_are_guessed: Callable[[], bool] = lambda: False
        """Returns whether wrong codes are tried very often."""

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
        day: str = "",
        friend: str = "",
        match: OpenMatch | None = None,
        pair: Sequence[str] = (),
    ) -> Room:
        """Open a room with an empty table; it gets an id unless there is one for it.

        On a table for the deal of a day all secrets are those of that day. A match goes on if those
        sit down whose it is, in the order of its seats.
        """
        # a longer code while guessing may find somebody's room
        longer = self.codes_are_guessed() or len(self._codes) >= _MANY_CODES
        config = RoomConfig(
            ruleset=stamped(parse_ruleset(ruleset)),
            seed=(seed_of(day) if day else self._entropy(32)).hex(),
            title=random.choice(self._titles()),
            timing=timing,
            rated=rated,
            public=public,
            queue=queue,
            code=new_code(self.is_taken, LONGER if longer else LENGTH) if coded else None,
            championship=championship,
            ladder=ladder,
            day=day,
            friend=friend,
        )
        if match is not None:
            began, so_far = match.table, match.played
            config = replace(config, match=began, played=so_far, won=match.won, pair=pair)
        room = self._room(id or secrets.token_hex(8), config)
        room.opened()
        self.take(room)
        return room

    def _room(self, id: str, config: RoomConfig) -> Room:
        room = Room(id, config, self._journal, self._hold, self._clock, self._stakes)
        room.back_of = self.back_of
        return room

    def _titles(self) -> list[str]:
        """List names that no table has; with a number where there are more tables than names."""
        taken = self._titled
        ends = chain([""], map("-{}".format, count(2)))
        rounds = ([title + end for title in _TITLES] for end in ends)
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

    def waiting_for(self, identity: str) -> list[Room]:
        """List the rooms that wait under a code for a friend."""
        waiting = self._codes.values()
        return [r for r in waiting if r.config.friend == identity and r.table.free_seats()]

    def opened_under(self, code: str) -> Room | None:
        """Return the room that was opened under a code, whether its game has begun or not."""
        return next((room for room in self if code and room.config.code == code), None)

    def is_taken(self, code: str) -> bool:
        """Return whether a table waits under a code, or was opened under it not long ago."""
        return code in self._codes or self.is_used(code)

    def is_used(self, code: str) -> bool:
        """Return whether the game of a code has begun."""
        return code in self.used or self.opened_under(code) is not None

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


@dataclass(slots=True)
class _Several:
    """The rooms of a bot, which plays in several at a time."""

    most: int
    rooms: dict[str, Room] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether it plays as many games as it wants."""
        return sum(not room.table.settled for room in self.rooms.values()) >= self.most


class PlayerLocations:
    """The rooms of players, by identity; a player in the queue may also sit elsewhere.

    A bot sits in several rooms, and never waits in the queue.
    """

    def __init__(self) -> None:
        self._several: dict[str, _Several] = {}
        self._sitting: dict[str, Room] = {}
        self._waiting: dict[str, Room] = {}
        self._since: dict[str, float] = {}
        """When each player in the queue began to wait."""
        self.plays_elsewhere: Callable[[str], bool] = lambda _identity: False
        """Returns whether a player plays other people at a table of another process."""

    def __iter__(self) -> Iterator[str]:
        bots = (identity for identity, several in self._several.items() if several.rooms)
        return iter({**self._sitting, **self._waiting, **dict.fromkeys(bots)})

    def __contains__(self, identity: str) -> bool:
        return bool(self.rooms(identity))

    def allow_several(self, identity: str, most: int) -> None:
        """Let a bot play so many games at a time."""
        self._several.setdefault(identity, _Several(most)).most = most

    def sitting(self, identity: str) -> Room | None:
        """Return the room where a player sits."""
        return self._sitting.get(identity)

    def rooms(self, identity: str) -> list[Room]:
        """List the rooms where a player sits and waits."""
        if identity in self._several:
            return [*self._several[identity].rooms.values()]
        both = self._sitting.get(identity), self._waiting.get(identity)
        return [room for room in both if room is not None]

    def seat(self, identity: str) -> tuple[Room, int] | None:
        """Return a player's room and seat: at a table, else in the queue."""
        room = next(iter(self.rooms(identity)), None)
        seat = None if room is None else room.seat_of(identity)
        return None if room is None or seat is None else (room, seat)

    def since(self, identity: str, default: float) -> float:
        """Return when a player began to wait, in seconds since 1970."""
        return self._since.get(identity, default)

    def sit(self, identity: str, room: Room) -> None:
        """Record that a player sits in a room."""
        if identity in self._several:
            self._several[identity].rooms[room.id] = room
        else:
            self._sitting[identity] = room

    def wait(self, identity: str, room: Room, since: float) -> None:
        """Record that a player waits for a quick match in a room."""
        if identity in self._several:
            self.sit(identity, room)
            return
        self._waiting[identity] = room
        self._since[identity] = since

    def met(self, identity: str, room: Room) -> None:
        """Move a player from the queue to its table, and off any other."""
        if identity in self._several:
            return
        meanwhile = self._sitting.get(identity)
        if meanwhile is not None and meanwhile is not room:
            self.call_away(identity, meanwhile)
        self._wait_no_more(identity)
        self._sitting[identity] = room

    def forget(self, identity: str, room: Room) -> None:
        """Forget a player's place in a room."""
        several = self._several.get(identity)
        if several is not None and several.rooms.get(room.id) is room:
            del several.rooms[room.id]
        if self._sitting.get(identity) is room:
            del self._sitting[identity]
        if self._waiting.get(identity) is room:
            self._wait_no_more(identity)

    def _wait_no_more(self, identity: str) -> None:
        self._waiting.pop(identity, None)
        self._since.pop(identity, None)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a running game is conceded, or called off if that costs nobody."""
        self.forget(identity, room)
        seat = room.seat_of(identity)
        if seat is not None:
            if room.is_free_to_leave(seat):
                room.table.abandon()
            (room.table.leave if room.table.started else room.table.stand)(seat)

    def call_away(self, identity: str, room: Room) -> None:
        """Take a player from a table for another: nobody concedes, a running game is called off."""
        if not room.config.rated:
            room.table.abandon()
        self.leave(identity, room)

    def check_rise(self, identity: str) -> None:
        """Refuse a player who cannot get up now.

        Raises:
            LobbyError: ``busy``: the player is in the middle of a game.
        """
        if self.is_playing(identity):
            raise LobbyError("busy")

    def rise(self, identity: str, *, from_queue: bool = True) -> None:
        """Free a player from a table that waits or is over, and from the queue.

        Raises:
            LobbyError: ``busy``: the player is in the middle of a game.
        """
        self.check_rise(identity)
        place, waiting = self._sitting.get(identity), self._waiting.get(identity)
        if place is not None:
            self.leave(identity, place)
        if waiting is not None and from_queue:
            self.leave(identity, waiting)

    def free(self, identity: str) -> None:
        """Free a player for a match: from practice, tables that wait or are over, the queue.

        Raises:
            LobbyError: ``busy``: the player is in the middle of a game with others.
        """
        if self.plays_people(identity):
            raise LobbyError("busy")
        if identity in self._several:
            return
        for room in self.rooms(identity):
            self.call_away(identity, room)

    def plays_people(self, identity: str) -> bool:
        """Return whether a player is in the middle of a game with other people, or a rated one.

        A bot is, once it plays as many games as it wants.
        """
        if identity in self._several:
            return self._several[identity].full
        room = self._sitting.get(identity)
        here = room is not None and room.table.running and room.binds
        return here or self.plays_elsewhere(identity)

    def is_free_bot(self, identity: str) -> bool:
        """Return whether a bot may begin another game."""
        return identity in self._several and not self._several[identity].full

    def waits_in(self, identity: str) -> Room | None:
        """Return the room where a player waits for a quick match."""
        return self._waiting.get(identity)

    def set_present(self, identity: str, present: bool) -> None:
        """Mark a player as present or away in all their rooms."""
        for room in self.rooms(identity):
            seat = room.seat_of(identity)
            if seat is not None:
                room.table.set_present(seat, present)

    def is_playing(self, identity: str) -> bool:
        """Return whether a player sits in a running game."""
        room = self._sitting.get(identity)
        return room is not None and room.table.running

    def is_busy(self, identity: str) -> bool:
        """Return whether a player sits in a game and waits for others to act."""
        room = self._sitting.get(identity)
        seat = None if room is None else room.seat_of(identity)
        if room is None or seat is None or room.table.game is None or not room.table.running:
            return False
        return room.table.game.position.prompt.seats[:1] != (seat,)

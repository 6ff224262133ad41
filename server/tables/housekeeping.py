"""Housekeeping: clocks, abandoned seats, pauses while the store is in trouble."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Final

from cuttle_tui.ports import APART, News
from server.people.accounts import is_guest
from server.tables.room import Room, ending_for
from server.tables.seating import TableServices

log = logging.getLogger(__name__)

_FORSAKEN: Final = 24 * 3600.0
"""Seconds until a game that everybody has left is given up."""
_TOGETHER: Final = 10
"""Tables whose clocks are checked together."""
_SPREAD: Final = 0.9
"""Seconds over which those of all tables are spread."""
_MOST_LEFT: Final = 500
"""Games that guests have left; beyond that the oldest is given up."""
_LEFT_NEAR: Final = 16
"""The same for those who came from one address."""
_ALONE: Final = 2 * 3600.0
"""Seconds until a game is given up that a guest has left and nobody else plays."""


Later = Callable[[float, Callable[[Iterable[Room]], None], Iterable[Room]], object]
"""Calls a function in so many seconds."""


def at_once(
    seconds: float, call: Callable[[Iterable[Room]], None], rooms: Iterable[Room], /
) -> None:
    """Call a function without waiting."""
    del seconds
    call(rooms)


def _has_seen_end(room: Room, identity: str) -> bool:
    """Return whether a player who is away was there when the last game ended."""
    since = room.away_since(identity)
    return room.table.over and since is not None and since > room.table.ended_at


class Housekeeping:
    """Checks clocks and frees abandoned seats."""

    def __init__(self, services: TableServices, hold: float) -> None:
        self._shared = services
        self._hold = hold
        self._unstored = ""
        """Why the store takes no writes."""
        self._apart: frozenset[str] = frozenset()
        """The tables of which a player cannot be reached."""
        self._paused: dict[str, tuple[float, str]] = {}
        """Since when each table is paused, and why."""

    def tick(self, later: Later = at_once) -> None:
        """Check every clock, update the times that tables show, and pair those who wait.

        `later` calls a function with its arguments in so many seconds.
        """
        running = [room for room in self._shared.rooms if not room.at_rest]
        parts = [running[at : at + _TOGETHER] for at in range(0, len(running), _TOGETHER)]
        for number, part in enumerate(parts):
            later(number * _SPREAD / len(parts), self._check, part)
        if self._unstored:  # tables may have been opened since
            self._pause()
        if not self._shared.actions.closing:
            self._shared.quick.tick()
        self._shared.challenges.tick()
        self._shared.presence.tick()

    def _check(self, rooms: Iterable[Room]) -> None:
        """Check the clocks of some tables, and update what they show."""
        for room in rooms:
            if self._shared.rooms.with_id(room.id) is not room:  # closed meanwhile
                continue
            try:
                room.table.check_time()
                if room.watchers or any(who in self._shared.presence for who in room.people()):
                    room.tell_time()
            except Exception:  # one broken table must not stop the clocks of the others
                log.exception("the clocks of table %s cannot be looked at", room.id)

    def sweep(self) -> None:
        """Free seats whose players have been away for long, at tables where nobody plays."""
        for identity in [*self._shared.locations]:
            if identity in self._shared.presence:
                continue
            for room in self._shared.locations.rooms(identity):
                if self._is_forsaken(identity, room):
                    self._clear(room, identity)
        self._shared.correspondence.sweep()
        # games of guests to give up: left alone for long, or the oldest of many
        left = [  # the oldest first
            room
            for room in self._shared.rooms
            if room.table.running
            and all(is_guest(who) and who not in self._shared.presence for who in room.people())
        ]
        now, near, given_up = self._shared.clock(), Counter[str](), []
        for newer, room in enumerate(reversed(left)):
            near[room.origin] += 1
            crowded = bool(room.origin) and near[room.origin] > _LEFT_NEAR
            since = [room.away_since(identity) for identity in room.people()]
            alone = len(since) == 1 and since[0] is not None and now - since[0] > _ALONE
            if newer >= _MOST_LEFT or crowded or alone:
                given_up.append(room)
        for room in given_up:
            self._clear(room, *room.people())
        self._shared.limits.forget_all_but(self._is_known)

    def _is_known(self, identity: str) -> bool:
        shared = self._shared
        seated = identity in shared.locations or identity in shared.correspondence
        return seated or identity in shared.presence

    def _clear(self, room: Room, *identities: str) -> None:
        """Free abandoned seats; a game there ends without a result."""
        seen = {who for who in identities if _has_seen_end(room, who)}
        room.table.abandon()
        for identity in identities:
            seat = room.seat_of(identity)
            if room.table.started and seat is not None and identity not in seen:
                word = News("ended", room.table.title, ending_for(room.table, seat))
                self._shared.presence.leave_message(identity, word)
            self._shared.locations.leave(identity, room)

    def _is_forsaken(self, identity: str, room: Room) -> bool:
        since = room.away_since(identity)
        if since is None:
            return False
        if not room.table.running:
            return self._shared.clock() - since > self._hold
        people = room.people()
        all_gone = not any(other in self._shared.presence for other in people)
        last = max(room.away_since(other) or since for other in people)
        return all_gone and self._shared.clock() - last > _FORSAKEN

    def leave_out(self, lost: float) -> None:
        """Charge nobody for seconds in which nobody could play; what is paused is not charged."""
        for room in self._shared.rooms:
            if room.id not in self._paused:
                room.table.leave_out(lost)
        self._shared.challenges.leave_out(lost)

    def pause(self, why: str | None) -> None:
        """Pause every table while the store takes no writes, or resume them."""
        self._unstored = why or ""
        self._pause()

    def set_apart(self, tables: Collection[str]) -> None:
        """Pause the tables of which a player cannot be reached, and resume the others."""
        if tables or self._apart:
            self._apart = frozenset(tables)
            self._pause()

    def _pause(self) -> None:
        """Show at each table why it is paused; who could not play is not charged for that."""
        now, paused = self._shared.clock(), self._paused
        self._paused = {}
        for room in self._shared.rooms:
            why = self._unstored or (APART if room.id in self._apart else "")
            since, before = paused.get(room.id, (now, ""))
            if why:
                self._paused[room.id] = since, why
            elif before:
                room.table.restart_clocks(now - since)
            if why != before:
                room.table.set_trouble(why)

"""Housekeeping: clocks, abandoned seats, pauses while the store is in trouble."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from cuttle_tui.ports import News
from server.people.limits import PlayerLimits
from server.people.players import is_guest
from server.people.presence import Presence
from server.tables.finished import ending_for
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room
from server.tables.rooms import Rooms

log = logging.getLogger(__name__)

_FORSAKEN: Final = 24 * 3600.0
"""Seconds until a game that everybody has left is given up."""
_MOST_LEFT: Final = 500
"""Games that guests have left; beyond that the oldest is given up."""


class Housekeeping:
    """Checks clocks and frees abandoned seats."""

    def __init__(
        self,
        rooms: Rooms,
        locations: PlayerLocations,
        presence: Presence,
        player_limits: PlayerLimits,
        clock: Callable[[], float],
        hold: float,
    ) -> None:
        """Prepare the housekeeping.

        Args:
            rooms: where the tables are.
            locations: where everybody sits.
            presence: who is here.
            player_limits: blocks.
            clock: returns the time in seconds since 1970.
            hold: seconds the seat of an absent player is kept at a table that waits.
        """
        self._rooms = rooms
        self._locations = locations
        self._presence = presence
        self._limits = player_limits
        self._clock = clock
        self._hold = hold

    def tick(self) -> None:
        """Check every clock, and update the times that tables show."""
        for room in self._rooms:
            try:
                room.table.check_time()
                if self._is_attended(room):
                    room.tell_time()
            except Exception:  # one broken table must not stop the clocks of the others
                log.exception("the clocks of table %s cannot be looked at", room.id)
        self._presence.tick()

    def _is_attended(self, room: Room) -> bool:
        """Return whether a table has an audience."""
        return bool(room.watchers) or any(who in self._presence for who in room.people())

    def sweep(self) -> None:
        """Free seats whose players have been away for long, at tables where nobody plays."""
        for identity in [*self._locations]:
            if identity in self._presence:
                continue
            for room in self._locations.rooms(identity):
                if self._is_forsaken(identity, room):
                    self._clear(room, identity)
        for room in self._left_by_guests()[:-_MOST_LEFT]:
            self._clear(room, *room.people())
        self._limits.forget_all_but(self._is_known)

    def _is_known(self, identity: str) -> bool:
        """Return whether a player is online or holds a seat."""
        return identity in self._presence or identity in self._locations

    def _clear(self, room: Room, *identities: str) -> None:
        """Free abandoned seats; a game there ends without a result."""
        room.table.abandon()
        for identity in identities:
            seat = room.seat_of(identity)
            if room.table.started and seat is not None:
                word = News("ended", room.table.title, ending_for(room.table, seat))
                self._presence.leave_message(identity, word)
            self._locations.leave(identity, room)

    def _left_by_guests(self) -> list[Room]:
        """List the games that guests have left, the oldest first."""
        return [
            room
            for room in self._rooms
            if room.table.running
            and all(is_guest(who) and who not in self._presence for who in room.people())
        ]

    def _is_forsaken(self, identity: str, room: Room) -> bool:
        since = room.away_since(identity)
        if since is None:
            return False
        if not room.table.running:
            return self._clock() - since > self._hold
        people = room.people()
        all_gone = not any(other in self._presence for other in people)
        last = max(room.away_since(other) or since for other in people)
        return all_gone and self._clock() - last > _FORSAKEN

    def pause(self, why: str | None) -> None:
        """Pause every table while the store takes no writes, or resume them."""
        for room in self._rooms:
            if why is None:
                room.table.restart_clocks()
            room.table.set_trouble(why or "")

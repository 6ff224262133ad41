"""Own every table: who waits for whom, who sits where, and which seat is held for whom.

All of it is synchronous and happens in one process; time is read from one clock.
"""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.ports import Chair, LobbyError
from engine.options import parse_ruleset
from engine.rulesets import Ruleset
from engine.table import Table
from server.bots import ComputerPlayer, Thinkers
from server.codes import UsedCodes, new_code
from server.lobby import PlayerLobby, SeatChair
from server.people import Player
from server.text import room_code

HOLD: Final = 15 * 60.0
"""Seconds a seat in a running game is held for a player whose connection was lost."""
_TITLES: Final = (  # noqa: SIM905
    "alder ash aspen beech birch cedar cherry elder elm fir hazel holly juniper larch lime maple "
    "oak pine plum poplar rowan spruce walnut willow yew"
).split()


@dataclass(eq=False, slots=True)
class Room:
    """A table at which seats are still free."""

    table: Table
    code: str | None
    free: list[int]
    people: dict[str, int] = field(default_factory=dict)
    """The seat of each person who waits, by identity."""


@dataclass(eq=False, slots=True)
class Place:
    """Where one player sits."""

    table: Table
    seat: int
    chair: Chair
    away_since: float | None = None


class Matchmaker:
    """Brings players together at tables."""

    def __init__(
        self,
        thinkers: Thinkers,
        clock: Callable[[], float] = time.monotonic,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """Begin without a table.

        Args:
            thinkers: where computer players think.
            clock: tells the time in seconds, for seats that are held.
            entropy: gives so many secret bytes, for deals.
        """
        self._thinkers = thinkers
        self._clock = clock
        self._entropy = entropy
        self.port = 2222
        """The port players connect to, for invitations."""
        self._rooms: dict[str, Room] = {}
        self._queue: dict[str, Room] = {}
        self._used = UsedCodes()
        self._places: dict[str, Place] = {}
        self._present: Counter[str] = Counter()

    # players come and go

    def lobby(self, player: Player) -> PlayerLobby:
        """Let a player in; a seat that was held is taken up again."""
        self._present[player.identity] += 1
        place = self._places.get(player.identity)
        if place and place.away_since is not None:
            place.away_since = None
            place.table.set_present(place.seat, True)
        return PlayerLobby(self, player)

    def lost(self, lobby: PlayerLobby) -> None:
        """See a player go. A running game's seat is held, if the player can come back at all."""
        player = lobby.who
        self._present[player.identity] -= 1
        if self._present[player.identity]:
            return
        del self._present[player.identity]
        place = self._places.get(player.identity)
        if place is None:
            return
        if player.guest or not place.table.started or place.table.over:
            self.leave(player.identity)
        else:
            place.away_since = self._clock()
            place.table.set_present(place.seat, False)

    def sweep(self) -> None:
        """Give up the seats that were held long enough."""
        now = self._clock()
        for identity, place in [*self._places.items()]:
            if place.away_since is not None and now - place.away_since > HOLD:
                self.leave(identity)

    def leave(self, identity: str) -> None:
        """Free a player's seat: a waiting table loses it, a running game is conceded."""
        place = self._places.pop(identity, None)
        if place is None:
            return
        if place.table.started:
            place.chair.leave()
        else:
            place.table.stand(place.seat)
            self._vacate(place, identity)

    def _vacate(self, place: Place, identity: str) -> None:
        """Give a seat at a waiting table back, and forget the table with its last person."""
        for rooms in (self._rooms, self._queue):
            for name, room in [*rooms.items()]:
                if room.table is place.table and room.people.pop(identity, None) is not None:
                    room.free.append(place.seat)
                    if not room.people:
                        del rooms[name]

    # tables

    def held(self, player: Player) -> Chair | None:
        """Give the seat this player has in a game that is not over, if any."""
        place = self._places.get(player.identity)
        if place is None or not place.table.started or place.table.over:
            return None
        return self._chair(player, place)

    def play_computer(self, player: Player, ruleset: str) -> Chair:
        """Seat a player against the computer."""
        room = self._new_room(player, ruleset, None)
        chair = self._sit(player, room)
        self._seat_computers(room, len(room.free))
        return chair

    def _seat_computers(self, room: Room, count: int) -> None:
        for number in range(1, min(count, len(room.free)) + 1):
            name = "computer" if count == 1 else f"computer {number}"
            chair = room.table.sit(room.free.pop(), name, "computer", self._entropy(16))
            ComputerPlayer(chair, self._thinkers)

    def quick_match(self, player: Player, ruleset: str) -> Chair:
        """Seat a player with whoever waits for this ruleset, or let the player wait."""
        self._rise(player)
        room = self._queue.get(ruleset)
        if room is None:
            room = self._queue[ruleset] = self._new_room(player, ruleset, None)
        chair = self._sit(player, room)
        if not room.free:
            del self._queue[ruleset]
        return chair

    def open_room(self, player: Player, ruleset: str, computers: int = 0) -> Chair:
        """Open a table for friends, under a new code; the computer plays so many seats."""
        code = new_code(self._rooms)
        room = self._new_room(player, ruleset, code)
        self._rooms[code] = room
        chair = self._sit(player, room)
        self._seat_computers(room, computers)
        if not room.free:
            self._close(room)
        return chair

    def _close(self, room: Room) -> None:
        """Let nobody in any more: every seat is taken."""
        if room.code is not None:
            del self._rooms[room.code]
            self._used.add(room.code)
            room.table.code = None

    def join_room(self, player: Player, typed: str) -> Chair:
        """Seat a player at a friend's table.

        Raises:
            LobbyError: there is no such table, or this player cannot sit there.
        """
        code = room_code(typed)
        room = self._rooms.get(code)
        if room is None:
            raise LobbyError("used-code" if code in self._used else "unknown-code")
        if player.identity in room.people:
            raise LobbyError("own-room")
        self._rise(player)
        chair = self._sit(player, room)
        if not room.free:
            self._close(room)
        return chair

    def _rise(self, player: Player) -> None:
        """Free the player from a table that waits or is over.

        Raises:
            LobbyError: the player is in the middle of a game.
        """
        place = self._places.get(player.identity)
        if place and place.table.started and not place.table.over:
            raise LobbyError("busy")
        self.leave(player.identity)

    def _new_room(self, player: Player, ruleset: str, code: str | None) -> Room:
        self._rise(player)
        rules: Ruleset = parse_ruleset(ruleset)
        table = Table(rules, self._entropy(32), title=random.choice(_TITLES), clock=time.time)
        table.code = code
        table.invitation = f"ssh -t -p {self.port} HOST join {code}" if code else ""
        return Room(table, code, [*range(table.seats)])

    def _sit(self, player: Player, room: Room) -> Chair:
        seat = room.free.pop(0)
        room.people[player.identity] = seat
        chair = room.table.sit(seat, player.name, "person", self._entropy(16))
        place = Place(room.table, seat, chair)
        self._places[player.identity] = place
        return self._chair(player, place)

    def _chair(self, player: Player, place: Place) -> Chair:
        def leave() -> None:
            if self._places.get(player.identity) is place:
                self.leave(player.identity)

        return SeatChair(place.chair, leave)

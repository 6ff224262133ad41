"""Seat people at tables: against the computer, at their own, at a friend's, or to look on."""

from __future__ import annotations

from cuttle_tui.ports import Chair, LobbyError, News, TablePlan
from engine.errors import NotationError
from engine.rules.text import parse_ruleset, stamped
from engine.table.clocks import parse_control
from engine.table.practice import Branch
from server.people.limits import Manners
from server.people.players import Player, guest_of
from server.people.presence import Presence, Visitor
from server.sanitize import room_code
from server.tables.actions import Conduct
from server.tables.chairs import SeatChair, WatcherChair
from server.tables.computers import Computers
from server.tables.player_locations import Places
from server.tables.room import Room
from server.tables.rooms import Rooms


class Seating:
    """Who may sit down where."""

    def __init__(
        self,
        rooms: Rooms,
        places: Places,
        presence: Presence,
        manners: Manners,
        conduct: Conduct,
        computers: Computers,
    ) -> None:
        self._rooms = rooms
        self._places = places
        self._presence = presence
        self._manners = manners
        self._conduct = conduct
        self._computers = computers
        self.door = "-p 2222 HOST"
        """What one gives ``ssh`` to come here."""

    def sit(self, lobby: Visitor, room: Room, *, ready: bool = True) -> SeatChair:
        """Give a player the first free seat of a room."""
        seat, who = room.table.free_seats()[0], lobby.who
        nonce = self._rooms.nonce()
        room.table.sit(seat, who.name, "person", nonce, who=who.identity, ready=ready)
        return SeatChair(self._conduct, lobby, room, seat)

    def _settle(self, lobby: Visitor, room: Room, *, ready: bool = True) -> SeatChair:
        """Give a player a seat, and note that this is their place now."""
        self._places.sit(lobby.who.identity, room)
        return self.sit(lobby, room, ready=ready)

    def held(self, lobby: Visitor) -> SeatChair | None:
        """Give the seat this player has, if any: at a table, else in the queue.

        A game may have ended while its player was away: they are led to its end.
        """
        found = self._places.seat(lobby.who.identity)
        return None if found is None else SeatChair(self._conduct, lobby, *found)

    def play_computer(self, lobby: Visitor, ruleset: str) -> SeatChair:
        """Seat a player against the computer; a place in the queue is kept.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._conduct.may_begin(lobby.who)
        ruleset = stamped(parse_ruleset(ruleset))
        self._places.rise(lobby.who.identity, from_queue=False)
        room = self._rooms.open(ruleset, public=True)
        chair = self._settle(lobby, room)
        self._computers.fill(room)
        return chair

    def play_on(self, lobby: Visitor, branch: Branch) -> Chair:
        """Seat a player in a branch of a finished game, which is no table of the server's.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self._conduct.may_begin(lobby.who)
        return self._computers.play_on(branch)

    def open_table(self, lobby: Visitor, plan: TablePlan) -> SeatChair:
        """Open a table under a new code; the computer plays so many seats.

        Raises:
            LobbyError: ``no-such-table``, ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._conduct.may_begin(lobby.who)
        try:
            parse_control(plan.timing)
        except NotationError:
            raise LobbyError("no-such-table") from None
        ruleset = stamped(parse_ruleset(plan.ruleset))
        self._places.rise(lobby.who.identity)
        room = self._rooms.open(ruleset, timing=plan.timing, public=plan.public, coded=True)
        self.invite(room)
        chair = self._settle(lobby, room, ready=False)
        self._computers.fill(room, min(plan.computers, len(room.table.free_seats())))
        return chair

    def invite(self, room: Room) -> None:
        """Write the line with which friends get to a table."""
        if room.code:
            room.table.invitation = f"ssh -t {self.door} join {room.code}"

    def join_room(self, lobby: Visitor, typed: str) -> SeatChair:
        """Seat a player at a friend's table; or a guest in the seat that was held.

        Raises:
            LobbyError: there is no such table, or this player cannot sit there.
        """
        code, who = room_code(typed), lobby.who
        if not self._manners.may("code", who.identity, lobby.address):
            raise LobbyError("too-many")
        room = self._rooms.waiting_under(code)
        if room is not None:
            return self._join(lobby, room)
        chair = self._resume(lobby, code)
        if chair is not None:
            return chair
        self._manners.count("code", who.identity, lobby.address)
        raise LobbyError("used-code" if code in self._rooms.used else "unknown-code")

    def _resume(self, lobby: Visitor, code: str) -> SeatChair | None:
        """Seat a guest whose connection was lost, by the code only that guest knows."""
        identity = guest_of(code)
        found = self._places.seat(identity)
        if not lobby.who.guest or found is None:
            return None
        room, seat = found
        lobby.become(Player(room.table.sitters[seat].name, identity, guest=True, resume=code))
        return self.held(lobby)

    def sit_at(self, lobby: Visitor, table: str) -> SeatChair:
        """Seat a player at a public table, by its id.

        Raises:
            LobbyError: there is no such table, or this player cannot sit there.
        """
        room = self._rooms.find(table)
        if room is None or not room.head.public or room.head.queue:
            raise LobbyError("no-such-table")
        if room.table.started:
            raise LobbyError("has-begun")
        return self._join(lobby, room)

    def _join(self, lobby: Visitor, room: Room) -> SeatChair:
        """Seat a player at a table that waits."""
        self._conduct.check_open()
        identity, people = lobby.who.identity, room.people()
        if identity in people:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        if any(self._manners.at_odds(identity, other) for other in people):
            raise LobbyError("blocked")
        self._places.rise(identity)
        chair = self._settle(lobby, room)
        self._presence.tell(people, News("sat-down", lobby.player))
        return chair

    def watch(self, lobby: Visitor, table: str) -> WatcherChair:
        """Let somebody look on at a game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``.
        """
        room = self._rooms.watchable(table)
        if lobby.who.identity in room.people():
            raise LobbyError("own-game")
        self._presence.lists_changed()
        return WatcherChair(self._conduct, lobby, room)

"""Seat players: against the computer, at their own table, at a friend's, in a quick match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.ports import RATED, Chair, LobbyError, News, TablePlan
from engine.errors import NotationError
from engine.rules.text import parse_ruleset, stamped
from engine.table.clocks import parse_control
from engine.table.practice import PracticeGame
from server.people.limits import PlayerLimits
from server.people.players import Player, guest_of
from server.people.presence import Presence, Visitor
from server.sanitize import room_code
from server.tables.actions import TableActions
from server.tables.bot_seats import BotSeats
from server.tables.chairs import SeatChair, WatcherChair
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room
from server.tables.rooms import Rooms

_RATED_MATCH: Final = f"{RATED}+first-to-2"


class Seating:
    """Who may sit down where, and who meets whom in a quick match."""

    def __init__(
        self,
        rooms: Rooms,
        locations: PlayerLocations,
        presence: Presence,
        player_limits: PlayerLimits,
        actions: TableActions,
        bots: BotSeats,
        clock: Callable[[], float],
    ) -> None:
        self._rooms = rooms
        self._locations = locations
        self._presence = presence
        self._limits = player_limits
        self._actions = actions
        self._bots = bots
        self._clock = clock
        self.door = "-p 2222 HOST"
        """The arguments of ``ssh`` that lead here."""

    def sit(self, lobby: Visitor, room: Room, *, ready: bool = True) -> SeatChair:
        """Seat a player in the first free seat of a room."""
        seat, who = room.table.free_seats()[0], lobby.who
        nonce = self._rooms.nonce()
        room.table.sit(seat, who.name, "person", nonce, who=who.identity, ready=ready)
        return SeatChair(self._actions, lobby, room, seat)

    def _settle(self, lobby: Visitor, room: Room, *, ready: bool = True) -> SeatChair:
        """Seat a player, and record their location."""
        self._locations.sit(lobby.who.identity, room)
        return self.sit(lobby, room, ready=ready)

    def held(self, lobby: Visitor) -> SeatChair | None:
        """Return the seat a player has, if any: at a table, else in the queue.

        A game may have ended while its player was away: they are led to its end.
        """
        found = self._locations.seat(lobby.who.identity)
        return None if found is None else SeatChair(self._actions, lobby, *found)

    def play_computer(self, lobby: Visitor, ruleset: str) -> SeatChair:
        """Seat a player against the computer; a place in the queue is kept.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._actions.may_begin(lobby.who)
        ruleset = stamped(parse_ruleset(ruleset))
        self._locations.rise(lobby.who.identity, from_queue=False)
        room = self._rooms.open(ruleset, public=True)
        chair = self._settle(lobby, room)
        self._bots.fill(room)
        return chair

    def play_on(self, lobby: Visitor, branch: PracticeGame) -> Chair:
        """Seat a player in a branch of a finished game, which is no table of the server's.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self._actions.may_begin(lobby.who)
        return self._bots.play_on(branch)

    def open_table(self, lobby: Visitor, plan: TablePlan) -> SeatChair:
        """Open a table under a new code; the computer plays so many seats.

        Raises:
            LobbyError: ``no-such-table``, ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._actions.may_begin(lobby.who)
        try:
            parse_control(plan.timing)
        except NotationError:
            raise LobbyError("no-such-table") from None
        ruleset = stamped(parse_ruleset(plan.ruleset))
        self._locations.rise(lobby.who.identity)
        room = self._rooms.open(ruleset, timing=plan.timing, public=plan.public, coded=True)
        self.invite(room)
        chair = self._settle(lobby, room, ready=False)
        self._bots.fill(room, min(plan.computers, len(room.table.free_seats())))
        return chair

    def invite(self, room: Room) -> None:
        """Set the command with which friends join a table."""
        if room.code:
            room.table.invitation = f"ssh -t {self.door} join {room.code}"

    def join_room(self, lobby: Visitor, typed: str) -> SeatChair:
        """Seat a player at a friend's table; or a guest in the seat that was held.

        Raises:
            LobbyError: there is no such table, or this player cannot sit there.
        """
        code, who = room_code(typed), lobby.who
        limits = self._limits
        if not (limits.may("code", who.identity) and limits.may("code from", lobby.address)):
            raise LobbyError("too-many")
        room = self._rooms.waiting_under(code)
        if room is not None:
            return self._join(lobby, room)
        chair = self._resume(lobby, code)
        if chair is not None:
            return chair
        lobby.count_code()
        raise LobbyError("used-code" if code in self._rooms.used else "unknown-code")

    def _resume(self, lobby: Visitor, code: str) -> SeatChair | None:
        """Seat a guest whose connection was lost, by the code only that guest knows."""
        identity = guest_of(code)
        found = self._locations.seat(identity)
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
        if room is None or not room.config.public or room.config.queue:
            raise LobbyError("no-such-table")
        if room.table.started:
            raise LobbyError("has-begun")
        return self._join(lobby, room)

    def _join(self, lobby: Visitor, room: Room) -> SeatChair:
        """Seat a player at a table that waits."""
        self._actions.check_open()
        identity, people = lobby.who.identity, room.people()
        if identity in people:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        if any(self._limits.at_odds(identity, other) for other in people):
            raise LobbyError("blocked")
        self._locations.rise(identity)
        chair = self._settle(lobby, room)
        self._presence.tell(people, News("sat-down", lobby.player))
        return chair

    def quick_match(self, lobby: Visitor, ruleset: str, *, rated: bool = False) -> SeatChair:
        """Seat a player with an opponent who waits for the same rules, or queue them.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._actions.may_begin(lobby.who)
        if rated:
            ruleset = _rated_rules(lobby, ruleset)
        ruleset = stamped(parse_ruleset(ruleset))
        identity = lobby.who.identity
        self._locations.rise(identity)
        room = self._opponent(identity, ruleset, rated) or self._open_queue(ruleset, rated)
        self._locations.wait(identity, room, self._clock())
        chair = self.sit(lobby, room)
        if not room.table.free_seats():
            self._pair(room, identity)
        return chair

    def _open_queue(self, ruleset: str, rated: bool) -> Room:
        timing = "steady" if rated else "none"
        return self._rooms.open(ruleset, timing=timing, rated=rated, public=True, queue=True)

    def _opponent(self, identity: str, ruleset: str, rated: bool) -> Room | None:
        """Return the room of the longest waiting opponent this player may meet."""
        for room in self._rooms:
            if not room.config.queue or not room.table.free_seats():
                continue
            if (room.config.ruleset, room.config.rated) == (ruleset, rated) and all(
                other in self._presence and not self._limits.at_odds(identity, other)
                for other in room.people()
            ):
                return room
        return None

    def _pair(self, room: Room, last: str) -> None:
        """Start the game of a pair; other games they played meanwhile are left."""
        for identity in room.people():
            self._locations.met(identity, room)
            if identity != last:
                self._presence.tell([identity], News("paired"))

    def watch(self, lobby: Visitor, table: str) -> WatcherChair:
        """Seat a watcher at a game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``.
        """
        room = self._rooms.watchable(table)
        if lobby.who.identity in room.people():
            raise LobbyError("own-game")
        self._presence.lists_changed()
        return WatcherChair(self._actions, lobby, room)


def _rated_rules(lobby: Visitor, ruleset: str) -> str:
    if lobby.who.guest:
        raise LobbyError("guests-unrated")
    if ruleset != RATED:
        raise LobbyError("rated-rules")
    return _RATED_MATCH

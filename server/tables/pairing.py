"""Pair those who want a quick match: who waits for whom, and who may meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.ports import RATED, LobbyError, News
from engine.rules.text import parse_ruleset, stamped
from server.people.limits import Manners
from server.people.presence import Presence, Visitor
from server.tables.actions import Conduct
from server.tables.chairs import SeatChair
from server.tables.player_locations import Places
from server.tables.room import Room
from server.tables.rooms import Rooms
from server.tables.seating import Seating

_RATED_MATCH: Final = f"{RATED}+first-to-2"


class Pairing:
    """The queue for quick matches; whoever waits is in a room of their own until somebody comes."""

    def __init__(
        self,
        rooms: Rooms,
        places: Places,
        presence: Presence,
        manners: Manners,
        conduct: Conduct,
        seating: Seating,
        clock: Callable[[], float],
    ) -> None:
        self._rooms = rooms
        self._places = places
        self._presence = presence
        self._manners = manners
        self._conduct = conduct
        self._seating = seating
        self._clock = clock

    def quick_match(self, lobby: Visitor, ruleset: str, *, rated: bool = False) -> SeatChair:
        """Seat a player with whoever waits for the same rules, or let the player wait.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
            RulesetError: there are no such rules.
        """
        self._conduct.may_begin(lobby.who)
        if rated:
            ruleset = _rated_rules(lobby, ruleset)
        ruleset = stamped(parse_ruleset(ruleset))
        identity = lobby.who.identity
        self._places.rise(identity)
        room = self._opponent(identity, ruleset, rated) or self._open(ruleset, rated)
        self._places.wait(identity, room, self._clock())
        chair = self._seating.sit(lobby, room)
        if not room.table.free_seats():
            self._pair(room, identity)
        return chair

    def _open(self, ruleset: str, rated: bool) -> Room:
        timing = "steady" if rated else "none"
        return self._rooms.open(ruleset, timing=timing, rated=rated, public=True, queue=True)

    def _opponent(self, identity: str, ruleset: str, rated: bool) -> Room | None:
        """Find where somebody waits whom this player may meet, the longest first."""
        for room in self._rooms:
            if not room.head.queue or not room.table.free_seats():
                continue
            if (room.head.ruleset, room.head.rated) == (ruleset, rated) and all(
                other in self._presence and not self._manners.at_odds(identity, other)
                for other in room.people()
            ):
                return room
        return None

    def _pair(self, room: Room, last: str) -> None:
        """Let those who waited begin; whatever else they played at meanwhile is dropped."""
        for identity in room.people():
            self._places.met(identity, room)
            if identity != last:
                self._presence.tell([identity], News("paired"))


def _rated_rules(lobby: Visitor, ruleset: str) -> str:
    if lobby.who.guest:
        raise LobbyError("guests-unrated")
    if ruleset != RATED:
        raise LobbyError("rated-rules")
    return _RATED_MATCH

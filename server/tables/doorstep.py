"""Players who came back without a proof, and wait at the door of a table for a nod (ADR 40)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.ports import LobbyError, News
from engine.table.state import AtDoor
from server.ops.limits import origin
from server.people.accounts import Player, is_guest
from server.people.player_limits import PlayerLimits
from server.people.presence import CutOff, Presence, Visitor
from server.tables.room import Room
from server.tables.rooms import PlayerLocations, Rooms

_MINUTE: Final = 60
_SENT_AWAY: Final = 10 * 60.0
"""Seconds for which an address that was sent away cannot come to the same door."""
_EARLIER_SIGNS: Final = N_(
    "Somebody took this seat by eight signs that were shown there before yours. If that was "
    "not you, come back by the signs that you were shown first."
)
_FIRST_PLAYER: Final = N_("The player who had this seat before you is back, and has it again.")


@dataclass(frozen=True, slots=True)
class _Caller:
    """A session at a door."""

    visitor: Visitor
    number: int = field(default_factory=lambda: secrets.randbits(31))
    """Not guessable, so that no nod for one who stood there before fits another."""

    @property
    def origin(self) -> str:
        """The address, as the limits count it."""
        return origin(self.visitor.address)


@dataclass(eq=False)
class Doorstep:
    """Who stands at the doors of the tables, and how they get in: whoever sits there nods.

    At a table of friends anybody may come back under another name; elsewhere guests alone, since
    whoever has an account is known. There are never more callers than seats that may be given.
    """

    _rooms: Rooms
    _locations: PlayerLocations
    _presence: Presence
    _cut_off: CutOff
    _limits: PlayerLimits
    _clock: Callable[[], float]
    _callers: dict[Room, list[_Caller]] = field(default_factory=dict, init=False)
    _sent_away: dict[tuple[str, str], float] = field(default_factory=dict, init=False)
    """Until when callers of an address are sent away from a room, by both."""

    # those outside

    def call(self, visitor: Visitor, code: str) -> None:
        """Let a player stand at the door of the table that was opened under a code.

        Whoever had a seat there that was given to another since has it again, without a nod.

        Raises:
            LobbyError: ``unknown-code``: nobody is away there whose seat this player may have;
                ``busy``, ``blocked``, ``door-taken``, ``sent-away``, ``too-many``.
        """
        room, who = self._rooms.opened_under(code), visitor.who
        first = None if room is None else _seat_before(room, who.identity)
        may_call = room is not None and visitor.named and self.may_call(who, room)
        if room is None or (first is None and not may_call):
            raise LobbyError("unknown-code")
        if self._is_seated(who.identity):
            raise LobbyError("busy")
        if first is None:
            if any(each.visitor is visitor for each in self._callers.get(room, ())):
                return
            self.leave(visitor)
            if any(self._limits.at_odds(visitor.who.identity, other) for other in room.people()):
                raise LobbyError("blocked")
            caller = _Caller(visitor)
            if self._clock() < self._sent_away.get((room.id, caller.origin), 0.0):
                raise LobbyError("sent-away")
            self._limits.count_call(code, caller.origin)
            callers = self._callers.get(room, [])
            if len(callers) >= len(self._seats_away(room)):
                self._turn_away(self._gives_way(room, callers, caller))
            self._callers.setdefault(room, []).append(caller)
            room.at_door = partial(self._seen, room)
            room.table.notify()
        else:
            self._seat(visitor, room, first, self.take_back)

    def may_call(self, who: Player, room: Room) -> bool:
        """Return whether a player may stand at a door, as far as seats and rules go."""
        return bool(self._seats_away(room)) and (who.guest or (_of_friends(room) and not who.bot))

    def _is_seated(self, identity: str) -> bool:
        return identity in self._locations or self._locations.plays_elsewhere(identity)

    def _gives_way(self, room: Room, callers: list[_Caller], to: _Caller) -> _Caller:
        """Return who makes room at a full door, or raise ``door-taken``.

        The same person's session before does, or a stranger for one from where a player was lost.
        """
        for other in callers:
            if other.origin == to.origin:
                return other
        strangers = [each for each in callers if not self._is_near(room, each)]
        if not strangers or not self._is_near(room, to):
            raise LobbyError("door-taken")
        return strangers[0]

    def _is_near(self, room: Room, caller: _Caller) -> bool:
        last = (self._cut_off.last_seen_at(room.table.owners[s]) for s in self._seats_away(room))
        return caller.origin in last

    def leave(self, visitor: Visitor) -> None:
        """Let a session stand at no door any more."""
        for room, callers in [*self._callers.items()]:
            staying = [each for each in callers if each.visitor is not visitor]
            if len(staying) == len(callers):
                continue
            if staying:
                self._callers[room] = staying
            else:
                del self._callers[room]
                room.at_door = tuple
            room.table.notify()

    def _turn_away(self, caller: _Caller) -> None:
        self.leave(caller.visitor)
        self._presence.tell_session(caller.visitor, News("door-shut"))

    def follow(self, room: Room) -> None:
        """Turn away those for whom no seat is left: its player is back, or the table is gone."""
        callers = self._callers.get(room, ())
        for caller in [*callers][len(self._seats_away(room)) :]:
            self._turn_away(caller)

    # those inside

    def _seats_away(self, room: Room) -> list[int]:
        """List the seats of those who are away and may have lost what proves who they are."""
        return [
            seat
            for who, seat in room.people().items()
            if (is_guest(who) or _of_friends(room))
            and not room.table.sitters[seat].present
            and who not in self._presence
        ]

    def _seen(self, room: Room) -> tuple[AtDoor, ...]:
        """Say who stands at a door, and for which seats; the likeliest seat first."""
        now, table = self._clock(), room.table
        seen = []
        for place, caller in enumerate(self._callers.get(room, ())):
            for seat in self._seats_away(room):
                last = self._cut_off.last_seen_at(table.owners[seat])
                since = table.away[seat]
                minutes = 0 if since is None else int(max(0.0, now - since)) // _MINUTE
                near = caller.origin == last if last else None
                seen.append((place, not near, AtDoor(caller.number, seat, minutes, near)))
        return tuple(each for _, _, each in sorted(seen, key=lambda each: each[:2]))

    def _named(self, room: Room, number: int) -> _Caller:
        for caller in self._callers.get(room, ()):
            if caller.number == number:
                return caller
        raise LobbyError("nobody-there")

    def let_in(self, room: Room, number: int, seat: int) -> None:
        """Give the seat of a player who is away to just the caller who was seen at the door.

        Raises:
            LobbyError: ``nobody-there``: the caller has gone or sits elsewhere meanwhile, or the
                player is back.
        """
        caller = self._named(room, number)
        visitor = caller.visitor
        if seat not in self._seats_away(room):
            raise LobbyError("nobody-there")
        if self._is_seated(visitor.who.identity):
            self._turn_away(caller)
            raise LobbyError("nobody-there")
        self.leave(visitor)
        self._seat(visitor, room, seat, self.admit)

    def _seat(
        self, visitor: Visitor, room: Room, seat: int, give: Callable[[Room, int, str], None]
    ) -> None:
        """Give a seat to a session, under its name there, and tell it."""
        name = name_in(room, seat, visitor.who)
        if name != visitor.player:
            visitor.take_name(name)
        give(room, seat, visitor.who.identity)
        self._presence.tell_session(visitor, News("let-in", name))

    def send_away(self, room: Room, number: int) -> None:
        """Send a caller away, and hear no other of that address for a while.

        Raises:
            LobbyError: ``nobody-there``.
        """
        caller = self._named(room, number)
        now = self._clock()
        self._sent_away = {key: end for key, end in self._sent_away.items() if end > now}
        self._sent_away[room.id, caller.origin] = now + _SENT_AWAY
        self._turn_away(caller)

    # seats that change hands

    def admit(self, room: Room, seat: int, identity: str) -> None:
        """Seat a player under another identity in the seat that was theirs."""
        before = room.table.owners[seat]
        self._locations.forget(before, room)
        room.table.admit(seat, identity)
        self._locations.sit(identity, room)
        room.table.set_present(seat, identity in self._presence)
        self._cut_off.forget(before)

    def seat_known_before(self, identity: str) -> tuple[Room, int] | None:
        """Return the seat that a guest had under signs which others have followed since."""
        for room in self._rooms:
            seat = _seat_before(room, identity)
            if seat is not None:
                return room, seat
        return None

    def take_back(self, room: Room, seat: int, identity: str) -> None:
        """Give a seat back to the player who had it first; whoever sits there is put out."""
        after = room.table.owners[seat]
        by_signs = is_guest(identity) and is_guest(after)
        for other in self._presence.lobbies(after):
            other.kick(_EARLIER_SIGNS if by_signs else _FIRST_PLAYER)
        self.admit(room, seat, identity)


def _of_friends(room: Room) -> bool:
    """Return whether those at a table met by its code, and nothing is at stake there."""
    config = room.config
    staked = config.rated or config.ladder or bool(config.championship)
    return config.code is not None and not (config.public or staked or config.correspondence)


def _seat_before(room: Room, identity: str) -> int | None:
    """Return the seat that somebody had before it was given to another, if any."""
    for seat, known in enumerate(room.table.earlier):
        if identity in known and room.table.sitters[seat].kind == "person":
            return seat
    return None


def name_in(room: Room, seat: int, who: Player) -> str:
    """Return the name under which a player goes on in a seat that was given to them.

    A guest takes the name of a guest; that of an account is its owner's alone.
    """
    table = room.table
    first = (*table.earlier[seat], table.owners[seat])[0]
    return table.sitters[seat].name if who.guest and is_guest(first) else who.name

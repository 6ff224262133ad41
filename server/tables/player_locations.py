"""Track where players sit, and where they wait for a quick match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cuttle_tui.ports import LobbyError
from server.tables.room import Room


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
            self.leave(identity, meanwhile)
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
        """Free a player's seat: a running game is conceded."""
        self.forget(identity, room)
        seat = room.seat_of(identity)
        if seat is not None:
            (room.table.leave if room.table.started else room.table.stand)(seat)

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
            self.leave(identity, room)

    def plays_people(self, identity: str) -> bool:
        """Return whether a player is in the middle of a game with other people.

        A bot is, once it plays as many games as it wants.
        """
        if identity in self._several:
            return self._several[identity].full
        room = self._sitting.get(identity)
        here = room is not None and room.table.running and len(room.people()) > 1
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

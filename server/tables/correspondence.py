"""Correspondence tables: their seats, the inbox, and notices.

A player may have many of these seats, beside the one where they play now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal

from cuttle_tui.kit.results import table_result
from cuttle_tui.ports import InboxLine, LobbyError, News
from server.ops.limits import GAMES_OF_DAYS
from server.people.accounts import Player, has_account
from server.people.notices import Notice, Notifier, Vacations
from server.people.presence import Presence
from server.tables.room import Room, ending_for, game_ending_for

_KEPT: Final = 14 * 86_400.0
"""Seconds for which a table whose match is over is kept for its players to look at."""
_WAITS: Final = 14 * 86_400.0
"""Seconds for which a table waits for players."""
_WAITING_NEAR: Final = 24
"""Tables opened from one address that may wait at a time."""
Kind = Literal["your-move", "game-over"]
_Turn = tuple[int, bool, int | None]
"""The number of a table's game, whether it is over, and whose move it is."""


@dataclass(eq=False)
class Correspondence:
    """The correspondence tables of every player, by identity."""

    _presence: Presence
    _vacations: Vacations
    _notices: Notifier
    _clock: Callable[[], float]
    _most: int = GAMES_OF_DAYS
    _rooms: dict[str, dict[str, Room]] = field(default_factory=dict, init=False)
    _turns: dict[str, _Turn] = field(default_factory=dict, init=False)
    """What was announced last of each table, by id."""

    def __post_init__(self) -> None:
        self._vacations.changed = self._vacation_changed

    def __contains__(self, identity: str) -> bool:
        return identity in self._rooms

    def __iter__(self) -> Iterator[str]:
        return iter([*self._rooms])

    # seats

    def rooms(self, identity: str) -> list[Room]:
        """List the tables of a player."""
        return [*self._rooms.get(identity, {}).values()]

    def find(self, identity: str, name: str) -> Room | None:
        """Find a table of a player by its id or its title."""
        rooms = self.rooms(identity)
        return next((room for room in rooms if name in (room.id, room.table.title)), None)

    def check(self, *people: Player) -> None:
        """Refuse players who may not take another seat.

        Raises:
            LobbyError: ``guests-days``, ``too-many-games``.
        """
        for who in people:
            if who.guest or not has_account(who.identity):
                raise LobbyError("guests-days")
            counted = (room for room in self.rooms(who.identity) if not room.table.settled)
            if sum(1 for _ in counted) >= self._most:
                raise LobbyError("too-many-games")

    def check_waiting(self, address: str) -> None:
        """Refuse another table while many that were opened from an address wait for players.

        Raises:
            LobbyError: ``too-many-waiting``.
        """
        every = {room.id: room for rooms in self._rooms.values() for room in rooms.values()}
        near = sum(room.origin == address and not room.table.started for room in every.values())
        if address and near >= _WAITING_NEAR:
            raise LobbyError("too-many-waiting")

    def sit(self, identity: str, room: Room) -> None:
        """Record that a player sits at a table; on vacation, their clock stands still there."""
        self._rooms.setdefault(identity, {})[room.id] = room
        seat = room.seat_of(identity)
        if seat is not None:
            room.table.set_vacation(seat, self._vacations.until(identity))

    def resume(self, room: Room) -> None:
        """Add a restored table, without repeating its last notice."""
        for identity in room.people():
            self.sit(identity, room)
        self._turns[room.id] = _turn(room)

    def forget(self, identity: str, room: Room) -> None:
        """Forget that a player sits at a table."""
        rooms = self._rooms.get(identity, {})
        rooms.pop(room.id, None)
        if not rooms:
            self._rooms.pop(identity, None)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat for good: a running game is conceded."""
        self.forget(identity, room)
        seat = room.seat_of(identity)
        if seat is not None:
            (room.table.leave if room.table.started else room.table.stand)(seat)

    def look_away(self, identity: str, room: Room) -> None:
        """Leave the screen: the seat is kept, unless all is over and no rematch was asked for."""
        if room.table.settled and room.seat_of(identity) not in room.table.ready_seats:
            self.leave(identity, room)

    def give_up(self, identity: str, name: str) -> None:
        """Free a player's seat at a table that waits or is over, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``game-running``.
        """
        room = self.find(identity, name)
        if room is None:
            raise LobbyError("no-such-table")
        if room.table.started and not room.table.settled:
            raise LobbyError("game-running")
        self.leave(identity, room)

    def sweep(self) -> None:
        """Close the tables that have been over, or have waited for players, for long."""
        for identity in self:
            for room in self.rooms(identity):
                over = room.table.settled and self._clock() - room.table.ended_at > _KEPT
                waited = not room.table.started and room.age > _WAITS
                if waited:
                    self._presence.leave_message(identity, News("nobody-came", room.table.title))
                if over or waited:
                    self.leave(identity, room)

    def _vacation_changed(self, identity: str) -> None:
        for room in self.rooms(identity):
            self.sit(identity, room)

    # the inbox

    def lines(self, identity: str) -> tuple[InboxLine, ...]:
        """List a player's tables: those that wait for them first, by the time that is left."""
        lines = [self.line(room, identity) for room in self.rooms(identity)]
        return tuple(sorted(lines, key=inbox_order))

    def line(self, room: Room, identity: str) -> InboxLine:
        """Describe a table of a player."""
        table, me = room.table, room.people()[identity]
        now, mover = self._clock(), table.mover
        others = [seat for seat in range(table.seats) if seat != me]
        names = [sitter.name for sitter in table.sitters]
        vacations = table.timeouts.vacations(now)
        times = table.timeouts.times(now)
        return InboxLine(
            id=room.id,
            title=table.title,
            opponents=tuple(names[seat] for seat in others if names[seat]),
            ruleset=table.ruleset.name,
            timing=room.config.timing,
            rated=room.counts_for_rating,
            state="playing" if table.running else "over" if table.started else "waiting",
            waits_for_me=mover == me or _asks_for_next(room, me),
            mover="" if mover is None or mover == me else names[mover],
            deadline=table.timeouts.deadline(now),
            left=0 if mover is None or not times else times[mover],
            vacation="" if mover is None or not vacations else vacations[mover],
            score=tuple(table.score[seat] for seat in (me, *others)),
            result=ending_for(table, me) if table.settled else "",
            code=room.code or "" if table.free_seats() else "",
        )

    # notices

    def follow(self, room: Room) -> None:
        """Notify the player whose turn has come, and all players when a game is over."""
        before, now = self._turns.get(room.id), _turn(room)
        self._turns[room.id] = now
        if now == before or not room.table.started:
            return
        game, over, mover = now
        if over and before is not None and before[:2] != (game, over):
            self._tell(room, "game-over", tuple(room.people()))
        elif mover is not None:
            self._tell(room, "your-move", (room.table.owners[mover],))

    def close(self, room: Room) -> None:
        """Forget a table that is closed."""
        self._turns.pop(room.id, None)

    def _tell(self, room: Room, kind: Kind, to: tuple[str, ...]) -> None:
        people = room.people()
        names = [sitter.name for sitter in room.table.sitters]
        told = [identity for identity in to if identity in people]
        for identity in told:
            how = game_ending_for(room.table, people[identity]) if kind == "game-over" else ""
            self._presence.tell([identity], News(kind, room.table.title, how))
        away = [identity for identity in told if identity not in self._presence]
        now = self._clock()
        self._notices.send(
            Notice(
                kind,
                room.id,
                room.table.title,
                tuple(names),
                about=_winners(room) if kind == "game-over" else (names[people[to[0]]],),
                day=f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}",
                ruleset=room.table.ruleset.name,
                timing=room.config.timing,
                rated=room.counts_for_rating,
                deadline=room.table.timeouts.deadline(now),
                result=table_result(room.table.state(None)),
                mail=tuple((identity, names[people[identity]]) for identity in away),
            )
        )


def _turn(room: Room) -> _Turn:
    mover = room.table.mover
    if mover is not None and room.table.sitters[mover].kind != "person":
        mover = None
    return room.table.games, room.table.over, mover


def _winners(room: Room) -> tuple[str, ...]:
    view = room.table.state(None).view
    outcome = None if view is None or room.table.called_off else view.outcome
    seats = () if outcome is None else outcome.winners
    return tuple(room.table.sitters[seat].name for seat in seats)


def _asks_for_next(room: Room, seat: int) -> bool:
    """Return whether the others wait for a player to ask for the next game, or for a rematch."""
    table = room.table
    if not table.over or seat in table.ready_seats:
        return False
    return table.awaits_next or bool(table.ready_seats)


_STATES: Final = ("playing", "over", "waiting")


def inbox_order(line: InboxLine) -> tuple[bool, int, int, str]:
    """Return the key that sorts games: those that wait for the player first, by the time left."""
    return not line.waits_for_me, _STATES.index(line.state), line.left, line.title

"""Quick matches: who waits for an opponent and who meets whom, people and bots apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cuttle_tui.ports import QUICK_TIMINGS, LobbyError
from engine.rules.options import parse_ruleset, stamped
from engine.table.controls import is_correspondence
from server.league.ratings import Pool
from server.people.accounts import Player
from server.people.player_limits import PlayerLimits
from server.people.presence import Presence
from server.tables.challenges import may_be_rated, rated_ruleset, rated_timing
from server.tables.room import Room
from server.tables.rooms import PlayerLocations, Rooms
from server.tables.stakes import Stakes

AT_ONCE: Final = 150.0
"""Points of rating within which players meet without waiting."""
A_SECOND: Final = 10.0
"""Points by which the range widens with each second of waiting."""
ANYBODY: Final = 60.0
"""Seconds after which a player meets anybody."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who waits."""

    id: str
    waited: float
    """Seconds."""
    rating: int | None = None
    """None without rated games: such players meet anybody."""


def reach(waited: float) -> float:
    """Return how far apart in rating an opponent may be after so many seconds."""
    return float("inf") if waited >= ANYBODY else AT_ONCE + A_SECOND * max(0.0, waited)


def may_pair(one: Waiting, other: Waiting) -> bool:
    """Return whether two ratings are close enough for the one who has waited longer."""
    if one.rating is None or other.rating is None:
        return True
    return abs(one.rating - other.rating) <= reach(max(one.waited, other.waited))


def opponent_for(
    player: Waiting, queue: Iterable[Waiting], may_meet: Callable[[str, str], bool]
) -> Waiting | None:
    """Return the player of the queue who has waited longest of those that this one may meet."""
    fitting = (
        other
        for other in sorted(queue, key=lambda each: -each.waited)
        if other.id != player.id and may_pair(player, other) and may_meet(player.id, other.id)
    )
    return next(fitting, None)


def pairs_of(
    queue: Iterable[Waiting], may_meet: Callable[[str, str], bool] = lambda _one, _other: True
) -> list[tuple[str, str]]:
    """Pair those who wait; who has waited longest is paired first, and is named first."""
    left = sorted(queue, key=lambda each: -each.waited)
    pairs = []
    while left:
        player = left.pop(0)
        other = opponent_for(player, left, may_meet)
        if other is not None:
            left.remove(other)
            pairs.append((player.id, other.id))
    return pairs


_DUEL: Final = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a player waits for; those who want the same may meet."""

    ruleset: str
    timing: str
    rated: bool


@dataclass(eq=False)
class _Pairing:
    """What pairs players: the queue, and the ladder."""

    _rooms: Rooms
    _locations: PlayerLocations
    _presence: Presence
    _limits: PlayerLimits
    _stakes: Stakes
    _clock: Callable[[], float]


class QuickMatches(_Pairing):
    """The queue. Each player waits in a room; an opponent is seated beside them."""

    def wanted(self, who: Player, ruleset: str, timing: str, *, rated: bool) -> Wanted:
        """Check what a player asks for.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``rated-clocks``.
            RulesetError: there are no such rules.
        """
        if rated:
            if is_correspondence(timing):
                raise LobbyError("rated-clocks")
            rules = rated_ruleset(ruleset, self._stakes, who)
            return Wanted(rules, rated_timing(timing), rated)
        if timing not in ("", *QUICK_TIMINGS):
            raise LobbyError("no-such-table")
        return Wanted(stamped(parse_ruleset(ruleset)), timing or QUICK_TIMINGS[0], rated)

    def room_for(self, who: Player, wanted: Wanted) -> Room:
        """Return the room of an opponent who waits for the same; else open one to wait in."""
        return self._opponents_room(who, wanted) or self._rooms.open(
            wanted.ruleset, timing=wanted.timing, rated=wanted.rated, public=True, queue=True
        )

    def has_opponent(self, who: Player, wanted: Wanted) -> bool:
        """Return whether somebody waits here whom a player may meet at once."""
        return self._opponents_room(who, wanted) is not None

    def waiters(self, room: Room) -> list[Waiting]:
        """Return who waits in a room and may be called: not from the middle of a rated game."""
        return [self._waiting(identity) for identity in room.people() if self._is_free(identity)]

    def _is_free(self, identity: str) -> bool:
        return not self._locations.plays_people(identity)

    def _opponents_room(self, who: Player, wanted: Wanted) -> Room | None:
        rooms = [room for room in self.waiting() if _wanted_in(room) == wanted]
        if parse_ruleset(wanted.ruleset).seats > _DUEL:
            for room in rooms:
                if all(self._may_meet(who.identity, other) for other in room.people()):
                    return room
            return None
        queue = {host: room for room in rooms for host in room.people()}
        player = Waiting(who.identity, 0.0, self._stakes.strength(who.identity))
        found = opponent_for(player, map(self._waiting, queue), self._may_meet)
        return None if found is None else queue[found.id]

    def waiting(self) -> Iterable[Room]:
        """List the rooms in which somebody waits."""
        return [room for room in self._rooms.queues() if room.people() and room.table.free_seats()]

    def _waiting(self, identity: str) -> Waiting:
        now = self._clock()
        waited = now - self._locations.since(identity, now)
        return Waiting(identity, waited, self._stakes.strength(identity))

    def _may_meet(self, identity: str, other: str) -> bool:
        here = other in self._presence and self._is_free(other)
        return here and not self._limits.at_odds(identity, other)

    def joinable(self, who: Player, room: Room) -> None:
        """Check that a player may sit down with one who waits.

        Raises:
            LobbyError: ``guests-unrated``, ``bots-unrated``, ``own-room``, ``room-full``,
                ``blocked``, ``they-play``.
        """
        people = room.people()
        if room.config.rated:
            may_be_rated(who)
        if who.identity in people:
            raise LobbyError("own-room")
        if not room.table.free_seats():
            raise LobbyError("room-full")
        if any(self._limits.at_odds(who.identity, other) for other in people):
            raise LobbyError("blocked")
        if not all(map(self._is_free, people)):
            raise LobbyError("they-play")

    def prepare(self, room: Room, identity: str) -> bool:
        """Return whether the next player may be seated as ready.

        If a rated match would be dealt as casual, both players are asked first.
        """
        others = room.people()
        if not room.config.rated or len(others) != 1:
            return True
        host, seat = next(iter(others.items()))
        if self._stakes.stake((host, identity)).counts:
            return True
        room.table.ready(seat, False)
        return False

    def met(self, room: Room, last: str) -> None:
        """Call everybody to the table of a match, away from other games."""
        for identity in room.people():
            self._locations.met(identity, room)
        self._presence.call_to_table(each for each in room.people() if each != last)

    def tick(self) -> None:
        """Pair those for whom the range of ratings has widened far enough."""
        queues: dict[Wanted, list[str]] = {}
        for room in self.waiting():
            if room.table.seats == _DUEL:
                queues.setdefault(_wanted_in(room), []).extend(room.people())
        for queue in queues.values():
            here = [
                self._waiting(identity)
                for identity in queue
                if identity in self._presence and self._is_free(identity)
            ]
            for host, guest in pairs_of(here, self._may_meet):
                self._presence.seats.soon(partial(self._bring_together, host, guest))

    def _bring_together(self, host: str, guest: str) -> None:
        """Move a player who waits to another's room.

        Both were free, here, and waiting for the same when they were chosen; now it is their turn.
        """
        room, left = self._locations.waits_in(host), self._locations.waits_in(guest)
        seat = None if left is None else left.seat_of(guest)
        if room is None or left is None or seat is None or _wanted_in(room) != _wanted_in(left):
            return
        if room is left or not (self._may_meet(host, guest) and self._may_meet(guest, host)):
            return
        since, name = self._locations.since(guest, self._clock()), left.table.sitters[seat].name
        self._locations.leave(guest, left)
        self._locations.wait(guest, room, since)
        ready = self.prepare(room, guest)
        free = room.table.free_seats()[0]
        room.sit(free, name, guest, ready=ready)
        self.met(room, "")


def _wanted_in(room: Room) -> Wanted:
    return Wanted(room.config.ruleset, room.config.timing, room.config.rated)


POOL: Final[Pool] = "live-bots"
"""Where games of the ladder are rated."""
TIMING: Final = "quick"
REST: Final = 60.0
"""Seconds between two games of a bot: two of them must not fill a server's database."""


@dataclass(slots=True)
class _Climber:
    """A bot on the ladder."""

    who: Player
    rulesets: tuple[str, ...]
    """What it plays; empty for all."""
    since: float
    """When it was free last."""
    room: Room | None = None


@dataclass(eq=False)
class BotLadder(_Pairing):
    """The bots that play on the ladder."""

    _climbers: dict[str, _Climber] = field(default_factory=dict, init=False)
    _rested: dict[str, float] = field(default_factory=dict, init=False)
    """When each bot may play next, whether or not it is here."""

    @property
    def ruleset(self) -> str:
        """The rules that are played now, with their version."""
        return self._stakes.ruleset

    def join(self, who: Player, rulesets: tuple[str, ...]) -> None:
        """Let a bot play; it may be back in the middle of a game."""
        rooms = self._locations.rooms(who.identity)
        running = (room for room in rooms if room.config.ladder and not room.table.settled)
        climber = _Climber(who, rulesets, self._clock(), next(running, None))
        self._climbers[who.identity] = climber

    def leave(self, identity: str) -> None:
        """Stop pairing a bot; a running game goes on."""
        self._climbers.pop(identity, None)

    def tick(self) -> None:
        """Pair the bots that are free."""
        now = self._clock()
        self._rested = {identity: at for identity, at in self._rested.items() if at > now}
        for climber in self._climbers.values():
            if climber.room is not None and climber.room.table.settled:
                climber.room, climber.since = None, now
                self._rest(climber)
        free = [self._waiting(each) for each in self._climbers.values() if self._is_free(each)]
        for one, other in pairs_of(free, self._may_meet):
            self._begin(self._climbers[one], self._climbers[other])

    def _is_free(self, climber: _Climber) -> bool:
        identity = climber.who.identity
        return (
            climber.room is None
            and identity in self._presence
            and identity not in self._rested
            and not self._locations.plays_people(identity)
            and (not climber.rulesets or self.ruleset in climber.rulesets)
        )

    def _waiting(self, climber: _Climber) -> Waiting:
        line = self._stakes.rating(climber.who.identity, POOL)
        waited = self._clock() - climber.since
        return Waiting(climber.who.identity, waited, None if line is None else line.rating)

    def _may_meet(self, one: str, other: str) -> bool:
        return not self._limits.at_odds(one, other)

    def _begin(self, *pair: _Climber) -> None:
        room = self._rooms.open(self.ruleset, timing=TIMING, public=True, ladder=True)
        for seat, climber in enumerate(pair):
            climber.room = room
            self._rest(climber)
            who = climber.who
            self._locations.sit(who.identity, room)
            room.sit(seat, who.name, who.identity)
        self._presence.call_to_table(each.who.identity for each in pair)

    def _rest(self, climber: _Climber) -> None:
        self._rested[climber.who.identity] = self._clock() + REST

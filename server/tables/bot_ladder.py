"""The bot ladder: bots play rated games against each other, apart from the ratings of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cuttle_tui.ports import News
from server.league.ratings import Pool
from server.people.limits import PlayerLimits
from server.people.players import Player
from server.people.presence import Presence
from server.tables.pairing import Waiting, pairs_of
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room
from server.tables.rooms import Rooms
from server.tables.stakes import Stakes

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


class BotLadder:
    """The bots that play on the ladder."""

    def __init__(
        self,
        rooms: Rooms,
        locations: PlayerLocations,
        presence: Presence,
        limits: PlayerLimits,
        stakes: Stakes,
        clock: Callable[[], float],
    ) -> None:
        self._rooms = rooms
        self._locations = locations
        self._presence = presence
        self._limits = limits
        self._stakes = stakes
        self._clock = clock
        self._climbers: dict[str, _Climber] = {}
        self._rested: dict[str, float] = {}
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
        """Pair a bot no more; a running game goes on."""
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
            room.table.sit(seat, who.name, "person", who=who.identity)
        self._presence.tell([each.who.identity for each in pair], News("paired"))

    def _rest(self, climber: _Climber) -> None:
        self._rested[climber.who.identity] = self._clock() + REST

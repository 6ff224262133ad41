"""Challenges, the plans of tables that people open for each other, championships, residents."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Final, Literal
from weakref import WeakSet

from cuttle_tui.ports import RATED_TIMINGS, ChallengeLine, LobbyError, News, QueueLine, TablePlan
from engine.bots.levels import LEVELS
from engine.computers import name_of
from engine.errors import NotationError
from engine.rules.options import parse_ruleset, stamped
from engine.table.controls import is_correspondence, parse_control
from server.league.ratings import Pool
from server.people.accounts import Player
from server.people.player_limits import PlayerLimits
from server.people.presence import Presence
from server.store.values import EnterMatch, player_id
from server.tables.correspondence import Correspondence
from server.tables.room import Journal, Room, match_winner
from server.tables.rooms import PlayerLocations
from server.tables.stakes import Stakes

log = logging.getLogger(__name__)
MATCH: Final = "first-to-2"
"""The option that makes rated games a match."""


def checked_plan(plan: TablePlan, stakes: Stakes, *people: Player) -> TablePlan:
    """Return a plan with its rules in full; `people` are the players who are known already.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``, ``rated-rules``, ``rated-clocks``;
            ``bots-live``; ``no-such-table``: there are no such clocks.
        RulesetError: there are no such rules.
    """
    if is_correspondence(plan.timing) and any(player.bot for player in people):
        raise LobbyError("bots-live")
    if not plan.rated:
        checked_timing(plan.timing)
        return replace(plan, ruleset=stamped(parse_ruleset(plan.ruleset)))
    if plan.computers:
        raise LobbyError("rated-rules")
    ruleset = rated_ruleset(plan.ruleset, stakes, *people)
    return replace(plan, ruleset=ruleset, timing=rated_timing(plan.timing))


def rated_ruleset(asked: str, stakes: Stakes, *people: Player) -> str:
    """Return the rules of a rated match.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``; ``rated-rules``: it is asked for with
            other rules.
        RulesetError: there are no such rules.
    """
    may_be_rated(*people)
    rules = stakes.ruleset
    base, *options = stamped(parse_ruleset(asked)).split("+")
    versioned = "/" in asked.partition("+")[0]
    same = base == rules if versioned else base.partition("/")[0] == rules.partition("/")[0]
    if not same or options not in ([], [MATCH]):
        raise LobbyError("rated-rules")
    return f"{rules}+{MATCH}"


def may_be_rated(*people: Player) -> None:
    """Refuse players who have no rating among people.

    Raises:
        LobbyError: ``guests-unrated``, ``bots-unrated``.
    """
    if any(player.guest for player in people):
        raise LobbyError("guests-unrated")
    if any(player.bot for player in people):
        raise LobbyError("bots-unrated")


def rated_timing(timing: str) -> str:
    """Return the time control of a rated match; the usual one, if none is asked for.

    Raises:
        LobbyError: ``rated-clocks``, ``no-such-table``: it is none of those of rated matches.
    """
    if is_correspondence(timing):
        return checked_timing(timing)
    if timing not in ("", *RATED_TIMINGS):
        raise LobbyError("rated-clocks")
    return timing or RATED_TIMINGS[0]


def checked_timing(timing: str) -> str:
    """Return the name of a time control.

    Raises:
        LobbyError: ``no-such-table``: there are no such clocks.
    """
    try:
        parse_control(timing)
    except NotationError:
        raise LobbyError("no-such-table") from None
    return timing


LASTS: Final = 60.0
"""Seconds until a challenge expires."""
_DUEL: Final = 2
_ChallengeNews = Literal["challenged", "declined", "expired", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that waits for an answer."""

    by: Player
    to: Player
    plan: TablePlan
    until: float
    championship: str = ""
    """The id of the championship whose match it is."""


@dataclass(eq=False)
class Challenges:
    """The challenges that wait; everybody makes and gets one at a time."""

    _locations: PlayerLocations
    _correspondence: Correspondence
    _presence: Presence
    _limits: PlayerLimits
    _stakes: Stakes
    _clock: Callable[[], float]
    _made: dict[str, Challenge] = field(default_factory=dict, init=False)
    """By the identity of who made it."""

    def send(self, by: Player, to: str, plan: TablePlan, championship: str = "") -> None:
        """Challenge a player, perhaps to their match in a championship.

        Raises:
            LobbyError: the plan is no game of these two, one of them cannot play now, or asks too
                often.
        """
        lobbies = self._presence.lobbies(to)
        if not lobbies or not lobbies[0].named or not self._presence.is_shown(to):
            raise LobbyError("not-here")
        other = lobbies[0].who
        if parse_ruleset(plan.ruleset).seats != _DUEL:
            raise LobbyError("two-players")
        checked = checked_plan(plan, self._stakes, by, other)
        if by.identity == to:
            raise LobbyError("own-room")
        if self._limits.at_odds(by.identity, to):
            raise LobbyError("blocked")
        if is_correspondence(checked.timing):
            self._correspondence.check(by, other)
        elif self._locations.plays_people(by.identity):
            raise LobbyError("busy")
        elif self._locations.plays_people(to):
            raise LobbyError("they-play")
        if by.identity in self._made:
            raise LobbyError("asked-already")
        if self.asking(to) is not None:
            raise LobbyError("being-asked")
        self._limits.count_challenge(by.identity, to)
        self._made[by.identity] = Challenge(by, other, checked, self._clock() + LASTS, championship)
        self._tell(to, "challenged", by)

    def asking(self, identity: str) -> Challenge | None:
        """Return the challenge that a player is to answer."""
        for each in self._made.values():
            if each.to.identity == identity:
                return each
        return None

    def lines(self, identity: str) -> tuple[ChallengeLine, ...]:
        """List the challenges of a player: made, then to be answered."""
        if not self._made:
            return ()  # as most often: every key asks
        both = (self._made.get(identity), self.asking(identity))
        return tuple(self._line(each, identity) for each in both if each is not None)

    def _line(self, challenge: Challenge, identity: str) -> ChallengeLine:
        mine = challenge.by.identity == identity
        other = challenge.to if mine else challenge.by
        shown = all(lobby.shows_rating for lobby in self._presence.lobbies(other.identity))
        return ChallengeLine(
            name=other.name,
            rating=self._stakes.rating(other.identity) if shown else None,
            ruleset=challenge.plan.ruleset,
            timing=challenge.plan.timing,
            rated=challenge.plan.rated,
            mine=mine,
            left=max(0.0, challenge.until - self._clock()),
            championship=bool(challenge.championship),
        )

    def accept(self, identity: str) -> Challenge:
        """Take the challenge that a player accepts; both are free to be seated then.

        Raises:
            LobbyError: ``no-challenge``; ``busy``, ``they-play``: a game has begun meanwhile.
        """
        challenge = self.asking(identity)
        if challenge is None:
            raise LobbyError("no-challenge")
        if is_correspondence(challenge.plan.timing):
            del self._made[challenge.by.identity]
            self._correspondence.check(challenge.by, challenge.to)
            return challenge
        if self._locations.plays_people(identity):
            raise LobbyError("busy")
        del self._made[challenge.by.identity]
        if self._locations.plays_people(challenge.by.identity):
            raise LobbyError("they-play")
        for player in (challenge.by, challenge.to):
            self._locations.free(player.identity)
        return challenge

    def decline(self, identity: str) -> None:
        """Decline the challenge to a player; if there is none, withdraw their own."""
        asked = self.asking(identity)
        if asked is not None:
            del self._made[asked.by.identity]
            self._tell(asked.by.identity, "declined", asked.to)
        elif (mine := self._made.pop(identity, None)) is not None:
            self._tell(mine.to.identity, "withdrawn", mine.by)

    def drop(self, identity: str) -> None:
        """Withdraw and decline everything of a player who has gone, or plays."""
        while identity in self._made or self.asking(identity) is not None:
            self.decline(identity)

    def tick(self) -> None:
        """Let challenges expire."""
        now = self._clock()
        for challenge in [each for each in self._made.values() if each.until <= now]:
            del self._made[challenge.by.identity]
            self._tell(challenge.by.identity, "expired", challenge.to)
            self._tell(challenge.to.identity, "withdrawn", challenge.by)

    def leave_out(self, lost: float) -> None:
        """Let every challenge stand for so many seconds longer, for nobody could answer."""
        for by, challenge in self._made.items():
            self._made[by] = replace(challenge, until=challenge.until + lost)

    def _tell(self, identity: str, kind: _ChallengeNews, other: Player) -> None:
        self._presence.tell([identity], News(kind, other.name))


@dataclass(eq=False)
class ChampionshipMatches:
    """Follows the tables of championship matches.

    A result is stored in order with the game that decided it. If the process ends between the two,
    the table is still there after the start, and the result is entered then; twice does no harm.
    """

    _journal: Journal
    _presence: Presence
    _champion_by: Callable[[str, str], Awaitable[str] | None]
    """Returns the champion made by a championship's match at a table, if somebody can be asked."""
    _entered: WeakSet[Room] = field(default_factory=WeakSet, init=False)
    """The tables whose results were entered."""
    _announcing: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def follow(self, room: Room) -> None:
        """Enter the result of a table as soon as its match is decided."""
        championship, table = room.config.championship, room.table
        if not championship or room in self._entered or not table.settled:
            return
        winner = match_winner(room)
        if winner is None:  # called off: they can play it again
            return
        self._entered.add(room)
        score, loser = table.score, 1 - winner
        entry = EnterMatch(
            championship,
            room.id,
            player_id(table.owners[winner]),
            player_id(table.owners[loser]),
            (score[winner], score[loser]),
        )
        self._journal.put(entry, lambda: self._stored(entry))

    def _stored(self, entry: EnterMatch) -> None:
        champion = self._champion_by(entry.championship, entry.table)
        if champion is not None:
            task = asyncio.get_running_loop().create_task(self._announce(champion))
            self._announcing.add(task)
            task.add_done_callback(self._announcing.discard)

    async def _announce(self, champion: Awaitable[str]) -> None:
        """Tell everybody of a champion, if this match made one."""
        self._presence.lists_changed()
        try:
            name = await champion
        except LobbyError:
            log.warning("nobody can be told of the champion now")
            return
        if name:
            self._presence.tell_everybody(News("champion", name))


_RESIDENTS_POOL: Final[Pool] = "live-bots"
RESIDENTS_TIMING: Final = RATED_TIMINGS[0]
USUAL_RESIDENTS: Final = tuple(level.name for level in LEVELS[1:])
"""The levels that are here unless the operator chose others: a beginner is for beginners."""


@dataclass(frozen=True, slots=True)
class Residents:
    """The residents of a server."""

    stakes: Stakes
    levels: Collection[str] = ()
    """Their levels; empty without any."""

    def lines(self, who: Player) -> tuple[QueueLine, ...]:
        """List whom a player may meet, weakest first: nobody for guests, who have no rating."""
        if who.guest or who.bot:
            return ()
        return tuple(self._line(level.name) for level in LEVELS if level.name in self.levels)

    def _line(self, level: str) -> QueueLine:
        name = name_of(level)
        return QueueLine(
            name=name,
            ruleset=parse_ruleset(self.stakes.ruleset).name,
            rated=True,
            since=0.0,
            me=False,
            id=name,
            timing=RESIDENTS_TIMING,
            rating=self.stakes.rating(name, _RESIDENTS_POOL),
            level=level,
        )

    def check(self, who: Player, level: str) -> None:
        """Check that a player may meet a resident.

        Raises:
            LobbyError: ``guests-unrated``, ``bots-unrated``; ``no-resident``: nobody of that level
                is here.
        """
        may_be_rated(who)
        if level not in self.levels:
            raise LobbyError("no-resident")

"""Seasons of the league: their weeks and their matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
"""The seasons of a year, in order."""
WEEK: Final = timedelta(days=7)
WEEKS: Final = 13
"""Weeks of a season, unless it says otherwise."""
SIZE: Final = 8
"""Players of a championship, unless the season says otherwise."""
FEWEST: Final = 4
MOST: Final = 16
"""Players of a championship, as it can be announced."""
RULESET: Final = "cuttle.cards"


def is_within(at: datetime, start: datetime, end: datetime) -> bool:
    """Return whether a moment is in a span of time: its start is, its end is not."""
    return start.astimezone(UTC) <= at.astimezone(UTC) < end.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Season:
    """A season: weeks of seven days each, one after the other."""

    id: str
    """As ``2026-clubs``."""
    suit: str
    year: int
    ruleset: str
    """The ruleset of its games, with the version in force when the season began."""
    start: datetime
    """When it begins; its weeks begin at the same time of day, in the zone of this moment."""
    weeks: int = WEEKS
    size: int = SIZE
    """How many players enter its championship."""
    ended: datetime | None = None
    """When operators closed it, if that was before its last week was over."""

    @property
    def end(self) -> datetime:
        """The moment the season is over; it belongs to no week."""
        return self.week_end(self.weeks)

    @property
    def name(self) -> str:
        """As ``Clubs 2026``."""
        return f"{self.suit.capitalize()} {self.year}"

    def week_start(self, week: int) -> datetime:
        """Return the moment a week begins; the week before ends then."""
        return self._edge(week - 1)

    def _edge(self, weeks: int) -> datetime:
        """Return the moment so many weeks after the start, by the clocks of its zone."""
        edge = self.start + weeks * WEEK
        return edge.astimezone(UTC).astimezone(edge.tzinfo)  # clocks may skip that hour

    def week_end(self, week: int) -> datetime:
        """Return the moment a week is over; it belongs to the next, if there is one."""
        last = self._edge(week)
        return last if self.ended is None else min(last, self.ended)

    def week(self, at: datetime) -> int | None:
        """Return the week of a moment, from 1; None outside the season."""
        if not is_within(at, self.start, self.end):
            return None
        weeks = range(1, self.weeks + 1)
        return next(week for week in weeks if is_within(at, self.start, self.week_end(week)))


NEEDED: Final = 2
"""Game wins that decide a match."""

Pair = tuple[str, str]
"""Two players, sorted."""
MatchState = Literal["open", "decided", "void"]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished rated game of two players."""

    id: str
    """Games that ended at the same moment are taken in the order of their ids."""
    ended: datetime
    players: tuple[str, str]
    winner: str | None
    """None after a stalemate."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two players in a week of a season."""

    week: int
    pair: Pair
    games: tuple[str, ...]
    """Ids, in the order in which the games ended, stalemates among them."""
    wins: tuple[int, int]
    """Games won by each of the pair."""
    started: datetime
    """When its first game ended."""
    closes: datetime
    """When its week ends."""
    ended: datetime | None = None
    """When it was decided."""
    winner: str | None = None
    """None unless the match is decided, and counts."""

    @property
    def loser(self) -> str | None:
        """The player who lost it, once it is decided."""
        if self.winner is None:
            return None
        return self.pair[1] if self.winner == self.pair[0] else self.pair[0]

    def state(self, now: datetime | None = None) -> MatchState:
        """Return whether it is decided, still open, or void; by default after the season."""
        if self.winner is not None:
            return "decided"
        return "void" if now is None or now >= self.closes else "open"


@dataclass(frozen=True, slots=True)
class Played:
    """What the games of a season add up to."""

    matches: tuple[Match, ...]
    """Decided ones and others, in the order in which they started."""
    counted: Mapping[str, Match]
    """The match that each game belongs to, by the game's id."""
    casual: tuple[str, ...]
    """Ids of games played after the week's match of the pair was decided."""


@dataclass(frozen=True, slots=True)
class PairWeek:
    """How two players stand in the running week."""

    week: int | None
    """None if no season is running."""
    wins: tuple[int, int] = (0, 0)
    """Games won in the week's match, in the order in which the players were named."""
    why: Literal["", "decided", "no-season"] = ""
    """Why their next game does not count; empty if it does."""

    @property
    def counts(self) -> bool:
        """Whether their next game counts, if it ends in this week."""
        return not self.why


def play_matches(season: Season, games: Iterable[RatedGame]) -> Played:
    """Form the matches of a season, of rated games in any order; those outside it are ignored."""
    counted: dict[tuple[int, Pair], list[RatedGame]] = defaultdict(list)
    casual: list[str] = []
    for game in sorted(games, key=lambda each: (each.ended, each.id)):
        week = season.week(game.ended)
        if week is None:
            continue
        pair = pair_of(*game.players)
        before = counted[week, pair]
        if max(_wins(before, pair)) == NEEDED:
            casual.append(game.id)
        else:
            before.append(game)
    matches = [_match(season, week, pair, played) for (week, pair), played in counted.items()]
    of_game = {id: match for match in matches for id in match.games}
    return Played(tuple(matches), of_game, tuple(casual))


def pair_week(
    season: Season | None, games: Iterable[RatedGame], players: tuple[str, str], now: datetime
) -> PairWeek:
    """Return how two players stand now, for what is shown before and during their next game.

    Later games and those of others are ignored; the wins are in the order of the players.
    """
    week = season.week(now) if season else None
    if season is None or week is None:
        return PairWeek(None, why="no-season")
    pair = pair_of(*players)
    theirs = [each for each in games if pair_of(*each.players) == pair and each.ended <= now]
    for match in play_matches(season, theirs).matches:
        if match.week == week:
            wins = match.wins if players == pair else (match.wins[1], match.wins[0])
            return PairWeek(week, wins, "decided" if max(wins) == NEEDED else "")
    return PairWeek(week)


def pair_of(one: str, other: str) -> Pair:
    """Return two players as a pair."""
    return (one, other) if one < other else (other, one)


def _wins(games: Sequence[RatedGame], pair: Pair) -> tuple[int, int]:
    winners = [game.winner for game in games]
    return winners.count(pair[0]), winners.count(pair[1])


def _match(season: Season, week: int, pair: Pair, games: Sequence[RatedGame]) -> Match:
    wins = _wins(games, pair)
    started, closes = games[0].ended, season.week_end(week)
    decided = max(wins) == NEEDED
    return Match(
        week,
        pair,
        tuple(game.id for game in games),
        wins,
        started,
        closes,
        ended=games[-1].ended if decided else None,
        winner=pair[wins.index(NEEDED)] if decided else None,
    )

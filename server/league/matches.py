"""Matches of a season: each pair plays at most one a week, first to two game wins.

A match belongs to the week in which its first game ended, and games count in the week in which they
ended. A match that nobody has won when its week ends is void. Games that a pair plays after its
match is decided are casual until the next week.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from server.league.seasons import Season

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
        """Return whether it is decided, still open, or void.

        Args:
            now: the moment that is asked about; by default one after the season.
        """
        if self.winner is not None:
            return "decided"
        over = max(self.wins) == NEEDED  # it was begun as the season began, and does not count
        return "void" if over or now is None or now >= self.closes else "open"


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
    """Form the matches of a season.

    Args:
        season: the season; games that ended outside it are ignored.
        games: rated games under the season's ruleset, in any order.
    """
    counted: dict[tuple[int, Pair], list[RatedGame]] = defaultdict(list)
    casual: list[str] = []
    for game in sorted(games, key=lambda each: (each.ended, each.id)):
        week = season.week(game.ended)
        if week is None:
            continue
        before = counted[week, pair_of(*game.players)]
        if _is_over(before):
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

    Args:
        season: the running season, if any.
        games: at least the rated games of these two in the running week; others are ignored.
        players: the two, in the order in which the wins are wanted.
        now: the moment that is asked about; later games are ignored.
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


def _is_over(games: Sequence[RatedGame]) -> bool:
    return bool(games) and max(_wins(games, pair_of(*games[0].players))) == NEEDED


def _wins(games: Sequence[RatedGame], pair: Pair) -> tuple[int, int]:
    winners = [game.winner for game in games]
    return winners.count(pair[0]), winners.count(pair[1])


def _match(season: Season, week: int, pair: Pair, games: Sequence[RatedGame]) -> Match:
    wins = _wins(games, pair)
    started, closes = games[0].ended, season.week_end(week)
    # A match must lie wholly inside the season, and its start is the end of its first game.
    decided = max(wins) == NEEDED and started > season.start
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

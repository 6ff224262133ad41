"""Points of a week, standings of a season, and who enters its championship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from server.league.matches import Match
from server.league.seasons import Season
from server.league.seeding import NO_TIES, Cut, Ties, seeded

PLACED: Final = (5, 4, 3)
"""Points for the first three places of a week."""
WON: Final = 2
"""Points for a match won, without a place."""
PLAYED: Final = 1
"""Points for a match lost, without any won."""


@dataclass(frozen=True, slots=True)
class WeekScore:
    """What a player did in a week, in matches that were decided."""

    player: str
    wins: int
    losses: int
    points: int
    place: int | None
    """None for those who won no match."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a season."""

    place: int
    """Shared by those level on points and wins; the places after them are left out."""
    player: str
    points: int
    wins: int
    losses: int
    weeks: tuple[int, ...]
    """Points of every week of the season."""


def week_points(wins: Mapping[str, int], played: Collection[str]) -> dict[str, int]:
    """Return the points of everybody who completed a match in a week.

    Args:
        wins: matches won, by player.
        played: everybody who completed a match.
    """
    places = week_places(wins)
    return {player: _points(places.get(player)) for player in {*played, *places}}


def week_places(wins: Mapping[str, int]) -> dict[str, int]:
    """Return the place of everybody who won a match in a week; level players share one."""
    winners = [player for player, number in wins.items() if number]
    return dict(zip(winners, shared_places([-wins[player] for player in winners]), strict=True))


def _points(place: int | None) -> int:
    if place is None:
        return PLAYED
    return PLACED[place - 1] if place <= len(PLACED) else WON


def shared_places(keys: Sequence[Any]) -> list[int]:
    """Rank keys, the smallest first: level ones share a place, and the places after are left out.

    The keys 1, 1, 3 have the places 1, 1, 3; so do the keys 2, 2, 7.
    """
    first: dict[Any, int] = {}
    for place, key in enumerate(sorted(keys), 1):
        first.setdefault(key, place)
    return [first[key] for key in keys]


def week_scores(matches: Iterable[Match], week: int) -> tuple[WeekScore, ...]:
    """Return what everybody did in a week, the best first; only decided matches matter."""
    decided = [match for match in matches if match.week == week and match.winner is not None]
    wins, losses = _wins_and_losses(decided)
    places = week_places(wins)
    points = week_points(wins, {*wins, *losses})
    scores = [
        WeekScore(player, wins[player], losses[player], number, places.get(player))
        for player, number in points.items()
    ]
    return tuple(sorted(scores, key=lambda score: (-score.wins, score.losses, score.player)))


def standings(season: Season, matches: Iterable[Match]) -> tuple[Standing, ...]:
    """Rank all who completed a match by points, then by match wins."""
    decided = [match for match in matches if match.winner is not None]
    wins, losses = _wins_and_losses(decided)
    weeks: dict[str, list[int]] = {player: [0] * season.weeks for player in {*wins, *losses}}
    for week in range(1, season.weeks + 1):
        for score in week_scores(decided, week):
            weeks[score.player][week - 1] = score.points
    players = sorted(weeks, key=lambda player: (-sum(weeks[player]), -wins[player], player))
    places = shared_places([(-sum(weeks[player]), -wins[player]) for player in players])
    return tuple(
        Standing(place, player, sum(own := weeks[player]), wins[player], losses[player], tuple(own))
        for place, player in zip(places, players, strict=True)
    )


def _wins_and_losses(decided: Iterable[Match]) -> tuple[Counter[str], Counter[str]]:
    wins, losses = Counter[str](), Counter[str]()
    for match in decided:
        wins[str(match.winner)] += 1
        losses[str(match.loser)] += 1
    return wins, losses


def cut(
    standings: Sequence[Standing],
    matches: Iterable[Match],
    size: int,
    *,
    declined: Container[str] = (),
    ties: Ties = NO_TIES,
) -> Cut:
    """Return who enters the championship, in order of seed.

    Players who share a place are separated by match wins among themselves, then by fewer match
    losses in the season, a play-off match, and a lot.

    Args:
        standings: the final standings of the season.
        matches: its matches.
        size: how many enter.
        declined: players who do not want to enter; those below them move up.
        ties: what separates those who are level in everything else.

    Raises:
        LeagueError: a play-off or a lot is of players who are not level.
    """
    decided = [match for match in matches if match.winner is not None]
    keys = {
        each.player: _seed_key(each, standings, decided)
        for each in standings
        if each.player not in declined
    }
    return seeded(keys, size, ties)


def _seed_key(
    standing: Standing, standings: Iterable[Standing], decided: Iterable[Match]
) -> tuple[int, ...]:
    """Return what a player is seeded by, the smallest first."""
    player = standing.player
    tied = {each.player for each in standings if each.place == standing.place}
    among = sum(1 for match in decided if match.winner == player and match.loser in tied)
    return (standing.place, -among, standing.losses)

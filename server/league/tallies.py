"""Standings out of counts: what each player won and lost in each week."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from server.league.points import Standing, WeekScore, shared_places, week_places, week_points
from server.league.seasons import Season


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player did in a week, in matches that were decided."""

    week: int
    player: str
    wins: int
    losses: int


def week_scores(tallies: Iterable[Tally]) -> tuple[WeekScore, ...]:
    """Return what everybody did in a week, the best first."""
    counted = list(tallies)
    wins = {tally.player: tally.wins for tally in counted}
    places = week_places(wins)
    points = week_points(wins, wins.keys())
    scores = [
        WeekScore(
            tally.player, tally.wins, tally.losses, points[tally.player], places.get(tally.player)
        )
        for tally in counted
    ]
    return tuple(sorted(scores, key=lambda score: (-score.wins, score.losses, score.player)))


def standings(season: Season, tallies: Iterable[Tally]) -> tuple[Standing, ...]:
    """Rank all who completed a match by points, then by match wins."""
    by_week: dict[int, list[Tally]] = defaultdict(list)
    for tally in tallies:
        by_week[tally.week].append(tally)
    weeks: dict[str, list[int]] = defaultdict(lambda: [0] * season.weeks)
    wins, losses = Counter[str](), Counter[str]()
    for week, counted in by_week.items():
        for score in week_scores(counted):
            weeks[score.player][week - 1] = score.points
            wins[score.player] += score.wins
            losses[score.player] += score.losses
    totals = {player: sum(points) for player, points in weeks.items()}
    players = sorted(weeks, key=lambda player: (-totals[player], -wins[player], player))
    places = shared_places([(-totals[player], -wins[player]) for player in players])
    return tuple(
        Standing(place, player, totals[player], wins[player], losses[player], tuple(weeks[player]))
        for place, player in zip(places, players, strict=True)
    )

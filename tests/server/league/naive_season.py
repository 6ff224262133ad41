"""The weekly points and standings once more, written another way: by looking at every pair."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from server.league.seasons import RatedGame


def naive_table(start: datetime, weeks: int, games: Sequence[RatedGame]) -> dict[str, Any]:
    """Return what `table_json` does; games that ended together keep their order."""
    names = sorted({name for game in games for name in game.players})
    won = [_winners(start + timedelta(7 * week), games, names) for week in range(weeks)]
    points = [_points(week) for week in won]
    totals = {}
    for name in names:
        own = [week.get(name, 0) for week in points]
        if any(own):
            totals[name] = (sum(own), sum(winner == name for week in won for winner, _ in week))
    return {
        "weeks": [
            {
                "week": number,
                "points": week,
                "wins": {name: sum(winner == name for winner, _ in results) for name in week},
            }
            for number, (week, results) in enumerate(zip(points, won, strict=True), 1)
        ],
        "standings": [
            {
                "place": 1 + sum(other > total for other in totals.values()),
                "name": name,
                "points": total[0],
                "wins": total[1],
            }
            for name, total in sorted(totals.items(), key=lambda item: (-item[1][0], -item[1][1]))
        ],
    }


def _winners(
    begin: datetime, games: Sequence[RatedGame], names: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the winner and loser of every match decided in the week that begins then."""
    found = []
    for one, other in combinations(names, 2):
        theirs = [
            game
            for game in games
            if {*game.players} == {one, other} and begin <= game.ended < begin + timedelta(7)
        ]
        theirs.sort(key=lambda game: game.ended)
        if not theirs:
            continue
        second = {
            name: [i for i, game in enumerate(theirs) if game.winner == name][1:2]
            for name in (one, other)
        }
        decided = sorted((at[0], name) for name, at in second.items() if at)
        if decided:
            winner = decided[0][1]
            found.append((winner, other if winner == one else one))
    return found


def _points(results: Sequence[tuple[str, str]]) -> dict[str, int]:
    wins = {name: 0 for result in results for name in result}
    for winner, _ in results:
        wins[winner] += 1
    better = {name: sum(more > own for more in wins.values()) for name, own in wins.items()}
    return {
        name: (5, 4, 3, 2)[min(better[name], 3)] if number else 1 for name, number in wins.items()
    }

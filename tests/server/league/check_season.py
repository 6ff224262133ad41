"""Work out a season from rows of games, straight from the rules and from nothing else.

It shares no line with `server.league`, so that agreement of the two means something. Rows are
(ended, one, other, winner), with None for the winner of a stalemate. Every number in brackets is a
section of the rules of the competitive layer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

Row = tuple[datetime, str, str, str | None]


@dataclass
class CheckedSeason:
    """What the games of a season come to."""

    matches: list[tuple[int, str, str, str, int]] = field(default_factory=list)
    """Week, both players by name, winner, games that were won: of matches that count."""
    void: int = 0
    """Matches without a winner, or that began with the season's very first moment."""
    casual: list[Row] = field(default_factory=list)
    """Games after the week's match was decided."""
    points: dict[str, list[int]] = field(default_factory=dict)
    """Of each week, for all who completed a match."""
    standings: list[tuple[int, str, int, int, int]] = field(default_factory=list)
    """Place, player, points, match wins, match losses; players who share a place by name."""


def check_season(rows: Iterable[Row], start: datetime, weeks: int = 13) -> CheckedSeason:
    """Return matches, weekly points and standings."""
    checked = CheckedSeason()
    table: dict[tuple[int, str, str], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row[0]):
        # [6.1.3, 6.1.5] A game belongs to the week of its end; weeks begin inclusive.
        seconds = (row[0] - start) / timedelta(seconds=1)
        if 0 <= seconds < weeks * 604_800:
            key = (int(seconds // 604_800) + 1, min(row[1:3]), max(row[1:3]))
            table.setdefault(key, []).append(row)
    for (week, one, other), games in table.items():
        wins = {one: 0, other: 0}
        for game in games:
            if 2 in wins.values():  # [6.1.4]
                checked.casual.append(game)
            elif game[3] is not None:  # [6.1.2]
                wins[game[3]] += 1
        if 2 in wins.values() and games[0][0] > start:  # [6.1.6]
            winner = one if wins[one] == 2 else other
            checked.matches.append((week, one, other, winner, sum(wins.values())))
        else:
            checked.void += 1
    _count(checked, weeks)
    return checked


def _count(checked: CheckedSeason, weeks: int) -> None:
    won: dict[str, int] = {}
    lost: dict[str, int] = {}
    for week in range(1, weeks + 1):
        wins: dict[str, int] = {}
        for at, one, other, winner, _ in checked.matches:
            if at == week:
                for player in (one, other):
                    wins[player] = wins.get(player, 0) + (player == winner)
                    won[player] = won.get(player, 0) + (player == winner)
                    lost[player] = lost.get(player, 0) + (player != winner)
        for player, number in wins.items():
            # [6.2] Level players share the higher award and use up the places they fill.
            ahead = sum(other > number for other in wins.values())
            award = ({0: 5, 1: 4, 2: 3}.get(ahead, 2)) if number else 1
            checked.points.setdefault(player, [0] * weeks)[week - 1] = award
    # [6.3] All weeks count; then match wins; else the place is shared.
    merit = {player: (sum(points), won[player]) for player, points in checked.points.items()}
    for player in sorted(merit, key=lambda player: (-merit[player][0], -won[player], player)):
        place = 1 + sum(other > merit[player] for other in merit.values())
        checked.standings.append((place, player, *merit[player], lost[player]))

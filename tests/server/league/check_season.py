"""Work out seasons, years and ratings from rows of games, straight from the rules alone.

It shares no line with `server.league`, so that agreement of the two means something. Rows are
(ended, one, other, winner), with None for the winner of a stalemate. Every number in brackets is a
section of the rules of the competitive layer.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from openskill.models import PlackettLuce

Row = tuple[datetime, str, str, str | None]

_GAMES = """
    SELECT games.id, games.ended, games.winners, first.name, second.name
    FROM games
    JOIN seats AS first ON first.game = games.id AND first.seat = 0
    JOIN seats AS second ON second.game = games.id AND second.seat = 1
    WHERE games.rated AND first.person IS NOT NULL AND second.person IS NOT NULL
    ORDER BY games.ended, games.id
"""
_CORRECTIONS = "SELECT game, result, seat FROM corrections ORDER BY number"


@dataclass
class CheckedSeason:
    """What the games of a season come to."""

    matches: list[tuple[int, str, str, str, int]] = field(default_factory=list)
    """Week, both players by name, winner, games that were won: of matches that count."""
    void: int = 0
    """Matches without a winner."""
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
        if 2 in wins.values():  # [6.1.6], with the season's first moment
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


def stored_rows(database: Path) -> list[Row]:
    """Read the rated games of an SQLite database, as corrected; those declared void are left out.

    No two people of the database may have the same name.
    """
    with closing(sqlite3.connect(database)) as connection:
        corrected = {game: verdict for game, *verdict in connection.execute(_CORRECTIONS)}
        rows: list[Row] = []
        for game, ended, winners, *players in connection.execute(_GAMES):
            result, seat = corrected.get(game, ("", next(iter(json.loads(winners)), None)))
            if result != "void":
                moment = datetime.fromisoformat(ended).replace(tzinfo=UTC)
                rows.append((moment, *players, None if seat is None else players[seat]))
    return rows


def check_ratings(rows: Iterable[Row]) -> dict[str, tuple[int, int]]:
    """Return what each player's rating is shown as, and out of how many games.

    Args:
        rows: the games that are rated, in order.
    """
    model = PlackettLuce(mu=25.0, sigma=25 / 3, beta=25 / 3)
    strengths: dict[str, tuple[float, float]] = {}
    games: dict[str, int] = {}
    for _, one, other, winner in rows:
        if winner is not None:
            pair = (winner, other if winner == one else one)
            before = [[model.rating(*strengths.get(player, (25.0, 25 / 3)))] for player in pair]
            for player, [after] in zip(pair, model.rate(before), strict=True):
                strengths[player] = round(after.mu, 6), round(after.sigma, 6)
                games[player] = games.get(player, 0) + 1
    scale = 400 / math.log(10) / (math.sqrt(2) * 25 / 3)
    return {
        player: (round(1500 + (mu - 25) * scale), games[player])
        for player, (mu, _) in strengths.items()
    }


def check_places(seeds: Sequence[str], waves: Sequence[Iterable[str]]) -> list[str]:
    """Return the places of a championship.

    Args:
        seeds: who entered, in order.
        waves: who lost for the second time, of each round of matches.
    """
    places: list[str] = []
    for wave in waves:  # [6.4] Who is level has the place of the seed.
        places = sorted(wave, key=seeds.index) + places
    return [*(player for player in seeds if player not in places), *places]


def check_year(
    places: Sequence[Sequence[str]], points: Mapping[str, int]
) -> list[tuple[int, str, int]]:
    """Return the table of a year: place, player, points.

    Args:
        places: the places of each championship.
        points: the sum of everybody's points in the four seasons.
    """
    merit: dict[str, tuple[int, ...]] = {}
    for player in {player for championship in places for player in championship}:
        own = [each.index(player) for each in places if player in each]
        total = sum((21, 14, 10, 7, 5, 3, 2, 1)[place] for place in own)
        # [6.5] Titles, the best place, championships entered, the points of the seasons.
        merit[player] = (total, own.count(0), -min(own), len(own), points[player])
    return [
        (1 + sum(other > merit[player] for other in merit.values()), player, merit[player][0])
        for player in sorted(merit, key=lambda player: (tuple(-n for n in merit[player]), player))
    ]

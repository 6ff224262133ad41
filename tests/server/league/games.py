"""Seasons and games for the tests of the league."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from server.league.seasons import RatedGame, Season

START = datetime(2026, 1, 5, tzinfo=UTC)
SEASON = Season("2026-clubs", "clubs", 2026, "cuttle.cards", START)


def at(week: int, hours: float = 1) -> datetime:
    """Return a moment so many hours after a week began."""
    return SEASON.week_start(week) + timedelta(hours=hours)


def games(*lines: str) -> list[RatedGame]:
    """Read games.

    Args:
        lines: as ``1 ann-bob ann`` or ``2+3.5 ann-bob =``: the week, the hours after its beginning
            (by default the place in the list), the players, the winner (``=``: a stalemate).
    """
    return [_game(number, line) for number, line in enumerate(lines, 1)]


def _game(number: int, line: str) -> RatedGame:
    moment, pair, winner = line.split()
    week, _, hours = moment.partition("+")
    one, other = pair.split("-")
    ended = at(int(week), float(hours or number))
    return RatedGame(f"g{number:03}", ended, (one, other), None if winner == "=" else winner)

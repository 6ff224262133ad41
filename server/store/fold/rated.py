"""The rated games of a season, out of all stored games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from server.league.matches import pair_of
from server.league.seasons import Season
from server.store.fold.values import LeagueGame, SeasonRow
from server.store.league_tables import seasons
from server.store.tables import games, seats

_SERIES: Final = ("+first-to-2", "+first-to-3", "+best-of-3")
"""Options that say how many games a table plays: they leave the rules of a game alone."""
_ZERO, _ONE = seats.alias("seat_0"), seats.alias("seat_1")
_THIRD = seats.alias("seat_2")
_RATED: Final = (
    sa.select(
        games.c.id,
        games.c.ruleset,
        games.c.pool,
        games.c.ended,
        _ZERO.c.player.label("one"),
        _ONE.c.player.label("other"),
        _ZERO.c.result,
    )
    .join(_ZERO, sa.and_(_ZERO.c.game == games.c.id, _ZERO.c.seat == 0))
    .join(_ONE, sa.and_(_ONE.c.game == games.c.id, _ONE.c.seat == 1))
    .join(_THIRD, sa.and_(_THIRD.c.game == games.c.id, _THIRD.c.seat == 2), isouter=True)
    .where(
        games.c.rated,
        _ZERO.c.player.is_not(None),
        _ONE.c.player.is_not(None),
        _ZERO.c.player != _ONE.c.player,
        _THIRD.c.seat.is_(None),
    )
)
"""Rated games of two players with accounts."""
_VALID: Final = _ZERO.c.result != "void"


def season_rows(connection: Connection) -> list[SeasonRow]:
    """List the seasons, newest first."""
    rows = connection.execute(sa.select(seasons).order_by(seasons.c.start.desc()))
    return [_season_row(row) for row in rows]


def season_row(connection: Connection, id: str) -> SeasonRow | None:
    """Find a season."""
    row = connection.execute(sa.select(seasons).where(seasons.c.id == id)).first()
    return None if row is None else _season_row(row)


def _season_row(row: sa.Row[Any]) -> SeasonRow:
    season = Season(row.id, row.suit, row.year, row.ruleset, row.start, row.weeks, row.size)
    early = row.closed is not None and row.closed < season.end
    return SeasonRow(replace(season, ended=row.closed) if early else season, row.closed)


def rated_game(connection: Connection, id: str, *, void: bool = False) -> LeagueGame | None:
    """Return a game as its season sees it; None if it is no rated game of any season.

    Args:
        connection: the database.
        id: the game.
        void: whether it is returned even if it was declared void.
    """
    which = games.c.id == id if void else sa.and_(games.c.id == id, _VALID)
    return next(_league_games(connection, season_rows(connection), which), None)


def rated_games(connection: Connection, season: SeasonRow) -> Iterator[LeagueGame]:
    """Yield every rated game of a season, in no order; none counts yet."""
    at = games.c.ended
    inside = sa.and_(at >= season.season.start, at < season.season.end, _VALID)
    return _league_games(connection, [season], inside)


def _league_games(
    connection: Connection, known: Sequence[SeasonRow], which: sa.ColumnElement[bool]
) -> Iterator[LeagueGame]:
    for row in connection.execute(_RATED.where(which)):
        taking = (each.season for each in known if _takes(each.season, row.ended, row.ruleset))
        season = next(taking, None)
        week = season.week(row.ended) if season is not None else None
        if season is not None and week is not None:
            one, other = pair_of(row.one, row.other)
            winner = {"won": row.one, "lost": row.other}.get(row.result)
            yield LeagueGame(row.id, season.id, week, row.pool, row.ended, one, other, winner)


def _takes(season: Season, ended: datetime, ruleset: str) -> bool:
    return season.week(ended) is not None and plays_by(season, ruleset)


def plays_by(season: Season, ruleset: str) -> bool:
    """Return whether a game under a ruleset is one of a season's."""
    for option in _SERIES:
        ruleset = ruleset.replace(option, "")
    return ruleset == season.ruleset

"""What a running server holds of the league in memory, as the database has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.fold.rated import season_rows
from server.store.fold.ratings import league_game, stored_ratings
from server.store.fold.values import LeagueGame, SeasonRow, StoredRating
from server.store.league_tables import league_games


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The league at a moment."""

    seasons: tuple[SeasonRow, ...]
    games: tuple[LeagueGame, ...]
    """The rated games of the running week."""
    ratings: tuple[StoredRating, ...]


@dataclass(frozen=True, slots=True)
class After:
    """What a game has changed."""

    games: tuple[LeagueGame, ...]
    """The rated games of its players in its week; empty if it is none of the league's."""
    ratings: tuple[StoredRating, ...]
    """The ratings that are new since."""


def snapshot(connection: Connection, now: datetime) -> Snapshot:
    """Return the league as it is now."""
    rows = season_rows(connection)
    running = next(_running(rows, now), None)
    games: tuple[LeagueGame, ...] = ()
    if running is not None:
        season, week = running
        which = sa.and_(league_games.c.season == season, league_games.c.week == week)
        games = _games(connection, which)
    return Snapshot(tuple(rows), games, tuple(stored_ratings(connection)))


def _running(rows: list[SeasonRow], now: datetime) -> Iterator[tuple[str, int]]:
    for row in rows:
        week = row.season.week(now)
        if week is not None:
            yield row.season.id, week


def after_game(connection: Connection, id: str) -> After:
    """Return what a game that was stored has changed."""
    found = _games(connection, league_games.c.game == id)
    if not found:
        return After((), ())
    game = found[0]
    pair = sa.and_(
        league_games.c.season == game.season,
        league_games.c.week == game.week,
        league_games.c.one == game.one,
        league_games.c.other == game.other,
    )
    return After(_games(connection, pair), tuple(stored_ratings(connection, game.ended)))


def _games(connection: Connection, which: sa.ColumnElement[bool]) -> tuple[LeagueGame, ...]:
    rows = connection.execute(sa.select(league_games).where(which))
    return tuple(league_game(row) for row in rows)

"""The rated games that operators look through, by player, season and week."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from server.league.seasons import Season
from server.store.errors import Refused
from server.store.fold.rated import season_row, season_rows
from server.store.fold.results import corrections_of
from server.store.league.players import names
from server.store.people import person_named
from server.store.tables import games, seats


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A rated game in a list."""

    game: str
    ended: datetime
    season: str
    """Empty if it falls into none."""
    week: int | None
    players: tuple[str, ...]
    """In the order of their seats."""
    result: str
    corrected: bool


def results(
    connection: Connection, player: str, season: str, week: int | None, limit: int
) -> list[ResultLine]:
    """List rated games, newest first.

    Args:
        connection: the database.
        player: the name of one of the players; empty for all games.
        season: the season's id; empty for all.
        week: a week of the season.
        limit: how many are listed at most.

    Raises:
        Refused: there is no such player, season or week.
    """
    which = [games.c.rated, *_by(connection, player), *_within(connection, season, week)]
    query = sa.select(games.c.id, games.c.ended).where(*which)
    rows = connection.execute(query.order_by(games.c.ended.desc(), games.c.id).limit(limit)).all()
    return _lines(connection, rows)


def _by(connection: Connection, player: str) -> Iterable[sa.ColumnElement[bool]]:
    if not player:
        return ()
    person = person_named(connection, player)
    if person is None:
        raise Refused(f"nobody is called {player}")
    return (games.c.id.in_(sa.select(seats.c.game).where(seats.c.player == person.player)),)


def _within(connection: Connection, id: str, week: int | None) -> Iterable[sa.ColumnElement[bool]]:
    if not id:
        if week is not None:
            raise Refused("say of which season the week is: --season SEASON")
        return ()
    row = season_row(connection, id)
    if row is None:
        raise Refused(f"there is no season {id}: `season list` shows them")
    season = row.season
    if week is None:
        return (games.c.ended >= season.start, games.c.ended < season.end)
    if not 1 <= week <= season.weeks:
        raise Refused(f"{season.name} has {season.weeks} weeks")
    start, end = season.week_start(week), season.week_end(week)
    return (games.c.ended >= start, games.c.ended < end)


def _lines(connection: Connection, rows: Iterable[Any]) -> list[ResultLine]:
    found = {row.id: row.ended for row in rows}
    sat: dict[str, list[Any]] = {}
    columns = (seats.c.game, seats.c.seat, seats.c.player, seats.c.name, seats.c.result)
    query = sa.select(*columns).where(seats.c.game.in_(found)).order_by(seats.c.seat)
    for seat in connection.execute(query):
        sat.setdefault(seat.game, []).append(seat)
    known = names(
        connection, {each.player for some in sat.values() for each in some if each.player}
    )
    corrected = corrections_of(connection, found)
    seasons = [row.season for row in season_rows(connection)]
    return [
        _line(id, ended, sat.get(id, ()), known, seasons, id in corrected)
        for id, ended in found.items()
    ]


def _line(
    id: str,
    ended: datetime,
    sat: Iterable[Any],
    known: dict[str, str],
    seasons: Iterable[Season],
    corrected: bool,
) -> ResultLine:
    season = next((each for each in seasons if each.week(ended) is not None), None)
    named = [(known.get(each.player, each.name), each.result) for each in sat]
    won = [f"{name} won" for name, result in named if result == "won"]
    void = any(result == "void" for _, result in named)
    return ResultLine(
        id,
        ended,
        "" if season is None else season.id,
        None if season is None else season.week(ended),
        tuple(name for name, _ in named),
        "void" if void else "".join(won[:1]) or "stalemate",
        corrected,
    )

"""Rebuild everything that is derived from the records, and compare it with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from engine.record.parser import parse_record
from engine.record.record import Record, RecordError
from engine.rules.text import stamped
from server.league.ratings import Rating
from server.store.fold.derive import fold, game_values
from server.store.fold.rated import rated_games, season_rows
from server.store.fold.ratings import is_rated, league_game, rate, standing, stored_ratings
from server.store.fold.results import all_corrections, plays_of, result_of
from server.store.fold.values import (
    Correction,
    LeagueGame,
    LeagueMatch,
    RatingPoint,
    SeasonRow,
    StoredRating,
)
from server.store.league_tables import (
    game_plays,
    league_games,
    league_matches,
    rating_changes,
    ratings,
)
from server.store.tables import games, seats

_AT_A_TIME: Final = 200
"""Games of a step."""

Progress = Callable[[int, int], None]
"""Called with how many games were read, and how many there are."""
Row = dict[str, Any]


def recompute(connection: Connection, progress: Progress) -> list[str]:
    """Replace what is derived by what the records say; return the differences, as lines.

    Args:
        connection: the database, in a transaction.
        progress: told after every step.
    """
    lines = [*_games(connection, progress)]
    found, matches = _folded(connection)
    points, standings = _rated(found)
    lines += _compare(league_games, _game_rows(connection), map(game_values, found))
    lines += _compare(league_matches, _rows(connection, league_matches), map(asdict, matches))
    lines += _compare(rating_changes, _rows(connection, rating_changes), map(asdict, points))
    lines += _compare(ratings, map(asdict, stored_ratings(connection)), map(asdict, standings))
    if lines:
        for table in (league_games, league_matches, rating_changes, ratings):
            connection.execute(table.delete())
        _insert(connection, league_games, map(game_values, found))
        _insert(connection, league_matches, map(asdict, matches))
        _insert(connection, rating_changes, map(asdict, points))
        _insert(connection, ratings, map(asdict, standings))
    return lines


# games, one by one ------------------------------------------------------------------------------


def _games(connection: Connection, progress: Progress) -> Iterator[str]:
    """Set how each seat did, and what it played, by the records; yield the differences."""
    total = connection.scalar(sa.select(sa.func.count()).select_from(games)) or 0
    corrections = all_corrections(connection)
    done, last = 0, ""
    progress(0, total)
    while rows := _chunk(connection, last):
        ids = [row.id for row in rows]
        sat = _by_game(connection, seats, ids)
        played = _by_game(connection, game_plays, ids)
        for row in rows:
            own = sat.get(row.id, [])
            yield from _game(connection, row, own, corrections.get(row.id))
            yield from _plays(connection, row, played.get(row.id, []))
        done, last = done + len(rows), ids[-1]
        progress(done, total)


def _chunk(connection: Connection, last: str) -> Sequence[sa.Row[Any]]:
    query = sa.select(games).where(games.c.id > last).order_by(games.c.id)
    return connection.execute(query.limit(_AT_A_TIME)).all()


def _by_game(connection: Connection, table: sa.Table, ids: Sequence[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in connection.execute(sa.select(table).where(table.c.game.in_(ids))):
        found.setdefault(row.game, []).append(row)
    return found


def _game(
    connection: Connection,
    row: sa.Row[Any],
    sat: Sequence[sa.Row[Any]],
    correction: Correction | None,
) -> Iterator[str]:
    winners = tuple(row.winners)
    try:
        record = parse_record(row.record)
    except RecordError as error:
        yield f"game {row.id}: its record cannot be read ({error}); its stored result is taken"
    else:
        winners = record.outcome.winners if record.outcome is not None else ()
        yield from _head(row, sat, record)
    for seat in sat:
        result = result_of(seat.seat, winners, correction)
        if seat.result != result:
            yield f"game {row.id}, seat {seat.seat}: {result}, stored: {seat.result}"
            which = sa.and_(seats.c.game == row.id, seats.c.seat == seat.seat)
            connection.execute(seats.update().where(which).values(result=result))


def _head(row: sa.Row[Any], sat: Sequence[sa.Row[Any]], record: Record) -> Iterator[str]:
    """Compare what is stored beside a record with it. Nothing of that is ever rewritten."""
    outcome = record.outcome
    names = tuple(seat.name for seat in sorted(sat, key=lambda seat: int(seat.seat)))
    for what, stored, recorded in (
        ("ruleset", row.ruleset, stamped(record.ruleset)),
        ("players", names, record.players),
        ("winners", tuple(row.winners), outcome.winners if outcome is not None else ()),
        ("why", row.why, outcome.why if outcome is not None else ""),
    ):
        if stored != recorded:
            yield f"game {row.id}: by its record, {what} {recorded}, stored: {stored}"


def _plays(
    connection: Connection, row: sa.Row[Any], stored: Sequence[sa.Row[Any]]
) -> Iterator[str]:
    made = plays_of(row.id, row.record)
    wanted = {(play["seat"], play["kind"]): play["count"] for play in made}
    there = {(play.seat, play.kind): play.count for play in stored}
    if wanted == there:
        return
    yield f"game {row.id}: its plays are not counted as in its record"
    connection.execute(game_plays.delete().where(game_plays.c.game == row.id))
    _insert(connection, game_plays, made)


# what follows from all of them ------------------------------------------------------------------


def _folded(connection: Connection) -> tuple[list[LeagueGame], list[LeagueMatch]]:
    """Form the matches of every season, out of the results by record and correction."""
    found: list[LeagueGame] = []
    matches: list[LeagueMatch] = []
    for row in season_rows(connection):
        counted, played = fold(row.season, _of_season(connection, row))
        found += counted
        matches += played
    return found, matches


def _of_season(connection: Connection, row: SeasonRow) -> list[LeagueGame]:
    return sorted(rated_games(connection, row), key=lambda game: (game.ended, game.id))


def _rated(games: Iterable[LeagueGame]) -> tuple[list[RatingPoint], list[StoredRating]]:
    """Rate every game, pool by pool."""
    ordered = sorted(filter(is_rated, games), key=lambda game: (game.ended, game.id))
    points: list[RatingPoint] = []
    for pool in sorted({game.pool for game in ordered}):
        before: dict[str, Rating] = {}
        points += rate((game for game in ordered if game.pool == pool), before)
    last = {(each.player, each.pool): standing(each) for each in points}
    return points, [*last.values()]


# comparing --------------------------------------------------------------------------------------


def _rows(connection: Connection, table: sa.Table) -> Iterator[Row]:
    for row in connection.execute(sa.select(table)):
        yield dict(row._mapping)


def _game_rows(connection: Connection) -> Iterator[Row]:
    for row in connection.execute(sa.select(league_games)):
        yield game_values(league_game(row))


def _compare(table: sa.Table, stored: Iterable[Row], rebuilt: Iterable[Row]) -> Iterator[str]:
    key = [column.name for column in table.primary_key.columns]
    there, wanted = _by_key(stored, key), _by_key(rebuilt, key)
    for place in sorted({*there, *wanted}, key=str):
        what = f"{table.name} {' '.join(map(str, place))}"
        if place not in there:
            yield f"{what}: missing"
        elif place not in wanted:
            yield f"{what}: stored, but nothing leads to it"
        elif there[place] != wanted[place]:
            yield f"{what}: {_different(wanted[place], there[place])}"


def _by_key(rows: Iterable[Row], key: Sequence[str]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] for name in key): row for row in rows}


def _different(wanted: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} {value}, stored: {there.get(name)}"
        for name, value in wanted.items()
        if there.get(name) != value
    )


def _insert(connection: Connection, table: sa.Table, rows: Iterable[Row]) -> None:
    every = list(rows)
    if every:
        connection.execute(table.insert(), every)

"""Derive matches and ratings from rated games; rebuild all of it, and compare."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import sqlalchemy as sa

from engine.ratings import Rating
from engine.record.parser import parse_record
from engine.record.record import Record, RecordError
from engine.rules.options import stamped
from server.league.seasons import Match, Season, play_matches
from server.league.store.ratings import (
    all_corrections,
    is_rated,
    league_game,
    plays_of,
    rate,
    rated_game,
    rated_games,
    rerate,
    result_of,
    season_row,
    season_rows,
    standing,
    stored_ratings,
)
from server.league.store.tables import (
    Correction,
    LeagueGame,
    LeagueMatch,
    RatingPoint,
    SeasonRow,
    StoredRating,
    game_plays,
    league_games,
    league_matches,
    rating_changes,
    ratings,
)
from server.store.schema import games, seats

log = logging.getLogger(__name__)


def derive(connection: sa.Connection, game: str) -> None:
    """Bring matches and ratings up to date after a game was stored.

    A fault of ours costs nobody a game: it is logged, the game stays, and `recompute` derives what
    is missing. Trouble with the database is raised.
    """
    try:
        with connection.begin_nested():
            follow_up(connection, game)
    except sa.exc.SQLAlchemyError:
        raise
    except Exception:
        log.exception("what follows from game %s for the league could not be derived", game)


def follow_up(connection: sa.Connection, id: str, *, rerating: bool = True) -> None:
    """Bring matches and ratings up to date after a game was stored or corrected.

    Args:
        rerating: whether ratings follow; without them the transaction must be rolled back.
    """
    before = _stored(connection, id)
    after = rated_game(connection, id)
    game = after or before
    if game is None:
        return
    row = season_row(connection, game.season)
    if row is None:
        return
    old = _of_pair(connection, game)
    new = [each for each in old if each.id != id]
    if after is not None:
        new.append(after)
    changed = _replace(connection, row.season, old, new)
    if rerating:
        _rerate(connection, changed)


def _stored(connection: sa.Connection, id: str) -> LeagueGame | None:
    row = connection.execute(sa.select(league_games).where(league_games.c.game == id)).first()
    return None if row is None else league_game(row)


def _of_pair(connection: sa.Connection, game: LeagueGame) -> list[LeagueGame]:
    """Return the games of a pair in the week of one of them."""
    query = sa.select(league_games).where(
        league_games.c.season == game.season,
        league_games.c.week == game.week,
        league_games.c.one == game.one,
        league_games.c.other == game.other,
    )
    return [league_game(row) for row in connection.execute(query)]


def take_in(connection: sa.Connection, row: SeasonRow) -> int:
    """Derive a season from the games that are stored; return how many it takes.

    Nothing must be derived for it yet.
    """
    found = list(rated_games(connection, row))
    _rerate(connection, _replace(connection, row.season, [], found))
    return len(found)


def take_out(connection: sa.Connection, season: Season) -> int:
    """Remove all that is derived for a season; return how many games it had."""
    mine = league_games.c.season == season.id
    games = {league_game(each) for each in connection.execute(sa.select(league_games).where(mine))}
    connection.execute(league_games.delete().where(mine))
    connection.execute(league_matches.delete().where(league_matches.c.season == season.id))
    _rerate(connection, games)
    return len(games)


def _replace(
    connection: sa.Connection, season: Season, old: Sequence[LeagueGame], new: Iterable[LeagueGame]
) -> set[LeagueGame]:
    """Replace all games of some pairs and weeks, and their matches; return them, old and new."""
    folded, matches = fold(season, new)
    touched = {(g.week, g.one, g.other) for g in (*old, *folded)}
    changed = {*old} ^ {*folded}
    gone = {g.id for g in old} & {g.id for g in changed}
    for id in sorted(gone):
        connection.execute(league_games.delete().where(league_games.c.game == id))
    for week, one, other in sorted(touched) if old else ():
        connection.execute(
            league_matches.delete().where(
                league_matches.c.season == season.id,
                league_matches.c.week == week,
                league_matches.c.one == one,
                league_matches.c.other == other,
            )
        )
    rows = [game_values(each) for each in folded if each in changed]
    if rows:
        connection.execute(league_games.insert(), rows)
    if matches:
        connection.execute(league_matches.insert(), [asdict(each) for each in matches])
    return changed


def _rerate(connection: sa.Connection, changed: set[LeagueGame]) -> None:
    """Rate anew from the first game whose part in the ratings has changed, pool by pool."""
    rated = [game for game in changed if is_rated(game)]
    for pool in sorted({game.pool for game in rated}):
        rerate(connection, pool, min(game.ended for game in rated if game.pool == pool))


def fold(season: Season, games: Iterable[LeagueGame]) -> tuple[list[LeagueGame], list[LeagueMatch]]:
    """Form matches, and say of each game whether it counts.

    Correspondence games and those with computers form no matches: what counts of them is known.
    """
    every = list(games)
    played = play_matches(season, [game.rated for game in every if game.pool == "live"])
    folded = [
        replace(game, counts=game.id in played.counted if game.pool == "live" else game.counts)
        for game in every
    ]
    return folded, [_match(season, match) for match in played.matches]


def _match(season: Season, match: Match) -> LeagueMatch:
    one, other = match.pair
    return LeagueMatch(
        season.id, match.week, one, other, *match.wins, match.started, match.ended, match.winner
    )


def game_values(game: LeagueGame) -> dict[str, object]:
    """Return the row of a game."""
    values = asdict(game)
    values["game"] = values.pop("id")
    return values


_AT_A_TIME: Final = 200
"""Games of a step."""

Progress = Callable[[int, int], None]
"""Called with how many games were read, and how many there are."""
Row = dict[str, Any]


def recompute(connection: sa.Connection, progress: Progress) -> list[str]:
    """Replace what is derived by what the records say; return the differences, as lines."""
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


def _games(connection: sa.Connection, progress: Progress) -> Iterator[str]:
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


def _chunk(connection: sa.Connection, last: str) -> Sequence[sa.Row[Any]]:
    query = sa.select(games).where(games.c.id > last).order_by(games.c.id)
    return connection.execute(query.limit(_AT_A_TIME)).all()


def _by_game(
    connection: sa.Connection, table: sa.Table, ids: Sequence[str]
) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in connection.execute(sa.select(table).where(table.c.game.in_(ids))):
        found.setdefault(row.game, []).append(row)
    return found


def _game(
    connection: sa.Connection,
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
    connection: sa.Connection, row: sa.Row[Any], stored: Sequence[sa.Row[Any]]
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


def _folded(connection: sa.Connection) -> tuple[list[LeagueGame], list[LeagueMatch]]:
    """Form the matches of every season, out of the results by record and correction."""
    found: list[LeagueGame] = []
    matches: list[LeagueMatch] = []
    for row in season_rows(connection):
        counted, played = fold(row.season, _of_season(connection, row))
        found += counted
        matches += played
    return found, matches


def _of_season(connection: sa.Connection, row: SeasonRow) -> list[LeagueGame]:
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


def _rows(connection: sa.Connection, table: sa.Table) -> Iterator[Row]:
    for row in connection.execute(sa.select(table)):
        yield dict(row._mapping)


def _game_rows(connection: sa.Connection) -> Iterator[Row]:
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


def _insert(connection: sa.Connection, table: sa.Table, rows: Iterable[Row]) -> None:
    every = list(rows)
    if every:
        connection.execute(table.insert(), every)

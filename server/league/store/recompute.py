"""Derive matches and ratings from rated games; rebuild all of it, and compare."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from engine.ratings import Rating
from engine.record.parser import parse_record
from engine.record.record import RecordError
from engine.rules.options import stamped
from server.league.ratings import POOLS
from server.league.seasons import Season, play_matches
from server.league.store.ratings import (
    corrections_of,
    find_games,
    in_match_of,
    is_rated,
    plays_of,
    rate,
    rated_game,
    rated_games,
    rerate,
    result_of,
    season_row,
    season_rows,
    standing,
    starting,
)
from server.league.store.tables import (
    Correction,
    LeagueGame,
    LeagueMatch,
    RatingPoint,
    SeasonRow,
    StoredRating,
    game_plays,
    insert_all,
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
    """Bring matches and ratings up to date after a game was stored or corrected."""
    before = find_games(connection, league_games.c.game == id)
    after = rated_game(connection, id)
    game = after or next(iter(before), None)
    row = season_row(connection, game.season) if game is not None else None
    if game is None or row is None:
        return
    old = find_games(connection, in_match_of(game))
    new = [each for each in old if each.id != id]
    if after is not None:
        new.append(after)
    changed = _replace(connection, row.season, old, new)
    if rerating:
        _rerate(connection, changed)


def derive_again(connection: sa.Connection, players: Collection[str]) -> int:
    """Derive all games of some players anew, in every season; return how many are others now."""
    changed: set[LeagueGame] = set()
    either = sa.or_(league_games.c.one.in_(players), league_games.c.other.in_(players))
    for row in season_rows(connection):
        old = find_games(connection, league_games.c.season == row.season.id, either)
        found = rated_games(connection, row)
        new = [game for game in found if game.one in players or game.other in players]
        changed |= _replace(connection, row.season, old, new)
    _rerate(connection, changed)
    return len({game.id for game in changed})


def take_in(connection: sa.Connection, row: SeasonRow) -> int:
    """Derive a season from the games that are stored; return how many it takes.

    Nothing must be derived for it yet.
    """
    found = list(rated_games(connection, row))
    _rerate(connection, _replace(connection, row.season, [], found))
    return len(found)


def take_out(connection: sa.Connection, season: Season) -> int:
    """Remove all that is derived for a season; return how many games it had."""
    games = set(find_games(connection, league_games.c.season == season.id))
    for table in (league_games, league_matches):
        connection.execute(table.delete().where(table.c.season == season.id))
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
    kept = (each for each in folded if each in changed)
    insert_all(connection, league_games, map(game_values, kept))
    insert_all(connection, league_matches, map(asdict, matches))
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
    matches = [
        LeagueMatch(season.id, m.week, *m.pair, *m.wins, m.started, m.ended, m.winner)
        for m in played.matches
    ]
    return folded, matches


def game_values(game: LeagueGame) -> dict[str, Any]:
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
    found: list[LeagueGame] = []
    matches: list[LeagueMatch] = []
    for row in season_rows(connection):
        games_of_season = sorted(rated_games(connection, row), key=_order)
        counted, played = fold(row.season, games_of_season)
        found += counted
        matches += played
    ordered = sorted(filter(is_rated, found), key=_order)
    points: list[RatingPoint] = []
    last: dict[tuple[str, str], StoredRating] = {}
    for pool in POOLS:
        begun = starting(connection, pool)
        last |= {(player, pool): each for player, each in begun.items()}
        before = {player: Rating(each.mu, each.sigma, each.games) for player, each in begun.items()}
        points += rate((game for game in ordered if game.pool == pool), before)
    last |= {(each.player, each.pool): standing(each) for each in points}
    rebuilt: tuple[tuple[sa.Table, list[Row]], ...] = (
        (league_games, [*map(game_values, found)]),
        (league_matches, [*map(asdict, matches)]),
        (rating_changes, [*map(asdict, points)]),
        (ratings, [*map(asdict, last.values())]),
    )
    for table, rows in rebuilt:
        lines += _compare(connection, table, rows)
    for table, rows in rebuilt if lines else ():
        connection.execute(table.delete())
        insert_all(connection, table, rows)
    return lines


def _order(game: LeagueGame) -> tuple[datetime, str]:
    return game.ended, game.id


def _compare(connection: sa.Connection, table: sa.Table, rebuilt: Iterable[Row]) -> Iterator[str]:
    """Yield how the rows of a table differ from what was rebuilt."""

    def by_key(rows: Iterable[Row]) -> dict[tuple[Any, ...], Row]:
        return {tuple(row[column.name] for column in table.primary_key): row for row in rows}

    stored = (dict(row._mapping) for row in connection.execute(sa.select(table)))
    there, wanted = by_key(stored), by_key(rebuilt)
    for key in sorted({*there, *wanted}, key=str):
        what = f"{table.name} {' '.join(map(str, key))}"
        if key not in there:
            yield f"{what}: missing"
        elif key not in wanted:
            yield f"{what}: stored, but nothing leads to it"
        elif there[key] != wanted[key]:
            differing = (
                f"{name} {value}, stored: {there[key].get(name)}"
                for name, value in wanted[key].items()
                if there[key].get(name) != value
            )
            yield f"{what}: {', '.join(differing)}"


# games, one by one ------------------------------------------------------------------------------


def _games(connection: sa.Connection, progress: Progress) -> Iterator[str]:
    """Set how each seat did, and what it played, by the records; yield the differences."""
    total = connection.scalar(sa.select(sa.func.count()).select_from(games)) or 0
    corrections = corrections_of(connection)
    some = sa.select(games).order_by(games.c.id).limit(_AT_A_TIME)
    done, last = 0, ""
    progress(0, total)
    while rows := connection.execute(some.where(games.c.id > last)).all():
        ids = [row.id for row in rows]
        sat = _by_game(connection, seats, ids)
        played = _by_game(connection, game_plays, ids)
        for row in rows:
            own = sat.get(row.id, [])
            yield from _game(connection, row, own, corrections.get(row.id))
            yield from _plays(connection, row, played.get(row.id, []))
        done, last = done + len(rows), ids[-1]
        progress(done, total)


def _by_game(
    connection: sa.Connection, table: sa.Table, ids: Sequence[str]
) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in connection.execute(sa.select(table).where(table.c.game.in_(ids))):
        found.setdefault(row.game, []).append(row)
    return found


def _by_record(
    row: sa.Row[Any], sat: Sequence[sa.Row[Any]], stored_winners: tuple[int, ...]
) -> Generator[str, None, tuple[int, ...]]:
    """Compare what is stored beside a record with it; return who won by it."""
    try:
        record = parse_record(row.record)
    except RecordError as error:
        yield f"game {row.id}: its record cannot be read ({error}); its stored result is taken"
        return stored_winners
    # nothing that is stored beside a record is ever rewritten
    outcome = record.outcome
    winners = outcome.winners if outcome is not None else ()
    names = tuple(seat.name for seat in sorted(sat, key=lambda seat: int(seat.seat)))
    for what, stored, recorded in (
        ("ruleset", row.ruleset, stamped(record.ruleset)),
        ("players", names, record.players),
        ("winners", stored_winners, winners),
        ("why", row.why, outcome.why if outcome is not None else ""),
    ):
        if stored != recorded:
            yield f"game {row.id}: by its record, {what} {recorded}, stored: {stored}"
    return winners


def _game(
    connection: sa.Connection,
    row: sa.Row[Any],
    sat: Sequence[sa.Row[Any]],
    correction: Correction | None,
) -> Iterator[str]:
    winners = tuple(row.winners)
    if row.record:  # else it was played on paper
        winners = yield from _by_record(row, sat, winners)
    for seat in sat:
        result = result_of(seat.seat, winners, correction)
        if seat.result != result:
            yield f"game {row.id}, seat {seat.seat}: {result}, stored: {seat.result}"
            which = sa.and_(seats.c.game == row.id, seats.c.seat == seat.seat)
            connection.execute(seats.update().where(which).values(result=result))


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
    insert_all(connection, game_plays, made)

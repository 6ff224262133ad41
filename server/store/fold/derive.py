"""Derive matches and ratings from rated games, within the transaction that changes a game."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

import sqlalchemy as sa
from sqlalchemy import Connection

from server.league.matches import Match, play_matches
from server.league.seasons import Season
from server.store.fold.rated import rated_game, rated_games, season_row
from server.store.fold.ratings import is_rated, league_game, rerate
from server.store.fold.values import LeagueGame, LeagueMatch, SeasonRow
from server.store.league_tables import league_games, league_matches

log = logging.getLogger(__name__)


def derive(connection: Connection, game: str) -> None:
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


def follow_up(connection: Connection, id: str, *, rerating: bool = True) -> None:
    """Bring matches and ratings up to date after a game was stored or corrected.

    Args:
        connection: in a transaction.
        id: the game.
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


def _stored(connection: Connection, id: str) -> LeagueGame | None:
    row = connection.execute(sa.select(league_games).where(league_games.c.game == id)).first()
    return None if row is None else league_game(row)


def _of_pair(connection: Connection, game: LeagueGame) -> list[LeagueGame]:
    """Return the games of a pair in the week of one of them."""
    query = sa.select(league_games).where(
        league_games.c.season == game.season,
        league_games.c.week == game.week,
        league_games.c.one == game.one,
        league_games.c.other == game.other,
    )
    return [league_game(row) for row in connection.execute(query)]


def take_in(connection: Connection, row: SeasonRow) -> int:
    """Derive a season from the games that are stored; return how many it takes.

    Nothing must be derived for it yet.
    """
    found = list(rated_games(connection, row))
    _rerate(connection, _replace(connection, row.season, [], found))
    return len(found)


def take_out(connection: Connection, season: Season) -> int:
    """Remove all that is derived for a season; return how many games it had."""
    mine = league_games.c.season == season.id
    games = {league_game(each) for each in connection.execute(sa.select(league_games).where(mine))}
    connection.execute(league_games.delete().where(mine))
    connection.execute(league_matches.delete().where(league_matches.c.season == season.id))
    _rerate(connection, games)
    return len(games)


def _replace(
    connection: Connection, season: Season, old: Sequence[LeagueGame], new: Iterable[LeagueGame]
) -> set[LeagueGame]:
    """Replace games of a season and their matches; return the games as they were and are.

    Args:
        season: the season.
        old: the games as stored: all of the same pairs and weeks.
        new: these games as they are now.
    """
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


def _rerate(connection: Connection, changed: set[LeagueGame]) -> None:
    """Rate anew from the first game whose part in the ratings has changed, pool by pool."""
    rated = [game for game in changed if is_rated(game)]
    for pool in sorted({game.pool for game in rated}):
        rerate(connection, pool, min(game.ended for game in rated if game.pool == pool))


def fold(season: Season, games: Iterable[LeagueGame]) -> tuple[list[LeagueGame], list[LeagueMatch]]:
    """Form matches, and say of each game whether it counts.

    Correspondence games form no matches; each of them counts for the ratings.
    """
    every = list(games)
    played = play_matches(season, [game.rated for game in every if game.pool == "live"])
    folded = [
        replace(game, counts=game.pool != "live" or game.id in played.counted) for game in every
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

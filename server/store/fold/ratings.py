"""Ratings in the database: what each game did to them, and where players stand now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, get_args

import sqlalchemy as sa
from sqlalchemy import Connection

from server.league.ratings import Pool, Rating, RatingChange, RatingGame, rate_game, shown
from server.store.fold.values import LeagueGame, RatingPoint, StoredRating
from server.store.league_tables import league_games, rating_changes, ratings

_POOLS: Final[dict[str, Pool]] = {pool: pool for pool in get_args(Pool)}
_AT_A_TIME: Final = 500
"""Players of a statement."""
_COLUMNS: Final = ("player", "pool", "mu", "sigma", "games", "shown", "ended")
_RATINGS: Final = sa.select(*(ratings.c[name] for name in _COLUMNS))


def is_rated(game: LeagueGame) -> bool:
    """Return whether a game changes ratings; stalemates do not."""
    return game.counts and game.winner is not None and game.pool in _POOLS


def rating_game(game: LeagueGame) -> RatingGame:
    """Return a game as ratings take it."""
    loser = game.other if game.winner == game.one else game.one
    return RatingGame.duel(game.id, game.ended, _POOLS[game.pool], str(game.winner), loser)


def point(change: RatingChange) -> RatingPoint:
    """Return the row of a change."""
    after = change.after
    return RatingPoint(
        change.game,
        change.player,
        change.pool,
        change.ended,
        f"{change.ended:%Y-%m-%d}",
        after.mu,
        after.sigma,
        after.games,
        shown(after),
    )


def rerate(connection: Connection, pool: str, since: datetime) -> None:
    """Rate the games of a pool that ended at a moment or later, as if for the first time.

    To rate a new game that ended last is the same, and takes no longer than it needs.
    """
    changed = _changed_since(connection, pool, since)
    due = _games_since(connection, pool, since)
    playing = {player for game in due for player in (game.one, game.other)}
    now = _current(connection, pool, playing - changed)
    now |= _before(connection, pool, changed, since)
    if changed:
        later = sa.and_(rating_changes.c.pool == pool, rating_changes.c.ended >= since)
        connection.execute(rating_changes.delete().where(later))
    points = rate(due, {each.player: _rating(each) for each in now.values()})
    if points:
        connection.execute(rating_changes.insert(), [asdict(each) for each in points])
    now |= {each.player: standing(each) for each in points}
    _settle(connection, pool, changed | playing, now)


def standing(point: RatingPoint) -> StoredRating:
    """Return the rating a player has after a game."""
    return StoredRating(
        point.player, point.pool, point.mu, point.sigma, point.games, point.shown, point.ended
    )


def _rating(row: StoredRating) -> Rating:
    return Rating(row.mu, row.sigma, row.games)


def _changed_since(connection: Connection, pool: str, since: datetime) -> set[str]:
    query = sa.select(rating_changes.c.player).where(
        rating_changes.c.pool == pool, rating_changes.c.ended >= since
    )
    return set(connection.scalars(query.distinct()))


def _games_since(connection: Connection, pool: str, since: datetime) -> list[LeagueGame]:
    query = sa.select(league_games).where(
        league_games.c.pool == pool,
        league_games.c.counts,
        league_games.c.winner.is_not(None),
        league_games.c.ended >= since,
    )
    return sorted(map(league_game, connection.execute(query)), key=lambda g: (g.ended, g.id))


def league_game(row: sa.Row[Any]) -> LeagueGame:
    """Return a row of the rated games."""
    return LeagueGame(
        row.game,
        row.season,
        row.week,
        row.pool,
        row.ended,
        row.one,
        row.other,
        row.winner,
        row.counts,
    )


def _current(
    connection: Connection, pool: str, players: Collection[str]
) -> dict[str, StoredRating]:
    found: dict[str, StoredRating] = {}
    for some in _some(players):
        query = _RATINGS.where(ratings.c.pool == pool, ratings.c.player.in_(some))
        found |= {row.player: StoredRating(*row) for row in connection.execute(query)}
    return found


def _before(
    connection: Connection, pool: str, players: Collection[str], moment: datetime
) -> dict[str, StoredRating]:
    """Return the ratings that players had before a moment; without any they are left out."""
    found: dict[str, StoredRating] = {}
    for some in _some(players):
        last = (
            sa.select(rating_changes.c.player, sa.func.max(rating_changes.c.games).label("games"))
            .where(
                rating_changes.c.pool == pool,
                rating_changes.c.player.in_(some),
                rating_changes.c.ended < moment,
            )
            .group_by(rating_changes.c.player)
            .subquery()
        )
        same = sa.and_(
            rating_changes.c.player == last.c.player, rating_changes.c.games == last.c.games
        )
        query = sa.select(*(rating_changes.c[name] for name in _COLUMNS)).join(last, same)
        rows = connection.execute(query.where(rating_changes.c.pool == pool))
        found |= {row.player: StoredRating(*row) for row in rows}
    return found


def rate(games: Iterable[LeagueGame], ratings: dict[str, Rating]) -> list[RatingPoint]:
    """Rate games in order; the ratings are those before them, and become those after them."""
    points: list[RatingPoint] = []
    for game in games:
        for change in rate_game(rating_game(game), ratings):
            ratings[change.player] = change.after
            points.append(point(change))
    return points


def _settle(
    connection: Connection, pool: str, players: Collection[str], now: dict[str, StoredRating]
) -> None:
    """Replace the ratings of players; those who have none any more lose theirs."""
    for some in _some(players):
        which = sa.and_(ratings.c.pool == pool, ratings.c.player.in_(some))
        connection.execute(ratings.delete().where(which))
    rows = [asdict(now[player]) for player in sorted(players) if player in now]
    if rows:
        connection.execute(ratings.insert(), rows)


def _some(players: Collection[str]) -> Iterable[list[str]]:
    ordered = sorted(players)
    return (ordered[at : at + _AT_A_TIME] for at in range(0, len(ordered), _AT_A_TIME))


def stored_ratings(connection: Connection, since: datetime | None = None) -> list[StoredRating]:
    """List ratings: all, or those of players with a rated game that ended since a moment."""
    query = _RATINGS if since is None else _RATINGS.where(ratings.c.ended >= since)
    return [StoredRating(*row) for row in connection.execute(query)]

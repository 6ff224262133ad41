"""What the league has stored about a player, as plain JSON."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.league.championships import entered
from server.store.league.players import names
from server.store.league_tables import league_matches, rating_changes


def league_data(connection: Connection, player: str) -> dict[str, Any]:
    """Return a player's matches, ratings and championships."""
    return {
        "matches": _matches(connection, player),
        "ratings": _ratings(connection, player),
        "championships": [{"id": id, "seed": seed} for id, seed in entered(connection, player)],
    }


def _matches(connection: Connection, player: str) -> list[dict[str, Any]]:
    theirs = sa.or_(league_matches.c.one == player, league_matches.c.other == player)
    query = sa.select(league_matches).where(theirs).order_by(league_matches.c.started)
    rows = connection.execute(query).all()
    opponents = {row.other if row.one == player else row.one for row in rows}
    known = names(connection, opponents)
    return [_match(row, player, known) for row in rows]


def _match(row: sa.Row[Any], player: str, known: dict[str, str]) -> dict[str, Any]:
    first = row.one == player
    wins = (row.wins_one, row.wins_other)
    return {
        "season": row.season,
        "week": row.week,
        "opponent": known[row.other if first else row.one],
        "wins": list(wins if first else wins[::-1]),
        "won": None if row.winner is None else row.winner == player,
        "started": row.started.isoformat(),
        "ended": None if row.ended is None else row.ended.isoformat(),
    }


def _ratings(connection: Connection, player: str) -> list[dict[str, Any]]:
    query = sa.select(rating_changes).where(rating_changes.c.player == player)
    rows = connection.execute(query.order_by(rating_changes.c.pool, rating_changes.c.games))
    return [
        {
            "pool": row.pool,
            "game": row.game,
            "ended": row.ended.isoformat(),
            "rating": row.shown,
            "mu": row.mu,
            "sigma": row.sigma,
        }
        for row in rows
    ]

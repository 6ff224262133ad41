"""The matches of the league in the database, and the names of its players."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from cuttle_tui.ports.league import deleted_name
from engine.bots.levels import called
from server.league.seasons import Match, Season
from server.league.standings import Standing, Tally, rank_season
from server.league.store.tables import league_games, league_matches
from server.league.store.values import LeagueMatch
from server.store.schema import people

_WINNER: Final = league_matches.c.winner
_LOSER: Final = sa.case(
    (league_matches.c.one == _WINNER, league_matches.c.other), else_=league_matches.c.one
)


def stored_matches(
    connection: Connection, season: str, week: int | None = None
) -> list[LeagueMatch]:
    """List the matches of a season, or of one of its weeks."""
    query = sa.select(league_matches).where(league_matches.c.season == season)
    if week is not None:
        query = query.where(league_matches.c.week == week)
    return [LeagueMatch(*row) for row in connection.execute(query)]


def decided_matches(connection: Connection, season: Season) -> list[Match]:
    """Return the decided matches of a season, without their games."""
    query = sa.select(league_matches).where(
        league_matches.c.season == season.id, _WINNER.is_not(None)
    )
    return [_match(season, LeagueMatch(*row)) for row in connection.execute(query)]


def _match(season: Season, row: LeagueMatch) -> Match:
    return Match(
        row.week,
        (row.one, row.other),
        (),
        (row.wins_one, row.wins_other),
        row.started,
        season.week_end(row.week),
        row.ended,
        row.winner,
    )


def tallies(connection: Connection, season: str, week: int | None = None) -> list[Tally]:
    """Count the matches that each player won and lost in each week of a season."""
    inside = [league_matches.c.season == season, _WINNER.is_not(None)]
    if week is not None:
        inside.append(league_matches.c.week == week)
    sides = sa.union_all(
        _side(_WINNER, 1, 0).where(*inside), _side(_LOSER, 0, 1).where(*inside)
    ).subquery()
    query = sa.select(
        sides.c.week, sides.c.player, sa.func.sum(sides.c.won), sa.func.sum(sides.c.lost)
    ).group_by(sides.c.week, sides.c.player)
    return [Tally(*row) for row in connection.execute(query)]


def _side(player: sa.ColumnElement[Any], won: int, lost: int) -> sa.Select[Any]:
    return sa.select(
        league_matches.c.week.label("week"),
        player.label("player"),
        sa.literal_column(str(won)).label("won"),
        sa.literal_column(str(lost)).label("lost"),
    )


def season_standings(connection: Connection, season: Season) -> tuple[Standing, ...]:
    """Return the standings of a season."""
    return rank_season(season, tallies(connection, season.id))


def games_of_week(
    connection: Connection, season: str, week: int
) -> list[tuple[str, str, str, bool]]:
    """List the live games of a week in order: the id, the pair, whether it counts."""
    query = sa.select(
        league_games.c.game, league_games.c.one, league_games.c.other, league_games.c.counts
    ).where(
        league_games.c.season == season, league_games.c.week == week, league_games.c.pool == "live"
    )
    rows = connection.execute(query.order_by(league_games.c.ended, league_games.c.game))
    return [(row.game, row.one, row.other, row.counts) for row in rows]


_AT_A_TIME: Final = 500


def names(connection: Connection, players: Collection[str]) -> dict[str, str]:
    """Return the name of each of these players; residents are known by theirs.

    Those whose accounts were deleted are told apart by numbers that stay the same everywhere.
    """
    found = {
        player: player if called(player) else deleted_name(_number(player)) for player in players
    }
    ordered = sorted(found)
    for at in range(0, len(ordered), _AT_A_TIME):
        some = people.c.player.in_(ordered[at : at + _AT_A_TIME])
        rows = connection.execute(sa.select(people.c.player, people.c.name).where(some))
        found |= {row.player: row.name for row in rows}
    return found


def _number(player: str) -> int:
    """Return a number of five digits."""
    return 10_000 + zlib.crc32(player.encode()) % 90_000

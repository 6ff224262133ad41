"""Championships that an operator has drawn: those of closed seasons anew, and of a year."""

from __future__ import annotations

from sqlalchemy import Connection

from server.league.seasons import SIZE
from server.league.years import world_entrants
from server.store.errors import Refused
from server.store.fold.rated import season_row
from server.store.fold.values import AuditRow, ChampionshipRow
from server.store.league import championships
from server.store.league.audit import record
from server.store.league.championship_pages import year_standings
from server.store.league.players import names
from server.store.league.seasons import (
    Draw,
    level,
    players_named,
    playoffs_named,
    season_entrants,
)


def draw_championship(
    connection: Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> list[str]:
    """Draw the championship of a closed season, or of a year; return its seeds, as lines.

    One that exists is drawn anew, as long as nothing has happened in it.

    Args:
        connection: in a transaction.
        id: the season's id, or the year.
        size: how many enter; by default as many as the season says.
        draw: what decides besides the standings.
        decision: what is written into the audit.

    Raises:
        Refused: it cannot be drawn, or has begun.
    """
    row = (
        _world(connection, int(id), size or SIZE, draw, decision)
        if id.isdigit()
        else _of_season(connection, id, size, draw, decision)
    )
    there = championships.championship(connection, row.id)
    if there is not None and there.entries:
        raise Refused(f"the championship {row.id} has begun: its seeds stay")
    if there is not None:
        championships.remove(connection, row.id)
    championships.add_championship(connection, row)
    record(connection, decision)
    return championships.seed_lines(row, names(connection, row.entrants))


def _of_season(
    connection: Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> ChampionshipRow:
    row = season_row(connection, id)
    if row is None:
        raise Refused(f"there is no season {id}: `season list` shows them")
    if row.closed is None:
        raise Refused(f"close {row.season.name} first: that draws its championship")
    entrants = season_entrants(connection, row.season, size or row.season.size, draw)
    return ChampionshipRow(id, row.season.year, row.season.suit, decision.at, entrants)


def _world(
    connection: Connection, year: int, size: int, draw: Draw, decision: AuditRow
) -> ChampionshipRow:
    table = year_standings(connection, year)
    known = names(connection, [line.player for line in table])
    found = world_entrants(
        table,
        size,
        declined=players_named(known, draw.declined),
        playoffs=playoffs_named(known, draw),
        lot=players_named(known, draw.lot),
    )
    if found.level:
        raise level(known, found.level)
    return ChampionshipRow(f"{year}-world", year, "", decision.at, found.entrants)

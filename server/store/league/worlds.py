"""Championships that an operator has drawn: those of closed seasons anew, and of a year."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from server.league.brackets import FEWEST
from server.league.seasons import SIZE
from server.league.seeding import Cut, Ties
from server.league.years import world_entrants
from server.store.errors import Refused
from server.store.fold.rated import season_rows
from server.store.fold.values import AuditRow, ChampionshipRow
from server.store.league import championships
from server.store.league.audit import record
from server.store.league.championship_pages import bracket, year_standings
from server.store.league.players import names
from server.store.league.seasons import Draw, Field, entering, known_season, season_entrants


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
    row, lines = (
        _world(connection, int(id), size or SIZE, draw, decision)
        if id.isdecimal()
        else _of_season(connection, id, size, draw, decision)
    )
    championships.remove_unplayed(connection, row.id)
    championships.add_championship(connection, row)
    record(connection, decision)
    return championships.seed_lines(row, names(connection, row.entrants)) + lines


def delete_championship(connection: Connection, id: str, decision: AuditRow) -> list[str]:
    """Delete a championship in which nothing has happened; return what changes, as lines.

    Raises:
        Refused: there is none of this id, or it has begun.
    """
    lines = championships.remove_unplayed(connection, id)
    if not lines:
        raise Refused(f"there is no championship {id}")
    record(connection, decision)
    return lines


def _of_season(
    connection: Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> tuple[ChampionshipRow, list[str]]:
    row = known_season(connection, id)
    if row.closed is None:
        raise Refused(f"close {row.season.name} first: that draws its championship")
    found = season_entrants(connection, row.season, size or row.season.size, draw)
    return _row(id, row.season.year, row.season.suit, decision, found)


def _row(
    id: str, year: int, suit: str, decision: AuditRow, found: Field
) -> tuple[ChampionshipRow, list[str]]:
    if len(found.entrants) < FEWEST:
        raise Refused(f"{len(found.entrants)} can enter: a championship needs {FEWEST} players")
    return ChampionshipRow(id, year, suit, decision.at, found.entrants), found.lines


def _world(
    connection: Connection, year: int, size: int, draw: Draw, decision: AuditRow
) -> tuple[ChampionshipRow, list[str]]:
    _check_complete(connection, year)
    table = year_standings(connection, year)
    known = names(connection, [line.player for line in table])

    def chosen(declined: Sequence[str], ties: Ties) -> Cut:
        return world_entrants(table, size, declined=declined, ties=ties)

    id = f"{year}-world"
    return _row(id, year, "", decision, entering(id, known, draw, chosen))


def _check_complete(connection: Connection, year: int) -> None:
    """Refuse a year that is not over.

    Raises:
        Refused: there is no season in it, one is open, or a championship is not decided.
    """
    rows = [row for row in season_rows(connection) if row.season.year == year]
    if not rows:
        raise Refused(f"there is no season of {year}: `season list` shows them")
    open_ones = [row.season.name for row in reversed(rows) if row.closed is None]
    if open_ones:
        raise Refused(f"not closed yet: {', '.join(open_ones)}; the year is over when they are")
    held = [row for row in championships.all_championships(connection) if row.year == year]
    played = [row for row in held if row.suit]
    if not played:
        raise Refused(f"no championship of {year} was held, so nobody has points for the year")
    undecided = [row.id for row in played if not bracket(row).champion]
    if undecided:
        raise Refused(f"not decided yet: {', '.join(undecided)}; enter the results first")

"""Seasons in the database: operators open, change, close, open again and delete them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection

from cuttle_tui.ports.league import has_account, is_deleted
from server.league.brackets import FEWEST
from server.league.ratings import LeagueError
from server.league.seasons import Season
from server.league.standings import Cut, Ties, cut, league_lot
from server.league.store import championships
from server.league.store.ratings import season_row, season_rows
from server.league.store.recompute import take_in, take_out
from server.league.store.tables import (
    ChampionshipRow,
    SeasonRow,
    decided_matches,
    names,
    season_standings,
    seasons,
)
from server.store.people import note_decision
from server.store.values import AuditRow, Refused

Chosen: TypeAlias = Callable[[Sequence[str], Ties], Cut]
"""Returns who enters, given who does not want to and what separates level players."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What decides who enters a championship, besides the standings; players by name."""

    declined: tuple[str, ...] = ()
    playoffs: tuple[tuple[str, str], ...] = ()
    """Play-off matches as (winner, loser)."""
    lot: tuple[str, ...] = ()
    """Players in the order in which they were drawn."""


# open, change, delete ----------------------------------------------------------------------------


def open_season(
    connection: Connection, season: Season, decision: AuditRow, *, other_year: bool = True
) -> list[str]:
    """Store a new season, with the games that fall into it; return what changes, as lines.

    Args:
        other_year: whether it is meant to start in another year than that of its title.
    """
    if season_row(connection, season.id) is not None:
        raise Refused(f"there is a season {season.id} already")
    lines = _checked(connection, season, other_year)
    connection.execute(seasons.insert().values(id=season.id, **_values(season)))
    taken = take_in(connection, SeasonRow(season))
    note_decision(connection, decision)
    lines.append(f"season {season.id}: {_described(season)}")
    if taken:
        lines.append(f"{taken} rated games that are stored already fall into it and count")
    return lines


def change_season(
    connection: Connection,
    id: str,
    change: dict[str, Any],
    decision: AuditRow,
    *,
    other_year: bool = True,
) -> list[str]:
    """Change a season that is open: its games count by what it is now; return what changes."""
    before = _open(connection, id).season
    after = replace(before, **change)
    if after == before:
        raise Refused(f"{before.name} is so already: say --start, --weeks, --size or --ruleset")
    lines = _checked(connection, after, other_year or after.start == before.start)
    connection.execute(seasons.update().where(seasons.c.id == id).values(**_values(after)))
    counted = take_out(connection, before)
    taken = take_in(connection, SeasonRow(after))
    note_decision(connection, decision)
    lines.append(f"season {id}: {_described(after)}")
    lines.append(f"before: {_described(before)}")
    return [*lines, f"{taken} rated games count, before: {counted}"]


def delete_season(connection: Connection, id: str, decision: AuditRow) -> list[str]:
    """Delete a season that is open, as if it had never been; return what changes, as lines."""
    season = _open(connection, id).season
    counted = take_out(connection, season)
    connection.execute(seasons.delete().where(seasons.c.id == id))
    note_decision(connection, decision)
    return [
        f"season {id} is deleted: {_described(season)}",
        f"{counted} rated games count for no season any more; the games themselves stay",
    ]


def _values(season: Season) -> dict[str, Any]:
    columns = "suit", "year", "ruleset", "start", "weeks", "size"
    return {column: getattr(season, column) for column in columns}


def _described(season: Season) -> str:
    return (
        f"{season.weeks} weeks of {season.ruleset} from {season.start:%Y-%m-%d} to "
        f"{season.end:%Y-%m-%d}, UTC; {season.size} players enter the championship"
    )


def _checked(connection: Connection, season: Season, other_year: bool) -> list[str]:
    """Refuse a season that cannot be; return what is to be looked at twice, as lines."""
    for row in season_rows(connection):
        other = row.season
        if other.id != season.id and season.start < other.end and other.start < season.end:
            raise Refused(
                f"it would overlap {other.name}, which runs from {other.start:%Y-%m-%d} to "
                f"{other.end:%Y-%m-%d}: choose another start"
            )
    if season.start.year == season.year:
        return []
    doubt = f"it starts in {season.start.year}, and plays for the title of {season.year}"
    if not other_year:
        raise Refused(f"{doubt}: say --other-year if that is meant")
    return [f"{doubt}: is that meant?"]


def _open(connection: Connection, id: str) -> SeasonRow:
    """Return a season that is not closed."""
    row = known_season(connection, id)
    if row.closed is not None:
        raise Refused(f"{row.season.name} is closed: open it again with `season reopen {id}`")
    return row


def known_season(connection: Connection, id: str) -> SeasonRow:
    """Find a season."""
    row = season_row(connection, id)
    if row is None:
        raise Refused(f"there is no season {id}: `season list` shows them")
    return row


# close and open again ----------------------------------------------------------------------------


def close_season(
    connection: Connection, id: str, draw: Draw, decision: AuditRow, *, early: bool = False
) -> list[str]:
    """Close a season and seed its championship; return what changes, as lines."""
    row = known_season(connection, id)
    season = row.season
    if row.closed is not None:
        raise Refused(f"{season.name} is closed already")
    if decision.at < season.start:
        raise Refused(f"{season.name} has not begun: `season delete {id}` removes it")
    if decision.at < season.end and not early:
        raise Refused(
            f"{season.name} runs until {season.end:%Y-%m-%d}: close it then, or say --early "
            "to end it now"
        )
    connection.execute(seasons.update().where(seasons.c.id == id).values(closed=decision.at))
    lines = [f"{season.name} is closed"]
    if decision.at < season.end:
        season = replace(season, ended=decision.at)
        take_out(connection, season)
        take_in(connection, SeasonRow(season, decision.at))
        lines = [f"{season.name} ends now and is closed; matches that nobody has won are void"]
    note_decision(connection, decision)
    found = season_entrants(connection, season, season.size, draw)
    if len(found.entrants) < FEWEST:
        return [*lines, "no championship: too few players have completed a match"]
    made = ChampionshipRow(season.id, season.year, season.suit, decision.at, found.entrants)
    championships.add_championship(connection, made)
    return lines + championships.seed_lines(made, names(connection, made.entrants)) + found.lines


def reopen_season(connection: Connection, id: str, decision: AuditRow) -> list[str]:
    """Open a closed season again, as if it had not been closed; return what changes, as lines."""
    row = known_season(connection, id)
    if row.closed is None:
        raise Refused(f"{row.season.name} is open")
    world = f"{row.season.year}-world"
    if championships.championship(connection, world) is not None:
        raise Refused(f"the World Championship is drawn: `championship delete {world}` first")
    lines = championships.remove_unplayed(connection, id)
    season = replace(row.season, ended=None)
    _checked(connection, season, True)
    connection.execute(seasons.update().where(seasons.c.id == id).values(closed=None))
    counted = take_out(connection, row.season)
    taken = take_in(connection, SeasonRow(season))
    note_decision(connection, decision)
    lines.append(f"{season.name} is open again, until {season.end:%Y-%m-%d}")
    return [*lines, f"{taken} rated games count, before: {counted}"]


# who enters --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """Who enters a championship, in order of seed, and what operators are told of it."""

    entrants: tuple[str, ...]
    lines: list[str]


def season_entrants(connection: Connection, season: Season, size: int, draw: Draw) -> Field:
    """Return who enters."""
    table = season_standings(connection, season)
    name_of = names(connection, [each.player for each in table])
    decided = decided_matches(connection, season)

    def chosen(declined: Sequence[str], ties: Ties) -> Cut:
        return cut(table, decided, size, declined=declined, ties=ties)

    return entering(season.id, name_of, draw, chosen)


def entering(id: str, name_of: dict[str, str], draw: Draw, chosen: Chosen) -> Field:
    """Return who enters, without those who declined or whose accounts were deleted."""
    gone = [player for player, name in name_of.items() if not has_account(name)]
    find = partial(player_named, name_of)
    ties = Ties(
        tuple((find(winner), find(loser)) for winner, loser in draw.playoffs),
        tuple(map(find, draw.lot)),
        lambda player: league_lot(id, name_of[player]),
    )
    declined = [*map(find, draw.declined)]
    try:
        found = chosen([*declined, *gone], ties)
    except LeagueError as error:
        raise championships.named(error, name_of) from None
    if found.level:
        level = ", ".join(sorted(name_of[player] for player in found.level))
        raise Refused(
            f"{level} are level for the last seed: let them play a match and say --playoff "
            "WINNER:LOSER, or draw lots and say --lot NAME,NAME"
        )
    lines = [f"passed over, {_why_not(name_of[player])}: {name_of[player]}" for player in gone]
    for group in found.drawn:
        order = ", ".join(name_of[player] for player in group)
        lines.append(
            f"level, so the league's lot has put them in this order: {order}; --playoff "
            "WINNER:LOSER or --lot NAME,NAME decides otherwise"
        )
    return Field(found.entrants, lines)


def _why_not(name: str) -> str:
    return "the account was deleted" if is_deleted(name) else "no account here"


def player_named(name_of: dict[str, str], name: str) -> str:
    """Return the player of a name."""
    for player, own in name_of.items():
        if name.lower() == own.lower() or name == player:
            return player
    raise Refused(f"{name} is not in the standings")

"""Seasons in the database: operators open and close them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from server.league.brackets import FEWEST
from server.league.points import cut
from server.league.seasons import Season
from server.store.errors import Refused
from server.store.fold.derive import take_in
from server.store.fold.rated import season_row, season_rows
from server.store.fold.values import AuditRow, ChampionshipRow, SeasonRow
from server.store.league import championships
from server.store.league.audit import record
from server.store.league.matches import decided_matches, season_standings
from server.store.league.players import names
from server.store.league_tables import seasons


@dataclass(frozen=True, slots=True)
class Draw:
    """What decides who enters a championship, besides the standings; players by name."""

    declined: tuple[str, ...] = ()
    playoffs: tuple[tuple[str, str], ...] = ()
    """Play-off matches as (winner, loser)."""
    lot: tuple[str, ...] = ()
    """Players in the order in which they were drawn."""


def open_season(connection: Connection, season: Season, decision: AuditRow) -> list[str]:
    """Store a new season, with the games that fall into it; return what changes, as lines.

    Raises:
        Refused: there is one of this id, or it would overlap another.
    """
    for row in season_rows(connection):
        other = row.season
        if other.id == season.id:
            raise Refused(f"there is a season {season.id} already")
        if season.start < other.end and other.start < season.end:
            raise Refused(
                f"it would overlap {other.name}, which runs from {other.start:%Y-%m-%d} to "
                f"{other.end:%Y-%m-%d}: choose another start"
            )
    connection.execute(
        seasons.insert().values(
            id=season.id,
            suit=season.suit,
            year=season.year,
            ruleset=season.ruleset,
            start=season.start,
            weeks=season.weeks,
            size=season.size,
        )
    )
    taken = take_in(connection, SeasonRow(season))
    record(connection, decision)
    lines = [
        f"season {season.id}: {season.weeks} weeks of {season.ruleset} from "
        f"{season.start:%Y-%m-%d} to {season.end:%Y-%m-%d}, UTC; {season.size} players enter "
        "the championship"
    ]
    if taken:
        lines.append(f"{taken} rated games that are stored already fall into it and count")
    return lines


def close_season(connection: Connection, id: str, draw: Draw, decision: AuditRow) -> list[str]:
    """Close a season and seed its championship; return what changes, as lines.

    Raises:
        Refused: it is unknown, closed or not over; or players are level across the border.
    """
    row = season_row(connection, id)
    if row is None:
        raise Refused(f"there is no season {id}: `season list` shows them")
    season = row.season
    if row.closed is not None:
        raise Refused(f"{season.name} is closed already")
    if decision.at < season.end:
        raise Refused(f"{season.name} runs until {season.end:%Y-%m-%d}: close it then")
    closed = seasons.update().where(seasons.c.id == id)
    connection.execute(closed.values(closed=decision.at))
    record(connection, decision)
    lines = [f"{season.name} is closed"]
    entrants = season_entrants(connection, season, season.size, draw)
    if len(entrants) < FEWEST:
        return [*lines, "no championship: too few players have completed a match"]
    made = ChampionshipRow(season.id, season.year, season.suit, decision.at, entrants)
    championships.add_championship(connection, made)
    return lines + championships.seed_lines(made, names(connection, entrants))


def season_entrants(
    connection: Connection, season: Season, size: int, draw: Draw
) -> tuple[str, ...]:
    """Return who enters, in order of seed.

    Raises:
        Refused: players are level across the border, or a name is not in the standings.
    """
    table = season_standings(connection, season)
    known = names(connection, [each.player for each in table])
    found = cut(
        table,
        decided_matches(connection, season),
        size,
        declined=players_named(known, draw.declined),
        playoffs=playoffs_named(known, draw),
        lot=players_named(known, draw.lot),
    )
    if found.level:
        raise level(known, found.level)
    return found.entrants


def level(known: dict[str, str], players: Sequence[str]) -> Refused:
    """Return the error that says who is level for the last seed, and what to do."""
    names = ", ".join(sorted(known[player] for player in players))
    return Refused(
        f"{names} are level for the last seed: let them play a match and say --playoff "
        "WINNER:LOSER, or draw lots and say --lot NAME,NAME"
    )


def players_named(known: dict[str, str], wanted: Sequence[str]) -> list[str]:
    """Return the players of these names."""
    return [player_named(known, name) for name in wanted]


def playoffs_named(known: dict[str, str], draw: Draw) -> list[tuple[str, str]]:
    """Return the play-off matches by player."""
    return [(player_named(known, one), player_named(known, other)) for one, other in draw.playoffs]


def player_named(known: dict[str, str], name: str) -> str:
    """Return the player of a name.

    Raises:
        Refused: nobody in the standings has it.
    """
    for player, own in known.items():
        if name.lower() == own.lower() or name == player:
            return player
    raise Refused(f"{name} is not in the standings")

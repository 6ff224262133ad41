"""Championships and years as the app shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection

from cuttle_tui.ports.league import BracketPage, PlaceLine, YearLine, YearPage
from server.league.bracket_lines import bracket_lines
from server.league.brackets import Bracket
from server.league.years import Championship, YearStanding, year_points, year_table
from server.store.fold.rated import season_rows
from server.store.fold.values import ChampionshipRow
from server.store.league import championships
from server.store.league.matches import season_standings
from server.store.league.players import names

_REMEMBERED: Final = 256


@lru_cache(_REMEMBERED)
def bracket(row: ChampionshipRow) -> Bracket:
    """Return how a championship stands."""
    return championships.bracket(row)


def bracket_pages(connection: Connection) -> tuple[BracketPage, ...]:
    """List the championships, newest first."""
    rows = championships.all_championships(connection)
    known = names(connection, {player for row in rows for player in row.entrants})
    return tuple(bracket_page(row, known) for row in rows)


def find_bracket(connection: Connection, id: str) -> BracketPage | None:
    """Return a championship; without an id the latest."""
    rows = championships.all_championships(connection)
    row = next((each for each in rows if id in ("", each.id)), None)
    return None if row is None else bracket_page(row, names(connection, row.entrants))


def bracket_page(row: ChampionshipRow, known: Mapping[str, str]) -> BracketPage:
    """Return a championship as it is shown."""
    made = bracket(row)
    places = tuple(
        PlaceLine(place, known[player], year_points(place) if row.suit else 0)
        for place, player in made.places
    )
    matches = bracket_lines(made, known.__getitem__)
    return BracketPage(row.id, row.year, row.suit, matches, places)


def year_standings(connection: Connection, year: int) -> tuple[YearStanding, ...]:
    """Return the table of a year, out of its championships that are over."""
    over: list[Championship] = []
    for row in championships.all_championships(connection):
        if row.year == year and row.suit:
            made = bracket(row)
            if made.champion:
                over.append(Championship(row.suit, tuple(player for _, player in made.places)))
    return year_table(over, _league_points(connection, year) if over else {})


def _league_points(connection: Connection, year: int) -> dict[str, int]:
    points = Counter[str]()
    for row in season_rows(connection):
        if row.season.year == year:
            for standing in season_standings(connection, row.season):
                points[standing.player] += standing.points
    return points


def year_page(connection: Connection, year: int) -> YearPage:
    """Return the table of a year."""
    table = year_standings(connection, year)
    known = names(connection, [line.player for line in table])
    return YearPage(
        year,
        tuple(
            YearLine(
                line.place,
                known[line.player],
                line.points,
                line.titles,
                line.best,
                line.seasons,
            )
            for line in table
        ),
    )


def awards(connection: Connection, player: str) -> tuple[tuple[str, int], ...]:
    """List a player's places in championships, newest first."""
    entered = {id for id, _ in championships.entered(connection, player)}
    if not entered:
        return ()
    found = []
    for row in championships.all_championships(connection):
        if row.id in entered:
            found += [(row.id, place) for place, who in bracket(row).places if who == player]
    return tuple(found)

"""The pages of the league as the app shows them: seasons, weeks, ratings, championships, years."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any, Final

import sqlalchemy as sa

from cuttle_tui.ports.league import (
    BracketPage,
    MatchLine,
    PlaceLine,
    SeasonLine,
    SeasonPage,
    SeasonState,
    StandingLine,
    WeekLine,
    WeekPage,
    YearLine,
    YearPage,
    has_account,
    shown_setting,
)
from cuttle_tui.ports.listings import RatingLine
from engine.computers import COMPUTER
from engine.ratings import PROVISIONAL_GAMES, Rating, provisional, spread
from server.league.nights import bracket_lines
from server.league.standings import Championship, YearStanding, rank_week, year_points, year_table
from server.league.store import championships
from server.league.store.championships import bracket, championship
from server.league.store.ratings import season_rows
from server.league.store.tables import (
    ChampionshipRow,
    LeagueMatch,
    SeasonRow,
    games_of_week,
    names,
    ratings,
    season_standings,
    stored_matches,
    tallies,
)
from server.store.schema import people

MOST_RATED: Final = 100
"""Players in the list of the best."""
_LOOKED_AT: Final = 300
"""Ratings that are read for it, those of players who hide theirs among them."""


def season_line(row: SeasonRow, now: datetime) -> SeasonLine:
    """Return a season as lists show it."""
    season = row.season
    state: SeasonState = "over" if now >= season.end else "running"
    return SeasonLine(
        season.id,
        season.suit,
        season.year,
        season.ruleset,
        f"{season.start:%Y-%m-%d}",
        f"{season.end:%Y-%m-%d}",
        season.weeks,
        season.week(now),
        "coming" if now < season.start else state,
        season.size,
        row.closed is not None,
    )


def season_lines(connection: sa.Connection, now: datetime) -> tuple[SeasonLine, ...]:
    """List the seasons, newest first."""
    return tuple(season_line(row, now) for row in season_rows(connection))


def find_season(connection: sa.Connection, id: str, now: datetime) -> SeasonRow | None:
    """Find a season; without an id the running one, else the latest that has begun."""
    rows = season_rows(connection)
    if id:
        return next((row for row in rows if row.season.id == id), None)
    begun = [row for row in rows if row.season.start <= now]
    return next(iter(begun or rows[::-1]), None)


def season_page(connection: sa.Connection, id: str, now: datetime) -> SeasonPage | None:
    """Return the standings of a season."""
    row = find_season(connection, id, now)
    if row is None:
        return None
    table = season_standings(connection, row.season)
    name_of = names(connection, [each.player for each in table])
    line = season_line(row, now)
    weeks = row.season.weeks if line.week is None else line.week
    if row.closed is None:  # as things stand
        wanting = (each for each in table if has_account(name_of[each.player]))
        entering = {each.player for each in wanting if each.place <= row.season.size}
    else:
        drawn = championship(connection, row.season.id)
        entering = set(drawn.entrants if drawn is not None else ())
    lines = (
        StandingLine(
            each.place,
            name_of[each.player],
            each.points,
            each.wins,
            each.losses,
            each.weeks[:weeks],
            each.player in entering,
        )
        for each in table
    )
    return SeasonPage(line, tuple(lines))


def week_page(
    connection: sa.Connection, id: str, week: int | None, now: datetime
) -> WeekPage | None:
    """Return a week of a season; without a number the running one, else the last."""
    row = find_season(connection, id, now)
    if row is None:
        return None
    season = row.season
    nearest = 1 if now < season.start else season.weeks
    number = week if week is not None else season.week(now) or nearest
    if not 1 <= number <= season.weeks:
        return None
    scores = rank_week(tallies(connection, season.id, number))
    matches = stored_matches(connection, season.id, number)
    matches.sort(key=lambda match: match.started, reverse=True)
    players = {score.player for score in scores}.union(*((m.one, m.other) for m in matches))
    name_of = names(connection, players)
    lines = tuple(
        WeekLine(score.place, name_of[score.player], score.wins, score.losses, score.points)
        for score in scores
    )
    games: dict[tuple[str, str], list[str]] = defaultdict(list)
    for game, one, other in games_of_week(connection, season.id, number):
        games[one, other].append(game)
    over = now >= season.week_end(number)
    shown = tuple(_match_line(each, name_of, games[each.one, each.other], over) for each in matches)
    return WeekPage(season_line(row, now), number, lines, shown)


def _match_line(
    match: LeagueMatch, name_of: dict[str, str], games: Iterable[str], over: bool
) -> MatchLine:
    return MatchLine(
        name_of[match.one],
        name_of[match.other],
        (match.wins_one, match.wins_other),
        "" if match.winner is None else name_of[match.winner],
        "decided" if match.winner is not None else "void" if over else "open",
        "" if match.ended is None else f"{match.ended:%Y-%m-%d %H:%M}",
        tuple(games),
    )


def top(connection: sa.Connection, pool: str) -> tuple[RatingLine, ...]:
    """List the best rated players of a pool who show their rating; provisional ones come last."""
    few = sa.case((ratings.c.games < PROVISIONAL_GAMES, 1), else_=0)
    query = (
        sa.select(people.c.name, people.c.settings, ratings)
        .join(people, people.c.player == ratings.c.player, isouter=True)
        .where(ratings.c.pool == pool)
        .where(people.c.id.is_not(None) | ratings.c.player.startswith(f"{COMPUTER} "))
        .order_by(few, ratings.c.shown.desc(), people.c.name, ratings.c.player)
    )
    with connection.execute(query.limit(_LOOKED_AT)) as rows:
        shown = (row for row in rows if shows(row.settings or {}, "rating"))
        return tuple(rating_line(row.name or row.player, row) for row in islice(shown, MOST_RATED))


def rating_line(name: str, row: sa.Row[Any]) -> RatingLine:
    """Return a rating as lists show it."""
    rating = Rating(row.mu, row.sigma, row.games)
    return RatingLine(name, row.shown, spread(rating), provisional(rating), row.games, row.pool)


def shows(settings: Mapping[str, Any], part: str) -> bool:
    """Return whether a player shows a part of their profile."""
    return settings.get(shown_setting(part)) is not False


def bracket_pages(connection: sa.Connection) -> tuple[BracketPage, ...]:
    """List the championships, newest first."""
    rows = championships.all_championships(connection)
    name_of = names(connection, {player for row in rows for player in row.entrants})
    return tuple(bracket_page(row, name_of) for row in rows)


def find_bracket(connection: sa.Connection, id: str) -> BracketPage | None:
    """Return a championship; without an id the latest."""
    rows = championships.all_championships(connection)
    row = next((each for each in rows if id in ("", each.id)), None)
    return None if row is None else bracket_page(row, names(connection, row.entrants))


def bracket_page(row: ChampionshipRow, name_of: Mapping[str, str]) -> BracketPage:
    """Return a championship as it is shown."""
    made = bracket(row)
    places = tuple(
        PlaceLine(place, name_of[player], year_points(place) if row.suit else 0)
        for place, player in made.places
    )
    matches = bracket_lines(made, name_of.__getitem__)
    return BracketPage(row.id, row.year, row.suit, matches, places, row.source)


def year_standings(connection: sa.Connection, year: int) -> tuple[YearStanding, ...]:
    """Return the table of a year, out of its championships that are over."""
    over: list[Championship] = []
    for row in championships.all_championships(connection):
        if row.year == year and row.suit:
            made = bracket(row)
            if made.champion:
                over.append(Championship(row.suit, tuple(player for _, player in made.places)))
    points = Counter[str]()
    for season in (row.season for row in season_rows(connection) if over):
        if season.year == year:
            points.update({e.player: e.points for e in season_standings(connection, season)})
    return year_table(over, points)


def year_page(connection: sa.Connection, year: int) -> YearPage:
    """Return the table of a year."""
    table = year_standings(connection, year)
    name_of = names(connection, [each.player for each in table])
    lines = (
        YearLine(
            each.place, name_of[each.player], each.points, each.titles, each.best, each.seasons
        )
        for each in table
    )
    return YearPage(year, tuple(lines))


def awards(connection: sa.Connection, player: str) -> tuple[tuple[str, int], ...]:
    """List a player's places in championships, newest first."""
    entered = {id for id, _ in championships.entered(connection, player)}
    rows = championships.all_championships(connection) if entered else ()
    return tuple(
        (row.id, place)
        for row in rows
        if row.id in entered
        for place, who in bracket(row).places
        if who == player
    )

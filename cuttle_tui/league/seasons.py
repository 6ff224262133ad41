"""The pages of a season: its standings and its weeks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.league.pages import Column, Issues, Look, Page, PageText, Sheet, Tab, shown_name
from cuttle_tui.ports.league import (
    League,
    MatchLine,
    SeasonLine,
    SeasonPage,
    StandingLine,
    WeekPage,
)
from cuttle_tui.table.words.game_over import season_name

_STATES: Final = {
    "coming": N_("begins on {start} UTC"),
    "running": N_("week {week} of {weeks}"),
    "over": N_("over"),
}
_MATCH_STATES: Final = {
    "open": N_("not decided yet"),
    "decided": N_("{winner} won"),
    "void": N_("not decided in time"),
}
_ENTER: Final = Plural("the best player qualifies", "the best {n} qualify")


def season_state(season: SeasonLine) -> str:
    """Return how far a season is."""
    state = _STATES[season.state]
    return tr(state, start=season.start, week=season.week, weeks=season.weeks)


def _heading(season: SeasonLine, *, cut: bool) -> Sentence:
    """Name a season and its state; how many qualify too, unless a line among them says so."""
    about = [season_state(season), season.ruleset]
    if not cut:
        about.append(counted(season.size, _ENTER))
    return say(Span(season_name(season.id), "strong"), f"   {', '.join(about)}")


def season_page(page: SeasonPage, look: Look, *, weekly: bool = True) -> PageText:
    """Write the standings of a season.

    Args:
        page: the season.
        look: who reads it, in how many columns.
        weekly: whether the points of each week are listed, as many as there is room for.
    """
    standings, cut = page.standings, _cut(page.standings)
    text = PageText(look.me).add(_heading(page.season, cut=bool(cut)), SILENCE)
    if not standings:
        return text.add(tell("No match has been decided yet."))
    columns = [
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
    ]
    rows = [
        [str(line.place), line.name, str(line.points), str(line.wins), str(line.losses)]
        for line in standings
    ]
    table = PageText(look.me).table(columns, rows, [line.name for line in standings])
    if weekly:
        _add_weeks(table, standings, look.width)
    if cut:
        told, width = counted(cut, _ENTER), min(table.width, look.width)
        table.lines.insert(1 + cut, _ruled(told, width, look.signs.straight))
        table.names.insert(1 + cut, "")
    return text.append(table)


def _cut(standings: Sequence[StandingLine]) -> int:
    """Count the places that qualify; 0 if all do, or not the first, since somebody declined."""
    qualified = sum(line.qualified for line in standings)
    first = all(line.qualified for line in standings[:qualified])
    return qualified if qualified < len(standings) and first else 0


def _ruled(told: str, width: int, sign: str) -> Sentence:
    """Write a text in a line across a table."""
    start = f"{_INDENT}{sign * 2} {told} "
    return say(Span(start + sign * (width - cell_len(start)), "quiet"))


_INDENT: Final = "  "
_WEEKS: Final = C_("head of a column", "weeks")
_LAST_WEEKS: Final = C_("head of a column", "last weeks")
_LEAST_WEEKS: Final = 3
"""Weeks whose points are worth a column."""


def _add_weeks(table: PageText, standings: Sequence[StandingLine], width: int) -> None:
    """Add the points of the latest weeks behind the rows of a table, as many as fit."""
    weeks = max(len(line.weeks) for line in standings)
    digits = max(len(str(points)) for line in standings for points in (0, *line.weeks))
    fitting = (width - table.width - len(_INDENT) + 1) // (digits + 1)
    shown = min(weeks, fitting)
    head = tr(_WEEKS if shown == weeks else _LAST_WEEKS)
    if shown < min(weeks, _LEAST_WEEKS) or table.width + len(_INDENT) + cell_len(head) > width:
        return
    cells = [
        " ".join(f"{points or '-':>{digits}}" for points in line.weeks[weeks - shown :])
        for line in standings
    ]
    column = PageText().table((Column(head, role="quiet", gap=0),), [[cell] for cell in cells])
    beside = table.beside(column, len(_INDENT))
    table.lines = beside.lines


def week_page(page: WeekPage, look: Look) -> PageText:
    """Write a week: who won how often, and its matches.

    Args:
        page: the week.
        look: who reads it, in how many columns.
    """
    season = page.season
    name = Span(season_name(season.id), "strong")
    text = PageText(look.me).add(say(name, f"   {week_of(page)}"), SILENCE)
    if not page.matches:
        return text.add(tell("Nobody has played a match this week."))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
    )
    rows = [
        (str(line.place or ""), line.name, str(line.wins), str(line.losses), str(line.points))
        for line in page.lines
    ]
    if rows:
        text.table(columns, rows, [line.name for line in page.lines]).add(SILENCE)
    return _matches(text, page.matches, look.width)


def week_of(page: WeekPage) -> str:
    """Name a week by its number."""
    return tr("week {week} of {weeks}", week=page.week, weeks=page.season.weeks)


def _matches(text: PageText, matches: tuple[MatchLine, ...], width: int) -> PageText:
    columns = (
        Column(tr(C_("head of a column", "match"))),
        Column("", "right"),
        Column("", gap=1),
        Column(tr(C_("head of a column", "state"))),
        Column(tr(C_("head of a column", "ended")), role="quiet", spare=True),
    )
    rows = [
        (
            match.one,
            f"{match.wins[0]} - {match.wins[1]}",
            match.other,
            tr(_MATCH_STATES[match.state], winner=shown_name(match.winner)),
            match.ended[:_DAY],
        )
        for match in matches
    ]
    return text.table(columns, rows, width=width)


_DAY: Final = len("2026-01-06")


async def _season(league: League, words: list[str]) -> Sheet:
    """Read the standings of a season, or a week of it after ``week``."""
    season, rest = ("", words) if words[:1] in ([], ["week"]) else (words[0], words[1:])
    match rest:
        case []:
            standings = await league.season(season)
            return Sheet(lambda look: season_page(standings, look))
        case ["week"]:
            week = await league.week(season)
        case ["week", number] if number.isdecimal():
            week = await league.week(season, int(number))
        case _:
            raise ValueError(words)
    return Sheet(lambda look: week_page(week, look))


async def _begun(league: League) -> tuple[list[SeasonLine], Callable[[], PageText]]:
    """Return the seasons that have begun, and what is shown if none has."""
    seasons = await league.seasons()
    begun = [season for season in seasons if season.state != "coming"]
    return begun, partial(_no_season, seasons)


def _no_season(seasons: tuple[SeasonLine, ...]) -> PageText:
    """Say that there is no season yet, or when the first begins."""
    if not seasons:
        return PageText().add(tell("There has been no season here yet."))
    first = seasons[-1]
    name = season_name(first.id)
    return PageText().add(tell("{season} begins on {start} UTC.", season=name, start=first.start))


async def _all_seasons(league: League) -> Issues:
    begun, none = await _begun(league)
    return Issues([[season.id] for season in begun], none)


async def _weeks(league: League) -> Issues:
    """Return the weeks of the latest season."""
    begun, none = await _begun(league)
    weeks = [
        [season.id, "week", str(week)]
        for season in begun[:1]
        for week in range(season.week or season.weeks, 0, -1)
    ]
    return Issues(weeks, none)


PAGES: Final = (
    Page(
        "season",
        N_("season [SEASON] [week [NUMBER]], with a SEASON such as 2026-clubs"),
        N_("the standings; `season week` for the week"),
        _season,
    ),
)
TABS: Final = (
    Tab(
        C_("a list of the league", "standings"),
        N_("Points for each week's wins"),
        _season,
        _all_seasons,
        beside="week",
    ),
    Tab(
        C_("a list of the league", "week"),
        N_("One match per pair counts each week"),
        _season,
        _weeks,
        beside="standings",
    ),
)

"""The pages of a season: its standings and its weeks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.league.pages import Column, Issues, Page, PageText, Sheet, Tab, shown_name
from cuttle_tui.ports.league import League, MatchLine, SeasonLine, SeasonPage, WeekPage
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


def _heading(season: SeasonLine) -> Sentence:
    qualify = counted(season.size, _ENTER)
    about = ", ".join((season_state(season), season.ruleset, qualify))
    return say(Span(season_name(season.id), "strong"), f"   {about}")


def season_page(page: SeasonPage, me: str = "") -> PageText:
    """Write the standings of a season.

    Args:
        page: the season.
        me: the player who reads.
    """
    season, standings = page.season, page.standings
    text = PageText(me).add(_heading(season), SILENCE)
    if not standings:
        return text.add(tell("No match has been decided yet."))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "points by week")), role="quiet"),
    )
    rows = [
        (
            str(line.place),
            line.name,
            str(line.points),
            str(line.wins),
            str(line.losses),
            " ".join(str(points or "-") for points in line.weeks),
        )
        for line in standings
    ]
    start = len(text.lines) + 1
    text.table(columns, rows, [line.name for line in standings])
    qualified = sum(line.qualified for line in standings)
    first = all(line.qualified for line in standings[:qualified])
    if 0 < qualified < len(standings) and first:  # nobody among them has declined
        text.lines.insert(start + qualified, say(Span("  " + "-" * 46, "quiet")))
        text.names.insert(start + qualified, "")
    return text


def week_page(page: WeekPage, me: str = "") -> PageText:
    """Write a week: who won how often, and its matches."""
    season = page.season
    name = Span(season_name(season.id), "strong")
    week = tr("week {week} of {weeks}", week=page.week, weeks=season.weeks)
    text = PageText(me).add(say(name, f"   {week}"), SILENCE)
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
    return _matches(text, page.matches)


def _matches(text: PageText, matches: tuple[MatchLine, ...]) -> PageText:
    columns = (
        Column(tr(C_("head of a column", "match"))),
        Column("", "right"),
        Column("", gap=1),
        Column(tr(C_("head of a column", "state"))),
        Column(tr(C_("head of a column", "ended (UTC)")), role="quiet"),
    )
    rows = [
        (
            match.one,
            f"{match.wins[0]} - {match.wins[1]}",
            match.other,
            tr(_MATCH_STATES[match.state], winner=shown_name(match.winner)),
            match.ended,
        )
        for match in matches
    ]
    return text.table(columns, rows)


async def _season(league: League, words: list[str]) -> Sheet:
    """Read the standings of a season, or a week of it after ``week``."""
    season, rest = ("", words) if words[:1] in ([], ["week"]) else (words[0], words[1:])
    match rest:
        case []:
            standings = await league.season(season)
            return Sheet(lambda look: season_page(standings, look.me))
        case ["week"]:
            week = await league.week(season)
        case ["week", number] if number.isdecimal():
            week = await league.week(season, int(number))
        case _:
            raise ValueError(words)
    return Sheet(lambda look: week_page(week, look.me))


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
        beside="top",
    ),
    Tab(
        C_("a list of the league", "week"),
        N_("One match per pair counts each week"),
        _season,
        _weeks,
        beside="season",
    ),
)

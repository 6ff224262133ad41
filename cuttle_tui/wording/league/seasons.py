"""Word the seasons of a league: standings, weeks, the list of seasons."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports.league import MatchLine, SeasonLine, SeasonPage, WeekPage
from cuttle_tui.wording.league.text_table import Column, text_table

SUITS: Final = {
    "clubs": N_("Clubs {year}"),
    "diamonds": N_("Diamonds {year}"),
    "hearts": N_("Hearts {year}"),
    "spades": N_("Spades {year}"),
    "": N_("World Championship {year}"),
}
_STATES: Final = {
    "coming": N_("begins on {start}"),
    "running": N_("week {week} of {weeks}"),
    "over": N_("over"),
}
_MATCH_STATES: Final = {
    "open": N_("not decided yet"),
    "decided": N_("{winner} won"),
    "void": N_("not decided in time"),
}
_ENTER: Final = Plural(
    "the best player enters the championship", "the best {n} enter the championship"
)
_NO_SEASON: Final = N_("There has been no season here yet.")
_NO_MATCH: Final = N_("No match has been decided yet.")
_NOBODY: Final = N_("Nobody has played a match this week.")


def season_name(suit: str, year: int) -> str:
    """Name a season, or the championship of a year."""
    return tr(SUITS[suit], year=year)


def season_state(season: SeasonLine) -> str:
    """Return how far a season is."""
    state = _STATES[season.state]
    return tr(state, start=season.start, week=season.week, weeks=season.weeks)


def _heading(season: SeasonLine, *more: str) -> Sentence:
    about = ", ".join((season_state(season), season.ruleset, *more))
    return say(Span(season_name(season.suit, season.year), "strong"), f"   {about}")


def season_lines(page: SeasonPage, me: str = "") -> tuple[Sentence, ...]:
    """Write the standings of a season.

    Args:
        page: the season.
        me: the player who reads; their line stands out.
    """
    season = page.season
    lines = [_heading(season, counted(season.size, _ENTER)), SILENCE]
    if not page.standings:
        return (*lines, say(tr(_NO_MATCH)))
    columns = (
        Column("", "right"),
        Column(tr(C_("head of a column", "player"))),
        Column(tr(C_("head of a column", "points")), "right", "strong"),
        Column(tr(C_("head of a column", "won")), "right"),
        Column(tr(C_("head of a column", "lost")), "right"),
        Column(tr(C_("head of a column", "points of each week")), role="quiet"),
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
        for line in page.standings
    ]
    mine = [number for number, line in enumerate(page.standings) if line.name == me]
    table = text_table(columns, rows, mine)
    qualified = sum(line.qualified for line in page.standings)
    if 0 < qualified < len(page.standings):
        table.insert(1 + qualified, say(Span("  " + "-" * 46, "quiet")))
    return (*lines, *table)


def week_lines(page: WeekPage, me: str = "") -> tuple[Sentence, ...]:
    """Write a week: who won how often, and its matches."""
    week = tr("week {week}", week=page.week)
    lines = [_heading(page.season, week), SILENCE]
    if not page.matches:
        return (*lines, say(tr(_NOBODY)))
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
    mine = [number for number, line in enumerate(page.lines) if line.name == me]
    return (*lines, *text_table(columns, rows, mine), SILENCE, *match_lines(page.matches, me))


def match_lines(matches: tuple[MatchLine, ...], me: str = "") -> list[Sentence]:
    """Write matches with their scores."""
    columns = (
        Column(tr(C_("head of a column", "match"))),
        Column("", "right"),
        Column("", gap=1),
        Column(tr(C_("head of a column", "state"))),
        Column(tr(C_("head of a column", "ended")), role="quiet"),
    )
    rows = [
        (
            match.one,
            f"{match.wins[0]} - {match.wins[1]}",
            match.other,
            tr(_MATCH_STATES[match.state], winner=match.winner),
            match.ended,
        )
        for match in matches
    ]
    mine = [number for number, match in enumerate(matches) if me in (match.one, match.other)]
    return text_table(columns, rows, mine if me else ())


def seasons_lines(seasons: tuple[SeasonLine, ...]) -> tuple[Sentence, ...]:
    """List the seasons, newest first."""
    if not seasons:
        return (say(tr(_NO_SEASON)),)
    columns = (
        Column(tr(C_("head of a column", "season"))),
        Column(tr(C_("head of a column", "first day"))),
        Column(tr(C_("head of a column", "weeks")), "right"),
        Column(tr(C_("head of a column", "rules"))),
        Column(tr(C_("head of a column", "state"))),
    )
    rows = [
        (
            season_name(season.suit, season.year),
            season.start,
            str(season.weeks),
            season.ruleset,
            season_state(season),
        )
        for season in seasons
    ]
    running = [number for number, season in enumerate(seasons) if season.state == "running"]
    return tuple(text_table(columns, rows, running))


def no_season() -> Sentence:
    """Say that there has been no season."""
    return tell(_NO_SEASON)

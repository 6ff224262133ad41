"""Word the seasons of a league: standings, weeks, the list of seasons."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import C_, N_, Plural, counted, tr
from cuttle_tui.ports.league import MatchLine, SeasonLine, SeasonPage, WeekPage
from cuttle_tui.wording.league.text_table import Column, PageText, shown_name

SUITS: Final = {
    "clubs": N_("Clubs {year}"),
    "diamonds": N_("Diamonds {year}"),
    "hearts": N_("Hearts {year}"),
    "spades": N_("Spades {year}"),
    "": N_("World Championship {year}"),
}
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


def _heading(season: SeasonLine) -> Sentence:
    qualify = counted(season.size, _ENTER)
    about = ", ".join((season_state(season), season.ruleset, qualify))
    return say(Span(season_name(season.suit, season.year), "strong"), f"   {about}")


def season_page(page: SeasonPage, me: str = "") -> PageText:
    """Write the standings of a season.

    Args:
        page: the season.
        me: the player who reads.
    """
    season, standings = page.season, page.standings
    text = PageText(me, airy=True).add(_heading(season), SILENCE)
    if not standings:
        return text.add(tell(_NO_MATCH))
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
    name = Span(season_name(season.suit, season.year), "strong")
    week = tr("week {week} of {weeks}", week=page.week, weeks=season.weeks)
    text = PageText(me, airy=True).add(say(name, f"   {week}"), SILENCE)
    if not page.matches:
        return text.add(tell(_NOBODY))
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


def seasons_page(seasons: tuple[SeasonLine, ...]) -> PageText:
    """List the seasons, newest first."""
    text = PageText()
    if not seasons:
        return text.add(tell(_NO_SEASON))
    columns = (
        Column(tr(C_("head of a column", "season")), role="strong"),
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
    return text.table(columns, rows)

"""What stands beside a list of the league where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Role,
    Sentence,
    Span,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.text_types import PanelBlock
from cuttle_tui.kit.words import BELOW
from cuttle_tui.league.pages import (
    Column,
    Look,
    PageText,
    Read,
    Sheet,
    season_page,
    shown_name,
    week_of,
    year_page,
)
from cuttle_tui.league.people import top_page
from cuttle_tui.ports import RatingLine
from cuttle_tui.ports.league import League, MatchLine, MatchState, SeasonPage, WeekPage


def digest_page(week: WeekPage, best: tuple[RatingLine, ...], look: Look) -> PageText:
    """Tell of a week in short: its matches, whom the reader has not met, the best ratings.

    Args:
        week: the week.
        best: the best ratings, of which as many are listed as there is room for.
        look: who reads it, in how many columns and rows.
    """
    text = PageText(look.me).add(say(Span(week_of(week), "strong")), SILENCE)
    if not week.matches:
        text.add(tell("Nobody has played a match this week."))
    for state, told in _GROUPS.items():
        matches = [match for match in week.matches if match.state == state]
        if matches:
            text.add(say(Span(tr(told), "quiet")), *_lines(matches, look.me), SILENCE)
    text.add(*_not_met(week, look))
    return _with_ratings(text, best, look)


_GROUPS: Final[Mapping[MatchState, Message]] = {
    "open": N_("still to be decided"),
    "decided": N_("decided"),
    "void": N_("not decided in time"),
}


def _lines(matches: Iterable[MatchLine], me: str) -> Iterator[Sentence]:
    """Write matches, the winner of each in bold; the reader's own first."""
    mine = sorted(matches, key=lambda match: me not in (match.one, match.other))
    pairs = [(shown_name(match.one), shown_name(match.other)) for match in mine]
    widest = max(cell_len(one) for one, _ in pairs)
    for match, (one, other) in zip(mine, pairs, strict=True):
        first = Span(one, _role(match.one, match, me))
        blank = " " * (widest - cell_len(one))
        score = Span(f"{blank}  {match.wins[0]}-{match.wins[1]}  ", "quiet")
        yield say("  ", first, score, Span(other, _role(match.other, match, me)))


def _role(name: str, match: MatchLine, me: str) -> Role:
    """Return how a name looks: bold for the winner, and for the reader while nobody has won."""
    return "strong" if name == (match.winner or me) else "text"


def _not_met(week: WeekPage, look: Look) -> list[Sentence]:
    """Name the players of the week whom the reader has not met in it."""
    if week.season.week is None or look.me not in [line.name for line in week.lines]:
        return []
    mine = [match for match in week.matches if look.me in (match.one, match.other)]
    met = {look.me, *(name for match in mine for name in (match.one, match.other))}
    names = [shown_name(line.name) for line in week.lines if line.name not in met]
    if not names:
        return []
    head = say(Span(tr("you have not met this week"), "quiet"))
    return [head, *(say(f"  {row}") for row in _filled(names, look.width - 2)), SILENCE]


def _filled(names: Iterable[str], width: int) -> list[str]:
    """Share names among rows of so many columns."""
    rows: list[str] = []
    for name in names:
        longer = f"{rows[-1]}, {name}" if rows else name
        if rows and cell_len(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(name)
    return rows


def _with_ratings(text: PageText, best: tuple[RatingLine, ...], look: Look) -> PageText:
    """Add the best ratings below, as many as there is room for."""
    table = top_page(best, look.me, signs=look.signs, scrolls=True, room=look.width)
    room = look.height - len(text.lines)
    if not best or room < _LEAST_RATINGS or table.width > look.width:
        return text
    del table.lines[1:2], table.names[1:2]
    return text.append(_cut(table, room))


def _cut(table: PageText, room: int) -> PageText:
    """Keep as many lines as there is room for, the last of which counts the others."""
    if len(table.lines) > room:
        more = tr(BELOW, n=len(table.lines) - room + 1).rjust(table.width)
        del table.lines[room - 1 :], table.names[room - 1 :]
        table.add(say(Span(more, "quiet")))
    return table


_LEAST_RATINGS: Final = 6
"""Rows that are worth a list of ratings."""


def leaders_block(page: SeasonPage, me: str) -> PanelBlock:
    """List who leads a season, and the reader if further down: place, name, points."""
    lines = page.standings[:_LEADERS]
    lines += tuple(line for line in page.standings[_LEADERS:] if line.name == me)
    columns = (Column("", "right", gap=0), Column(""), Column("", "right", "strong"))
    rows = [(str(line.place), line.name, str(line.points)) for line in lines]
    table = PageText(me).table(columns, rows, [line.name for line in lines])
    return PanelBlock(tr(_LEADING), tuple(table.lines))


_LEADERS: Final = 8
_LEADING: Final = N_("the season's points")


async def _week(league: League, words: list[str]) -> Sheet:
    """Read the week of the season that is shown: the running one, or its last."""
    week = await league.week(words[0] if words else "")
    best = await league.top()
    return Sheet(lambda look: digest_page(week, best, look))


async def _standings(league: League, words: list[str]) -> Sheet:
    """Read the standings of the season whose week is shown, and the best ratings to follow."""
    page, best = await league.season(words[0] if words else ""), await league.top()

    def write(look: Look) -> PageText:
        text = season_page(page, look, weekly=False)
        text.lines[0] = say(Span(tr(C_("a list of the league", "standings")), "strong"))
        return _with_ratings(text.add(SILENCE), best, look)

    return Sheet(write)


async def _season(league: League, words: list[str]) -> Sheet:
    """Read the standings of the running season, and its week to stand below them."""
    season, week = await league.season(), await league.week()

    def write(look: Look) -> PageText:
        text = season_page(season, look, weekly=False)
        rest = look.height - len(text.lines) - 1
        below = digest_page(week, (), look._replace(height=rest))
        return text.add(SILENCE).append(below) if below.fits(below.width, rest) else text

    return Sheet(write)


async def _current(league: League, words: list[str]) -> Sheet:
    """Read the standings of the running season."""
    season = await league.season()
    return Sheet(lambda look: season_page(season, look))


async def _now(league: League, words: list[str]) -> Sheet:
    """Read the week that is running, and the best ratings."""
    return await _week(league, [])


async def _top(league: League, words: list[str]) -> Sheet:
    """Read the best ratings, of which as many are listed as there is room for."""
    best = await league.top()

    def write(look: Look) -> PageText:
        text = top_page(best, look.me, signs=look.signs, scrolls=True, room=look.room)
        return _cut(text, look.height) if look.height >= _LEAST_RATINGS else text

    return Sheet(write)


async def _year(league: League, words: list[str]) -> Sheet:
    """Read the table of the running year."""
    page = await league.year()
    return Sheet(lambda look: year_page(page, look).spaced(look.height))


async def _best(league: League, words: list[str]) -> Sheet:
    """Read the table of the running year, and the best ratings to follow."""
    page, best = await league.year(), await league.top()

    def write(look: Look) -> PageText:
        return _with_ratings(year_page(page, look).add(SILENCE), best, look)

    return Sheet(write)


READ: Final[Mapping[str, Read]] = {
    "week": _week,
    "now": _now,
    "standings": _standings,
    "season": _season,
    "current": _current,
    "top": _top,
    "year": _year,
    "best": _best,
}
"""By the name that a list gives it."""

"""Word a player's own week of the season in a row: opponent, deadline, their place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from cuttle_tui.i18n.translation import C_, N_, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.words import Entry
from cuttle_tui.ports.league import SeasonLine, WeekPage

_WEEKDAYS: Final = (
    C_("until a day", "Monday"),
    C_("until a day", "Tuesday"),
    C_("until a day", "Wednesday"),
    C_("until a day", "Thursday"),
    C_("until a day", "Friday"),
    C_("until a day", "Saturday"),
    C_("until a day", "Sunday"),
)


def last_day(season: SeasonLine, week: int) -> date:
    """Return the last whole day of a week of a season, UTC."""
    return date.fromisoformat(season.start) + timedelta(weeks=week, days=-1)


def open_matches(page: WeekPage, me: str) -> Iterator[tuple[str, int, int]]:
    """Return the player's matches that nobody has won yet: the opponent, and the wins of both."""
    for match in page.matches:
        if match.state == "open" and me in (match.one, match.other):
            mine, theirs = match.wins if me == match.one else match.wins[::-1]
            yield (match.other if me == match.one else match.one), mine, theirs


def week_entry(page: WeekPage, me: str) -> Entry | None:
    """Return the entry of a list that opens the week; None for who plays in none that runs."""
    if page.season.state != "running" or page.week != page.season.week:
        return None
    place = next((line.place for line in page.lines if line.name == me), None)
    standing = tr("place {place} of {count}", place=place, count=len(page.lines)) if place else ""
    matches = list(open_matches(page, me))
    parts = [tr("{who} {mine}-{theirs}", who=w, mine=m, theirs=t) for w, m, t in matches[:1]]
    if len(matches) > 1:
        parts = [tr("{match} and {n} more", match=parts[0], n=len(matches) - 1)]
    first, *rest = [*parts, *filter(None, (standing,))] or [""]
    if not first:
        return None
    day = _WEEKDAYS[last_day(page.season, page.week).weekday()]
    brief = tr("{what} until {day}", what=first, day=day)
    text = "; ".join((brief, *rest))
    return Entry(letters.SEASON, N_("this week"), text, _QUESTION, N_("see it"), brief)


_QUESTION: Final = N_("See this week of the season?")

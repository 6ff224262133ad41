"""Seasons of the league, and their weeks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
"""The seasons of a year, in order."""
WEEK: Final = timedelta(days=7)
WEEKS: Final = 13
"""Weeks of a season, unless it says otherwise."""
SIZE: Final = 8
"""Players of a championship, unless the season says otherwise."""
FEWEST: Final = 4
MOST: Final = 16
"""Players of a championship, as it can be announced."""
RULESET: Final = "cuttle.cards"


@dataclass(frozen=True, slots=True)
class Season:
    """A season: weeks of seven days each, one after the other."""

    id: str
    """As ``2026-clubs``."""
    suit: str
    year: int
    ruleset: str
    """The ruleset of its games, with the version in force when the season began."""
    start: datetime
    weeks: int = WEEKS
    size: int = SIZE
    """How many players enter its championship."""
    ended: datetime | None = None
    """When operators closed it, if that was before its last week was over."""

    @property
    def end(self) -> datetime:
        """The moment the season is over; it belongs to no week."""
        return self.week_end(self.weeks)

    @property
    def name(self) -> str:
        """As ``Clubs 2026``."""
        return f"{self.suit.capitalize()} {self.year}"

    def week_start(self, week: int) -> datetime:
        """Return the moment a week begins; the week before ends then."""
        return self.start + (week - 1) * WEEK

    def week_end(self, week: int) -> datetime:
        """Return the moment a week is over; it belongs to the next, if there is one."""
        last = self.start + week * WEEK
        return last if self.ended is None else min(last, self.ended)

    def week(self, at: datetime) -> int | None:
        """Return the week of a moment, from 1; None outside the season."""
        inside = self.start <= at < self.end
        return (at - self.start) // WEEK + 1 if inside else None

"""How a player stands with puzzles: the days on which they solved the day's, and their rating.

Both are saved as names among what is done (`cuttle_tui.learn.puzzles.Progress`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from engine.ratings import DIGITS, START, Rating, after_duel, fixed, provisional

_STREAK: Final = re.compile(r"puzzles@(\d{4}-\d\d-\d\d):(\d{1,5}):(\d{1,5})(?::(\d{4}-\d\d-\d\d))?")


@dataclass(frozen=True, slots=True)
class Streak:
    """How many puzzles were solved on the last day with any, and on how many days the day's."""

    day: date = date.min
    """The last day on which a puzzle was solved."""
    days: int = 0
    """On how many days in a row the day's puzzle was solved, up to the last such day."""
    today: int = 0
    """How many were solved on the last day with any."""
    last: date = date.min
    """The last day on which the day's puzzle was solved."""

    @property
    def name(self) -> str:
        """The name under which it is saved among what is done."""
        return f"puzzles@{self.day}:{self.days}:{self.today}:{self.last}"

    def on(self, day: date, *, daily: bool) -> Streak:
        """Return the streak with one more puzzle solved on a day, which may be the day's."""
        today = self.today + 1 if day == self.day else 1
        if not daily or day == self.last:
            return Streak(day, self.days, today, self.last)
        return Streak(day, self.running(day) + 1, today, day)

    def running(self, day: date) -> int:
        """Return how many days in a row there are on a day: it may still be solved then."""
        return self.days if (day - self.last).days <= 1 else 0

    def solved_on(self, day: date) -> int:
        """Return how many puzzles were solved on a day, if it is the last one."""
        return self.today if day == self.day else 0


def streak_in(names: Iterable[str]) -> Streak:
    """Read the streak among the names of what is done; ignore invalid data."""
    for name in names:
        if found := _STREAK.fullmatch(name):
            try:
                day = date.fromisoformat(found[1])
                last = date.fromisoformat(found[4] or found[1])
                return Streak(day, int(found[2]), int(found[3]), last)
            except ValueError:
                continue
    return Streak()


_RATING: Final = re.compile(r"puzzle-rating@(-?\d{1,4}\.\d{1,6}):(\d{1,3}\.\d{1,6}):(\d{1,6})")


BEGINNER: Final = replace(START, mu=round(fixed(1100).mu, DIGITS))
"""The puzzle rating of somebody who has tried none: the first ones near it are easy."""


def after_answer(rating: Rating, puzzle: int, *, right: bool) -> Rating:
    """Return a player's rating after the first answer to a puzzle, itself rated in shown points.

    While the rating is provisional a miss costs half: whoever begins learns the rules by puzzles.
    """
    after = after_duel(rating, fixed(puzzle), won=right)
    if right or not provisional(rating):
        return after
    return replace(after, mu=round((rating.mu + after.mu) / 2, DIGITS))


def rating_name(rating: Rating) -> str:
    """Return the name under which a rating is saved among what is done."""
    return f"puzzle-rating@{rating.mu}:{rating.sigma}:{rating.games}"


def rating_in(names: Iterable[str]) -> Rating:
    """Read the puzzle rating among the names of what is done; ignore invalid data."""
    for name in names:
        if found := _RATING.fullmatch(name):
            return Rating(float(found[1]), float(found[2]), int(found[3]))
    return BEGINNER


def missed_name(id: str) -> str:
    """Return the name under which it is saved that the first answer to a puzzle was wrong."""
    return f"{id}:missed"

"""Remember which puzzles and lessons are done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Protocol

DONE: Final = "done"
"""The key of the progress in the preferences."""


class Progress(Protocol):
    """A store of the puzzles and lessons that a player has done."""

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""


class InMemory:
    """Progress in memory."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""
        return self._done

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""
        self._done = done


class SavedProgress:
    """Progress saved with the settings."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Store progress through two callbacks.

        Args:
            recall: loads the value of a key.
            note: saves the value of a key.
        """
        self._recall = recall
        self._note = note

    def load(self) -> frozenset[str]:
        """Return the names of all that are done; ignore invalid data."""
        kept = self._recall(DONE)
        names = kept if isinstance(kept, list) else []
        return frozenset(name for name in names if isinstance(name, str))

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""
        self._note(DONE, sorted(done))


# days -------------------------------------------------------------------------------------------

_STREAK: Final = re.compile(r"puzzles@(\d{4}-\d\d-\d\d):(\d{1,5}):(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Streak:
    """How many puzzles were solved on the last day with any, and how many days in a row."""

    day: date = date.min
    days: int = 0
    today: int = 0

    @property
    def name(self) -> str:
        """The name under which it is saved among what is done."""
        return f"puzzles@{self.day}:{self.days}:{self.today}"

    def on(self, day: date) -> Streak:
        """Return the streak with one more puzzle solved on a day."""
        if day == self.day:
            return Streak(day, self.days, self.today + 1)
        goes_on = self.day != date.min and day - self.day == timedelta(days=1)
        return Streak(day, self.days + 1 if goes_on else 1, 1)


def streak_in(names: Iterable[str]) -> Streak:
    """Read the streak among the names of what is done; ignore invalid data."""
    for name in names:
        if found := _STREAK.fullmatch(name):
            try:
                return Streak(date.fromisoformat(found[1]), int(found[2]), int(found[3]))
            except ValueError:
                continue
    return Streak()

"""Describe a task at a table, what came of it, and which tasks of a list are done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from cuttle_tui.learn.progress import InMemory, Progress
from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.wording.guidance import Guidance
from engine.solver.challenge import Challenge


class Task(ABC):
    """What is to be done at a table, and what came of it."""

    occasion: Occasion

    def __init__(self, contest: Challenge) -> None:
        self.contest = contest

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """What came of it so far."""

    @abstractmethod
    def guidance(self, *, hinted: bool) -> Guidance:
        """Word what is to be done now."""

    @abstractmethod
    def next_contest(self) -> Challenge | None:
        """Go on from a task that is done; None after the last."""

    @abstractmethod
    def note_progress(self) -> None:
        """Save that the task is done, once it is."""


class Checklist:
    """The names under which the entries of a list are saved once they are done."""

    def __init__(self, names: Sequence[str], progress: Progress | None) -> None:
        """Read what is done.

        Args:
            names: of each entry.
            progress: where it is saved; only while this exists, if not given.
        """
        self.names = tuple(names)
        self._progress = progress or InMemory()

    @property
    def saved(self) -> Collection[str]:
        """All that is saved, in whichever list."""
        return self._progress.load()

    @property
    def first(self) -> int:
        """The first entry that is not done, or the first of all."""
        done = self.saved
        return next((place for place, one in enumerate(self.names) if one not in done), 0)

    @property
    def done(self) -> tuple[bool, ...]:
        """Whether each entry is done."""
        saved = self.saved
        return tuple(name in saved for name in self.names)

    def save(self, *names: str, without: Collection[str] = ()) -> None:
        """Save names, and drop others."""
        self._progress.save(self._progress.load().difference(without).union(names))

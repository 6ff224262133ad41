"""Represent a task at a table, its result, and the progress in a list of tasks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from cuttle_tui.learn.progress import InMemory, Progress
from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.wording.guidance import Guidance
from engine.solver.challenge import Challenge


class Task(ABC):
    """A task at a table, and its result."""

    occasion: Occasion

    def __init__(self, contest: Challenge) -> None:
        self.contest = contest

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """The result so far."""

    @abstractmethod
    def guidance(self, *, hinted: bool) -> Guidance:
        """Word the instructions."""

    @abstractmethod
    def next_contest(self) -> Challenge | None:
        """Continue after a finished task; None after the last."""

    @abstractmethod
    def note_progress(self) -> None:
        """Save the task once it is done."""


class Checklist:
    """The progress in a list, saved by the names of its entries."""

    def __init__(self, names: Sequence[str], progress: Progress | None) -> None:
        """Read the progress of the named entries; by default, it is kept only in memory."""
        self.names = tuple(names)
        self._progress = progress or InMemory()

    @property
    def saved(self) -> Collection[str]:
        """All saved names, of every list."""
        return self._progress.load()

    @property
    def first(self) -> int:
        """The first unfinished entry, or the first of all."""
        done = self.saved
        return next((place for place, name in enumerate(self.names) if name not in done), 0)

    @property
    def done(self) -> tuple[bool, ...]:
        """Whether each entry is done."""
        saved = self.saved
        return tuple(name in saved for name in self.names)

    def save(self, *names: str, without: Collection[str] = ()) -> None:
        """Save some names, and remove others."""
        self._progress.save(self._progress.load().difference(without).union(names))

"""Describe a task at a table: what a lesson or a puzzle adds to an ordinary game."""

from __future__ import annotations

from abc import ABC, abstractmethod

from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.wording.guidance import Guidance
from engine.solver.challenge import Contest


class Task(ABC):
    """What is to be done at a table, and what came of it."""

    occasion: Occasion

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """What came of it so far."""

    @abstractmethod
    def guidance(self, *, hinted: bool) -> Guidance:
        """Word what is to be done now."""

    @abstractmethod
    def next_contest(self) -> Contest | None:
        """Go on from a task that is done; None after the last."""

    @abstractmethod
    def note_progress(self) -> None:
        """Save that the task is done, once it is."""

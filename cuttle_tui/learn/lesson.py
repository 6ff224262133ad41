"""Represent a lesson: steps, each a set table, and a judge of what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cuttle_tui.learn.positions import NAMES, TURN, position_text, seats_of, turn_of
from engine.play.view import View
from engine.solver.challenge import Challenge
from engine.solver.search import Objective

Judge = Callable[[View, View], str]
"""(the table before, and after) -> the name of the mistake, empty if it was done."""


def anything(before: View, after: View) -> str:
    """Find nothing wrong: what is searched out says it all."""
    return ""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do; its words are in `cuttle_tui.wording.learn.lesson_texts`, by its id."""

    id: str
    table: str
    judge: Judge = anything
    deck: int = 20
    rules: str = "standard"
    goal: Literal["win", "hold"] = "hold"
    """What must still be forced afterwards."""
    turns: int = 0
    """How many turns after the present one count for that."""

    @property
    def text(self) -> str:
        """The whole position."""
        return position_text(self.id, self.rules, self.table, self.deck)

    def contest(self) -> Challenge:
        """Lay it out."""
        aim = Objective(0, self.goal, (turn_of(self.table) or TURN) + self.turns)
        return Challenge(self.text, aim, NAMES[: seats_of(self.rules)], dealt=True)

    def mistake(self, before: View, contest: Challenge) -> str | None:
        """Return what went wrong; empty if the task was done, None while it goes on.

        Args:
            before: the table as the step began.
            contest: the table as it is.
        """
        if contest.failed:
            return self.judge(before, contest.view) or "lost"
        return self.judge(before, contest.view) if contest.settled else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps about one thing."""

    id: str
    steps: tuple[Step, ...]

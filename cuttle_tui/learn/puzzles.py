"""Load the puzzles: positions, tasks and solutions."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from cuttle_tui.learn.positions import NAMES, TURN, position_text, seats_of, turn_of
from engine.actions import Action, parse_action
from engine.rules.rulesets import STANDARD
from engine.solver.challenge import Challenge
from engine.solver.search import Objective

Kind = Literal["win", "plan", "survive", "counter"]
"""Win this turn, win later, do not lose, or counter or not."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle; `cuttle_tui.wording.learn.puzzle_texts` has its words, by id."""

    id: str
    kind: Kind
    rules: str
    text: str
    """The text of the whole position."""
    aim: Objective
    turns: int
    """How many further turns count."""
    solutions: tuple[Action, ...]
    """Every first action that solves it."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return seats_of(self.rules)

    def contest(self) -> Challenge:
        """Set up the challenge."""
        return Challenge(self.text, self.aim, NAMES[: self.seats])


@lru_cache(maxsize=1)
def read_book() -> tuple[Puzzle, ...]:
    """Load every puzzle, easiest first."""
    text = (files("cuttle_tui.learn") / "puzzles.toml").read_text(encoding="utf-8")
    return tuple(_puzzle(entry) for entry in tomllib.loads(text)["puzzle"])


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    kind, table, turns = entry["kind"], entry["table"], entry.get("turns", 0)
    goal = entry.get("goal", "hold" if kind == "survive" else "win")
    return Puzzle(
        id=entry["id"],
        kind=kind,
        rules=entry["rules"],
        text=position_text(entry["id"], entry["rules"], table, entry.get("deck", 0)),
        aim=Objective(0, goal, (turn_of(table) or TURN) + turns),
        turns=turns,
        solutions=tuple(map(parse_action, entry["solutions"])),
    )


def day_mark(day: date) -> str:
    """Return the name under which it is saved that a day's puzzle is solved."""
    return f"puzzle-of-the-day@{day}"


def puzzle_of_the_day(day: date, done: Collection[str]) -> int | None:
    """Return the place of a day's puzzle in the book: the next one that is not solved, if any.

    Those with the standard rules come first: the others need rules that a newcomer has not met.
    """
    book = read_book()
    places = (place % len(book) for place in range(day.toordinal(), day.toordinal() + len(book)))
    unsolved = [place for place in places if book[place].id not in done]
    standard = (place for place in unsolved if book[place].rules == STANDARD.name)
    return next(standard, next(iter(unsolved), None))

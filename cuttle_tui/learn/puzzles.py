"""Read the puzzles: set positions, what is to be done there, and all that does it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from cuttle_tui.learn.positions import NAMES, TURN, position_text, seats_of, turn_of
from engine.actions import Action, parse_action
from engine.solver.challenge import Challenge
from engine.solver.search import Objective

Kind = Literal["win", "plan", "survive", "counter"]
"""Win this turn, win with turns to come, do not lose, answer or let it happen."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle; its words are in `cuttle_tui.wording.learn.puzzle_texts`, by its id."""

    id: str
    kind: Kind
    rules: str
    text: str
    """The whole position."""
    aim: Objective
    turns: int
    """How many turns after the present one count."""
    solutions: tuple[Action, ...]
    """Every first action that does it."""

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return seats_of(self.rules)

    def contest(self) -> Challenge:
        """Lay it out."""
        return Challenge(self.text, self.aim, NAMES[: self.seats])


@lru_cache(maxsize=1)
def read_book() -> tuple[Puzzle, ...]:
    """Read every puzzle, the easy ones first."""
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

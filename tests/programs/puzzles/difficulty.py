"""Have the computer players try puzzles, and rate each by the shares that they solve.

The tries of the puzzles of the store are kept in a file beside this one, a puzzle a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from engine.actions import Kind
from engine.bots.levels import level_of
from engine.play.observe import observe
from engine.play.view import View
from engine.record.position_text import parse_position
from tests.programs.puzzles.finding import Found

TRIES: Final = {"beginner": 24, "casual": 16, "regular": 12, "sharp": 12, "expert": 8, "master": 1}
"""How often each level tries a puzzle, each time with another seed: those that think more, less."""
WEIGHTS: Final = {
    "beginner": 0.3,
    "casual": 0.2,
    "regular": 0.2,
    "sharp": 0.2,
    "expert": 0.06,
    "master": 0.04,
}
"""What the share of each level counts: those that see what wins tell fewer apart."""
EASIEST: Final = 1000
"""The rating of a puzzle that every level always solves."""
POINTS: Final = 990
"""So many more has one that none ever solves."""
FILE: Final = Path(__file__).with_name("tries.tsv")


class Try(NamedTuple):
    """How often a level was right, of how many tries."""

    right: int
    of: int

    @property
    def share(self) -> float:
        """Which share was right."""
        return self.right / self.of


Tries = Mapping[str, Try]
"""The tries of each level at a puzzle, by its name."""


def asked_view(found: Found) -> View:
    """Return what a player sees of a puzzle: who is asked whom a jack takes plays a jack."""
    view = observe(parse_position(found.text), 0)
    if found.kind != "jack":
        return view
    return replace(view, legal=tuple(a for a in view.legal if a.kind is Kind.JACK))


def tried(found: Found, seeds: int = 0) -> dict[str, Try]:
    """Have each level try a puzzle, with the seeds after so many."""
    view, results = asked_view(found), {}
    for name, tries in TRIES.items():
        player = level_of(name).player()
        chosen = (player.choose(view, seeds + seed) for seed in range(tries))
        results[name] = Try(sum(action in found.solutions for action in chosen), tries)
    return results


def rating(tries: Tries) -> int:
    """Return how hard a puzzle is: ten points for each hundredth that is not solved."""
    solved = sum(weight * tries[name].share for name, weight in WEIGHTS.items())
    return EASIEST + round(POINTS * (1 - solved))


def is_trivial(tries: Tries) -> bool:
    """Return whether every level finds it every time, down to the one that overlooks most plays."""
    return all(each.share == 1 for each in tries.values())


def found_by(tries: Tries) -> str:
    """Return the weakest level from which on every level mostly finds it; - if none does."""
    weakest = "-"
    for name in reversed(TRIES):
        if tries[name].share <= 0.5:
            break
        weakest = name
    return weakest


def shares(every: Iterable[Tries]) -> dict[str, float]:
    """Return which share of some puzzles each level solves."""
    some = list(every)
    return {name: sum(each[name].share for each in some) / len(some) for name in TRIES}


def read_tries(text: str) -> dict[str, dict[str, Try]]:
    """Read the tries that are kept, by the ids of the puzzles."""
    rows = [line.split("\t") for line in text.splitlines()]
    return {
        id: {name: Try(*map(int, cell.split("/"))) for name, cell in zip(TRIES, cells, strict=True)}
        for id, *cells in rows
    }


def tries_line(id: str, tries: Tries) -> str:
    """Write the tries at a puzzle as a line."""
    return "\t".join([id, *(f"{tries[name].right}/{tries[name].of}" for name in TRIES)])

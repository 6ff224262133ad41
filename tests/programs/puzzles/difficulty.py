"""Rate puzzles by which computer players find their first action, and by what they demand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from engine.bots.levels import level_of
from engine.play.observe import observe
from engine.record.position_text import parse_position
from tests.programs.puzzles.finding import Found

STRENGTHS: Final = {
    "random": 935,
    "beginner": 1275,
    "casual": 1395,
    "regular": 1500,
    "sharp": 1595,
    "expert": 1700,
    "master": 1815,
}
"""The levels by the steps of the ladder (docs/BOTS.md), `regular` as a new player."""
TRIES: Final = {"beginner": 8, "casual": 8, "regular": 8, "sharp": 6, "expert": 4, "master": 2}
"""How often each level tries a puzzle, each time with another seed."""
_MEAN: Final = {"win": 1350, "plan": 1600, "survive": 1450, "counter": 1400}
_EACH_ROUND: Final = 150
"""What each further round of turns adds to what is expected, in points."""
_SPREAD: Final = 250
"""The standard deviation of what is expected."""
_RANDOM_TRIES: Final = 4


def shares(found: Found) -> dict[str, float]:
    """Return which share of its tries each level finds a first action that solves a puzzle."""
    view = observe(parse_position(found.text), 0)
    hits = {"random": len(found.solutions) / len(view.legal)}
    for name, tries in TRIES.items():
        player = level_of(name).player()
        right = sum(player.choose(view, seed) in found.solutions for seed in range(tries))
        hits[name] = right / tries
    return hits


def rating(found: Found, hits: Mapping[str, float]) -> int:
    """Return the most likely rating: each try is a game that the level wins or the puzzle."""
    expected = _MEAN[found.kind] + _EACH_ROUND * (found.turns > 2)
    return max(range(600, 2601, 5), key=lambda points: _likelihood(points, expected, hits))


def _likelihood(points: int, expected: int, hits: Mapping[str, float]) -> float:
    total = -(((points - expected) / _SPREAD) ** 2) / 2
    for name, share in hits.items():
        chance = 1 / (1 + 10 ** ((points - STRENGTHS[name]) / 400))
        tries = TRIES.get(name, _RANDOM_TRIES)
        total += tries * (share * math.log(chance) + (1 - share) * math.log(1 - chance))
    return total


def is_trivial(hits: Mapping[str, float]) -> bool:
    """Return whether every level finds it every time, down to the one that overlooks most plays."""
    return all(share == 1 for name, share in hits.items() if name != "random")


def is_plain(hits: Mapping[str, float]) -> bool:
    """Return whether every level but the weakest finds it every time."""
    return all(share == 1 for name, share in hits.items() if name not in ("random", "beginner"))


def found_by(hits: Mapping[str, float]) -> str:
    """Return the weakest level from which on every level mostly finds it; - if none does."""
    weakest = "-"
    for name in reversed(TRIES):
        if hits[name] <= 0.5:
            break
        weakest = name
    return weakest

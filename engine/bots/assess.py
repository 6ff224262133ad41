"""Assess a position for a seat from its view alone: how likely it wins, and by which plays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.bots.evaluate import share
from engine.bots.search import Search
from engine.play.view import View

PER_SECOND: Final = 8000
"""Iterations that stand for a second of thought: a number, so that the result is repeatable."""
_FIRMNESS: Final = 1.15
"""How far from even a chance is moved, in log odds: fitted, see docs/BOTS.md."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal action, and the chance that its seat's side wins after it."""

    action: Action
    chance: float


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a seat may think of its game; an opinion, from what it could know."""

    chance: float
    """The chance that the viewer's side wins, 0 to 1, when it plays the best it sees."""
    plays: tuple[Rated, ...]
    """The legal actions, best first; empty when the viewer is not asked."""


def assess(view: View, seed: int, seconds: float = 0.1) -> Assessment:
    """Assess a game for the viewer's side, whether or not it is asked.

    Args:
        view: the game as a seat sees it.
        seed: the source of guesses at hidden cards.
        seconds: about how long to think; the same number always gives the same result.
    """
    assert view.viewer is not None
    if view.outcome is not None:
        return Assessment(share(view.outcome, view.ruleset, view.viewer), ())
    search = Search(view, seed)
    search.run(max(len(view.legal) + 1, round(PER_SECOND * seconds)))
    found = search.ratings()
    if len(found) < 2:
        chance = _firm(search.chance())
        return Assessment(chance, tuple(Rated(only.action, chance) for only in found))
    best = found[0].chance
    plays = tuple(Rated(play.action, _firm(min(play.chance, best))) for play in found)
    return Assessment(plays[0].chance, plays)


def _firm(chance: float) -> float:
    """Calibrate a chance against games that were played out."""
    held = min(max(chance, 0.0005), 0.9995)
    return 1 / (1 + math.exp(-_FIRMNESS * math.log(held / (1 - held))))

"""Assess a position for a seat from its view alone: how likely it wins, and by which plays."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.actions import Action
from engine.bots import greedy
from engine.play.view import View


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
        seconds: how long to think at most.
    """
    del seconds
    rated = tuple(
        sorted(
            (Rated(action, _chance(worth)) for action, worth in greedy.worths(view, seed)),
            key=lambda play: -play.chance,
        )
    )
    return Assessment(rated[0].chance if rated else _chance(greedy.standing(view, seed)), rated)


def _chance(worth: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, worth / 6))))

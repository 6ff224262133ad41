"""Find the decisions of a game that were mistakes beyond doubt, and what was right instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.bots.search import Assessment
from engine.coach.analysis import Decision, rated_plays
from engine.play.view import View

LOSS: Final = 0.15
"""The loss of chance, by the usual analysis, from which a decision is looked at again."""
CLEAR: Final = 0.1
"""The loss by the second look from which it is a mistake: see docs/PUZZLES.md."""
NEAR: Final = 0.03
"""How much worse than the best a play may be, by the second look, and still be right."""
SECOND_LOOK: Final = 2.0
"""Seconds of thought of the second look: twenty times those of the usual analysis."""
SEED: Final = 1
"""The seed of its guesses at hidden cards: not that of the usual analysis."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that was clearly wrong, by what its seat could see."""

    right: tuple[Action, ...]
    """Every play that is as good as the best, or nearly; the best first."""
    best: float
    """The chance with the best play, 0 to 1."""
    played: float
    """The chance with what was played."""


def may_be_mistake(decision: Decision) -> bool:
    """Return whether a decision, judged as usual, is worth a second look."""
    return decision.matters and decision.loss >= LOSS


def mistake_in(view: View, played: Action, second: Assessment) -> Mistake | None:
    """Return the mistake that a play was, by a second look; None if that is not clear."""
    rated = rated_plays(view, second)
    chance = next((play.chance for play in rated if play.action == played), None)
    if chance is None or rated[0].chance - chance < CLEAR:
        return None
    right = tuple(play.action for play in rated if rated[0].chance - play.chance <= NEAR)
    return Mistake(right, rated[0].chance, chance)

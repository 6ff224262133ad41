"""Find the decisions of a game that were mistakes beyond doubt, and what was right instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from engine.actions import Action
from engine.bots.search import Assessment
from engine.coach.analysis import Decision, rated_plays
from engine.play.view import View

LOSS: Final = 0.15
"""The loss of chance, by the usual analysis, from which a decision is looked at again."""
CLEAR: Final = LOSS
"""How much better each right play is, by each long look, than a mistake: see docs/PUZZLES.md."""
NEAR: Final = 0.08
"""How much worse than the best a play may be, by the mean of the long looks, and still be right."""
LONG_LOOK: Final = 2.0
"""Seconds of thought of a long look: twenty times those of the usual analysis."""
SEEDS: Final = (1, 3)
"""The seeds of the guesses at hidden cards of the long looks: not that of the usual analysis.

One alone finds mistakes that are none: it may guess cards against which the play was bad.
"""


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


def mistake_in(view: View, played: Action, looks: Sequence[Assessment]) -> Mistake | None:
    """Return the mistake that a play was, by long looks; None if it is not clear to each."""
    found = [{play.action: play.chance for play in rated_plays(view, look)} for look in looks]
    if any(played not in each for each in found):
        return None
    chances = {action: mean(each[action] for each in found) for action in found[0]}
    best = max(chances.values())
    by_chance = sorted(chances, key=lambda action: -chances[action])
    right = tuple(action for action in by_chance if best - chances[action] <= NEAR)
    if any(each[action] - each[played] < CLEAR for each in found for action in right):
        return None
    return Mistake(right, best, chances[played])

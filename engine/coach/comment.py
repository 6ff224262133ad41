"""Find what decided a finished game for one seat, from what that seat could know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.coach.analysis import WORST, Analysis, Decision

Result = Literal["won", "lost", "drawn"]
CommentKind = Literal[
    "missed",
    "won-late",
    "cost-all",
    "cost-most",
    "won-despite",
    "came-back",
    "still-open",
    "well-won",
    "well-lost",
    "well-drawn",
    "little-by-little",
    "won-so",
    "drawn-so",
    "no-choice",
]
KINDS: Final[tuple[CommentKind, ...]] = get_args(CommentKind)

WELL: Final = 90
"""The accuracy from which on a seat played well."""
FAR_BEHIND: Final = 0.3
"""The chance from which a win counts as coming back."""
_EVEN: Final = 0.5
_OPEN: Final = 0.25
"""The chance that is left in a game that need not be given up."""
_OF_CARDS: Final[dict[Result, CommentKind]] = {
    "won": "well-won",
    "lost": "well-lost",
    "drawn": "well-drawn",
}
_SO: Final[dict[Result, CommentKind]] = {
    "won": "won-so",
    "lost": "little-by-little",
    "drawn": "drawn-so",
}


@dataclass(frozen=True, slots=True)
class Comment:
    """The one thing that is said of a finished game."""

    kind: CommentKind
    seat: int
    """Of whom it is said."""
    decision: Decision | None = None
    """What it is about; None if it is about no single turn."""
    accuracy: int | None = None
    """How well the seat played, 0 to 100; None without a decision that matters."""

    @property
    def ply(self) -> int | None:
        """The ply at which it can be seen: after the action, or before the way back began."""
        if self.decision is None:
            return None
        return self.decision.ply + (self.kind != "came-back")


def comment_on(analysis: Analysis, seat: int, *, conceded: bool = False) -> Comment | None:
    """Return what decided the game for a seat; None if that is not known.

    Only the decisions of the seat are looked at, which were judged from what it could see.

    Args:
        conceded: whether the game was given up, by somebody.
    """
    if not analysis.complete or analysis.winners is None:
        return None
    own = [decision for decision in analysis.decisions if decision.seat == seat]
    result: Result = "lost" if analysis.winners else "drawn"
    if analysis.sides[seat] in analysis.winners:
        result = "won"
    accuracy = analysis.accuracy_of(own)
    kind, decision = _decisive(own, result, conceded=conceded) or (None, None)
    if kind is None:
        so = _OF_CARDS if accuracy is not None and accuracy >= WELL else _SO
        kind = "no-choice" if accuracy is None else so[result]
    return Comment(kind, seat, decision, accuracy)


def _decisive(
    own: Sequence[Decision], result: Result, *, conceded: bool
) -> tuple[CommentKind, Decision] | None:
    """Return the turn that speaks for the whole game, if one does."""
    missed = next((decision for decision in own if decision.missed_win), None)
    if missed is not None:
        return ("won-late" if result == "won" else "missed"), missed
    lowest = min(own, key=lambda decision: decision.chance, default=None)
    if result == "won" and lowest is not None and lowest.chance <= FAR_BEHIND:
        return "came-back", lowest
    last = own[-1] if own else None
    if conceded and result == "lost" and last is not None and last.played.chance >= _OPEN:
        return "still-open", last
    worst = max((one for one in own if one.turns), key=lambda one: one.loss, default=None)
    return None if worst is None else (_of_worst(worst, result), worst)


def _of_worst(worst: Decision, result: Result) -> CommentKind:
    if result == "won":
        return "won-despite"
    turned = worst.best.chance >= _EVEN > worst.played.chance and worst.loss >= WORST
    return "cost-all" if turned and result == "lost" else "cost-most"

"""Return the scores with which a recorded game ended."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play.observe import observe
from engine.play.view import Outcome, View
from engine.record.record import Record


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The end of a game, seen from outside."""

    scores: tuple[int, ...]
    """The points of each seat."""
    turns: int
    outcome: Outcome | None
    """None if the game was not finished."""


def final_score(record: Record) -> FinalScore:
    """Play a record to its end, and return the scores and the number of turns.

    Raises:
        RecordError: an action is illegal.
    """
    game = record.game()
    for _ in record.play_on(game):
        pass
    return end_seen(observe(game.position, None))


def end_seen(view: View) -> FinalScore:
    """Return the scores, the turns and the outcome that a last view shows."""
    return FinalScore(tuple(seat.score for seat in view.seats), view.turn + 1, view.outcome)

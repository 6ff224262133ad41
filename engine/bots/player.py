"""What a computer player is: a view and a seed in, an action out."""

from __future__ import annotations

import random
from typing import Protocol

from engine.actions import Action, Kind
from engine.play.view import View


class Player(Protocol):
    """Chooses actions for a seat, from its view alone."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose among the view's legal actions; the same view and seed give the same choice.

        Args:
            view: the game as the player's seat sees it; it must be asked.
            seed: the source of the player's random numbers.
        """


def chance_at(view: View, seed: int) -> random.Random:
    """Return a source of chance for a choice: another one wherever the table looks different."""
    sides = [
        (part.hand, [placed.card for placed in (*part.points, *part.royals)]) for part in view.seats
    ]
    pile = [str(pending.action) for pending in view.pile]
    return random.Random(f"{seed} {view.ply} {sides} {view.scrap} {view.deck_size} {pile}")


def out_of_turn(view: View) -> Action | None:
    """Choose an action out of turn: join a partner who wants to concede."""
    seat = view.viewer
    if seat is None or view.outcome is not None or seat in (*view.conceding, *view.absent):
        return None
    side = view.seats[seat].side
    joined = any(view.seats[other].side == side for other in view.conceding)
    return Action(Kind.CONCEDE, seat=seat) if joined else None

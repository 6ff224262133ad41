"""Forget what was seen, as weaker players do."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import takewhile

from engine.play.view import Remembered, View


def recalled(view: View, seed: int, forgets: float) -> View:
    """Return the view without the hidden cards that a player has forgotten.

    What is forgotten stays so: that depends on the card, on how long ago it was seen, and on the
    seed.

    Args:
        forgets: the chance that a card is forgotten from one turn to the next.
    """
    if not forgets or not (view.known_top or any(part.remembered for part in view.seats)):
        return view
    keeps = 1.0 - forgets

    def is_kept(found: Remembered) -> bool:
        chance = random.Random(f"{seed} {found.card} {found.turn}").random()
        return chance < keeps ** (view.turn - found.turn)

    seats = tuple(
        replace(part, remembered=tuple(filter(is_kept, part.remembered))) for part in view.seats
    )
    return replace(view, seats=seats, known_top=tuple(takewhile(is_kept, view.known_top)))

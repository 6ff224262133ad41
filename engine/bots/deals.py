"""Deal what a seat cannot see, again and again."""

from __future__ import annotations

import random
from typing import Final

from engine.cards import members, set_of
from engine.play.observe import determinize
from engine.play.position import Position
from engine.play.view import View

_DRAWN: Final = 8
"""Cards on top of the deck that are shuffled for every deal: lines draw fewer."""


class Deals:
    """Deals the cards a seat cannot see, again and again."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._random = rng.random
        self._base = determinize(view, b"search")
        self._base.events = None
        base = self._base
        self._down = view.deck_size - len(view.revealed)
        self._shown = base.deck[self._down :]
        self._missing = [part.hand_size - len(part.hand) for part in view.seats]
        self._known = [set_of(part.hand) for part in view.seats]
        pool = base.deck[: self._down]
        for hand, known in zip(base.hands, self._known, strict=True):
            pool += members(hand & ~known)
        self._pool = sorted(pool)
        self._count = 0

    def next(self) -> Position:
        """Deal once more."""
        p = self._base.copy()
        pool = self._pool
        end = len(pool)
        draw = self._random
        for last in range(end - 1, max(0, self._down - _DRAWN) - 1, -1):
            other = int(draw() * (last + 1))
            pool[last], pool[other] = pool[other], pool[last]
        at = end
        for seat, missing in enumerate(self._missing):
            if missing:
                hand = self._known[seat]
                for card in pool[at - missing : at]:
                    hand |= 1 << card
                p.hands[seat] = hand
                at -= missing
        p.deck = pool[: self._down] + self._shown
        self._count += 1
        p.seed = b"%d" % self._count
        return p

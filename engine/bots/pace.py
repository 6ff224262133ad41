"""How long computer players take over an answer: never less or more for what they hold.

A time is made of what everybody sees and of a hash, so that it tells nothing about hidden cards.
It does not depend on how long a player thought.
"""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Final

from engine.play.view import Ask, View

_BASE: Final = {Ask.PLAY: 0.8, Ask.SEVEN: 1.0, Ask.COUNTER: 1.1}
"""What an answer takes at least, in paces."""
_USUAL: Final = 0.9
_EACH: Final = 0.07
"""What each card on the table adds to a turn, in paces."""
_MOST_CARDS: Final = 10
_SWAY: Final = 0.5
"""How far answers to the same question differ, in paces."""
_PRESSED: Final = 20
"""The part of the time left that an answer may take."""
BEAT: Final = 1.0
"""Seconds between the moments at which a late answer is given."""


def delay(view: View, seed: int, pace: float, left: float | None = None) -> float:
    """Return how many seconds an answer takes.

    Args:
        view: the game as the player sees it; only what is public is read.
        seed: what sets the player apart from others; the same at every answer.
        pace: the usual seconds for an answer.
        left: the seconds on the player's clock; None without a clock.
    """
    cards = sum(len(seat.points) + len(seat.royals) for seat in view.seats)
    seen = _EACH * min(cards, _MOST_CARDS) if view.ask is Ask.PLAY else 0.0
    sway = _SWAY * Random(f"{seed} {view.ply}").random()
    unhurried = pace * (_BASE.get(view.ask, _USUAL) + seen + sway)
    return unhurried if left is None else min(unhurried, max(0.0, left) / _PRESSED)


def next_beat(due: float, now: float) -> float:
    """Return when to give an answer that comes late: how late it was found must not show."""
    return due + BEAT * max(0, ceil((now - due) / BEAT))

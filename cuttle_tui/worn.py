"""Say which back somebody's cards wear: their own, or one of those that are earned.

A back is a text. A few are earned, and have names; any other is a seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.bots.levels import LEVELS
from engine.computers import called

if TYPE_CHECKING:
    from engine.table.state import Sitter

OWN: Final = "own"
"""The choice to wear one's own back."""
SEASONS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
"""The suits of the backs for a place in the championship of a season."""
WORLD: Final = "world"
"""The back for a place in a World Championship."""
CHAMPION: Final = "champion"
"""The back for winning any championship."""
LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)
"""The backs for beating a level of the computer once, which the computer wears itself."""
EARNED: Final = (*LEVEL_NAMES, *SEASONS, WORLD, CHAMPION)
"""All backs that are earned: those of levels of the computer, seasons and championships."""
_SEED: Final = 8
"""Signs of a seed."""


def own_back(identity: str) -> str:
    """Return the back that is somebody's own; nothing else can be told from it."""
    return hashlib.sha256(f"cuttle back {identity}".encode()).hexdigest()[:_SEED]


def back_of(sitter: Sitter) -> str:
    """Return what the cards of somebody at a table wear; computers wear that of their level."""
    computer = called(sitter.name)
    return (computer and computer.level) or sitter.back or own_back(sitter.name)


def won_backs(awards: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Return the backs that places in championships give, each as the championship and the place.

    >>> sorted(won_backs([("2026-hearts", 1), ("2025-world", 3)]))
    ['champion', 'hearts', 'world']
    """
    places = [(id.rpartition("-")[2], place) for id, place in awards]
    won = {CHAMPION for _, place in places if place == 1}
    return frozenset({name for name, _ in places if name in EARNED} | won)

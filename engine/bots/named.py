"""Every computer player that can be chosen by name: the levels, and yardsticks to measure with."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.bots import greedy
from engine.bots.levels import LEVELS
from engine.bots.player import Player
from engine.play.view import View


@dataclass(frozen=True, slots=True)
class _Greedy:
    """Plays what looks best after one action."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose the best action on a guess at the hidden cards."""
        return greedy.choose(view, seed)


@dataclass(frozen=True, slots=True)
class _Random:
    """Plays any legal action."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose by chance."""
        return random.Random(f"{seed} {view.ply}").choice(view.legal)


YARDSTICKS: Final[Mapping[str, Callable[[], Player]]] = {"greedy": _Greedy, "random": _Random}
"""Players that never change, to measure others with."""
NAMED: Final[Mapping[str, Callable[[], Player]]] = {
    **{level.name: level.player for level in LEVELS},
    **YARDSTICKS,
}
"""Builds each player by its name: the levels, weakest first, then the yardsticks."""

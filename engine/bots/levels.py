"""The ladder of computer players, weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.bots import greedy
from engine.bots.player import Player
from engine.i18n import N_
from engine.play.view import View


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder."""

    name: str
    """What is typed to choose it."""
    describes: str
    """How it plays, honestly, in a few words; a message to translate."""
    player: Callable[[], Player]
    """Builds the player."""


@dataclass(frozen=True, slots=True)
class _Distracted:
    """Plays as the greedy player does, but often sees only some of its plays."""

    attention: float
    """The chance that it sees a play."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose among the plays it sees."""
        chance = random.Random(f"{seed} {view.ply}")
        seen = [action for action in view.legal if chance.random() < self.attention]
        return greedy.best(view, tuple(seen) or view.legal, seed)


LEVELS: Final = (
    Level("beginner", N_("knows the rules, and overlooks most plays"), lambda: _Distracted(0.2)),
    Level("casual", N_("plays what it sees, and misses a lot"), lambda: _Distracted(0.4)),
    Level("regular", N_("sees the good plays, not always in time"), lambda: _Distracted(0.6)),
    Level("sharp", N_("seldom misses a play"), lambda: _Distracted(0.8)),
    Level("expert", N_("sees nearly every play"), lambda: _Distracted(0.95)),
    Level("master", N_("sees every play"), lambda: _Distracted(1.0)),
)
"""All levels, weakest first."""
USUAL_LEVEL: Final = "regular"
"""The level for whoever has chosen none."""
_BY_NAME: Final = {level.name: level for level in LEVELS}


def level_of(name: str) -> Level:
    """Return a level by its name, the usual one for a name that is not known."""
    return _BY_NAME.get(name, _BY_NAME[USUAL_LEVEL])

"""The ladder of computer players, weakest first."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.actions import Action, Kind
from engine.bots.player import Player
from engine.i18n import N_
from engine.play.view import View

if TYPE_CHECKING:
    from engine.bots.network import Network
    from engine.bots.search import Rating


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
class Thinker:
    """Searches a fixed number of iterations, so that its choice depends on view and seed only."""

    iterations: int
    """How often it tries a line of play, per choice between two seats, at a strength of 1."""
    strength: float = 1.0
    """Multiplies the iterations."""
    notices: float = 1.0
    """The chance that it notices the best play, that it notices the second best if not …"""
    networks: Callable[[View], tuple[Network, ...]] | None = None
    """Which network judges for each seat; by default those that ship."""
    heeds_hands: bool = False
    """Whether an opponent chooses by the hand it is dealt in a line; between two seats only."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose the play that the search tried most often."""
        if len(view.legal) == 1:
            return view.legal[0]
        from engine.bots.network import networks_from
        from engine.bots.search import Search

        heeds_hands = self.heeds_hands and len(view.seats) == 2
        networks = (self.networks or networks_from)(view)
        search = Search(view, seed, networks, heeds_hands=heeds_hands)
        search.run(self._lines(len(view.seats)), settle=True)
        return self._noticed(search.ratings(), random.Random(f"{view.ply} {seed}"))

    def _lines(self, seats: int) -> int:
        """Return how many lines to try: more seats have more to say about how a game goes on."""
        return max(1, round(self.iterations * self.strength * seats / 2))

    def _noticed(self, ratings: list[Rating], chance: random.Random) -> Action:
        if self.notices < 1:
            for rating in ratings:
                if chance.random() < self.notices:
                    return rating.action
        return ratings[0].action


def _person(mood: float, weighs: bool, **notices: float) -> Player:
    from engine.bots.people import Person

    return Person({Kind[name.upper()]: seen for name, seen in notices.items()}, mood, weighs)


MASTER_ITERATIONS: Final = 600
"""In pure Python half of the choices take less than 0.1 seconds: see docs/BOTS.md."""

LEVELS: Final = (
    Level(
        "beginner",
        N_("takes points, and overlooks most other plays"),
        lambda: _person(
            4.0, False, scuttle=0.2, one_off=0.08, jack=0.1, joker=0.1, royal=0.2, counter=0.1
        ),
    ),
    Level(
        "casual",
        N_("plays by rules of thumb, overlooks some plays"),
        lambda: _person(
            1.4, True, scuttle=0.75, one_off=0.65, jack=0.7, joker=0.7, royal=0.85, counter=0.7
        ),
    ),
    Level(
        "regular",
        N_("hardly looks ahead, misses 1 best play in 4"),
        lambda: Thinker(4, notices=0.75),
    ),
    Level(
        "sharp",
        N_("looks a little ahead, misses 1 best play in 7"),
        lambda: Thinker(12, notices=0.85),
    ),
    Level("expert", N_("looks ahead, and expects your counters"), lambda: Thinker(45)),
    Level(
        "master",
        N_("looks further ahead than an expert"),
        lambda: Thinker(MASTER_ITERATIONS, heeds_hands=True),
    ),
)
"""All levels, weakest first."""
USUAL_LEVEL: Final = "regular"
"""The level for whoever has chosen none."""
_BY_NAME: Final = {level.name: level for level in LEVELS}


def level_of(name: str) -> Level:
    """Return a level by its name, the usual one for a name that is not known."""
    return _BY_NAME.get(name, _BY_NAME[USUAL_LEVEL])

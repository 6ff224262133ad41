"""The ladder of computer players, and all players by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.actions import Action, Kind
from engine.bots import greedy
from engine.bots.attention import attended
from engine.bots.greedy import Player, chance_at
from engine.bots.people import with_an_answer
from engine.errors import N_
from engine.play.view import RESPONSE_ASKS, View

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
    errs: float = 0.0
    """How far it misjudges a play, as a standard deviation in log odds."""
    networks: Callable[[View], tuple[Network, ...]] | None = None
    """Which network judges for each seat; by default those that ship."""
    heeds_hands: bool = False
    """Whether an opponent chooses by the hand it is dealt in a line; between two seats only."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose the play that the search tried most often, or that it takes for it.

        A forced answer takes as long as one to choose: its time must not tell that there was none.
        """
        chosen = self._chosen(with_an_answer(view), seed)
        return chosen if chosen in view.legal else view.legal[0]

    def _chosen(self, view: View, seed: int) -> Action:
        from engine.bots.network import networks_from
        from engine.bots.search import Search

        view = attended(view, seed)
        heeds_hands = self.heeds_hands and len(view.seats) == 2
        networks = (self.networks or networks_from)(view)
        search = Search(view, seed, networks, heeds_hands=heeds_hands)
        search.run(self._lines(len(view.seats)), settle=view.ask not in RESPONSE_ASKS)
        return self._taken(search.ratings(), view, seed)

    def _lines(self, seats: int) -> int:
        """Return how many lines to try: more seats have more to say about how a game goes on."""
        return max(1, round(self.iterations * self.strength * seats / 2))

    def _taken(self, ratings: list[Rating], view: View, seed: int) -> Action:
        if not self.errs:
            return ratings[0].action
        chance = chance_at(view, seed)
        whole = sum(rating.odds for rating in ratings)
        sure = [
            log(rating.visits + rating.odds / whole) + chance.gauss(0, self.errs)
            for rating in ratings
        ]
        return ratings[sure.index(max(sure))].action


def _person(mood: float, attentive: bool, **notices: float) -> Player:
    from engine.bots.people import Person

    seen = {Kind[name.upper()]: chance for name, chance in notices.items()}
    return Person(seen, mood, weighs=attentive, attends=attentive)


MASTER_ITERATIONS: Final = 600
"""In pure Python half of the choices take less than 0.1 seconds: see docs/BOTS.md."""

LEVELS: Final = (
    Level(
        "beginner",
        N_("takes points, and overlooks most other plays"),
        lambda: _person(
            2.0, False, scuttle=0.6, one_off=0.25, jack=0.3, joker=0.3, royal=0.6, counter=0.3
        ),
    ),
    Level(
        "casual",
        N_("plays by rules of thumb, overlooks some plays"),
        lambda: _person(
            3.8, True, scuttle=0.5, one_off=0.42, jack=0.45, joker=0.45, royal=0.55, counter=0.45
        ),
    ),
    Level(
        "regular",
        N_("hardly looks ahead, often misjudges a play"),
        lambda: Thinker(2, errs=2.9),
    ),
    Level(
        "sharp",
        N_("looks a little ahead, errs now and then"),
        lambda: Thinker(4, errs=2.3),
    ),
    Level("expert", N_("looks ahead, and expects your counters"), lambda: Thinker(8, errs=1.0)),
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


@dataclass(frozen=True, slots=True)
class _Greedy:
    """Plays what looks best after one action."""

    def choose(self, view: View, seed: int) -> Action:
        return greedy.choose(view, seed)


@dataclass(frozen=True, slots=True)
class _Random:
    """Plays any legal action."""

    def choose(self, view: View, seed: int) -> Action:
        return random.Random(f"{seed} {view.ply}").choice(view.legal)


YARDSTICKS: Final[Mapping[str, Callable[[], Player]]] = {"greedy": _Greedy, "random": _Random}
"""Players that never change, to measure others with."""
NAMED: Final[Mapping[str, Callable[[], Player]]] = {
    **{level.name: level.player for level in LEVELS},
    **YARDSTICKS,
}
"""Builds each player by its name: the levels, weakest first, then the yardsticks."""

COMPUTER: Final = "computer"
"""The first word of the name of every computer player; no person can have it."""
_FORMER: Final = "machine"
"""Stands for it in old records."""


class Called(NamedTuple):
    """What the name of a computer player says."""

    number: str
    """Which of several computers it is, from 1; empty for the only one."""
    level: str
    """The name of its level; empty in records of older versions."""


def name_of(level: str, number: int = 0) -> str:
    """Build the name of a computer player; `number` is 0 for the only one at a table."""
    return " ".join((COMPUTER, *([str(number)] if number else []), level))


def names_for(count: int, level: str) -> tuple[str, ...]:
    """Build the names of all computer players of a table."""
    if count == 1:
        return (name_of(level),)
    return tuple(name_of(level, number) for number in range(1, count + 1))


def called(name: str) -> Called | None:
    """Read the name of a computer player; None for the name of a person."""
    first, *rest = name.split(" ")
    if first not in (COMPUTER, _FORMER):
        return None
    number = rest.pop(0) if rest and rest[0].isdigit() else ""
    return Called(number, " ".join(rest))

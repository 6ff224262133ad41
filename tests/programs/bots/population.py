"""Train what the levels search with: ``python -m tests.programs.bots.population standard``.

A network that learned from games against itself expects its own best plays of everybody. Here two
networks learn from games against all kinds of players: one rates the positions and plays of the
searching side, the other those of its opponents. Both begin as the network of self-play. The
opponents are those of `Population`; the yardsticks are not among them. The command repeats
everything from a seed. It needs numpy, which playing does not.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.actions import Action
from engine.bots import greedy
from engine.bots.levels import Person, Thinker, level_of
from engine.bots.network import Network
from engine.play.observe import observe
from engine.play.position import Position
from engine.play.view import View
from engine.rules.rulesets import PRESETS
from tests.programs.bots.exploit_by_search import RATE, Course, Minds, Pupil, Response
from tests.programs.bots.match import Mover, seated
from tests.programs.bots.selfplay import by_network, choose_on_a_guess
from tests.programs.bots.train import FAMILIES, WEIGHTS

_HEATS: Final = (0.002, 0.01, 0.03)
"""How far a play may fall behind the best, and still be played by one that looks one play ahead."""
_SENSIBLE: Final = Person({}, 0.0, True)
_WHIMS: Final = (0.5, 2.5)
"""How far likings differ from sensible ones, in points, at least and at most."""


@dataclass
class Habitual:
    """Plays by likings that never change: some kinds of play, and some cards, it likes too much or
    too little."""

    seed: int
    """The source of its likings."""
    _tastes: dict[tuple[int, ...], float] = field(default_factory=dict)
    """By how many points it likes a kind of play, or one with a card of a rank, more."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose what it likes best."""
        return max(view.legal, key=lambda action: self._liking(view, action))

    def _liking(self, view: View, action: Action) -> float:
        ranks = tuple(card >> 2 for card in action.cards[:1])  # none: the taste of its kind again
        return (
            _SENSIBLE.liking(view, action)
            + self._taste(action.kind)
            + self._taste(action.kind, *ranks)
        )

    def _taste(self, *what: int) -> float:
        if what not in self._tastes:
            whims = random.Random(self.seed).uniform(*_WHIMS)
            self._tastes[what] = random.Random(f"{self.seed} {what}").gauss(0, whims)
        return self._tastes[what]


@dataclass
class Population:
    """Opponents of all strengths, one for each game."""

    net: Network
    """The network of self-play, by which some of them judge."""
    lines: int
    """How many lines the strongest try."""

    def draw(self, rng: random.Random, minds: Minds) -> Mover:
        """Choose the opponent of a game; some think as the searching seat does by now."""
        kinds: dict[Callable[[random.Random, Minds], Mover], float] = {
            self._one_ply: 0.2,
            self._greedy: 0.1,
            self._casual: 0.08,
            self._habitual: 0.22,
            self._short: 0.1,
            self._middling: 0.12,
            self._equal: 0.18,
        }
        return rng.choices(list(kinds), list(kinds.values()))[0](rng, minds)

    def _one_ply(self, rng: random.Random, minds: Minds) -> Mover:
        heat, evaluate = rng.choice(_HEATS), by_network(self.net)

        def choose(p: Position, seat: int, seed: int) -> Action:
            return choose_on_a_guess(p, random.Random(seed), evaluate, heat)

        return choose

    def _greedy(self, rng: random.Random, minds: Minds) -> Mover:
        return lambda p, seat, seed: greedy.choose(observe(p, seat), seed)

    def _casual(self, rng: random.Random, minds: Minds) -> Mover:
        return seated(level_of("casual").player())

    def _habitual(self, rng: random.Random, minds: Minds) -> Mover:
        return seated(Habitual(rng.getrandbits(32)))

    def _short(self, rng: random.Random, minds: Minds) -> Mover:
        return seated(Thinker(4, errs=0.6, networks=self._networks))

    def _middling(self, rng: random.Random, minds: Minds) -> Mover:
        return seated(Thinker(12, networks=self._networks))

    def _equal(self, rng: random.Random, minds: Minds) -> Mover:
        if rng.random() < 0.5:
            return seated(Response(minds, self.lines))
        return seated(Thinker(self.lines, networks=self._networks))

    def _networks(self, view: View) -> tuple[Network, ...]:
        return (self.net,) * view.ruleset.seats


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train."""

    generations: int
    games: int
    """Games of each generation."""
    lines: int
    """How many lines the searching side tries for a choice."""
    seed: int
    rate: float
    """How fast the first generation learns."""
    further: bool
    """Go on from the two networks in the folder, instead of from that of self-play."""


def train(name: str, plan: Plan, into: Path) -> None:
    """Train both networks, and write them to a folder after each generation."""
    blob = (WEIGHTS / f"{name}.network").read_bytes()
    files = [into / f"{name}.{side}.network" for side in ("own", "others")]
    begun = [file.read_bytes() if plan.further else blob for file in files]
    ruleset = PRESETS[name]
    seats = ruleset.seats
    net = Network(seats, blob)
    population = Population(net, plan.lines)
    course = Course(ruleset, population.draw, plan.lines, random.Random(plan.seed))
    own, others = (Pupil(seats, first, plan.seed, plan.rate) for first in begun)
    for number in range(1, plan.generations + 1):
        began = time.process_time()
        minds = Minds(Network(seats, own.blob), Network(seats, others.blob))
        found = course.play(minds, plan.games)
        for pupil, samples, file in zip((own, others), found, files, strict=True):
            pupil.learn(samples)
            file.write_bytes(pupil.blob)
        spent = time.process_time() - began
        sys.stdout.write(f"{name} {number}: {plan.games} games, {spent:.0f} s\n")
        sys.stdout.flush()


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description="Train against all kinds of players.")
    parser.add_argument("name", choices=FAMILIES)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, default=4000, help="games of each generation")
    parser.add_argument("--lines", type=int, default=60, help="of the search in these games")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rate", type=float, default=RATE, help="of the first fit")
    parser.add_argument(
        "--further", action="store_true", help="go on from the two networks in the folder"
    )
    parser.add_argument("--into", type=Path, default=WEIGHTS, help="the folder to write to")
    asked = parser.parse_args()
    gc.disable()  # samples are many and hold no cycles
    plan = Plan(asked.generations, asked.games, asked.lines, asked.seed, asked.rate, asked.further)
    train(asked.name, plan, asked.into)


if __name__ == "__main__":
    main()

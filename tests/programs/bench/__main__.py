"""Measure the engine: `make bench`. Prints ``name: value`` lines; trust ratios, not digits.

The yardstick is ``random.Random(0).shuffle(list(range(52)))``: how often the machine does that in
a second, measured in turn with everything else in the same run.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.rules.rulesets import PRESETS, Ruleset

ROUNDS = 15
GAMES = 600
"""Games at a time: so many that the caches no longer hold what was measured before."""
SHUFFLES = 3000
"""Shuffles at a time: they take about as long."""


def rate(work: Callable[[], int]) -> float:
    """Do some work once and tell how much of it a second."""
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)


def shuffles() -> int:
    """Shuffle as the yardstick does."""
    for _ in range(SHUFFLES):
        random.Random(0).shuffle(list(range(52)))
    return SHUFFLES


def games_of(ruleset: Ruleset) -> Callable[[], int]:
    """Play uniformly random games, the shuffle of the deck included."""

    def work() -> int:
        chance = random.Random(1)
        pack = list(range(52 + ruleset.jokers))
        for _ in range(GAMES):
            deck = pack[:]
            chance.shuffle(deck)
            position = deal(ruleset, deck)
            while legal := legal_actions(position):
                play(position, legal[int(chance.random() * len(legal))])
        return GAMES

    return work


def walk() -> list[Position]:
    """Collect the positions of some random games."""
    chance = random.Random(2)
    positions = []
    for _ in range(30):
        deck = list(range(52))
        chance.shuffle(deck)
        position = deal(PRESETS["cuttle.cards"], deck)
        while legal := legal_actions(position):
            positions.append(position.copy())
            play(position, chance.choice(legal))
    return positions


def main() -> None:
    """Measure everything in turn, and print the median of each."""
    positions = walk()
    actions = [legal_actions(position)[0] for position in positions]

    def step() -> int:
        for position, action in zip([p.copy() for p in positions], actions, strict=True):
            legal_actions(position)
            play(position, action)
        return len(positions)

    def copy() -> int:
        for position in positions:
            position.copy()
        return len(positions)

    def view() -> int:
        for position in positions:
            observe(position, 0)
        return len(positions)

    works: dict[str, Callable[[], int]] = {
        "shuffles_per_second": shuffles,
        "games_per_second": games_of(PRESETS["cuttle.cards"]),
        "games_per_second_standard": games_of(PRESETS["standard"]),
        "games_per_second_cutthroat": games_of(PRESETS["cutthroat"]),
        "games_per_second_team": games_of(PRESETS["team"]),
        "positions_per_second": step,
        "copies_per_second": copy,
        "views_per_second": view,
    }
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            rates[name].append(rate(work))
    for name, seen in rates.items():
        sys.stdout.write(f"{name}: {sorted(seen)[ROUNDS // 2]:.0f}\n")
    pairs = zip(rates["games_per_second"], rates["shuffles_per_second"], strict=True)
    ratio = sorted(games / shuffled for games, shuffled in pairs)[ROUNDS // 2]
    sys.stdout.write(f"games_per_shuffle: {ratio:.4f}\n")


if __name__ == "__main__":
    main()

"""Train the networks of the computer players: ``python -m tests.bench.bots.train NAME``.

A network learns from games that it plays against itself, looking one play ahead, in generations:
the first is played by the hand-made evaluation of the greedy player, each later one by the network
of the one before. A position's target is a mean of how the game ended and of what the network
thought along the way (TD(λ)); the same pass learns which plays looked best. The command repeats
everything from a seed. It needs numpy, which playing does not.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.bots.network import Network
from engine.rules.rulesets import PRESETS, Ruleset
from tests.bench.bots.learn import Learner, fit_linear
from tests.bench.bots.selfplay import Evaluator, Samples, by_hand, by_network, play_game

WEIGHTS: Final = Path(__file__).parents[3] / "engine" / "bots" / "weights"


@dataclass(frozen=True)
class Family:
    """Rules that share a network."""

    rulesets: tuple[str, ...]
    games: int
    """Games of each generation."""


FAMILIES: Final = {
    "cuttle.cards": Family(("cuttle.cards",), 9_000),
    "standard": Family(("standard", "standard", "sipie", "miller", "howto", "encyclopedia"), 9_000),
    "cutthroat": Family(("cutthroat",), 6_000),
    "team": Family(("team",), 2_000),
}


def generation(
    rulesets: list[Ruleset], games: int, rng: random.Random, evaluate: Evaluator, lam: float
) -> Samples:
    """Play the games of a generation."""
    samples = Samples()
    for _ in range(games):
        play_game(rng.choice(rulesets), rng, evaluate, lam, samples)
    return samples


def train(name: str, generations: int, games: int, seed: int) -> None:
    """Train a network and write its weights, and those of the linear yardstick."""
    rulesets = [PRESETS[ruleset] for ruleset in FAMILIES[name].rulesets]
    seats = rulesets[0].seats
    rng = random.Random(seed)
    evaluate: Evaluator = by_hand
    kept: list[Samples] = []
    for number in range(generations):
        began = time.process_time()
        lam = 1.0 if number < 2 else 0.85
        kept.append(generation(rulesets, games, rng, evaluate, lam))
        kept = kept[-3:] if number > 3 else kept[-1:] if number < 3 else kept[-2:]
        both = sum(kept, Samples())
        learner = Learner(seats, seed)
        losses = learner.fit(both, 2, 0.003)
        blob = learner.blob()
        (WEIGHTS / f"{name}.network").write_bytes(blob)
        (WEIGHTS / f"{name}.linear").write_bytes(fit_linear(both, seats, seed))
        evaluate = by_network(Network(seats, blob))
        spent = time.process_time() - began
        sys.stdout.write(
            f"{name} {number}: {len(both.targets)} positions, losses {losses}, {spent:.0f} s\n"
        )


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description="Train the networks of the computer players.")
    parser.add_argument("name", choices=FAMILIES)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, help="games of each generation")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = asked.games or FAMILIES[asked.name].games
    train(asked.name, asked.generations, games, asked.seed)


if __name__ == "__main__":
    main()

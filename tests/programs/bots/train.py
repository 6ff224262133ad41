"""Train the networks of the computer players: ``python -m tests.programs.bots.train NAME``.

A network learns from games that it plays against itself, looking one play ahead, in generations:
the first is played by the hand-made evaluation of the greedy player, each later one by the network
of the one before. A position's target is a mean of how the game ended and of what the network
thought along the way (TD(λ)); the same pass learns which plays looked best. The command repeats
everything from a seed. It needs numpy, which playing does not.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.bots.network import Network
from engine.rules.rulesets import PRESETS, Ruleset
from tests.programs.bots import evaluations
from tests.programs.bots.learn import Learner, fit_linear
from tests.programs.bots.selfplay import (
    Lesson,
    Samples,
    by_hand,
    by_network,
    exploring_game,
    one_ply,
    play_game,
    searcher,
)

WEIGHTS: Final = Path(__file__).parents[3] / "engine" / "bots" / "weights"

_RATE: Final = 0.003
"""How fast a fit begins to learn."""
_SLOWER: Final = 0.7
"""How much slower each further fit is."""


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


@dataclass(frozen=True)
class Course:
    """How to train."""

    generations: int
    games: int
    """Games of a generation."""
    seed: int
    shipped: bool = False
    """Go on from the weights that ship, instead of beginning anew."""
    searched: int = 0
    """How many generations, the last ones, are played by a search."""
    searched_games: int = 0
    """Games of such a generation."""
    lines: int = 24
    """How many lines that search tries for a choice."""
    exploring: bool = False
    """Whether the games of the search hold any kind of play, and teach how they ended."""
    rate: float = _RATE
    """How fast the first fit begins to learn."""
    epochs: int = 1
    """How often a fit that goes on from what ships passes over its samples."""


def train(name: str, course: Course, into: Path) -> None:
    """Train a network and write its weights after each generation."""
    rulesets = [PRESETS[ruleset] for ruleset in FAMILIES[name].rulesets]
    seats = rulesets[0].seats
    rng = random.Random(course.seed)
    blob = (WEIGHTS / f"{name}.network").read_bytes() if course.shipped else b""
    kept: list[Samples] = []
    for number in range(course.generations):
        began = time.process_time()
        searched = number >= course.generations - course.searched
        net = Network(seats, blob) if blob else None
        samples = Samples()
        games = course.searched_games if searched else course.games
        lam = 0.85 if course.shipped or number >= 2 else 1.0
        for _ in range(games):
            samples.take(_game(rulesets, rng, course, net, searched, lam))
        played = time.process_time() - began
        kept.append(samples)
        if not course.shipped:
            kept = kept[-3:] if number > 3 else kept[-1:] if number < 3 else kept[-2:]
        blob, losses = _fitted(seats, course, blob, kept, course.rate * _SLOWER**number)
        _write(name, into, blob, number)
        spent = time.process_time() - began
        sys.stdout.write(
            f"{name} {number}: {len(samples.targets)} positions in {played:.0f} s, "
            f"losses {losses[0]:.4f} {losses[1]:.4f}, {spent:.0f} s in all\n"
        )
        sys.stdout.flush()
    if not course.shipped:
        folder = evaluations.WEIGHTS if into == WEIGHTS else into
        (folder / f"{name}.linear").write_bytes(
            fit_linear(sum(kept, Samples()), seats, course.seed)
        )


def _game(
    rulesets: Sequence[Ruleset],
    rng: random.Random,
    course: Course,
    net: Network | None,
    searched: bool,
    lam: float,
) -> list[Lesson]:
    """Play a game that teaches, by one of these rulesets."""
    nets = [net] * rulesets[0].seats if net else []
    if nets and searched and course.exploring:
        return exploring_game(rng.choice(rulesets), rng, nets, course.lines)
    evaluate = by_network(net) if net else by_hand
    choose = searcher(nets, course.lines) if nets and searched else one_ply(evaluate, rng)
    return play_game(rng.choice(rulesets), rng, choose, evaluate, lam)


def _fitted(
    seats: int, course: Course, blob: bytes, kept: list[Samples], rate: float
) -> tuple[bytes, tuple[float, float]]:
    """Fit a network: anew, or what there is further, ever more slowly."""
    if not course.shipped:
        learner = Learner(seats, course.seed)
        losses = learner.fit(sum(kept, Samples()), 2, _RATE)
    else:
        learner = Learner(seats, course.seed, blob)
        losses = learner.fit(sum(kept[-3:], Samples()), course.epochs, rate)
    return learner.blob(), losses


def _write(name: str, into: Path, blob: bytes, number: int) -> None:
    (into / f"{name}.network").write_bytes(blob)
    if into != WEIGHTS:
        (into / f"{name}.{number}.network").write_bytes(blob)


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description="Train the networks of the computer players.")
    parser.add_argument("name", choices=FAMILIES)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, help="games of each generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-shipped", action="store_true", help="go on from what ships")
    parser.add_argument("--searched", type=int, default=0, help="last generations by a search")
    parser.add_argument("--searched-games", type=int, default=3000)
    parser.add_argument("--lines", type=int, default=24, help="lines of that search")
    parser.add_argument(
        "--exploring", action="store_true", help="any kind of play in each game of the search"
    )
    parser.add_argument("--rate", type=float, default=_RATE, help="of the first fit")
    parser.add_argument("--epochs", type=int, default=1, help="of a fit that goes on")
    parser.add_argument("--into", type=Path, default=WEIGHTS, help="the folder to write to")
    asked = parser.parse_args()
    course = Course(
        asked.generations,
        asked.games or FAMILIES[asked.name].games,
        asked.seed,
        asked.from_shipped,
        asked.searched,
        asked.searched_games,
        asked.lines,
        asked.exploring,
        asked.rate,
        asked.epochs,
    )
    gc.disable()  # samples are many and hold no cycles
    train(asked.name, course, asked.into)


if __name__ == "__main__":
    main()

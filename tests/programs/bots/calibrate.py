"""How true assessments are: ``python -m tests.programs.bots.calibrate``.

The coach plays fresh games with itself, as it would advise; what it says at every choice is
compared with how that game ended. Prints a table by what was said, and what fits these games with
half its 95 % interval: the firmness and the hope of `engine.bots.search`.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Final

from engine.bots.network import share
from engine.bots.search import FIRMNESS, HOPE, assess
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.rulesets import PRESETS, Ruleset
from tests.programs.bots.match import dealt

Said = tuple[float, float]
"""(the log odds that the search found, before calibration, what came of it)"""
_RESAMPLED: Final = 100
"""How often games are drawn anew for the interval: those of a game say the same again and again."""


def said_in(ruleset: Ruleset, seed: int, seconds: float) -> list[Said]:
    """Play a game; return what was found at each choice, and the result."""
    p = dealt(ruleset, seed)
    asked = []
    while p.outcome is None:
        legal = legal_actions(p)
        seat = p.prompt.seats[0]
        action = legal[0]
        if len(legal) > 1:
            best = assess(observe(p, seat), p.ply, seconds).plays[0]
            action = best.action
            said = math.log(best.chance / (1 - best.chance))
            asked.append(((said + HOPE) / FIRMNESS, seat))
        play(p, action)
    return [(found, share(p.outcome, ruleset, seat)) for found, seat in asked]


def told(found: float, firmness: float = FIRMNESS, hope: float = HOPE) -> float:
    """Return the chance that is told for log odds."""
    return 1 / (1 + math.exp(hope - firmness * found))


def loss(said: Sequence[Said], firmness: float = FIRMNESS, hope: float = HOPE) -> float:
    """Return the mean log loss."""
    total = 0.0
    for found, result in said:
        chance = told(found, firmness, hope)
        total -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
    return total / len(said)


def fitted(said: Sequence[Said]) -> tuple[float, float]:
    """Return the firmness and the hope with the least loss, by Newton's method."""
    firmness, hope = 1.0, 0.0
    for _ in range(8):
        down = along = flat = mixed = steep = 0.0
        for found, result in said:
            chance = told(found, firmness, hope)
            spread = chance * (1 - chance)
            down += result - chance
            along += (result - chance) * found
            flat += spread
            mixed += spread * found
            steep += spread * found * found
        whole = flat * steep - mixed * mixed
        hope -= (steep * down - mixed * along) / whole
        firmness += (flat * along - mixed * down) / whole
    return firmness, hope


def errors(games: Sequence[Sequence[Said]]) -> tuple[float, float]:
    """Return half the 95 % intervals of firmness and hope: games are drawn anew (bootstrap)."""
    rng = random.Random(1)
    found = [
        fitted(list(chain.from_iterable(rng.choices(games, k=len(games)))))
        for _ in range(_RESAMPLED)
    ]
    firmness, hope = zip(*found, strict=True)
    return 1.96 * statistics.stdev(firmness), 1.96 * statistics.stdev(hope)


def main() -> None:
    """Read the arguments, play, print the table."""
    parser = argparse.ArgumentParser(description="Compare assessments with results.")
    parser.add_argument("ruleset", choices=PRESETS)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=0.1, help="of thought, as for assess")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = [
        said_in(PRESETS[asked.ruleset], asked.seed * 1_000_003 + number, asked.seconds)
        for number in range(asked.games)
    ]
    said = list(chain.from_iterable(games))
    rows = defaultdict(list)
    for found, result in said:
        rows[math.floor(10 * told(found) + 0.5)].append(result)
    for tenth, results in sorted(rows.items()):
        won = sum(results) / len(results)
        sys.stdout.write(f"said {10 * tenth:3} %: won {100 * won:5.1f} %  (n={len(results)})\n")
    firmness, hope = fitted(said)
    about = errors(games)
    sys.stdout.write(f"positions: {len(said)}\n")
    sys.stdout.write(f"firmness: {firmness:.2f} ± {about[0]:.2f}\n")
    sys.stdout.write(f"hope: {hope:.2f} ± {about[1]:.2f}\n")
    sys.stdout.write(f"loss fitted: {loss(said, firmness, hope):.4f}\n")
    sys.stdout.write(f"loss as it ships: {loss(said):.4f}\n")


if __name__ == "__main__":
    main()

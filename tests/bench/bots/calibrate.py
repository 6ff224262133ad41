"""How true assessments are: ``python -m tests.bench.bots.calibrate``.

Strong players play fresh games; every assessment of a choice is compared with how that game ended.
Prints a table by what was said, and the firmness (`engine.bots.assess`) that fits these games.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from engine.bots.evaluate import share
from engine.bots.search import Search
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.rulesets import PRESETS, Ruleset
from tests.bench.bots.match import dealt

Said = tuple[float, float]
"""(what the search said before calibration, what came of it)"""
_TRIED: Final = tuple(step / 20 for step in range(6, 41))


def said_in(ruleset: Ruleset, games: int, iterations: int, seed: int) -> list[Said]:
    """Play games; return what was said at each choice, and the result."""
    found: list[Said] = []
    for number in range(games):
        p = dealt(ruleset, seed * 1_000_003 + number)
        told = []
        while p.outcome is None:
            legal = legal_actions(p)
            seat = p.prompt.seats[0]
            action = legal[0]
            if len(legal) > 1:
                search = Search(observe(p, seat), p.ply)
                search.run(iterations)
                best = search.ratings()[0]
                action = best.action
                told.append((best.chance, seat))
            play(p, action)
        found += [(chance, share(p.outcome, ruleset, seat)) for chance, seat in told]
    return found


def firm(chance: float, firmness: float) -> float:
    """Move a chance away from even, in log odds."""
    held = min(max(chance, 0.0005), 0.9995)
    return 1 / (1 + math.exp(-firmness * math.log(held / (1 - held))))


def loss(said: Sequence[Said], firmness: float) -> float:
    """Return the mean log loss."""
    total = 0.0
    for chance, result in said:
        told = firm(chance, firmness)
        total -= result * math.log(told) + (1 - result) * math.log(1 - told)
    return total / len(said)


def main() -> None:
    """Read the arguments, play, print the table."""
    parser = argparse.ArgumentParser(description="Compare assessments with results.")
    parser.add_argument("ruleset", choices=PRESETS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--firmness", type=float, help="use this one instead of the best")
    asked = parser.parse_args()
    said = said_in(PRESETS[asked.ruleset], asked.games, asked.iterations, asked.seed)
    best = asked.firmness or min(_TRIED, key=lambda firmness: loss(said, firmness))
    rows = defaultdict(list)
    for chance, result in said:
        rows[math.floor(10 * firm(chance, best) + 0.5)].append(result)
    for tenth, results in sorted(rows.items()):
        won = sum(results) / len(results)
        sys.stdout.write(f"said {10 * tenth:3} %: won {100 * won:5.1f} %  (n={len(results)})\n")
    sys.stdout.write(f"firmness: {best}\nloss: {loss(said, best):.4f}\n")
    sys.stdout.write(f"loss_untouched: {loss(said, 1.0):.4f}\n")


if __name__ == "__main__":
    main()

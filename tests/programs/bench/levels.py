"""Measure how long computer players think: CPU for a move, and how many games fit on one core.

Each level plays itself. A person and a computer take about `ROUND` seconds for a move each, so that
a game asks for a thought so often; openings, answers and endgames count as they come.
"""

from __future__ import annotations

import sys
import time
from statistics import mean, quantiles
from typing import Final

from engine.bots.levels import LEVELS
from engine.bots.thinkers import choose
from engine.play.observe import observe
from engine.record.record import Game
from engine.rules.rulesets import PRESETS

ROUND: Final = 5.0
"""Seconds from one thought of a game to the next."""
_SECONDS: Final = 4.0
"""CPU seconds that each level is measured for."""
_LONGEST: Final = 200


def thoughts(level: str) -> list[float]:
    """Return the CPU seconds of each move in games of a level against itself."""
    taken: list[float] = []
    number = 0
    while sum(taken) < _SECONDS and number < _LONGEST:
        game = Game.from_seed(PRESETS["standard"], f"{number}".encode())
        number += 1
        while game.position.outcome is None and game.position.ply < _LONGEST:
            seat = game.position.prompt.seats[0]
            view = observe(game.position, seat)
            began = time.process_time()
            action = choose(level, number, view)
            taken.append(time.process_time() - began)
            game.submit(seat, action, view.ply)
    return taken


def main() -> None:
    """Measure every level, and print a line for each figure."""
    for level in LEVELS:
        first = Game.from_seed(PRESETS["standard"], b"warm").position
        choose(level.name, 0, observe(first, first.prompt.seats[0]))
        taken = thoughts(level.name)
        figures = {
            "ms_per_move": mean(taken) * 1e3,
            "p95_ms_per_move": quantiles(taken, n=20)[-1] * 1e3,
            "games_per_core": ROUND / mean(taken),
        }
        for name, value in figures.items():
            sys.stdout.write(f"level_{level.name}_{name}: {value:.4g}\n")


if __name__ == "__main__":
    main()

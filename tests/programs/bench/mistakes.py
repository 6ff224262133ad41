"""Measure whether own puzzles are right: ``python -m tests.programs.bench.mistakes``.

Games between quick levels, with fixed seeds, have mistakes in them. Those that a player would be
asked about are thought about once more, with many times the work and another seed. One stands if
the best play is then among those that count as right, each of these is better than what was played,
and that is still clearly worse than the best. It goes on until so many were checked.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from cuttle_tui.learn.mistakes import OwnPuzzle, mistakes_of
from cuttle_tui.ports import OwnGame
from cuttle_tui.ports.chair import SECONDS, SEED
from engine.bots.levels import level_of
from engine.bots.search import Assessment, assess
from engine.coach.analysis import AnalysisBook, decision_view, rated_plays
from engine.coach.mistakes import LONG_LOOK
from engine.play.observe import observe
from engine.play.view import View
from engine.record.record import Game, Record, record_of
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS

RULESETS: Final = ("standard", "cuttle.cards")
LEVELS: Final = ("casual", "regular")
_CHECKED_BY: Final = 2
"""The seed of the last look."""
_STILL_WORSE: Final = 0.05
"""The loss by the last look from which what was played is still clearly worse than the best."""
_LONGEST: Final = 300
"""After how many plies a game is left."""
_STARTED: Final = datetime(2026, 1, 1, tzinfo=UTC)


class AtOnce:
    """Assesses positions here."""

    async def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a view."""
        return assess(view, seed, seconds)


def games(seed: int) -> Iterator[tuple[Record, int]]:
    """Yield games and a seat in each."""
    number = 0
    while True:
        rng = random.Random(f"{seed} {number}")
        number += 1
        levels = [rng.choice(LEVELS) for _ in range(2)]
        players = [level_of(level).player() for level in levels]
        rules = PRESETS[rng.choice(RULESETS)]
        game = Game.from_seed(rules, rng.randbytes(32), first=rng.randrange(2))
        while game.outcome is None and game.position.ply < _LONGEST:
            seat = game.position.prompt.seats[0]
            view = observe(game.position, seat)
            game.submit(seat, players[seat].choose(view, rng.getrandbits(32)), view.ply)
        if game.outcome is not None:
            seconds = [0.0] * len(game.actions)
            yield record_of(game, tuple(levels), seconds, started=_STARTED), rng.randrange(2)


def offered(seed: int) -> Iterator[tuple[Replay, OwnPuzzle]]:
    """Yield the mistakes that would be offered."""
    for record, seat in games(seed):
        work = mistakes_of(AtOnce(), AnalysisBook(), record, OwnGame("", seat))
        replay = Replay(record)
        for puzzle in asyncio.run(work):
            yield replay, puzzle


@dataclass(frozen=True)
class Check:
    """What a longer look says of a mistake."""

    loss: float
    """How much worse than the best what was played is."""
    best_is_right: bool
    """Whether the best play counts as right."""
    right_are_better: bool
    """Whether each play that counts as right is better than what was played."""

    @property
    def stands(self) -> bool:
        """Whether the puzzle was right."""
        return self.best_is_right and self.right_are_better and self.loss >= _STILL_WORSE


def checked(replay: Replay, puzzle: OwnPuzzle, times: float) -> Check:
    """Look at a mistake with so many times the work of a long look."""
    view = decision_view(replay, puzzle.ply)
    long = rated_plays(view, assess(view, _CHECKED_BY, times * LONG_LOOK))
    chances = {play.action: play.chance for play in long}
    entry = replay.entry(puzzle.ply + 1)
    assert entry is not None
    played = chances[entry.action]
    return Check(
        long[0].chance - played,
        long[0].action in puzzle.right,
        all(chances[action] > played for action in puzzle.right),
    )


def main() -> None:
    """Measure, and print a line for each mistake and the sums so far."""
    parser = argparse.ArgumentParser(description="Measure whether own puzzles are right.")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--times", type=float, default=20.0, help="the work of the last look")
    parser.add_argument("--seed", type=int, default=417)
    asked = parser.parse_args()
    found, began = list[Check](), time.process_time()
    for replay, puzzle in islice(offered(asked.seed), asked.positions):
        check = checked(replay, puzzle, asked.times)
        found.append(check)
        loss, stand = puzzle.best - puzzle.played, sum(each.stands for each in found)
        sys.stdout.write(
            f"loss {loss} %, then {100 * check.loss:.0f} %;"
            f" best is right: {check.best_is_right}; stand: {stand} of {len(found)}"
            f" ({time.process_time() - began:.0f} s)\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()

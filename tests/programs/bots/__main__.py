"""Measure the computer players: `make bench-bots`, or ``python -m tests.programs.bots``.

Prints a table of matches with 95 % intervals, then ``name: value`` lines. How many games and which
deals is set on the command line; the same arguments give the same games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Final

from engine.bots.levels import LEVELS, MASTER_ITERATIONS, Thinker
from engine.rules.rulesets import PRESETS
from tests.programs.bots import yardsticks
from tests.programs.bots.evaluations import by_linear
from tests.programs.bots.match import Mover, Score, match, seated

STRONGEST: Final = Thinker(MASTER_ITERATIONS, heeds_hands=True)
LONGER: Final = replace(STRONGEST, strength=10.0)


@dataclass(frozen=True)
class Bout:
    """A match to measure."""

    name: str
    ruleset: str
    first: Callable[[], Mover]
    second: Callable[[], Mover]
    part: float = 1.0
    """How many of the games asked for are played: slow matches play fewer."""


def _level(name: str) -> Mover:
    return seated(next(level for level in LEVELS if level.name == name).player())


def _two_seats(ruleset: str, suffix: str) -> list[Bout]:
    strongest = partial(seated, STRONGEST)
    return [
        Bout(f"strongest_vs_random{suffix}", ruleset, strongest, lambda: yardsticks.by_chance),
        Bout(
            f"strongest_vs_priorities{suffix}", ruleset, strongest, lambda: yardsticks.by_priorities
        ),
        Bout(f"strongest_vs_one_ply{suffix}", ruleset, strongest, yardsticks.one_ply),
        Bout(f"strongest_vs_sees_all{suffix}", ruleset, strongest, yardsticks.sees_all),
        Bout(
            f"strongest_vs_sees_all_learned{suffix}",
            ruleset,
            strongest,
            partial(yardsticks.sees_all, by_linear),
        ),
        Bout(f"second_vs_tenth{suffix}", ruleset, partial(seated, LONGER), strongest, 0.2),
    ]


def _more_seats() -> list[Bout]:
    strongest = partial(seated, STRONGEST)
    greedy = yardsticks.by_greed
    return [
        Bout("strongest_in_cutthroat", "cutthroat", strongest, lambda: greedy, 0.5),
        Bout("strongest_in_team", "team", strongest, lambda: greedy, 0.5),
    ]


def _ladder(ruleset: str, suffix: str) -> list[Bout]:
    names = [level.name for level in LEVELS]
    first = partial(_level, names[0])
    lowest = Bout(f"{names[0]}_vs_random{suffix}", ruleset, first, lambda: yardsticks.by_chance)
    return [lowest] + [
        Bout(f"{upper}_vs_{lower}{suffix}", ruleset, partial(_level, upper), partial(_level, lower))
        for lower, upper in pairwise(names)
    ]


def _memory() -> list[Bout]:
    """Return bouts of levels that search against themselves without memory."""
    return [
        Bout(
            f"{level.name}_vs_forgetful_{ruleset}",
            ruleset,
            partial(seated, player),
            partial(seated, replace(player, forgets=1.0)),
        )
        for ruleset in ("cuttle.cards", "standard")
        for level in LEVELS
        if isinstance(player := level.player(), Thinker)
    ]


GROUPS: Final[dict[str, Callable[[], list[Bout]]]] = {
    "cuttle.cards": lambda: _two_seats("cuttle.cards", ""),
    "standard": lambda: _two_seats("standard", "_standard"),
    "more-seats": _more_seats,
    "ladder": lambda: _ladder("cuttle.cards", ""),
    "ladder-standard": lambda: _ladder("standard", "_standard"),
    "memory": _memory,
}


def main() -> None:
    """Read the arguments, play the matches, print what came out."""
    parser = argparse.ArgumentParser(description="Measure the computer players.")
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help="what to measure")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only matches whose name contains this")
    asked = parser.parse_args()
    bouts = [bout for group in asked.groups or GROUPS for bout in GROUPS[group]()]
    scores: dict[str, Score] = {}
    for bout in bouts:
        if asked.only not in bout.name:
            continue
        games = max(2, round(asked.games * bout.part))
        score = match(PRESETS[bout.ruleset], bout.first(), bout.second(), games, asked.seed)
        scores[bout.name] = score
        sys.stdout.write(f"{bout.name:36} {score}  {score.median_ms:7.1f} ms a choice\n")
        sys.stdout.flush()
    for name, score in scores.items():
        sys.stdout.write(f"{name}: {score.share:.3f}\n")
        if name.startswith("strongest_vs_random"):
            suffix = name.removeprefix("strongest_vs_random")
            sys.stdout.write(f"median_ms{suffix}: {score.median_ms:.0f}\n")


if __name__ == "__main__":
    main()

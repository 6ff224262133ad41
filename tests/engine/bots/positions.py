"""Positions from games between players of rules of thumb."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position
from engine.rules.rulesets import Ruleset
from tests.engine.play_out import start
from tests.programs.bots.yardsticks import by_priorities


def choices(ruleset: Ruleset, seed: int) -> Iterator[Position]:
    """Walk a game; yield every position in which a seat has a choice."""
    p, rng = start(ruleset, seed)
    while legal := legal_actions(p):
        if len(legal) > 1:
            yield p
        seat = p.prompt.seats[0]
        if rng.random() < 0.25:
            play(p, rng.choice(legal))
        else:
            play(p, by_priorities(p, seat, p.ply))


@cache
def sample(ruleset: Ruleset, count: int) -> tuple[Position, ...]:
    """Return some positions of some games; they must not be changed."""
    rng = random.Random(count)
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        found += [p.copy() for p in choices(ruleset, seed) if rng.random() < 0.2]
        seed += 1
    return tuple(found[:count])

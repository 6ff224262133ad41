"""The plan of a double elimination bracket: which matches there are, and who comes from where.

Byes belong to the best seeds. A match with a bye is left out of the plan: the player is written
into the next match, in the winners' bracket and in the losers' bracket.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

Side = Literal["winners", "losers", "final"]
FINAL: Final = "final"

_CROSSINGS: Final = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (7, 1, 1, 0),
    64: (15, 2, 2, 0, 0),
}
"""By the size of the full bracket: where the losers of each round of the winners' bracket go, from
the second round on.

The loser of match i goes to match i XOR n of the losers' bracket. In the second round that turns
the order around, as usual; the other numbers were found by trying all: with these the fewest
players meet again early.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player of a match comes from."""

    kind: Literal["seed", "winner", "loser"]
    number: int
    """The seed, or the number of the match, from 1."""


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the plan."""

    side: Side
    round: int
    sources: tuple[Source, Source]


@lru_cache(maxsize=64)
def plan_of(entrants: int) -> tuple[Node, ...]:
    """Return the matches for so many entrants, the first final last.

    Every match stands behind those its players come from.
    """
    plan = _Plan()
    winners = [Source("seed", seed) if seed <= entrants else None for seed in _seed_order(entrants)]
    crossings = iter(_CROSSINGS[len(winners)])
    winners, losers = plan.halve("winners", 1, winners)
    round = 1
    while len(winners) > 1:
        round += 1
        winners, dropped = plan.halve("winners", round, winners)
        losers, _ = plan.halve("losers", 2 * round - 3, losers)
        crossing = next(crossings)
        met = [each for i, one in enumerate(losers) for each in (one, dropped[i ^ crossing])]
        losers, _ = plan.halve("losers", 2 * round - 2, met)
    plan.halve(FINAL, 1, [*winners, *losers])
    return plan.nodes()


class _Plan:
    """Collects the matches of a bracket."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []

    def halve(
        self, side: Side, round: int, sources: list[Source | None]
    ) -> tuple[list[Source | None], list[Source | None]]:
        """Add a round in which neighbours meet; return where winners and losers come from."""
        pairs = zip(sources[::2], sources[1::2], strict=True)
        ends = [self._meet(side, round, one, other) for one, other in pairs]
        return [winner for winner, _ in ends], [loser for _, loser in ends]

    def _meet(
        self, side: Side, round: int, one: Source | None, other: Source | None
    ) -> tuple[Source | None, Source | None]:
        if one is None or other is None:  # a bye, and nobody loses
            return one or other, None
        self._nodes.append(Node(side, round, (one, other)))
        number = len(self._nodes)
        return Source("winner", number), Source("loser", number)

    def nodes(self) -> tuple[Node, ...]:
        """Return the matches, with rounds that have a match numbered from 1 on each side."""
        rounds = {
            side: sorted({node.round for node in self._nodes if node.side == side})
            for side in ("winners", "losers", FINAL)
        }
        return tuple(
            replace(node, round=rounds[node.side].index(node.round) + 1) for node in self._nodes
        )


def _seed_order(entrants: int) -> list[int]:
    """Return the seeds in the order of the first round: 1, 8, 4, 5, 2, 7, 3, 6."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for each in order for seed in (each, size + 1 - each)]
    return order

"""Play nights for the tests of their pairings."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache

from hypothesis import strategies as st

from server.league.night_results import Pairing, Result
from server.league.pairing import swiss

NAMES = tuple(f"p{number:02}" for number in range(64))


def played(pairings: Iterable[Pairing], chaos: random.Random) -> list[Result]:
    """Return results by chance; byes are won."""
    return [
        Result(each, each.first if each.second is None else _winner(each, chaos))
        for each in pairings
    ]


def _winner(pairing: Pairing, chaos: random.Random) -> str | None:
    return chaos.choice((pairing.first, pairing.second, pairing.first, pairing.second, None))


def met(results: Iterable[Result]) -> set[frozenset[str]]:
    """Return who has met."""
    return {frozenset(result.players) for result in results if len(result.players) == 2}


def can_pair(players: Sequence[str], results: Sequence[Result]) -> bool:
    """Return whether all players can be paired without a rematch: by trying everything."""
    gone = met(results)

    @cache
    def possible(left: tuple[str, ...]) -> bool:
        if not left:
            return True
        return any(
            frozenset((left[0], other)) not in gone
            and possible(tuple(each for each in left[1:] if each != other))
            for other in left[1:]
        )

    return len(players) % 2 == 0 and possible(tuple(players))


@st.composite
def nights(draw: st.DrawFn, most: int = 8) -> tuple[list[str], list[Result]]:
    """Draw who is here now, and the results of some Swiss rounds in which players came and left."""
    names = NAMES[: draw(st.integers(2, most))]
    chaos = draw(st.randoms(use_true_random=False))
    results: list[Result] = []
    for _ in range(draw(st.integers(0, 5))):
        here = [name for name in names if chaos.random() < 0.85]
        results += played(swiss(here, results), chaos)
    here = draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    return here, results

"""How much the sweeps of the tests look at: a part, or everything.

`make test` must answer in minutes, so it plays fewer games, and takes one in twenty of the tests
of a file that are marked slow. CUTTLE_SWEEP=longer takes them all, with one in six of the cases of
those that have many, as `.ci/run` does for all that lands. CUTTLE_SWEEP=whole takes everything, as
`make test-whole` does before a release.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

import pytest

_SWEEP: Final = os.environ.get("CUTTLE_SWEEP") or "part"
PART: Final = (
    1 if "UPDATE_SNAPSHOTS" in os.environ else {"part": 20, "longer": 6, "whole": 1}[_SWEEP]
)
"""Of slow tests one in so many is run: of a file, or of the cases of one that has many."""
MANY: Final = 6
"""Cases of a slow test from which on only that part is run."""
WHOLE: Final = PART == 1
SOON: Final = _SWEEP == "part" and not WHOLE
"""Whether the answer must come in minutes."""
GAMES: Final = int(os.environ.get("CUTTLE_GAMES", 100 if WHOLE else 16))
"""Random games a ruleset; thousands are played before a release: CUTTLE_GAMES=2000."""

takes_longer: Final = pytest.mark.skipif(SOON, reason="takes longer: CUTTLE_SWEEP=longer")
"""Marks what is left out where the answer must come soon."""
whole_only: Final = pytest.mark.skipif(not WHOLE, reason="takes minutes: CUTTLE_SWEEP=whole")
"""Marks what is left to the whole sweep."""

T = TypeVar("T")


def some(things: Iterable[T], part: int) -> list[T]:
    """Return one in so many things, the first among them; all of them in a whole sweep."""
    return [*things][:: 1 if WHOLE else part]


def times(few: int, many: int) -> int:
    """Return how often something is done: many times in a whole sweep."""
    return many if WHOLE else few

"""How much the sweeps of the tests look at: a share, or everything.

`make test` must answer in minutes, so sweeps take a share there: fewer games, one case in six.
CUTTLE_WHOLE=1 has them take everything, as `make test-whole` does, and `.ci/run` for all that
lands.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

import pytest

WHOLE: Final = os.environ.get("CUTTLE_WHOLE") == "1" or "UPDATE_SNAPSHOTS" in os.environ
MANY: Final = 6
"""Cases of a slow test from which on only a part is run, where nothing asks for the whole."""
PART: Final = 6
"""One case in so many is in that part."""
GAMES: Final = int(os.environ.get("CUTTLE_GAMES", "100" if WHOLE else "16"))
"""Random games a ruleset; thousands are played before a release: CUTTLE_GAMES=2000."""

whole_only: Final = pytest.mark.skipif(not WHOLE, reason="takes longer: CUTTLE_WHOLE=1")
"""Marks what is left to the whole sweep."""

T = TypeVar("T")


def some(things: Iterable[T], part: int) -> list[T]:
    """Return one in so many things, the first among them; all of them in a whole sweep."""
    return [*things][:: 1 if WHOLE else part]


def times(few: int, many: int) -> int:
    """Return how often something is done: many times in a whole sweep."""
    return many if WHOLE else few

"""How long moves take, counted in steps so that little has to be kept of many games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Final

_STEP: Final = math.log(1.05)
"""Each step is longer than the one before by a twentieth."""
_SHORTEST: Final = 1e-6
"""Seconds."""


def step_of(seconds: float) -> int:
    """Return the step in which a time falls."""
    return round(math.log(max(seconds, _SHORTEST)) / _STEP)


def quantile(counts: Mapping[int, int], part: float) -> float | None:
    """Return the seconds that so large a part of the moves did not exceed, to within a fortieth.

    Args:
        counts: how many moves fell in each step.
        part: from 0 to 1; 0.5 is the median.
    """
    left = part * sum(counts.values())
    for step, count in sorted(counts.items()):
        left -= count
        if left <= 0:
            return math.exp(step * _STEP)
    return None


def add(into: Counter[int], counts: Mapping[int, int]) -> None:
    """Add the times of a game to those of others."""
    for step, count in counts.items():
        into[step] += count

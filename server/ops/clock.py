"""The play clock: neither a change of the wall clock nor a stopped process counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_LONGEST: Final = 5.0
"""Seconds that may lie between two looks at the clock; the server looks every second."""
_KEPT: Final = 1.0
"""Seconds that count of a longer gap."""


class PlayClock:
    """Seconds since 1970 as they were at the start, and from then on only seconds that ran.

    While the process stands still, nobody can play: such a gap is left out.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._steady = steady
        self._seen = steady()
        self._now = wall()

    def __call__(self) -> float:
        """Return the time."""
        seen = self._steady()
        passed = max(0.0, seen - self._seen)
        self._seen = seen
        self._now += passed if passed <= _LONGEST else _KEPT
        return self._now

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
    """Counts from the wall clock's time at the start, and only the seconds the process runs.

    Nobody can play while the process is stopped: such a gap is left out.
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
        seen = self._steady()
        passed = max(0.0, seen - self._seen)
        self._seen = seen
        self._now += passed if passed <= _LONGEST else _KEPT
        return self._now

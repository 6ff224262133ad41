"""The server's clock: it tells the true date, and charges nobody for time in which nobody played.

Two clocks are needed for that. The steady one counts the seconds in which the process ran; the wall
clock has the date. They part when the process is stopped, when the machine is suspended, and when
the date is set. `PlayClock.catch_up` then takes over the date, and says by how much, so that what
runs at that moment can be moved along.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_LONGEST: Final = 5.0
"""Seconds that may lie between two looks at the clock; the server looks every second."""
_KEPT: Final = 1.0
"""Seconds that count of a longer gap."""
_APART: Final = 1.0
"""Seconds by which the time may differ from the wall clock's before it is set."""


class PlayClock:
    """Counts the seconds in which the process runs; `catch_up` sets it to the date."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._seen = steady()
        self._now = wall()

    def __call__(self) -> float:
        """Return the time in seconds since 1970; a gap since the last look is left out."""
        seen = self._steady()
        passed = max(0.0, seen - self._seen)
        self._seen = seen
        self._now += passed if passed <= _LONGEST else _KEPT
        return self._now

    def catch_up(self) -> float:
        """Set the time to the wall clock's, if they have parted.

        Returns:
            the seconds that were left out; below 0 if the date was set back.
        """
        missing = self._wall() - self()
        if abs(missing) < _APART:
            return 0.0
        self._now += missing
        return missing

"""Tell a click from the second half of a double one, where the screen has turned in between."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

PAUSE: Final = 0.5
"""Seconds within which two clicks are one gesture; a terminal's mouse may slip a cell meanwhile."""


class DoubleClickGuard:
    """Whether what lies below the mouse has just been covered or uncovered."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin with nothing turned.

        Args:
            clock: tells a time in seconds that only grows.
        """
        self.clock = clock
        self._at: float | None = None

    def turn(self) -> None:
        """Note that the screen was covered or uncovered now."""
        self._at = self.clock()

    def swallows(self, *, hurried: bool) -> bool:
        """Tell whether a click was begun before the screen turned.

        Args:
            hurried: whether the terminal's clicks before it were so close that it is one of them.
        """
        if self._at is None:
            return False
        if hurried or self.clock() - self._at < PAUSE:
            return True
        self._at = None
        return False

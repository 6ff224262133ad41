"""The input gate: hold typed lines back until a condition is true, or time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cuttle_tui.i18n.translation import Words

_SETTLED: Final = 5.0
"""Seconds after which a line is read even if the table has not shown the last action."""

Condition = Callable[[], bool]


class InputGate:
    """Whether the next line has to wait, and how long at most."""

    def __init__(self, tell: Callable[[Words], None]) -> None:
        """Start open.

        Args:
            tell: says what is to be said when the time is up.
        """
        self._tell = tell
        self._until: Condition | None = None
        self._deadline = 0.0
        self._late: Words = ""

    def begin(self, until: Condition, seconds: float = _SETTLED, late: Words = "") -> None:
        """Wait until something is true, or for so many seconds; then say `late` if it is not."""
        self._until, self._late = until, late
        self._deadline = asyncio.get_running_loop().time() + seconds

    def drop(self) -> None:
        """Wait no longer."""
        self._until = None

    def holds(self) -> bool:
        """Return whether lines must still wait."""
        if self._until is None:
            return False
        if self._until():
            self._until = None
        elif self.left <= 0:
            self._until = None
            self._tell(self._late)
        return self._until is not None

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self._deadline - asyncio.get_running_loop().time()

"""Enable the buttons and the wheel of the mouse, without motion events."""

from __future__ import annotations

from typing import Final

from textual.driver import Driver

_MOTION: Final = ("\x1b[?1003h", "\x1b[?1015h")
"""The requests for motion events, current and older: the app has no hover."""


def still(driver: type[Driver]) -> type[Driver]:
    """Build a driver that does not request mouse motion."""

    class StillDriver(driver):  # type: ignore[misc, valid-type]
        """A driver without mouse motion."""

        def write(self, data: str) -> None:
            """Write everything but requests for motion."""
            if data not in _MOTION:
                super().write(data)

    return StillDriver

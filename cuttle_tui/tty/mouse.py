"""Ask a terminal for the buttons and the wheel of its mouse, and not for every motion."""

from __future__ import annotations

from typing import Final

from textual.driver import Driver

_MOTION: Final = ("\x1b[?1003h", "\x1b[?1015h")
"""What asks for motion, and for its older form: nothing here is done by pointing alone."""


def still(driver: type[Driver]) -> type[Driver]:
    """Make a driver that leaves the mouse's motion unasked for."""

    class StillDriver(driver):  # type: ignore[misc, valid-type]
        """A terminal that tells of buttons and the wheel."""

        def write(self, data: str) -> None:
            """Write all but what asks for motion."""
            if data not in _MOTION:
                super().write(data)

    return StillDriver

"""Serve as `cuttle serve` does, with an app that gets stuck when it is asked to.

Its keys stand in no app that is shipped: f7 holds the loop until somebody interrupts it, f8 does so
in one system call, and f9 hears nobody.
"""

from __future__ import annotations

import sys
import time
from typing import ClassVar

import cuttle_tui.app
from server.terminal.textual_process import prepare_process

prepare_process()

from textual.binding import Binding, BindingType  # noqa: E402

from server.cli.main import main  # noqa: E402


class StuckApp(cuttle_tui.app.CuttleApp):
    """Gets stuck."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f7", "spin", priority=True),
        Binding("f8", "sleep", priority=True),
        Binding("f9", "hear_nobody", priority=True),
    ]

    def action_spin(self) -> None:
        """Hold the loop; the rests are for those who share the processor."""
        while True:
            time.sleep(0.005)

    def action_sleep(self) -> None:
        """Hold the loop in a system call."""
        time.sleep(100_000)

    def action_hear_nobody(self) -> None:
        """Hold the loop for good."""
        while True:
            try:
                self.action_spin()
            except BaseException:
                continue


if __name__ == "__main__":
    cuttle_tui.app.CuttleApp = StuckApp  # type: ignore[misc]
    sys.exit(main(sys.argv[1:]))

"""Say how far a long command is: in one line of a terminal, else now and then."""

from __future__ import annotations

import sys
from typing import Final

_STEPS: Final = 20
"""Progress lines where there is no terminal."""
_BAR: Final = 24
"""Columns of the bar."""


class Progress:
    """Writes to the standard error output."""

    def __init__(self, what: str, *, bar: bool = False) -> None:
        """Begin.

        Args:
            what: what is counted, such as games.
            bar: whether a terminal also shows a bar.
        """
        self._what = what
        self._bar = bar
        self._terminal = sys.stderr.isatty()
        self._step = -1
        self._width = 0

    def show(self, done: int, total: int, more: str = "") -> None:
        """Say how much is done.

        Args:
            done: how much.
            total: of how much.
            more: what else is known by now.
        """
        step = done * _STEPS // total if total else _STEPS
        line = "  ".join(filter(None, (f"{done} of {total} {self._what}", more)))
        if self._terminal:
            filled = done * _BAR // total if total else _BAR
            bar = f"[{'#' * filled}{'.' * (_BAR - filled)}] " if self._bar else ""
            line = bar + line
            sys.stderr.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif step != self._step:
            sys.stderr.write(line + "\n")
        self._step = step
        sys.stderr.flush()

    def end(self) -> None:
        """End the line of a terminal."""
        if self._terminal:
            sys.stderr.write("\n")

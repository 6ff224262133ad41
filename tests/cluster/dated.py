"""The ``cuttle`` command with a date that a file sets: weeks pass between two lines of a test."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

import server.serve
from server.cli.main import main
from server.ops.limits import PlayClock

VARIABLE: Final = "CUTTLE_TESTS_AHEAD"
"""Names the file, which holds the seconds by which the date is ahead."""


def _wall() -> float:
    try:
        return time.time() + float(Path(os.environ[VARIABLE]).read_text())
    except ValueError:  # it is being written
        return _wall()


class _Clock(PlayClock):
    def __init__(self) -> None:
        super().__init__(wall=_wall)


if __name__ == "__main__":
    setattr(server.serve, "PlayClock", _Clock)  # noqa: B010
    sys.exit(main())

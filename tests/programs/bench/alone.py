"""Run the same app as a process for each player, on a terminal of its own, to compare with."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from typing import Self

from tests.programs.bench.robot import LEFT, RIGHT, SIZE
from tests.programs.bench.subject import SERVER_CORE, cpu_seconds, own_megabytes


@dataclass
class Alone:
    """One local app on a pseudo-terminal; use it as a context."""

    data: str
    """A directory for what the app keeps."""

    def __enter__(self) -> Self:
        """Start it."""
        self._ours, theirs = pty.openpty()
        width, height = SIZE
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cuttle_tui"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "XDG_DATA_HOME": self.data, "COLORTERM": "truecolor"},
        )
        os.close(theirs)
        os.sched_setaffinity(self._process.pid, {SERVER_CORE})
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def press(self, key: str) -> None:
        """Press a key and take what comes of it."""
        os.write(self._ours, key.encode())
        self.settle(0.05, 1.0)

    def settle(self, quiet: float, patience: float = 10.0) -> None:
        """Read until nothing comes for some seconds; wait longer for the first of it."""
        wait = patience
        while select.select([self._ours], [], [], wait)[0]:
            os.read(self._ours, 1 << 16)
            wait = quiet

    @property
    def cpu(self) -> float:
        """Processor time used so far, in seconds."""
        return cpu_seconds(self._process.pid)

    @property
    def megabytes(self) -> float:
        """Memory in use now."""
        return own_megabytes(self._process.pid)


def process_per_player(data: str, keys: int) -> dict[str, float]:
    """Measure one such process: to its first screen, by key, and its memory after a play."""
    began = time.monotonic()
    with Alone(data) as app:
        app.settle(0.5)
        first = time.monotonic() - began - 0.5
        connect = app.cpu
        for key in ("c", "d", "1", "\r", "\r"):
            app.press(key)
            app.settle(0.4, 1.0)
        before = app.cpu
        for number in range(keys):
            app.press((RIGHT, LEFT)[number // 4 % 2])
        return {
            "process_first_screen_ms": first * 1e3,
            "process_connect_cpu_ms": connect * 1e3,
            "process_cpu_ms_per_key": (app.cpu - before) / keys * 1e3,
            "process_memory_mb": app.megabytes,
        }

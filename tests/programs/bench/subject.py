"""Hold a process that is measured, and read what it costs from the system's own books."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final, Self

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PRIVATE: Final = re.compile(r"^Private_(?:Clean|Dirty): +(\d+) kB$", re.MULTILINE)
SERVER_CORE, CLIENT_CORE = (0, 1) if len(os.sched_getaffinity(0)) > 1 else (0, 0)


def cpu_seconds(pid: int) -> float:
    """Give the processor time, in seconds, that a process has used so far, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def waited_seconds(pid: int) -> float:
    """Give the time, in seconds, for which a process was ready and had no core, in its main thread.

    On a machine that does nothing else it stays close to 0.
    """
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:  # not every kernel counts it
        return 0.0


def worked_seconds(pid: int) -> float:
    """Give the time, in seconds, for which a process has run so far, in its main thread."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def own_megabytes(pid: int) -> float:
    """Give the memory that a process shares with no other, in megabytes."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(map(int, _PRIVATE.findall(text))) / 1024


def family(pid: int) -> list[int]:
    """List a process and all that it started."""
    texts = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    return [pid, *(one for text in texts for child in text.split() for one in family(int(child)))]


class Subject:
    """A server in a process of its own; use it as a context."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.programs.bench.server_under_test",
                name,
                str(SERVER_CORE),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.name = name
        self.pid = self._process.pid
        self.port = self._answer()

    def __enter__(self) -> Self:
        """Be measured."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process: it closes by itself when there are no more questions."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()
        with self._process:  # which closes the other pipe
            pass

    def ask(self, question: str) -> int:
        """Ask the server something about itself."""
        assert self._process.stdin
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the {self.name} server ended")
        return int(line)

    @property
    def cpu(self) -> float:
        """Processor time used so far, in seconds, without the computer players' process."""
        return cpu_seconds(self.pid)

    @property
    def waited(self) -> float:
        """Time so far, in seconds, in which the server could not run for want of a core."""
        return waited_seconds(self.pid)

    @property
    def cpu_of_all(self) -> float:
        """Processor time used so far, in seconds, with the computer players' process."""
        return sum(map(cpu_seconds, family(self.pid)))

    @property
    def megabytes(self) -> float:
        """Memory in use now, after a full collection."""
        self.ask("apps")
        return own_megabytes(self.pid)

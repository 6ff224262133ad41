"""`make cluster` leaves nothing running, whatever ends it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.whole import some, takes_longer

pytestmark = [takes_longer, pytest.mark.slow, pytest.mark.long]


def _told_of(folder: str) -> list[str]:
    """Return the command line of each process that is told of a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            command = process.read_text(errors="replace")
            if folder in command:
                found.append(command)
    return found


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGHUP], 2))
def test_a_signal_ends_nodes_broker_and_database(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.programs.cluster.here", "--nodes", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            node = process.stdout.readline()
            file = Path(re.findall(r"--config (\S+)", node)[0])
            database = re.findall(r"cuttle-pg-\w+", file.read_text())[0]
            assert _told_of(database)
            assert _told_of(str(file))
        finally:
            process.send_signal(number)
        assert process.wait(timeout=120) == 0
    assert not _told_of(database)
    assert not _told_of(str(file))

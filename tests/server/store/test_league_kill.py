"""Nothing is counted twice or lost, wherever the process is killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from server.store.store import Store
from tests.server.store import league_victim
from tests.server.store.duels import untouched
from tests.whole import takes_longer, times

pytestmark = pytest.mark.slow

_TIMES = times(2, 4)
_LINES = 80
"""Lines after which the process is killed, at most: more than two seasons."""


def _killed(url: str, seed: int) -> list[str]:
    """Run the process, and kill it at some moment; return what it said was stored."""
    chance = random.Random(seed)
    lines: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", league_victim.__name__, url, str(seed)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        wanted = chance.randrange(1, _LINES)
        for line in process.stdout:
            lines.append(line)
            if len(lines) >= wanted:
                break
        time.sleep(chance.random() * 0.02)  # somewhere within what it does then
        process.kill()
        lines += process.stdout.readlines()
    return [line.strip() for line in lines if line.endswith("\n")]


@takes_longer
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_killed_process_counts_nothing_twice_and_loses_nothing(url: str) -> None:
    said: list[str] = []
    for seed in range(_TIMES):
        said += _killed(url, seed)
        store = Store.open(url)
        assert untouched(store), f"after seed {seed}"
        for line in said:
            what, _, id = line.partition(" ")
            assert what != "trouble"
            assert what != "game" or store.game(id, "") is not None
        closed = {row.season.id for row in store.all_seasons() if row.closed}
        assert closed >= {line.removeprefix("closed ") for line in said if "closed" in line}
        store.close()
    assert any(line.startswith("closed") for line in said)

"""Time in which nobody could play takes no time from anybody."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from server.ops.clock import PlayClock
from server.serve import Server
from tests.server.players import Clock


def test_a_changed_wall_clock_changes_nothing() -> None:
    wall, steady = Clock(), Clock()
    wall.now = 1_000_000.0
    clock = PlayClock(wall, steady)
    for hour in (3600, -3600, 0):
        wall.now += hour
        steady.now += 1
        clock()
    assert clock() == 1_000_003.0


def test_a_process_that_stood_still_has_spent_nobodys_time() -> None:
    wall, steady = Clock(), Clock()
    clock = PlayClock(wall, steady)
    steady.now += 4
    assert clock() == 4
    steady.now += 55
    assert clock() == 5
    steady.now += 1
    assert clock() == 6


async def test_the_server_plays_by_that_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server(tmp_path) as cuttle:
        before = cuttle.clock()
        monkeypatch.setattr(time, "time", lambda: before + 3600)
        assert cuttle.clock() < before + 60

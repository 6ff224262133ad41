"""Time in which nobody could play takes no time from anybody."""

from __future__ import annotations

import time
from pathlib import Path

import asyncssh
import pytest

from engine.actions import DRAW
from server.ops.limits import PlayClock
from server.serve import Server
from server.tables.room import game_id
from tests.server.kept_games import keep_game
from tests.server.players import Clock
from tests.server.rawssh import until


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


def test_the_date_is_taken_over_and_what_was_left_out_is_told() -> None:
    wall, steady = Clock(), Clock()
    wall.now = 1_000_000.0
    clock = PlayClock(wall, steady)
    for each in (wall, steady):
        each.now += 40
    assert clock() == 1_000_001.0
    assert clock.catch_up() == 39
    assert clock() == wall()
    assert clock.catch_up() == 0


@pytest.mark.parametrize("jump", [6 * 86_400.0, -3600.0, 50 * 365 * 86_400.0])
def test_a_date_that_was_set_is_taken_over_at_once(jump: float) -> None:
    wall, steady = Clock(), Clock()
    clock = PlayClock(wall, steady)
    wall.now += jump
    assert clock() == 0
    assert clock.catch_up() == jump
    assert clock() == wall()


def test_the_drift_of_two_clocks_is_no_jump() -> None:
    wall, steady = Clock(), Clock()
    clock = PlayClock(wall, steady)
    wall.now, steady.now = 4.4, 4.0
    assert clock.catch_up() == 0
    assert clock() == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wall", "steady"), [(40.0, 40.0), (7200.0, 0.0), (6 * 86_400.0, 1.0), (-3600.0, 1.0)]
)
async def test_a_stop_is_charged_to_nobody_and_the_game_ends_at_the_true_date(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey, wall: float, steady: float
) -> None:
    """The process is stopped; the machine is suspended; the date is set, and set back."""
    date, runs = Clock(), Clock()
    file = tmp_path / "cuttle.db"
    await keep_game(file, {"ann": ann_key, "bob": bob_key}, timing="10+5")
    date.now = time.time()
    url, clock = f"sqlite:///{file}", PlayClock(date, runs)
    async with Server(tmp_path, database=url, clock=clock) as cuttle:
        (room,) = cuttle.matchmaker.rooms
        await until(lambda: not room.table.state(0).trouble)
        before = room.table.state(0)
        date.now += wall
        runs.now += steady
        await until(lambda: abs(cuttle.now().timestamp() - date.now) < 0.5)
        assert cuttle.writer is not None
        await cuttle.writer.drain()
        after = room.table.state(0)
        assert after.running
        assert before.clocks is not None
        assert after.clocks is not None
        assert all(
            abs(was - now) <= 1 for was, now in zip(before.clocks, after.clocks, strict=True)
        )
        assert after.away == before.away
        game = room.table.game
        assert game is not None
        room.table.submit(game.position.prompt.seats[0], DRAW, game.position.ply)
        room.table.leave(0)
        await until(lambda: room.table.over)
        await cuttle.writer.drain()
        assert cuttle.store is not None
        row = cuttle.store.game(game_id(room.id, 1), "")
        assert row is not None
        assert row.ended.timestamp() == pytest.approx(date.now, abs=0.001)

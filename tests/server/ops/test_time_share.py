"""The time of the process is shared among addresses, whatever their sessions ask for."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextvars import copy_context
from pathlib import Path
from typing import Final

import pytest

from server.ops.limits import Limits
from server.ops.share import StepTimer, TimeShare, TimeShares, charge, time_tasks
from tests.server.emulator import connect, open_terminal
from tests.server.open_server import open_server
from tests.server.players import Clock

LIMITS = Limits(time_burst=0.05, time_rate=0.2)
COSTLY = 0.01
"""Seconds that a turn takes in these tests."""


def _shares(clock: Clock) -> TimeShares:
    """Make shares; somebody else is there as well."""
    shares = TimeShares(LIMITS, clock)
    shares.join("192.0.2.99").begin()
    return shares


def _turn(share: TimeShare, cost: float = COSTLY) -> bool:
    """Let a session have a turn if there is time; return whether it had one."""
    if share.left <= 0:
        share.wait()
        return False
    share.begin()
    share.spend(cost)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("sessions", [1, 8, 64])
def test_an_address_uses_its_part_of_the_time_with_however_many_sessions(sessions: int) -> None:
    clock = Clock()
    shares = _shares(clock)
    other = shares.join("192.0.2.2")
    mine = [shares.join("192.0.2.1") for _ in range(sessions)]
    turns = 0
    for count in range(3000):
        clock.now += 0.01
        turns += sum(_turn(share) for share in mine)
        if count % 1000 == 0:
            other.begin()
    assert 5.5 <= turns * COSTLY <= 30 * 0.2 + 0.1


def test_an_address_that_is_alone_may_use_nearly_all_until_somebody_else_comes() -> None:
    clock = Clock()
    shares = TimeShares(LIMITS, clock)
    mine = shares.join("192.0.2.1")

    def turns(seconds: int) -> int:
        had = 0
        for _ in range(seconds * 200):
            clock.now += 0.005
            had += _turn(mine)
        return had

    assert turns(10) * COSTLY > 8.5
    other = shares.join("192.0.2.2")
    other.begin()
    assert mine.left <= LIMITS.time_burst
    assert turns(50) * COSTLY == pytest.approx(10.0, rel=0.1)
    assert turns(60) * COSTLY > 30.0


def test_those_who_ask_at_the_same_moment_are_not_all_let_through() -> None:
    shares = _shares(Clock())
    mine = [shares.join("192.0.2.1") for _ in range(64)]
    begun = 0
    for share in mine:
        if share.left > 0:
            share.begin()
            begun += 1
    assert begun == 4  # 15 ms are expected of each, and 50 ms may be used at once


def test_what_was_taken_in_advance_and_not_used_is_given_back() -> None:
    shares = _shares(Clock())
    for _ in range(100):
        share = shares.join("192.0.2.1")
        assert share.left == pytest.approx(0.05)
        share.begin()
        share.leave()


def test_a_session_is_known_by_what_its_turns_took() -> None:
    clock = Clock()
    shares = _shares(clock)
    cheap, dear = shares.join("192.0.2.1"), shares.join("192.0.2.2")
    for share, cost in ((cheap, 0.001), (dear, 0.02)):
        for _ in range(20):
            clock.now += 1.0
            assert _turn(share, cost)
    clock.now += 1.0
    assert (cheap.dear, dear.dear) == (False, True)
    for share, at_once in ((cheap, 40), (dear, 2)):
        begun = 0
        while share.left > 0:
            share.begin()
            share.spend(0.001 if share is cheap else 0.02)
            begun += 1
        assert at_once <= begun <= at_once * 1.3


def test_who_uses_little_need_not_wait_for_those_who_use_much() -> None:
    clock = Clock()
    shares = _shares(clock)
    busy = [shares.join("192.0.2.1") for _ in range(16)]
    for _ in range(500):
        clock.now += 0.01
        for share in busy:
            _turn(share, 0.002)
    quiet = shares.join("192.0.2.1")
    assert not any(_turn(share) for share in busy)
    assert _turn(quiet, 0.001)
    assert shares.join("192.0.2.2").left == LIMITS.time_burst


def test_a_turn_however_long_is_paid_for_in_the_end() -> None:
    clock = Clock()
    shares = _shares(clock)
    share = shares.join("192.0.2.1")
    assert _turn(share, 60.0)
    clock.now += 2.0
    assert share.left == 0
    clock.now += 3.0
    assert share.left > 0


async def test_the_steps_of_a_session_s_tasks_are_timed_and_of_no_others() -> None:
    loop, clock = asyncio.get_running_loop(), Clock()
    shares = TimeShares(LIMITS, clock)
    share = shares.join("192.0.2.1")
    context = copy_context()
    charge(context, share)
    time_tasks(loop, StepTimer(clock, clock))

    async def work(seconds: float) -> int:
        clock.now += seconds
        await asyncio.sleep(0)
        clock.now += seconds
        return 7

    async def parent() -> bool:
        return [*await asyncio.gather(work(0.001), work(0.002))] == [7, 7]

    try:
        assert await loop.create_task(parent(), context=context)
        assert share._used == pytest.approx(0.006, rel=0.01)
        await asyncio.create_task(work(1.0))
        assert share._used < 0.006
    finally:
        loop.set_task_factory(None)


def test_the_thread_is_asked_what_it_used_only_for_long_steps_or_after_a_while() -> None:
    wall, thread = Clock(), Clock()
    asked = 0

    def used() -> float:
        nonlocal asked
        asked += 1
        return thread()

    timer = StepTimer(wall, used)

    def step(seconds: float, *, taken_away: float = 0.0) -> float:
        def work() -> None:
            thread.now += seconds
            wall.now += seconds + taken_away

        took: list[float] = []
        timer.run(took.append, work)
        return took[0]

    assert [step(0.0005) for _ in range(8)] == [pytest.approx(0.0005)] * 8
    assert asked == 1
    assert step(0.02, taken_away=5.0) == pytest.approx(0.024)  # the brief ones before count in
    assert step(0.02, taken_away=5.0) == pytest.approx(0.02)
    wall.now += 60.0
    assert step(0.02, taken_away=5.0) == pytest.approx(0.02)


async def test_an_error_and_an_end_reach_the_coroutine() -> None:
    loop = asyncio.get_running_loop()
    context = copy_context()
    charge(context, TimeShares(LIMITS).join("192.0.2.1"))
    time_tasks(loop)
    seen: list[str] = []

    async def fail() -> None:
        raise ValueError("no")

    async def wait() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    try:
        with pytest.raises(ValueError, match="no"):
            await loop.create_task(fail(), context=context)
        task = loop.create_task(wait(), context=context)
        await asyncio.sleep(0)
        assert task.get_stack()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    finally:
        loop.set_task_factory(None)
    assert seen == ["cancelled"]


@pytest.mark.slow
async def test_without_time_keys_and_sizes_and_answers_wait_but_not_those_of_others(
    tmp_path: Path,
) -> None:
    limits = Limits(time_burst=1000.0, time_rate=1e-6)
    async with (
        open_server(tmp_path, limits) as server,
        connect(server.port) as flood,
        connect(server.port, local_addr=("127.0.0.2", 0)) as honest,
    ):
        busy = await open_terminal(flood)
        await busy.until("keys=0 size=80x24")
        used_up = server.doors.time_shares.join("127.0.0.1")
        used_up.take(2000.0)
        busy.send("aaaa")
        busy.resize(100, 30)
        asked = asyncio.create_task(flood.run("help"))
        calm = await open_terminal(honest)
        await calm.until("keys=0")
        for count in range(1, 8):
            calm.send("a")
            await calm.until(f"keys={count} ")
        assert (await honest.run("help")).exit_status == 0
        assert "keys=0 size=80x24" in busy.text
        assert not asked.done()
        used_up.take(-2000.0)
        await busy.until("keys=4 size=100x30")
        assert (await asked).exit_status == 0


_STOPS: Final = """
import asyncio, os, signal
from contextvars import copy_context
from server.ops.limits import Limits
from server.ops.share import TimeShares, charge, time_tasks

async def main():
    loop = asyncio.get_running_loop()
    share = TimeShares(Limits(), lambda: 0.0).join("192.0.2.1")
    context = copy_context()
    charge(context, share)
    time_tasks(loop)
    await loop.create_task(step(), context=context)
    print(share._used)

async def step():
    os.kill(os.getpid(), signal.SIGSTOP)

asyncio.run(main())
"""


def test_a_stop_in_the_middle_of_a_step_is_charged_to_nobody() -> None:
    process = subprocess.Popen([sys.executable, "-c", _STOPS], stdout=subprocess.PIPE, text=True)
    with process:
        _, how = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(how)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2 * LIMITS.time_burst)
        process.send_signal(signal.SIGCONT)
        told, _ = process.communicate(timeout=60)
    assert float(told) < LIMITS.time_burst

"""Measure what a calm player feels of a crowd.

`python -m tests.programs.bench.bursts watchers 40 100 200` brings as many as each number says.
`watchers`: so many watch one table, where somebody plays about once a second. `lobby`: so many look
at the lobby's lists, where one comes and goes each second. Meanwhile a calm player at another
table moves the cursor; first without the crowd, as a measure of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Final

import asyncssh

from tests.programs.bench.crowd import BEAT, Latencies, crowd
from tests.programs.bench.robot import LEFT, RIGHT, Robot, connected
from tests.programs.bench.subject import CLIENT_CORE, Subject
from tests.server.emulator import Keyless

_SECONDS: Final = 20.0
_CALM_BEAT: Final = 0.1
_PLAYS: Final = (("d",), ("1", "\r", "\r"), ("n",), ("r",), ("2", "\r", "\r"))
"""What the watched player tries each second, one after the other."""
_UNSTICK: Final = ("n", "r", "\r")
Scenario = Callable[[Subject, int], Awaitable[None]]


async def calm_keys(robot: Robot, seconds: float) -> Latencies:
    """Move the cursor of one player to and fro, and time each key."""
    seen = Latencies()
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        number += 1
        took = await robot.press((RIGHT, LEFT)[number // 3 % 2], 1.0)
        seen.add(took)
        if took is None:  # something else is asked: answer that first
            for key in _UNSTICK:
                await robot.press(key, 0.2)
        await asyncio.sleep(_CALM_BEAT)
    return seen


async def play_each_second(robot: Robot) -> None:
    """Play about once a second."""
    number = 0
    while not robot.closed:
        number += 1
        began = time.monotonic()
        for key in _PLAYS[number % len(_PLAYS)]:
            await robot.press(key, 0.2)
        await asyncio.sleep(max(0.0, 1.0 - (time.monotonic() - began)))


async def come_and_go(port: int) -> None:
    """Connect and leave again, one each second."""
    while True:
        async with connected(port) as robot:
            with suppress(TimeoutError):
                await robot.first_screen()
            await asyncio.sleep(0.5)
        await asyncio.sleep(0.5)


async def table_title(port: int) -> str:
    """Return the title of the first table that is played at."""
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        known_hosts=None,
        config=None,
        client_keys=None,
        agent_path=None,
        client_factory=Keyless,
    ) as connection:
        listed = await connection.run("watch")
    return str(listed.stdout).partition(":")[0]


async def watchers(subject: Subject, size: int) -> None:
    """Measure a calm player while many watch another table."""
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(connected(subject.port))
        await player.first_screen()
        await player.sit_down()
        title = await table_title(subject.port)
        calm = await stack.enter_async_context(connected(subject.port))
        await calm.first_screen()
        await calm.sit_down()
        here = await stack.enter_async_context(
            crowd(subject.port, 0, command=f"watch {title}", seated=False)
        )
        await _measure(
            subject,
            f"watchers {size}",
            calm,
            (play_each_second(player),),
            here.grow(size, seated=False),
            lambda: here.writes,
        )


async def lobby(subject: Subject, size: int) -> None:
    """Measure a calm player while many look at the lobby, and one comes and goes each second."""
    async with AsyncExitStack() as stack:
        calm = await stack.enter_async_context(connected(subject.port))
        await calm.first_screen()
        await calm.sit_down()
        here = await stack.enter_async_context(crowd(subject.port, 0, seated=False))

        async def grow() -> None:
            await here.grow(size, seated=False)
            await asyncio.gather(*(robot.press("l") for robot in here.robots))

        await _measure(
            subject,
            f"lobby {size}",
            calm,
            (come_and_go(subject.port),),
            grow(),
            lambda: here.writes,
        )


async def _measure(
    subject: Subject,
    name: str,
    calm: Robot,
    others: tuple[Coroutine[Any, Any, None], ...],
    gather: Awaitable[None],
    writes: Callable[[], int],
) -> None:
    """Time the calm player's keys alone, then beside the others and the crowd."""
    busy = [asyncio.create_task(other) for other in others]
    try:
        alone = await calm_keys(calm, _SECONDS / 3)
        await gather
        await asyncio.sleep(BEAT)
        cpu, sent = subject.cpu, writes()
        crowded = await calm_keys(calm, _SECONDS)
        used = (subject.cpu - cpu) / _SECONDS * 100
        frames = (writes() - sent) / _SECONDS
    finally:
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)
    sys.stdout.write(
        f"{name}: alone {_shown(alone)}, crowded {_shown(crowded)}, "
        f"core {used:.0f} %, {frames:.0f} frames a second\n"
    )
    sys.stdout.flush()


def _shown(seen: Latencies) -> str:
    times = " ".join(f"p{share:.0f} {seen.ms(share / 100):.0f}" for share in (50, 95, 100))
    return f"{times} ms ({seen.silent} of {seen.keys} silent)"


SCENARIOS: Final[dict[str, Scenario]] = {"watchers": watchers, "lobby": lobby}


async def run(scenario: Scenario, sizes: list[int]) -> None:
    """Measure a scenario with each size of the crowd, on a server of its own."""
    for size in sizes:
        with Subject("cuttle") as subject:
            await scenario(subject, size)


def main() -> None:
    """Measure the scenario that is named, with each of the sizes."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.bursts", description=__doc__
    )
    parser.add_argument("scenario", choices=SCENARIOS)
    parser.add_argument("sizes", type=int, nargs="+", help="how many are in the crowd")
    options = parser.parse_args()
    os.sched_setaffinity(0, {CLIENT_CORE})
    gc.set_threshold(100_000, 50, 50)
    asyncio.run(run(SCENARIOS[options.scenario], options.sizes))


if __name__ == "__main__":
    main()

"""Measure what a key costs beside many tables, and a line of chat beside many watchers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from itertools import cycle, islice
from typing import Final

from tests.programs.bench.bursts import table_title
from tests.programs.bench.crowd import as_fast_as_it_goes, crowd
from tests.programs.bench.robot import Robot, connected
from tests.programs.bench.subject import Subject, worked_seconds

_READERS: Final = 10
"""Sessions in the lobby that press keys."""
FEW_TABLES, MANY_TABLES = 20, 2000
FEW_WATCHERS, MANY_WATCHERS = 2, 100
_DOWN, _UP = "\x1b[B", "\x1b[A"
_SHOWN: Final = 0.3
"""Seconds of silence after which everybody has been shown a line."""
_IDLE: Final = 3.0
"""Seconds for which it is measured what sessions cost that do nothing."""
_APART: Final = 2.1
"""Seconds between two lines of one player."""


async def lobby_keys(subject: Subject, seconds: float) -> dict[str, float]:
    """Measure the processor time of an arrow key in the lobby, beside few tables and many."""
    cost: dict[int, float] = {}
    async with crowd(subject.port, _READERS, seated=False) as here:
        await asyncio.gather(*(robot.press("l") for robot in here.robots))
        # each walks on where it was, near the top: a key that moves all rows costs more
        steps = {robot: cycle((_DOWN,) * 6 + (_UP,) * 6) for robot in here.robots}
        for tables in (FEW_TABLES, MANY_TABLES):
            subject.ask(f"tables {tables}")
            await asyncio.gather(*(robot.quiet(1.0) for robot in here.robots))
            idle = await _idle(subject)
            began, before = time.monotonic(), worked_seconds(subject.pid)
            seen = await as_fast_as_it_goes(here.robots, seconds, _next_of(steps))
            used = worked_seconds(subject.pid) - before - idle * (time.monotonic() - began)
            cost[tables] = used / seen.keys * 1e3
    return {
        **{f"lobby_cpu_ms_per_key_{tables}_tables": each for tables, each in cost.items()},
        "lobby_key_many_over_few_tables": cost[MANY_TABLES] / cost[FEW_TABLES],
    }


async def chat_lines(subject: Subject, lines: int) -> dict[str, float]:
    """Measure the processor time of a line, of players and of watchers, beside few and many.

    Args:
        subject: the server.
        lines: how many are said by each, at most 16: a player may say so many in half a minute.
    """
    figures: dict[str, float] = {}
    async with AsyncExitStack() as stack:
        player = await stack.enter_async_context(connected(subject.port))
        await player.first_screen()
        await player.sit_down()
        command = f"watch {await table_title(subject.port)}"
        here = await stack.enter_async_context(crowd(subject.port, 0, command=command))
        for watchers in (FEW_WATCHERS, MANY_WATCHERS):
            await here.grow(watchers, seated=False)
            speakers: dict[str, list[Robot]] = {"player": [player], "watcher": here.robots}
            for who, robots in speakers.items():
                figures[f"{who}_line_cpu_ms_{watchers}_watchers"] = await _said(
                    subject, robots, here.robots, lines
                )
    few, many = (
        figures[f"watcher_line_cpu_ms_{watchers}_watchers"] / watchers
        for watchers in (FEW_WATCHERS, MANY_WATCHERS)
    )
    player_few, player_many = (
        figures[f"player_line_cpu_ms_{watchers}_watchers"]
        for watchers in (FEW_WATCHERS, MANY_WATCHERS)
    )
    return {
        **figures,
        "player_line_many_over_few_watchers": player_many / player_few,
        "watcher_line_per_watcher_many_over_few": many / few,
    }


async def _said(subject: Subject, robots: list[Robot], here: list[Robot], lines: int) -> float:
    """Let lines be said in turn, and return the processor time of each, in milliseconds.

    What all sessions cost that do nothing is measured before, and is not counted.
    """
    idle, used = await _idle(subject), 0.0
    for robot in islice(cycle(robots), lines):
        began, before = time.monotonic(), worked_seconds(subject.pid)
        await robot.press("t", 1.0)
        await robot.press("1", 1.0)
        await asyncio.gather(*(each.quiet(_SHOWN) for each in (robot, *here)))
        used += worked_seconds(subject.pid) - before - idle * (time.monotonic() - began)
        await asyncio.sleep(_APART / min(len(robots), 4))
    return used / lines * 1e3


async def _idle(subject: Subject) -> float:
    """Return the processor time a second while nobody does anything."""
    began, before = time.monotonic(), worked_seconds(subject.pid)
    await asyncio.sleep(_IDLE)
    return (worked_seconds(subject.pid) - before) / (time.monotonic() - began)


def _next_of(steps: Mapping[Robot, Iterator[str]]) -> Callable[[Robot], str]:
    """Return what gives each robot its next key."""
    return lambda robot: next(steps[robot])

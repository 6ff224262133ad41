"""Bring many robots to a server, and let them press keys at a human rate or as fast as it goes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Final, TypeAlias

import aiohttp
import asyncssh

from tests.programs.bench.robot import LEFT, RIGHT, Robot, connected

_DOOR: Final = 8
"""Robots that connect at the same time."""
BEAT: Final = 2.0
"""Seconds between two keys of a person."""
Enter: TypeAlias = Callable[[], AbstractAsyncContextManager[Robot]]
"""Lets a robot in by a door."""


@dataclass
class Crowd:
    """Robots at one server."""

    doors: tuple[Enter, ...]
    """The ways in, which robots take in turn."""
    robots: list[Robot] = field(default_factory=list)
    failed: int = 0
    """Robots that did not get in."""
    _exits: AsyncExitStack = field(default_factory=AsyncExitStack)
    _door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_DOOR))

    def __post_init__(self) -> None:
        self._turns = cycle(self.doors)

    async def grow(self, size: int, *, seated: bool = True) -> None:
        """Let robots in until there are so many, and seat them at tables."""
        await asyncio.gather(*(self._let_in(seated) for _ in range(size - len(self.robots))))
        await asyncio.gather(*(robot.quiet() for robot in self.robots))

    async def _let_in(self, seated: bool) -> None:
        async with self._door:
            try:
                robot = await self._exits.enter_async_context(next(self._turns)())
                await robot.first_screen()
            except (OSError, asyncssh.Error, aiohttp.ClientError):
                self.failed += 1
                return
        if seated:
            await robot.sit_down()
        self.robots.append(robot)

    async def leave(self) -> None:
        """Let everybody drop the line."""
        self.robots.clear()
        await self._exits.aclose()

    @property
    def errors(self) -> int:
        """Robots that did not get in, or were thrown out."""
        return self.failed + sum(robot.closed for robot in self.robots)

    @property
    def bytes(self) -> int:
        """Bytes that came for all of them."""
        return sum(robot.bytes for robot in self.robots)

    @property
    def writes(self) -> int:
        """Packets that came for all of them."""
        return sum(robot.writes for robot in self.robots)


@asynccontextmanager
async def crowd(
    port: int,
    size: int,
    *,
    seated: bool = True,
    command: str | None = None,
    doors: tuple[Enter, ...] = (),
) -> AsyncIterator[Crowd]:
    """Bring so many robots to a server, and take them away again.

    Args:
        port: the server's for ssh.
        command: what each robot runs; None for the app.
        doors: the ways in, if it is not ssh alone.
    """
    here = Crowd(doors or (partial(connected, port, command=command),))
    try:
        await here.grow(size, seated=seated)
        yield here
    finally:
        await here.leave()


@dataclass
class Latencies:
    """How long keys took to change the picture."""

    seconds: list[float] = field(default_factory=list)
    silent: int = 0
    """Keys that changed nothing."""

    def add(self, took: float | None) -> None:
        """Note one key."""
        if took is None:
            self.silent += 1
        else:
            self.seconds.append(took)

    def take(self, other: Latencies) -> None:
        """Add what another measurement saw."""
        self.seconds += other.seconds
        self.silent += other.silent

    @property
    def keys(self) -> int:
        """How many keys were pressed."""
        return len(self.seconds) + self.silent

    def ms(self, share: float) -> float:
        """Give the milliseconds within which so large a share of the keys was answered."""
        if not self.seconds:
            return float("inf")
        return (
            sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))] * 1e3
        )


async def at_human_rate(
    robots: list[Robot], seconds: float, *, beat: float = BEAT, cursor: bool = False
) -> Latencies:
    """Let everybody press a key each beat, out of step with each other."""
    seen = Latencies()
    until = time.monotonic() + seconds

    async def play(robot: Robot) -> None:
        due = time.monotonic() + random.random() * beat
        while due < until:
            await asyncio.sleep(due - time.monotonic())
            took = await robot.press(RIGHT if cursor else robot.beat())
            seen.add(took)
            if took is None:
                robot.stuck()
            due = max(due + beat, time.monotonic())

    await asyncio.gather(*map(play, robots))
    return seen


async def as_fast_as_it_goes(
    robots: list[Robot], seconds: float, key: Callable[[Robot], str] | None = None
) -> Latencies:
    """Let everybody press the next key once the last one is answered."""
    seen = Latencies()
    until = time.monotonic() + seconds

    async def play(robot: Robot) -> None:
        arrows = 0
        while time.monotonic() < until:
            arrows += 1
            pressed = key(robot) if key else (RIGHT, LEFT)[arrows // 4 % 2]
            seen.add(await robot.press(pressed, 1.0))

    await asyncio.gather(*map(play, robots))
    return seen

"""What is measured, one function for each, and how long each takes in the two forms."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import mean, median
from tempfile import TemporaryDirectory

from server.tables.chairs import PACE
from tests.programs.bench.alone import process_per_player
from tests.programs.bench.company import chat_lines, lobby_keys
from tests.programs.bench.crowd import (
    Crowd,
    Enter,
    Latencies,
    as_fast_as_it_goes,
    at_human_rate,
    crowd,
)
from tests.programs.bench.robot import LEFT, RIGHT, Robot, connected
from tests.programs.bench.subject import Subject

Figures = dict[str, float]


@dataclass(frozen=True)
class Scale:
    """How long and how often things are measured; seconds, and counts of sessions."""

    rounds: int
    saturated: float
    crowd: int
    leaks: int
    leaving: int
    stalled: float
    flooded: float
    idle: float
    rung: float
    ladder: tuple[int, ...]
    floor_ladder: tuple[int, ...]
    processes: int
    plays: int
    lines: int
    """Lines of chat that are measured at a time."""


WHOLE = Scale(
    5, 4, 100, 5, 50, 30, 15, 65, 20, (50, 100, 200, 300, 400, 600, 800, 1000), (200,), 3, 24, 16
)
SHORT = Scale(2, 2, 30, 2, 15, 5, 3, 5, 5, (50, 200), (), 1, 6, 3)


async def ratios(cuttle: Subject, floor: Subject, scale: Scale) -> Figures:
    """Measure the CPU to connect and for a cursor key, the two servers in turn."""
    connect: dict[str, list[float]] = {"cuttle": [], "floor": []}
    key: dict[str, list[float]] = {"cuttle": [], "floor": []}
    for _ in range(scale.rounds):
        for subject in (cuttle, floor):
            before = subject.cpu
            async with crowd(subject.port, 20, seated=False) as here:
                connect[subject.name].append((subject.cpu - before) / 20 * 1e3)
                if subject is cuttle:
                    await asyncio.gather(*(robot.sit_down() for robot in here.robots))
                before = subject.cpu
                seen = await as_fast_as_it_goes(here.robots, scale.saturated)
                key[subject.name].append((subject.cpu - before) / seen.keys * 1e3)
    return {
        "cpu_ms_per_key": median(key["cuttle"]),
        "floor_cpu_ms_per_key": median(key["floor"]),
        "cpu_per_key_over_floor": median(map(_over, key["cuttle"], key["floor"])),
        "connect_cpu_ms": median(connect["cuttle"]),
        "floor_connect_cpu_ms": median(connect["floor"]),
        "connect_cpu_over_floor": median(map(_over, connect["cuttle"], connect["floor"])),
    }


def _over(one: float, other: float) -> float:
    return one / other


async def bytes_sent(cuttle: Subject, scale: Scale) -> Figures:
    """Count the bytes of a first screen, a table, a cursor key, and a play with its answer."""
    async with connected(cuttle.port) as robot:
        await robot.first_screen()
        await robot.quiet()
        first = robot.bytes
        await robot.sit_down()
        table = robot.bytes - first
        cursor: list[int] = []
        played: list[int] = []
        for _ in range(scale.plays):
            for key in (RIGHT, RIGHT, LEFT):
                sent = await _bytes_of(robot, (key,), _SHOWN)
                cursor += [sent] if sent else []
            sent = await _bytes_of(robot, ("d",) if len(played) % 2 else ("2", "\r", "\r"))
            if sent:
                played.append(sent)
            else:
                await _bytes_of(robot, ("n", "\r", "r"))
    return {
        "bytes_first_screen": first,
        "bytes_first_table": table,
        "bytes_per_cursor_key": mean(cursor),
        "bytes_per_play": mean(played),
    }


_ANSWERED = 3 * PACE
"""Seconds of silence after which a computer player that was asked has answered."""
_SETTLED = 8.0
"""Seconds of silence after which the computers that begin have played, however many think."""
_SHOWN = 0.3
"""Seconds of silence after which all is shown that follows from a cursor key."""


async def _bytes_of(robot: Robot, keys: tuple[str, ...], quiet: float = _ANSWERED) -> int:
    """Count all that comes of some keys until it is quiet: usually the computer's answer too."""
    before = robot.bytes
    for key in keys:
        await robot.press(key, 0.4)
    await robot.quiet(quiet)
    return robot.bytes - before


async def play_once(here: Crowd) -> None:
    """Let everybody make a play."""
    for key in ("d", "1", "\r", "\r"):
        await asyncio.gather(*(robot.press(key, 1.0) for robot in here.robots))
    await asyncio.gather(*(robot.quiet() for robot in here.robots))


async def memory(
    subject: Subject, scale: Scale, *, floor: bool = False, doors: tuple[Enter, ...] = ()
) -> Figures:
    """Measure what each of many sessions takes after a play, past the first twenty."""
    async with crowd(subject.port, 20, seated=not floor, doors=doors) as here:
        await play_once(here)
        before = subject.megabytes
        await here.grow(20 + scale.crowd, seated=not floor)
        await play_once(here)
        grown = (subject.megabytes - before) / scale.crowd
    return {("floor_" if floor else "") + "memory_mb_per_session": grown}


async def leaks(subject: Subject, scale: Scale) -> Figures:
    """Let sessions come, play and go, round after round, and see what stays of them."""
    left = []
    for _ in range(scale.leaks + 1):
        async with crowd(subject.port, scale.leaving) as here:
            await play_once(here)
        await _all_gone(subject)
        left.append(subject.megabytes)
    grown = (left[-1] - left[0]) * 1024 / (scale.leaving * scale.leaks)
    return {"leak_kb_per_session": max(0.0, grown), "apps_alive": subject.ask("apps")}


async def _all_gone(subject: Subject, patience: float = 5.0) -> None:
    until = time.monotonic() + patience
    while subject.ask("apps") and time.monotonic() < until:
        await asyncio.sleep(0.2)


async def stalled(subject: Subject, scale: Scale) -> Figures:
    """Let a client with a huge window stop reading, and make the server paint for it."""
    async with connected(subject.port, window=2**26) as robot:
        await robot.first_screen()
        await robot.sit_down()
        for key in "lqlq":
            await robot.press(key, 1.0)
        await robot.quiet()
        before = most = subject.megabytes
        robot.stop_reading()
        for number in range(int(scale.stalled * 40)):
            robot.type("lq"[number % 2])
            await asyncio.sleep(1 / 40)
            if number % 80 == 79:
                most = max(most, subject.megabytes)
    return {"stalled_client_growth_mb": most - before}


async def flood(subject: Subject, scale: Scale) -> Figures:
    """Let one client send sixty thousand bytes of arrows each second, and time the others."""
    async with crowd(subject.port, 20) as here, connected(subject.port) as flooder:
        await flooder.first_screen()
        await flooder.sit_down()
        calm = await at_human_rate(here.robots, scale.flooded, beat=0.5, cursor=True)
        flooding = asyncio.create_task(_flood(flooder))
        seen = await at_human_rate(here.robots, scale.flooded, beat=0.5, cursor=True)
        flooding.cancel()
    return {"calm_p95_ms": calm.ms(0.95), "flood_p95_ms": seen.ms(0.95)}


async def _flood(flooder: Robot) -> None:
    while not flooder.closed:
        flooder.type(RIGHT * 20_000)
        await asyncio.sleep(1.0)


async def thinking_players(subject: Subject, scale: Scale) -> Figures:
    """Time keys while fifty computers think without a pause, and while none does, in turn."""
    calm, busy, moves, seconds = Latencies(), Latencies(), 0, scale.flooded / 2
    async with crowd(subject.port, 20) as here:
        for _ in range(scale.rounds):
            calm.take(await at_human_rate(here.robots, seconds, beat=0.5, cursor=True))
            before = subject.ask("think")
            busy.take(await at_human_rate(here.robots, seconds, beat=0.5, cursor=True))
            moves += subject.ask("rest") - before
    return {
        "thinking_players_calm_p95_ms": calm.ms(0.95),
        "thinking_players_p95_ms": busy.ms(0.95),
        "thinking_players_p95_over_calm": busy.ms(0.95) / calm.ms(0.95),
        "thinking_players_moves_per_second": moves / (seconds * scale.rounds),
    }


async def idle(subject: Subject, scale: Scale) -> Figures:
    """See what sessions cost in which nobody presses a key."""
    async with crowd(subject.port, 50) as here:
        await asyncio.gather(*(robot.quiet(_SETTLED) for robot in here.robots))
        cpu, writes = subject.cpu, here.writes
        await asyncio.sleep(scale.idle)
        used = (subject.cpu - cpu) / scale.idle * 100
        wrote = (here.writes - writes) / scale.idle * 60 / len(here.robots)
    return {"idle_writes_per_minute": wrote, "idle_cpu_percent": used}


@dataclass(frozen=True)
class Rung:
    """One step of the ladder."""

    app: str
    sessions: int
    ms: tuple[float, float, float]
    """Within how many milliseconds 50, 95 and 99 of 100 keys were answered."""
    cpu: float
    """Percent of the server's core, computer players included."""
    waited: float
    """Percent of the time in which the server was ready and had no core: what others took."""
    megabytes: float
    bytes_per_key: float
    keys: int
    silent: int
    errors: int

    @property
    def holds(self) -> bool:
        """Whether so many sessions can be carried: nobody waits, and nobody is lost."""
        return self.ms[1] < 50 and not self.errors


async def ladder(
    subject: Subject,
    sizes: tuple[int, ...],
    seconds: float,
    tell: Callable[[Rung], None],
    doors: tuple[Enter, ...] = (),
) -> list[Rung]:
    """Let more and more robots play at a human rate, until two steps running do not hold."""
    rungs: list[Rung] = []
    floor = subject.name == "floor"
    async with crowd(subject.port, 0, doors=doors) as here:
        for size in sizes:
            await here.grow(size, seated=not floor)
            await at_human_rate(here.robots, 2.0)
            cpu, sent, began = subject.cpu_of_all, here.bytes, time.monotonic()
            before = subject.waited
            seen = await at_human_rate(here.robots, seconds)
            took = time.monotonic() - began
            used = (subject.cpu_of_all - cpu) / took * 100
            waited = (subject.waited - before) / took * 100
            rungs.append(
                Rung(
                    subject.name,
                    size,
                    (seen.ms(0.5), seen.ms(0.95), seen.ms(0.99)),
                    used,
                    waited,
                    subject.megabytes,
                    (here.bytes - sent) / max(1, seen.keys),
                    seen.keys,
                    seen.silent,
                    here.errors,
                )
            )
            tell(rungs[-1])
            if rungs[1:] and not any(rung.holds for rung in rungs[-2:]):
                break
    return rungs


async def processes(scale: Scale) -> Figures:
    """Measure the app as a process for each player."""
    runs = []
    for _ in range(scale.processes):
        with TemporaryDirectory() as data:
            runs.append(await asyncio.to_thread(process_per_player, data, 40))
    return {name: median(run[name] for run in runs) for name in runs[0]}


async def company(subject: Subject, scale: Scale) -> Figures:
    """Measure keys beside many tables, and lines of chat beside many watchers."""
    lines = await chat_lines(subject, scale.lines)
    return lines | await lobby_keys(subject, scale.saturated)


Measure = Callable[[Subject, Scale], Awaitable[Figures]]
ON_ITS_OWN: tuple[Measure, ...] = (
    *(memory, leaks, stalled, flood, idle, thinking_players, company),
)
"""What is measured on one server, in this order."""

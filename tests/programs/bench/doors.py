"""Measure browsers beside clients of ssh: `make bench-doors`. Trust ratios, not digits.

Both come to the same server, as robots that press the same keys at the same tables, in turn, so
that what a busy machine does to one it does to the other. Then both come together, more and more
of them, every other one in a browser.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import time
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from importlib.metadata import version
from statistics import median
from typing import Final

from tests.programs.bench import measures
from tests.programs.bench.crowd import Crowd, Enter, as_fast_as_it_goes, crowd
from tests.programs.bench.measures import SHORT, WHOLE, Figures, Rung, Scale
from tests.programs.bench.report import LADDER_HEAD, ladder_line, machine, row, table, verdict
from tests.programs.bench.robot import Robot, browsing, connected
from tests.programs.bench.subject import CLIENT_CORE, Subject

_NAMES: Final = ("ssh", "browser")
_AT_A_TIME: Final = 20
_MOST_OVER: Final = 1.1
"""What a browser may cost, in what a client of ssh costs."""
_TOGETHER: Final = 800
"""Sessions a core should carry, half of them in browsers."""
_TEXTS: Final = {
    "connect_cpu_ms": "CPU to connect, ms",
    "cpu_ms_per_key": "CPU of a cursor key, ms",
    "memory_mb": "memory of a session after a play, MB",
    "bytes_per_key": "bytes of a cursor key",
    "bytes_first_screen": "bytes of the first screen",
}
_LIMITED: Final = ("cpu_ms_per_key", "memory_mb")
"""What must not be more in a browser."""


def _doors(subject: Subject) -> dict[str, Enter]:
    """Return the ways into a server."""
    web = subject.ask("web")

    def by_ssh() -> AbstractAsyncContextManager[Robot]:
        return connected(subject.port)

    def by_page() -> AbstractAsyncContextManager[Robot]:
        return browsing(web)

    return dict(zip(_NAMES, (by_ssh, by_page), strict=True))


async def costs(subject: Subject, scale: Scale) -> Figures:
    """Measure what it costs to connect and to press a key, at the two doors in turn."""
    seen: dict[str, list[float]] = {}

    def note(name: str, figures: Figures) -> None:
        for what, value in figures.items():
            seen.setdefault(f"{name}_{what}", []).append(value)

    async with AsyncExitStack() as crowds:
        for _ in range(scale.rounds):
            here: dict[str, Crowd] = {}
            for name, door in _doors(subject).items():
                before = subject.cpu
                come = crowd(subject.port, _AT_A_TIME, seated=False, doors=(door,))
                here[name] = await crowds.enter_async_context(come)
                note(name, _connected(here[name], subject.cpu - before))
            for each in here.values():
                await asyncio.gather(*(robot.sit_down() for robot in each.robots))
            for _ in range(_SLICES):
                for name, each in here.items():
                    note(name, await _pressed(subject, each, scale.saturated))
            await crowds.aclose()
            await asyncio.sleep(_GONE)
    return {name: median(values) for name, values in seen.items()}


_SLICES: Final = 4
"""How often keys are pressed at each door, in turn: what the machine does is alike in all."""
_GONE: Final = 3.0
"""Seconds after which sessions have ended whose pages are gone."""


def _connected(here: Crowd, cpu: float) -> Figures:
    return {"connect_cpu_ms": cpu / _AT_A_TIME * 1e3, "bytes_first_screen": here.bytes / _AT_A_TIME}


async def _pressed(subject: Subject, here: Crowd, seconds: float) -> Figures:
    before, sent = subject.cpu, here.bytes
    seen = await as_fast_as_it_goes(here.robots, seconds)
    return {
        "cpu_ms_per_key": (subject.cpu - before) / seen.keys * 1e3,
        "bytes_per_key": (here.bytes - sent) / seen.keys,
    }


async def memory(scale: Scale) -> Figures:
    """Measure the memory of sessions, with a server of its own for each door."""
    seen: dict[str, list[float]] = {}
    for _ in range(scale.rounds):
        for name in _NAMES:
            with Subject("doors") as subject:
                grown = await measures.memory(subject, scale, doors=(_doors(subject)[name],))
            seen.setdefault(f"{name}_memory_mb", []).append(grown["memory_mb_per_session"])
    return {name: median(values) for name, values in seen.items()}


async def run(scale: Scale) -> tuple[list[Rung], Figures]:
    """Measure everything."""
    with Subject("doors") as subject:
        figures = await costs(subject, scale)
    figures |= await memory(scale)
    with Subject("doors") as subject:
        doors = (*_doors(subject).values(),)
        rungs = await measures.ladder(subject, scale.ladder, scale.rung, _tell, doors)
    return rungs, figures


def _tell(rung: Rung) -> None:
    sys.stderr.write(ladder_line(rung) + "\n")


def report(rungs: list[Rung], figures: Figures, seconds: float, busy: float) -> str:
    """Return everything as Markdown, and a `name: value` line for each figure."""
    held = max((rung.sessions for rung in rungs if rung.holds), default=0)
    lines = (
        f"{machine()}, aiohttp {version('aiohttp')}; {seconds / 60:.1f} minutes.",
        f"The machine had {busy:.1f} other processes running before the run, on average.",
        *verdict(rungs),
        "",
        *table(("", *_NAMES, "browser ÷ ssh", "at most"), map(partial(_row, figures), _TEXTS)),
        "",
        f"Sessions per core, every other one in a browser, p95 < 50 ms: {held} "
        f"(wanted: {_TOGETHER}).",
        "",
        *table(LADDER_HEAD, map(ladder_line, rungs)),
        "",
        f"sessions_per_core_at_two_doors: {held}",
        *(f"{name}: {value:.4g}" for name, value in figures.items()),
        *(f"{what}_browser_over_ssh: {_over(figures, what):.3f}" for what in _TEXTS),
    )
    return "\n".join(lines) + "\n"


def _row(figures: Figures, what: str) -> str:
    values = (f"{figures[f'{name}_{what}']:.3g}" for name in _NAMES)
    most = f"{_MOST_OVER:g}" if what in _LIMITED else ""
    return row((_TEXTS[what], *values, f"{_over(figures, what):.2f}", most))


def _over(figures: Figures, what: str) -> float:
    return figures[f"browser_{what}"] / figures[f"ssh_{what}"]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.doors", description=__doc__
    )
    parser.add_argument("--short", action="store_true", help="two minutes, and less certain")
    options = parser.parse_args()
    os.sched_setaffinity(0, {CLIENT_CORE})
    gc.set_threshold(100_000, 50, 50)
    began, busy = time.monotonic(), os.getloadavg()[0]
    rungs, figures = asyncio.run(run(SHORT if options.short else WHOLE))
    sys.stdout.write(report(rungs, figures, time.monotonic() - began, busy))


if __name__ == "__main__":
    main()

"""Measure the server: `make bench-server`. Trust ratios, not digits.

The server runs in a process on one core, the load client (this process) on another. Everything is
done from outside, over ssh, by keys; only memory, processor time and the count of apps are read
from the server's process. Beside it, in the same run: an app of one tiny widget over the very same
driver (the floor), and the app as a process for each player.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import time
from pathlib import Path

from tests.programs.bench import measures
from tests.programs.bench.measures import SHORT, WHOLE, Figures, Rung, Scale
from tests.programs.bench.report import ladder_line, named_lines, report, write_into
from tests.programs.bench.subject import CLIENT_CORE, Subject


async def run(scale: Scale) -> tuple[list[Rung], Figures]:
    """Measure everything."""
    figures: Figures = {}
    with Subject("cuttle") as cuttle, Subject("floor") as floor:
        figures |= await measures.ratios(cuttle, floor, scale)
        figures |= await measures.bytes_sent(cuttle, scale)
    with Subject("floor") as floor:
        figures |= await measures.memory(floor, scale, floor=True)
    with Subject("cuttle") as cuttle:
        for measure in measures.ON_ITS_OWN:
            _tell(f"{measure.__name__} ...")
            figures |= await measure(cuttle, scale)
    rungs: list[Rung] = []
    for name, sizes in (("cuttle", scale.ladder), ("floor", scale.floor_ladder)):
        with Subject(name) as subject:
            rungs += await measures.ladder(subject, sizes, scale.rung, _tell_rung)
    figures |= await measures.processes(scale)
    return rungs, figures | _from_ladder(rungs) | _over_processes(figures)


def _from_ladder(rungs: list[Rung]) -> Figures:
    ours = [rung for rung in rungs if rung.app == "cuttle"]
    held = [rung.sessions for rung in ours if rung.holds]
    at_200 = [rung.ms[2] for rung in ours if rung.sessions == 200]
    return {
        "sessions_per_core": max(held, default=0),
        "p99_ms_at_200": at_200[0] if at_200 else float("inf"),
    }


def _over_processes(figures: Figures) -> Figures:
    return {
        f"{ours}_over_process_per_player": figures[one] / figures[other]
        for ours, one, other in (
            ("memory", "memory_mb_per_session", "process_memory_mb"),
            ("connect_cpu", "connect_cpu_ms", "process_connect_cpu_ms"),
            ("cpu_per_key", "cpu_ms_per_key", "process_cpu_ms_per_key"),
        )
    }


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


def _tell_rung(rung: Rung) -> None:
    _tell(ladder_line(rung))


def main() -> None:
    """Measure, print, and write the report where that is asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.server", description=__doc__
    )
    parser.add_argument("--short", action="store_true", help="about a minute, and less certain")
    parser.add_argument("--write", type=Path, help="put the results into this document")
    options = parser.parse_args()
    os.sched_setaffinity(0, {CLIENT_CORE})
    gc.set_threshold(100_000, 50, 50)
    began, busy = time.monotonic(), os.getloadavg()[0]
    rungs, figures = asyncio.run(run(SHORT if options.short else WHOLE))
    text = report(rungs, figures, time.monotonic() - began, busy, short=options.short)
    sys.stdout.write(f"{text}\n{named_lines(figures)}")
    if options.write:
        write_into(options.write, f"{text}\n```\n{named_lines(figures)}```\n")


if __name__ == "__main__":
    main()

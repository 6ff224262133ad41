"""Soak a server: `python -m tests.programs.soak --minutes 20 --kills 30 --players 24`.

Scripted players over real ssh connections play, drop, flood, resize, stall and vanish, while the
server is killed at random. The exit status says whether anything was lost, doubled, shown or left.

`python -m tests.programs.soak --minutes 20 --lines 24` kills nothing: so many pages, and as many
clients of ssh, open, turn, type and lose their lines again and again, beside a calm player. The
exit status says whether the server always answered, and whether its memory is level in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.programs.soak.lines import LostLines
from tests.programs.soak.soak import Plan, Report, Soak


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.programs.soak", description=__doc__)
    made.add_argument("--minutes", type=float, default=20.0)
    made.add_argument("--kills", type=int, default=30)
    made.add_argument("--players", type=int, default=24)
    made.add_argument("--pace", type=float, default=0.5, help="seconds between two keys")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--lines", type=int, default=0, help="lose lines, from so many at each door")
    return made


def _write(report: Report) -> None:
    for name, value in report.figures.items():
        sys.stdout.write(
            f"{name}: {value:g}\n" if value == int(value) else f"{name}: {value:.2f}\n"
        )
    for fault in report.faults[:20]:
        sys.stdout.write(f"\nFAULT {fault}\n")


def main() -> int:
    """Run a soak, and give the exit status."""
    options = _parser().parse_args()
    with TemporaryDirectory() as folder:
        report = asyncio.run(_soak(options, Path(folder)))
    _write(report)
    return 1 if report.faults else 0


def _soak(options: argparse.Namespace, folder: Path) -> Coroutine[Any, Any, Report]:
    if options.lines:
        lost = LostLines(options.minutes * 60, options.lines, options.lines, options.seed)
        return lost.run(folder)
    plan = Plan(options.minutes * 60, options.kills, options.players, options.pace, options.seed)
    return Soak(plan, folder).run()


if __name__ == "__main__":
    sys.exit(main())

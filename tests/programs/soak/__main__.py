"""Soak a server: `python -m tests.programs.soak --minutes 20 --kills 30 --players 24`.

Scripted players over real ssh connections play, drop, flood, resize, stall and vanish, while the
server is killed at random. The exit status says whether anything was lost, doubled, shown or left.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.programs.soak.soak import Plan, Report, Soak


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.programs.soak", description=__doc__)
    made.add_argument("--minutes", type=float, default=20.0)
    made.add_argument("--kills", type=int, default=30)
    made.add_argument("--players", type=int, default=24)
    made.add_argument("--pace", type=float, default=0.5, help="seconds between two keys")
    made.add_argument("--seed", type=int, default=1)
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
    plan = Plan(options.minutes * 60, options.kills, options.players, options.pace, options.seed)
    with TemporaryDirectory() as folder:
        report = asyncio.run(Soak(plan, Path(folder)).run())
    _write(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())

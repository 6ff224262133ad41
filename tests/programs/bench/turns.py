"""List the longest single turns of the loop: `python -m tests.programs.bench.turns [NAME ...]`.

One player by each door does one thing after another, ten times each. Of all that the server's loop
calls meanwhile the longest call is told, in milliseconds of its thread: for so long nobody else is
answered. The first time is told apart, for it may fill what is kept. `--what` says what it was.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, NamedTuple

from tests.programs.bench.long_game import LONG_GAME
from tests.programs.bench.robot import SIZE, Robot, browsing, connected
from tests.programs.bench.subject import Subject

_TIMES: Final = 10
_QUIET: Final = 0.15
_LARGE: Final = (240, 80)
_ESCAPE: Final = "\x1b"
_DOWN: Final = "\x1b[B"


class Deed(NamedTuple):
    """Something that a player does again and again."""

    name: str
    keys: Sequence[str]
    """What is pressed, one after another."""
    before: Sequence[str] = ()
    """What leads there."""
    command: str | None = None
    """A verb of ssh; the app without one."""
    back: Sequence[str] = ()
    """What leads back, which is not timed."""


_LINES: Final = (
    Deed("plain: a line that is none", ("xyzzy of the seventh heart\r",), ("computer\r",), "plain"),
    Deed("plain: an action that cannot be", ("scuttle as with kh\r",), ("computer\r",), "plain"),
    Deed("plain: help", ("help\r",), ("computer\r",), "plain"),
    Deed("plain: a puzzle", ("puzzle\r",), (), "plain"),
    Deed("plain: a line at a puzzle", ("xyzzy\r",), ("puzzle\r",), "plain"),
    Deed("plain: a replay", (f"replay {LONG_GAME}\r",), (), "plain"),
)
_KEYS: Final = (
    Deed("a key at home", (_DOWN,)),
    Deed("a key at a table", (_DOWN,), ("c",)),
    Deed("help at home", ("?",), back=(_ESCAPE,)),
    Deed("help at a table", ("?",), ("c",), back=(_ESCAPE,)),
    Deed("the list of puzzles", ("h", "p"), back=(_ESCAPE, _ESCAPE)),
    Deed("a key in the list of puzzles", (_DOWN,), ("h", "p")),
    Deed("a puzzle opens", ("\r",), ("h", "p"), back=(_ESCAPE,)),
    Deed("help at a puzzle", ("?",), ("h", "p", "\r"), back=(_ESCAPE,)),
    Deed("today's puzzle opens", ("p",), back=(_ESCAPE, _ESCAPE)),
    Deed("settings", (",",), back=(_ESCAPE,)),
    Deed("the lobby", ("l",), back=("q",)),
    Deed("a table opens", ("c",), back=(_ESCAPE, "y")),
)
_REPLAYS: Final = (
    Deed("a replay opens", (), command=f"replay {LONG_GAME}"),
    Deed("a key in a replay", ("\x1b[C",), command=f"replay {LONG_GAME}"),
    Deed("an analysis", ("a",), command=f"replay {LONG_GAME}", back=(_ESCAPE,)),
)


@asynccontextmanager
async def _by_ssh(subject: Subject, deed: Deed, size: tuple[int, int]) -> AsyncIterator[Robot]:
    async with connected(subject.port, command=deed.command, size=size) as robot:
        yield robot


@asynccontextmanager
async def _by_page(subject: Subject, deed: Deed, size: tuple[int, int]) -> AsyncIterator[Robot]:
    path = "/" + (deed.command or "").replace(" ", "/")
    async with browsing(subject.ask("web"), path, size=size) as robot:
        yield robot


_DOORS: Final = {"ssh": _by_ssh, "page": _by_page}


async def _longest(subject: Subject, robot: Robot, keys: Sequence[str]) -> float:
    """Press keys; return the milliseconds of the longest turn until all is quiet."""
    subject.ask("watch")
    for key in keys:
        await robot.press(key, 1.0)
        await robot.quiet(_QUIET)
    return subject.ask("longest") / 1000


async def _deed(subject: Subject, door: str, deed: Deed, size: tuple[int, int]) -> list[float]:
    async with AsyncExitStack() as stack:
        subject.ask("watch")
        robot = await stack.enter_async_context(_DOORS[door](subject, deed, size))
        await robot.quiet(1.0)
        if not deed.keys:
            return [subject.ask("longest") / 1000]
        for key in deed.before:
            await robot.press(key, 1.0)
            await robot.quiet(_QUIET)
        await robot.quiet(1.0)
        found = []
        for _ in range(_TIMES):
            found.append(await _longest(subject, robot, deed.keys))
            for key in deed.back:
                await robot.press(key, 1.0)
                await robot.quiet(_QUIET)
        return found


async def run(names: Sequence[str], *, what: bool, large: bool) -> None:
    """Do all deeds whose names begin so, and tell the longest turn of each."""
    size = _LARGE if large else SIZE
    with Subject("stored") as subject:
        for door in _DOORS:
            for deed in (*_LINES, *_KEYS, *_REPLAYS):
                wanted = not names or any(deed.name.startswith(name) for name in names)
                if not wanted or (door == "page" and deed in _LINES):
                    continue
                first, *more = await _deed(subject, door, deed, size)
                later = more or [first]
                sys.stdout.write(
                    f"{door:4} {deed.name:32} first {first:6.1f}  then p50 "
                    f"{statistics.median(later):6.1f}  max {max(later):6.1f}\n"
                )
                sys.stdout.flush()
                if what:
                    subject.ask("what")


def main() -> None:
    """Measure what is named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.turns", description=__doc__
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="how a deed's name begins")
    parser.add_argument("--what", action="store_true", help="say what the longest turn was")
    parser.add_argument("--large", action="store_true", help="in windows of 240 by 80")
    options = parser.parse_args()
    asyncio.run(run(options.names, what=options.what, large=options.large))


if __name__ == "__main__":
    main()

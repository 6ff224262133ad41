"""Count the calls of our own functions that a key leads to: ``python -m tests.programs.calls``.

Two players sit at a table of a real server, each with a real client. Besides calls in the thread
of the server's loop it counts how many functions they are of, in how many files, and how often one
call is in another file than the one before: what somebody crosses who follows a key through the
code. Nothing here depends on how fast the machine is, but timers of the server may add a few calls.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Final, NamedTuple

from server.ops.limits import Limits
from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal

_ROOT: Final = Path(__file__).parents[2]
_OURS: Final = tuple(f"{_ROOT / package}/" for package in ("engine", "cuttle_tui", "server"))
_INLINED: Final = ("<listcomp>", "<dictcomp>", "<setcomp>")
"""What newer Pythons call no function for."""
SIZE: Final = (100, 32)
LEFT, RIGHT, DOWN = "\x1b[D", "\x1b[C", "\x1b[B"
_STILL: Final = 1.2
"""Seconds of silence after which nothing follows: a highlight goes out after less."""
_QUIET: Final = 0.3
"""The same where nothing is highlighted."""
_TIMES: Final = 5
_addresses: Final = count(1)
_TURN: Final = "YOUR TURN"
_MOVES: Final = ("d", "1\r\r", "n", "2\r\r", "\r", "3\r\r", "4\r\r", "n")
"""What is pressed until something happens: a draw, a card, an answer that counters nothing."""


class Counted(NamedTuple):
    """What was called between two moments."""

    calls: float
    functions: float
    files: float
    changes: float
    """How often a call was in another file than the one before."""


class Calls:
    """Counts the calls of our functions in this thread while it is open, as a context."""

    def __init__(self) -> None:
        self._ours: dict[CodeType, str] = {}
        """The file of each code of ours that was called; empty for other code."""
        self._called: dict[CodeType, int] = {}
        self._last = ""
        self._changes = 0

    def __enter__(self) -> Calls:
        """Begin to count."""
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Count no more."""
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if (file := self._ours.get(code)) is None:
            ours = code.co_filename.startswith(_OURS) and code.co_name not in _INLINED
            file = self._ours[code] = code.co_filename if ours else ""
        if file:
            self._called[code] = self._called.get(code, 0) + 1
            self._changes += file != self._last
            self._last = file

    @property
    def counted(self) -> Counted:
        """What was called so far."""
        files = {code.co_filename for code in self._called}
        calls = sum(self._called.values())
        return Counted(calls, len(self._called), len(files), self._changes)

    @property
    def most(self) -> list[tuple[int, str]]:
        """The functions with their calls, the most frequent first."""
        named = (
            (many, f"{Path(code.co_filename).relative_to(_ROOT)}: {code.co_qualname}")
            for code, many in self._called.items()
        )
        return sorted(named, reverse=True)


async def still(*players: Terminal, seconds: float = _QUIET) -> None:
    """Wait until nothing has come for any of the players for a while."""
    before = -1
    while before != (before := sum(len(player.raw) for player in players)):
        await asyncio.sleep(seconds)


@asynccontextmanager
async def at_home(
    port: int, name: str, command: str | None = None, size: tuple[int, int] = SIZE
) -> AsyncIterator[Terminal]:
    """Connect a guest, each from another address: who comes from a known one may be back."""
    address = f"127.0.1.{next(_addresses)}"
    async with connect(port, user=name, local_addr=(address, 0)) as line:
        player = await open_terminal(line, command, size=size, env={"COLORTERM": "truecolor"})
        await still(player, seconds=_STILL)
        yield player


async def invite(host: Terminal) -> str:
    """Open a table for a friend, and return its code."""
    host.send("n")
    await still(host)
    host.send("\r")
    return await host.room_code()


@asynccontextmanager
async def at_table(port: int, size: tuple[int, int] = SIZE) -> AsyncIterator[list[Terminal]]:
    """Seat two guests at a table, and have them dealt cards."""
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(at_home(port, "ann", size=size))
        bob = at_home(port, "bob", f"join {await invite(ann)}", size)
        players = [ann, await stack.enter_async_context(bob)]
        for player in reversed(players * 2):  # the guest takes a name, then both are ready
            if all(_TURN not in each.text for each in players):
                player.send("\r")
                await still(*players, seconds=_STILL)
        yield players


async def move(players: list[Terminal], seconds: float = _STILL) -> Terminal | None:
    """Let the player whose turn it is draw or play; None at the end of the game."""
    for keys in _MOVES:
        mover = next((player for player in players if _TURN in player.text), None)
        before = [player.text for player in players]
        for player in players if mover is None else [mover]:  # somebody is asked something
            player.send(keys)
        await still(*players, seconds=seconds)
        if mover is not None and before != [player.text for player in players]:
            return mover
    return None


class Step(NamedTuple):
    """Something that is done again and again."""

    name: str
    seconds: float
    do: Callable[[], Awaitable[object]]
    before: Callable[[], Awaitable[object]] | None = None
    """What leads there, which is not counted."""


async def count_calls(step: Step, *players: Terminal, told: int = 0) -> Counted:
    """Return what a step calls, the median of several times; print its most frequent functions."""
    counts = []
    for _ in range(_TIMES):
        if step.before is not None:
            await step.before()
            await still(*players, seconds=step.seconds)
        with Calls() as calls:
            await step.do()
            await still(*players, seconds=step.seconds)
        counts.append(calls.counted)
    for many, name in calls.most[:told]:
        _say(f"    {many:6} {name}")
    return Counted(*(median(column) for column in zip(*counts, strict=True)))


def _say(line: str) -> None:
    assert sys.__stdout__ is not None
    print(line, file=sys.__stdout__, flush=True)


def report(name: str, counted: Counted) -> None:
    """Print a row of the table."""
    figures = (f"{figure:>10,.0f}" for figure in counted)
    _say(f"{name:36}{''.join(figures)}")


async def measure(port: int, told: int) -> None:
    """Print a table of what each step calls."""
    _say(f"{'':36}{'calls':>10}{'functions':>10}{'files':>10}{'changes':>10}")

    async def show(step: Step, *players: Terminal) -> None:
        report(step.name, await count_calls(step, *players, told=told))

    async with at_home(port, "ann") as ann:
        await show(Step("a key at home", _QUIET, _pressing(ann, DOWN)), ann)
        ann.send("l")
        await still(ann)
        await show(Step("a key in the lobby", _QUIET, _pressing(ann, "\t")), ann)
    async with at_home(port, "ann") as host:
        code = await invite(host)
        guests = iter([f"eve{number}" for number in range(_TIMES)])
        async with AsyncExitStack() as stack:

            async def arrive() -> None:
                eve = at_home(port, next(guests), f"join {code}")
                held.append(await stack.enter_async_context(eve))

            held: list[Terminal] = []
            await show(Step("an invitation by code", _QUIET, arrive), host)
    async with AsyncExitStack() as stack:

        async def come() -> None:
            there = await stack.enter_async_context(at_home(port, "ann"))
            come_by = at_home(port, "bob", f"join {await invite(there)}")
            pairs.append((there, await stack.enter_async_context(come_by)))

        async def sit() -> None:
            pairs[-1][1].send("\r")
            await still(*pairs[-1], seconds=_STILL)

        pairs: list[tuple[Terminal, Terminal]] = []
        await show(Step("the seat that it leads to", _QUIET, sit, come))
    async with at_table(port) as players:

        async def play() -> None:
            await move(players)

        async def look() -> None:
            looker.send(RIGHT)

        await show(Step("a play, shown to both", _STILL, play), *players)
        looker = next(player for player in players if _TURN in player.text)
        await show(Step("a cursor key, the first look", _QUIET, look, play), *players)
        for key in (RIGHT, LEFT) * 2:
            looker.send(key)
            await still(looker)
        keys = iter((RIGHT, LEFT) * _TIMES)
        again = Step("a cursor key, a picture kept", _QUIET, lambda: _press(looker, next(keys)))
        await show(again, *players)


def _pressing(player: Terminal, key: str) -> Callable[[], Awaitable[object]]:
    return lambda: _press(player, key)


async def _press(player: Terminal, key: str) -> None:
    player.send(key)


async def main(told: int) -> None:
    """Run a server, and measure at it."""
    with TemporaryDirectory() as data:
        async with Server(Path(data), limits=Limits(sessions=100), warm=True) as server:
            await measure(server.port, told)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=0, help="name so many functions of each")
    asyncio.run(main(parser.parse_args().most))

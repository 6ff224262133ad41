"""Measure what a calm player feels of a flood: `python -m tests.programs.bench.floods [NAME ...]`.

One or two addresses do the worst they can by each means in turn, each in a process of its own,
against a server of its own. Meanwhile a calm player from a third address moves the cursor at a
table; first without the flood, as a measure of the machine. All addresses are this machine's.

Two figures are given for each key: the time until it is answered, and the processor time that the
server's main thread used meanwhile. On a machine that does nothing else they are nearly the same;
on a busy one the second is what is to be trusted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import asyncssh

from tests.programs.bench.bursts import table_title
from tests.programs.bench.crowd import Latencies
from tests.programs.bench.long_game import LONG_GAME
from tests.programs.bench.robot import LEFT, RIGHT, SIZE, Robot, connected
from tests.programs.bench.subject import CLIENT_CORE, Subject, worked_seconds
from tests.programs.bench.web_floods import WEB_FLOODS
from tests.server.emulator import Keyless

_SECONDS: Final = 12.0
_SETTLING: Final = 8.0
"""Seconds that a flood gets to begin."""
_CALM: Final = "127.9.9.9"
_FLOODERS: Final = ("127.7.7.7", "127.8.8.8")
_LARGE: Final = (240, 80)
_DOWN: Final = "\x1b[B"
Flood = Callable[[int, str], Coroutine[Any, Any, None]]
"""Floods a port from an address, without end."""


# what floods do ----------------------------------------------------------------------------------


@asynccontextmanager
async def _robots(
    port: int, address: str, many: int, command: str | None = None, size: tuple[int, int] = SIZE
) -> AsyncIterator[list[Robot]]:
    """Connect as many robots from an address as it lets in."""
    robots: list[Robot] = []
    async with AsyncExitStack() as stack:

        async def let_in() -> None:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                robot = await stack.enter_async_context(
                    connected(port, command=command, address=address, size=size)
                )
                robots.append(robot)
                if command is None:
                    await robot.first_screen()

        await asyncio.gather(*(let_in() for _ in range(many)))
        yield robots


async def _press_forever(robots: list[Robot], keys: Sequence[str], pause: float) -> None:
    """Let all robots press keys without waiting for answers."""
    for key in itertools.cycle(keys):
        for robot in robots:
            if not robot.closed:
                with suppress(OSError):
                    robot.type(key)
        await asyncio.sleep(pause)


async def tables(port: int, address: str) -> None:
    """Begin games against the computer and hang up, one after the other."""

    async def begin() -> None:
        while True:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with connected(port, address=address) as robot:
                    await robot.first_screen()
                    await robot.press("c", 1.0)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(begin() for _ in range(8)))


async def lobby(port: int, address: str) -> None:
    """Hold an arrow key in the lobby beside all the tables that can be begun and left."""
    beginning = asyncio.create_task(tables(port, address))
    async with _robots(port, address, 4) as robots:
        for robot in robots:
            robot.type("l")
        await asyncio.sleep(_SETTLING / 2)
        await _press_forever(robots, (_DOWN,), 1 / 30)
    await beginning


async def screens(port: int, address: str) -> None:
    """Open and close screens in eight large windows."""
    async with _robots(port, address, 8, size=_LARGE) as robots:
        await _press_forever(robots, ("l", "q"), 0.02)


async def sizes(port: int, address: str) -> None:
    """Change the sizes of sixty windows in which nothing is read."""
    async with _robots(port, address, 60, size=_LARGE) as robots:
        for robot in robots:
            robot.stop_reading()
        for number in itertools.count():
            for robot in robots:
                with suppress(OSError):
                    robot.resize(200 + number % 40, 60 + number % 20)
            await asyncio.sleep(0.05)


async def cast(port: int, address: str) -> None:
    """Ask for forty recordings of a long game at once, again and again."""
    await _ask_forever(port, address, f"cast {LONG_GAME}", 40)


async def watch_list(port: int, address: str) -> None:
    """Ask for the list of games, again and again, while games are begun and left."""
    await asyncio.gather(tables(port, address), _ask_forever(port, address, "watch", 40))


async def _ask_forever(port: int, address: str, command: str, many: int) -> None:
    async def ask() -> None:
        while True:
            with suppress(OSError, asyncssh.Error):
                async with asyncssh.connect(
                    "127.0.0.1",
                    port,
                    local_addr=(address, 0),
                    known_hosts=None,
                    config=None,
                    client_keys=None,
                    agent_path=None,
                    client_factory=Keyless,
                ) as connection:
                    while True:
                        await connection.run(command)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(ask() for _ in range(many)))


async def replay(port: int, address: str) -> None:
    """Let eight sessions of plain mode read a long game, again and again."""
    async with _robots(port, address, 8, command="plain") as robots:
        await _press_forever(robots, (f"replay {LONG_GAME}\r",), 0.05)


async def chat(port: int, address: str) -> None:
    """Let forty guests who watch a game talk all the time."""
    title = await table_title(port)
    async with _robots(port, address, 40, command=f"watch {title}") as robots:
        await _press_forever(robots, ("t", "1", "t", "2"), 0.05)


async def keys(port: int, address: str) -> None:
    """Send sixty thousand bytes of arrows each second in one session."""
    async with _robots(port, address, 1) as robots:
        while True:
            for robot in robots:
                robot.type(_DOWN * 20_000)
            await asyncio.sleep(1.0)


async def arrivals(port: int, address: str) -> None:
    """Open the app and hang up, as often as the address may."""

    async def come() -> None:
        while True:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with connected(port, address=address, size=_LARGE) as robot:
                    await robot.first_screen()

    await asyncio.gather(*(come() for _ in range(32)))


async def plain_puzzles(port: int, address: str) -> None:
    """Let eight sessions of plain mode try puzzles, with lines that mean nothing there."""
    async with _robots(port, address, 8, command="plain") as robots:
        keys = ("puzzle\r", "xyzzy of the seventh heart\r", "hint\r", "why nothing\r")
        await _press_forever(robots, keys, 0.05)


async def puzzles(port: int, address: str) -> None:
    """Open puzzles and their help in eight windows, and leave them."""
    async with _robots(port, address, 8, size=_LARGE) as robots:
        await _press_forever(robots, ("h", "p", "\r", "?", "\x1b", "\x1b", "\x1b"), 0.02)


async def identities(port: int, address: str) -> None:
    """Come with a new key each time, open an account and leave."""

    async def come() -> None:
        for number in itertools.count():
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with (
                    asyncssh.connect(
                        "127.0.0.1",
                        port,
                        local_addr=(address, 0),
                        username=f"p{number}",
                        known_hosts=None,
                        config=None,
                        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
                        agent_path=None,
                    ) as connection,
                    connection.create_process("plain") as process,
                ):
                    process.stdin.write(f"name p{number}\nquit\n")
                    await asyncio.wait_for(process.wait(), 5.0)
            await asyncio.sleep(0.02)

    await asyncio.gather(*(come() for _ in range(16)))


async def drops(port: int, address: str) -> None:
    """Connect and drop the line at once, before a login."""

    async def come() -> None:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                writer.write(b"SSH-2.0-flood\r\n")
                writer.transport.abort()
            await asyncio.sleep(0.005)

    await asyncio.gather(*(come() for _ in range(16)))


async def challenges(port: int, address: str) -> None:
    """Let guests challenge and report whoever is here, and come again."""

    async def come() -> None:
        while True:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with connected(port, command="plain", address=address) as robot:
                    for line in ("players", "challenge robot", "report robot rude", "withdraw"):
                        await robot.press(f"{line}\r", 0.5)

    await asyncio.gather(*(come() for _ in range(16)))


FLOODS: Final[dict[str, Flood]] = {
    flood.__name__: flood
    for flood in (
        *(lobby, tables, screens, sizes, cast, replay, watch_list, chat, keys, arrivals),
        *(plain_puzzles, puzzles, identities, drops, challenges),
        *WEB_FLOODS,
    )
}
_BY_WEB: Final = frozenset(flood.__name__ for flood in WEB_FLOODS)


# how they are measured ---------------------------------------------------------------------------


def _begin(name: str, port: int, address: str) -> subprocess.Popen[bytes]:
    """Start a process that floods."""
    command = [
        sys.executable,
        "-m",
        "tests.programs.bench.floods",
        name,
        "--at",
        str(port),
        address,
    ]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@dataclass
class Calm:
    """What the keys of the calm player took."""

    waited: Latencies = field(default_factory=Latencies)
    """Until they were answered."""
    worked: Latencies = field(default_factory=Latencies)
    """Of the server's processor time until then."""
    longest: float = 0.0
    """Milliseconds of the longest turn of the server's loop, if that was asked for."""


async def _calm(robot: Robot, pid: int, seconds: float) -> Calm:
    """Move the cursor of the calm player to and fro, and time each key."""
    seen = Calm()
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    for number in itertools.count():
        if loop.time() > until:
            return seen
        before = worked_seconds(pid)
        took = await robot.press((RIGHT, LEFT)[number // 3 % 2], 5.0)
        seen.waited.add(took)
        seen.worked.add(None if took is None else worked_seconds(pid) - before)
        if took is None:  # something else is asked: answer that first
            for key in ("n", "r", "\r"):
                await robot.press(key, 0.3)
        await asyncio.sleep(0.1)
    return seen


async def measure(
    name: str, addresses: tuple[str, ...], *, turns: bool = False
) -> tuple[Calm, Calm, float]:
    """Return what keys take without and with a flood from some addresses, and how memory grows."""
    with Subject("stored") as subject:
        async with connected(subject.port, address=_CALM) as calm:
            await calm.first_screen()
            await calm.sit_down()
            before = await _calm(calm, subject.pid, _SECONDS / 3)
            memory = subject.megabytes
            port = subject.ask("web") if name in _BY_WEB else subject.port
            floods = [_begin(name, port, address) for address in addresses]
            try:
                await asyncio.sleep(_SETTLING)
                if turns:
                    subject.ask("watch")
                seen = await _calm(calm, subject.pid, _SECONDS)
                if turns:
                    subject.ask("what")
                    seen.longest = subject.ask("longest") / 1000
                return before, seen, subject.megabytes - memory
            finally:
                for process in floods:
                    process.kill()
                    process.wait()


def _line(name: str, addresses: int, before: Calm, seen: Calm, grown: float) -> str:
    return (
        f"{name}_{addresses}: {_shown(seen.worked)} ms of the server, {_shown(seen.waited)} ms "
        f"({seen.waited.silent} of {seen.waited.keys} silent); at rest {_shown(before.worked)}, "
        f"{_shown(before.waited)}; {grown:.0f} MB more"
        + (f"; the longest turn {seen.longest:.0f} ms\n" if seen.longest else "\n")
    )


def _shown(seen: Latencies) -> str:
    return f"p50 {seen.ms(0.5):.0f} p95 {seen.ms(0.95):.0f}"


async def run(names: list[str], least: int, most: int, *, turns: bool) -> None:
    """Measure floods from one address, and from two."""
    for name in names:
        for many in range(least, most + 1):
            before, seen, grown = await measure(name, _FLOODERS[:many], turns=turns)
            sys.stdout.write(_line(name, many, before, seen, grown))
            sys.stdout.flush()


def main() -> None:
    """Measure the floods that are named, or all; or be one."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.bench.floods", description=__doc__
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FLOODS))
    parser.add_argument("--addresses", type=int, default=2, help="the most that flood together")
    parser.add_argument("--least", type=int, default=1, help="the fewest")
    parser.add_argument("--turns", action="store_true", help="tell the longest turn of the loop")
    parser.add_argument("--at", nargs=2, metavar=("PORT", "ADDRESS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in FLOODS]
    if unknown:
        parser.error(f"no such flood: {', '.join(unknown)}")
    os.sched_setaffinity(0, {CLIENT_CORE})
    gc.set_threshold(100_000, 50, 50)
    if options.at:
        asyncio.run(FLOODS[options.names[0]](int(options.at[0]), options.at[1]))
    else:
        names = options.names or [*FLOODS]
        asyncio.run(run(names, options.least, options.addresses, turns=options.turns))


if __name__ == "__main__":
    main()

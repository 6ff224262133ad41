"""Open, turn, type and lose lines, in browsers and by ssh, beside a calm player who waits."""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import aiohttp
import asyncssh
from yarl import URL

from tests.ports import lasting_port
from tests.programs.soak.soak import Report
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.test_drain import Serving, serving
from tests.server.web.page import Browser, browser

_OF_AN_ADDRESS: Final = 12
"""How many come from one address."""
_OPENED: Final = (45, 28)
_TURNED: Final = ((28, 45), (60, 20), (80, 24), (45, 12), (120, 40))
_HASTE: Final = 0.1
"""Seconds within which a size follows a size, a key follows those, and the line is lost."""
_FROZEN: Final = 30.0
"""Seconds without an answer to a calm player after which the server is taken to stand still."""
_SAMPLE: Final = 10.0
"""Seconds between two looks at the memory."""
_SETTLED: Final = 300.0
"""Seconds after which memory is to be level."""
_SLOPE_MB: Final = 1.0
"""Megabytes a minute by which it may grow then."""


@dataclass
class LostLines:
    """A soak by people who lose their lines all the time."""

    seconds: float
    pages: int
    clients: int
    seed: int = 1
    did: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """The seconds for which the calm player waited for each answer."""
    memory: list[tuple[float, float]] = field(default_factory=list)
    """Megabytes, by the minute."""
    faults: list[str] = field(default_factory=list)

    async def run(self, folder: Path) -> Report:
        """Start a server with its default limits, and let everybody at it."""
        port, self._metrics = lasting_port(), lasting_port()
        web = ("--web", "--web-port", str(port), "--log-format", "json")
        watched = ("--metrics-port", str(self._metrics))
        with (folder / "server.log").open("wb") as log:
            async with serving(folder, *web, *watched, errors=log) as server:
                here = URL(f"http://127.0.0.1:{port}")
                async with self._calm(server) as terminal:
                    tasks = [asyncio.create_task(self._watch_memory(server))]
                    tasks += [self._task(self._page_visit, n, here) for n in range(self.pages)]
                    tasks += [self._task(self._ssh_visit, n, server) for n in range(self.clients)]
                    try:
                        with suppress(TimeoutError):
                            async with asyncio.timeout(self.seconds):
                                await self._stay_calm(terminal)
                    finally:
                        for task in tasks:
                            task.cancel()
                        await asyncio.gather(*tasks, return_exceptions=True)
        return self._report()

    def _task(
        self, visit: Callable[..., Awaitable[None]], number: int, *place: object
    ) -> asyncio.Task[None]:
        async def live() -> None:
            rng = random.Random(f"{self.seed} {visit.__name__} {number}")
            while True:
                with suppress(
                    aiohttp.ClientError, asyncssh.Error, OSError, TimeoutError, AssertionError
                ):
                    async with asyncio.timeout(_FROZEN):
                        await visit(number, rng, *place)
                await asyncio.sleep(rng.uniform(0.2, 1.0))

        return asyncio.create_task(live())

    async def _page_visit(self, number: int, rng: random.Random, here: URL) -> None:
        address = f"127.0.10.{number // _OF_AN_ADDRESS + 1}"
        async with browser(here, connector=_from(address)) as there:
            while True:
                await self._lose_page(there, rng, f"p{number}x{self.did['pages']}")
                await asyncio.sleep(rng.uniform(0.2, 1.0))

    async def _lose_page(self, there: Browser, rng: random.Random, name: str) -> None:
        self.did["pages"] += 1
        async with there.page(name=name, size=_OPENED) as page:
            await asyncio.sleep(rng.uniform(0.0, 1.0))
            for width, height in rng.sample(_TURNED, 2):
                await page.say("resize", {"width": width, "height": height})
                await asyncio.sleep(rng.uniform(0.0, _HASTE))
            await page.say("stdin", rng.choice("ab\x1b"))
            await asyncio.sleep(rng.uniform(0.0, _HASTE))
            transport = page.socket._writer.transport
            if transport is not None:
                transport.abort()

    async def _ssh_visit(self, number: int, rng: random.Random, server: Serving) -> None:
        address = f"127.0.11.{number // _OF_AN_ADDRESS + 1}"
        self.did["clients"] += 1
        async with connect(server.port, None, f"g{number}", local_addr=(address, 0)) as connection:
            terminal = await open_terminal(connection, size=_OPENED)
            await asyncio.sleep(rng.uniform(0.0, 1.0))
            for width, height in rng.sample(_TURNED, 2):
                terminal.resize(width, height)
                await asyncio.sleep(rng.uniform(0.0, _HASTE))
            terminal.send(rng.choice("ab\x1b"))
            await asyncio.sleep(rng.uniform(0.0, _HASTE))

    # who waits

    @asynccontextmanager
    async def _calm(self, server: Serving) -> AsyncIterator[Terminal]:
        """Come in before all others."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with connect(server.port, key, "calm", local_addr=("127.0.12.1", 0)) as connection:
            terminal = await open_terminal(connection)
            await terminal.until("name")
            terminal.send("\x15calm\r")
            await terminal.until("quick match")
            yield terminal

    async def _stay_calm(self, terminal: Terminal) -> None:
        """Press a key twice a second for as long as the server answers."""
        while not terminal.closed:
            await self._press(terminal, ("\x1b[B", "\x1b[A")[len(self.waits) % 2])
            await asyncio.sleep(0.5)
        self.faults.append("the calm player's line was lost")

    async def _press(self, terminal: Terminal, key: str) -> None:
        shown, began = len(terminal.raw), time.monotonic()
        terminal.send(key)
        while len(terminal.raw) == shown and not terminal.closed:
            if time.monotonic() - began > _FROZEN:
                self.faults.append(f"the server has answered nothing for {_FROZEN:.0f} s")
                raise TimeoutError
            await asyncio.sleep(0.002)
        self.waits.append(time.monotonic() - began)

    async def _watch_memory(self, server: Serving) -> None:
        began = time.monotonic()
        while True:
            status = Path(f"/proc/{server.pid}/status").read_text()
            megabytes = int(status.partition("VmRSS:")[2].split()[0]) / 1024
            self.memory.append(((time.monotonic() - began) / 60, megabytes))
            if (len(self.memory) - 1) % round(60 / _SAMPLE) == 0:
                sessions = await asyncio.to_thread(self._sessions)
                minute = f"minute {self.memory[-1][0]:.0f}: {megabytes:.0f} MB"
                sys.stdout.write(f"{minute}, {sessions:.0f} sessions\n")
                sys.stdout.flush()
            await asyncio.sleep(_SAMPLE)

    def _sessions(self) -> float:
        """Ask how many sessions run, those included that wait for their line."""
        with urlopen(f"http://127.0.0.1:{self._metrics}/metrics", timeout=_FROZEN) as answer:
            text: str = answer.read().decode()
        return float(text.partition("\ncuttle_sessions ")[2].split()[0])

    def _report(self) -> Report:
        waits = sorted(self.waits) or [0.0]
        figures: dict[str, float] = {
            **{f"lost_{name}": count for name, count in self.did.items()},
            "calm_answers": len(self.waits),
            "calm_p95_ms": waits[int(0.95 * (len(waits) - 1))] * 1000,
            "calm_slowest_ms": waits[-1] * 1000,
        }
        late = [(at, size) for at, size in self.memory if at * 60 > _SETTLED]
        if len(late) > 60 / _SAMPLE:
            slope = statistics.linear_regression(*zip(*late, strict=True)).slope
            figures |= {"rss_mb_per_minute": slope, "memory_is_level": slope < _SLOPE_MB}
            if slope >= _SLOPE_MB:
                self.faults.append(f"memory grows by {slope:.2f} MB a minute")
        return Report(self.faults, figures)


def _from(address: str) -> aiohttp.TCPConnector:
    return aiohttp.TCPConnector(local_addr=(address, 0))

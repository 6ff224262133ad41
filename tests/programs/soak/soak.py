"""Let scripted players at a server that is killed again and again; find whatever is wrong."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import asyncssh

from server.store.store import Store
from tests.programs.soak.player import Player
from tests.programs.soak.town import Town
from tests.programs.soak.watcher import Watcher
from tests.server.evidence import Evidence, excerpt
from tests.server.life import Life

_LAST_LIFE: Final = 0.25
"""The share of the time in which nobody is killed, at the end."""
_SETTLE: Final = 20.0
"""Seconds in which the server must have forgotten those who have gone."""
_SLOW: Final = 30.0
"""Seconds to wait for players that have not come to play yet."""
_SLOPE_MB: Final = 2.0
"""Megabytes a minute by which a long life may grow."""
_GROWTH: Final = 1.25
"""How much more memory the last lives may have than the first ones."""
_LONG: Final = 120.0
"""Seconds a last life must have for its memory to be judged."""


@dataclass(frozen=True)
class Plan:
    """How long, how hard, and with how many."""

    seconds: float
    kills: int
    players: int
    pace: float = 0.5
    seed: int = 1


@dataclass
class Report:
    """What came of a soak."""

    faults: list[str]
    figures: dict[str, float] = field(default_factory=dict)


class Soak:
    """One soak from its first start to its last look at the database."""

    def __init__(self, plan: Plan, data: Path) -> None:
        self._plan = plan
        self._data = data
        self._life = Life(data)
        self._rng = random.Random(plan.seed)
        self._town = Town(self._life, Evidence(self._life.database), self._rng, plan.pace)
        self._players: list[Player] = []
        self._ages: list[tuple[float, int]] = []
        """The memory of the server at each kill, with its age."""
        self._samples: list[tuple[float, int]] = []
        """The memory in the last life, by seconds."""
        self.report = Report(self._town.faults)

    async def run(self) -> Report:
        """Run the whole plan."""
        self._found()
        began = time.monotonic()
        await self._life.start()
        idle = await self._life.ask("count")
        self._town.up.set()
        tasks = [asyncio.create_task(player.live()) for player in self._players]
        try:
            await self._kill_often()
            await self._live_long()
            await self._send_home(tasks)
            await self._look_for_remains(idle)
            await self._end()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(AssertionError, ProcessLookupError):
                await self._life.kill()
        self._sum_up(time.monotonic() - began)
        return self.report

    def _found(self) -> None:
        """Make the players, and accounts for those with a key."""
        store = Store.open(f"sqlite:///{self._life.database}")
        for number in range(self._plan.players):
            if number % 8 == 7:
                self._players.append(Watcher(self._town, number, None, ""))
            elif number % 3 == 2:
                self._players.append(Player(self._town, number, None, ""))
            else:
                key = asyncssh.generate_private_key("ssh-ed25519")
                person = store.register(f"soak{number}", key.get_fingerprint())
                self._players.append(Player(self._town, number, key, person.id))
        store.close()

    async def _kill_often(self) -> None:
        """Kill the server at random moments of its life, in the first part of the time."""
        span = self._plan.seconds * (1 - _LAST_LIFE)
        shares = [self._rng.expovariate(1) for _ in range(self._plan.kills)]
        for share in shares:
            born, keys = time.monotonic(), self._town.did["keys"]
            await asyncio.sleep(span * share / sum(shares))
            await self._played(keys + self._plan.players)
            count = await self._life.ask("count")
            self._ages.append((time.monotonic() - born, count["rss_kb"]))
            await asyncio.sleep(self._rng.uniform(0, 0.3))
            await self._kill()

    async def _played(self, keys: int) -> None:
        """Wait until so many keys were pressed, on a machine that is slow to start."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SLOW):
                while self._town.did["keys"] < keys:
                    await asyncio.sleep(0.1)

    async def _kill(self) -> None:
        """Kill the server, look at what it has left, and start it again."""
        self._town.up.clear()
        await self._life.kill()
        self._town.did["kills"] += 1
        await asyncio.sleep(0.3)  # what was sent is still on its way to the screens
        evidence = self._town.evidence
        evidence.look()
        for player in self._players:
            player.check()
        self._town.recount()
        await self._life.start()
        evidence.compare(self._life.restored)
        self._town.up.set()

    async def _live_long(self) -> None:
        """Let the last life go on, and look at its memory."""
        await self._played(self._town.did["keys"] + self._plan.players)
        until = time.monotonic() + self._plan.seconds * _LAST_LIFE
        while (now := time.monotonic()) < until:
            count = await self._life.ask("count")
            self._samples.append((now, count["rss_kb"]))
            self.report.figures["most_sessions"] = max(
                self.report.figures.get("most_sessions", 0), count["sessions"]
            )
            await asyncio.sleep(min(5.0, self._plan.seconds / 20))

    async def _send_home(self, tasks: list[asyncio.Task[None]]) -> None:
        self._town.done.set()
        done, late = await asyncio.wait(tasks, timeout=_SETTLE * 2)
        self._town.faults += [f"a player never went home: {task}" for task in late]
        errors = [task.exception() for task in done if not task.cancelled()]
        self._town.faults += [f"a player broke: {error!r}" for error in errors if error]

    async def _look_for_remains(self, idle: dict[str, int]) -> None:
        """Wait until the server is as it was before the first player came."""
        until = time.monotonic() + _SETTLE
        names = ("sessions", "connections", "lobbies", "apps", "tasks")
        while time.monotonic() < until:
            count = await self._life.ask("count")
            left = {name: count[name] - idle[name] for name in names}
            if not any(left.values()):
                break
            await asyncio.sleep(0.5)
        else:
            held = "\n".join(await self._life.ask("held"))
            self._town.faults.append(f"the server still holds {left}\n{held}")
        self.report.figures |= {f"left_{name}": number for name, number in left.items()}
        self.report.figures["rss_mb_when_empty"] = count["rss_kb"] / 1024

    async def _end(self) -> None:
        """End the server in order, and look at the database for the last time."""
        status = await self._life.end()
        if status:
            self._town.faults.append(f"the server ended with status {status}")
        evidence = self._town.evidence
        evidence.look()
        unkept = evidence.unkept()
        if unkept:
            self._town.faults.append(f"finished games are not in the archive: {unkept}")
        log = excerpt(self._life.log.read_text())
        if log:
            self._town.faults.append(f"the server's log:\n{log}")

    def _sum_up(self, lasted: float) -> None:
        evidence, did = self._town.evidence, self._town.did
        self._town.faults += evidence.faults
        figures = self.report.figures
        figures["seconds"] = lasted
        figures["players"] = len(self._players)
        figures |= {name.replace(" ", "_"): number for name, number in sorted(did.items())}
        figures["actions_stored"] = evidence.actions
        figures["games_finished"] = len(evidence.kept)
        figures |= self._memory()
        figures["faults"] = len(self._town.faults)

    def _memory(self) -> dict[str, float]:
        """Tell how memory went, over the lives and in the last one."""
        figures: dict[str, float] = {}
        old = [rss / 1024 for age, rss in self._ages if age > 5]
        if len(old) >= 6:
            third = len(old) // 3
            first, last = statistics.median(old[:third]), statistics.median(old[-third:])
            figures |= {"rss_mb_first_lives": first, "rss_mb_last_lives": last}
            if last > first * _GROWTH:
                self._town.faults.append(f"later lives take more memory: {first} -> {last} MB")
        late = self._samples[len(self._samples) // 3 :]
        if len(late) > 3:
            times, sizes = [at / 60 for at, _ in late], [rss / 1024 for _, rss in late]
            slope = statistics.linear_regression(times, sizes).slope
            figures |= {"last_life_minutes": times[-1] - times[0], "rss_mb_per_minute": slope}
            figures["rss_mb_at_the_end"] = sizes[-1]
            if slope > _SLOPE_MB and self._plan.seconds * _LAST_LIFE > _LONG:
                self._town.faults.append(f"memory grows by {slope:.2f} MB a minute")
        return figures

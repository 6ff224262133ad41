"""Assess positions at home, in a process of its own that yields to everything else.

In spare time it thinks along during a game, so that less is left to think about at its end.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Final

from cuttle_tui.ports.chair import SECONDS, SEED, Analyst, Chair
from cuttle_tui.ports.lobby import LobbyError
from engine.actions import OUT_OF_TURN
from engine.bots.search import Assessment
from engine.bots.thinkers import Failed, Worker, command_of
from engine.play.view import View

_NICE: Final = 10


class ThoughtQueue:
    """Lets one thought go on at a time: one that nobody waits for, only while nobody else waits."""

    def __init__(self) -> None:
        self._one, self._spare = asyncio.Lock(), asyncio.Lock()
        self._rested = 0.0
        """The time of the loop from which on spare time may be used again."""
        self._waited_for = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def next(self, *, spare: bool) -> AsyncIterator[None]:
        """Wait for a turn, and hold it; half of all spare time is left to others."""
        if not spare:
            self._waited_for += 1
            self._idle.clear()
            try:
                async with self._one:
                    yield
            finally:
                self._waited_for -= 1
                if not self._waited_for:
                    self._idle.set()
            return
        loop = asyncio.get_running_loop()
        async with self._spare:
            await asyncio.sleep(self._rested - loop.time())
            while True:
                await self._idle.wait()
                async with self._one:
                    if not self._waited_for:
                        began = loop.time()
                        yield
                        self._rested = 2 * loop.time() - began
                        return


class ProcessAnalyst:
    """Assesses positions in a process that is started on first use and ends with this one."""

    def __init__(self, nice: int = _NICE) -> None:
        """Prepare a process that steps back so far behind others; nothing is started yet."""
        self._worker = Worker(command_of(nice))
        self._waiting = ThreadPoolExecutor(1, "analyst")
        self._thoughts = ThoughtQueue()

    async def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a game for the seat of a view.

        Raises:
            LobbyError: ``no-coach``: the process has ended, or cannot answer.
        """
        loop = asyncio.get_running_loop()
        try:
            async with self._thoughts.next(spare=spare):
                return await loop.run_in_executor(
                    self._waiting, self._worker.assess, view, seed, seconds
                )
        except (Failed, RuntimeError) as error:  # closed meanwhile
            raise LobbyError("no-coach") from error

    def close(self) -> None:
        """End the process; what it is thinking about is dropped."""
        self._waiting.shutdown(wait=False, cancel_futures=True)
        self._worker.end()


_KEPT: Final = 200
"""Positions that are remembered: a long game has half as many decisions of a seat."""


def has_spare_cores() -> bool:
    """Return whether the app and the computer leave a core to the coach."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) > 1
    return (os.cpu_count() or 1) > 1


class AlongAnalyst:
    """Remembers what was thought about a position, and thinks about those of a running game.

    Nobody is told of it before the game is over: a hint is thought about anew, and longer, and the
    computers are players who know nothing of the coach.
    """

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._known: OrderedDict[tuple[int, int | None], tuple[View, float, Assessment]] = (
            OrderedDict()
        )
        self._thinking: set[asyncio.Task[None]] = set()

    async def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Assessment:
        """Assess a game for the seat of a view, unless that was done before, for as long.

        Raises:
            LobbyError: ``no-coach``.
        """
        if spare:  # of games that are over, and not asked for again
            return await self._analyst.assess(view, seconds, seed=seed, spare=True)
        key = view.ply, view.viewer
        known, thought, assessment = self._known.get(key, (None, 0.0, None))
        if assessment is None or known != view or thought < seconds:
            assessment = await self._analyst.assess(view, seconds)
            self._known[key] = view, seconds, assessment
            self._known.move_to_end(key)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return assessment

    def think_along(self, chair: Chair) -> None:
        """Think about each decision of a seat from when it is asked."""
        last = -1

        def look(_: object = None) -> None:
            nonlocal last
            view = chair.state().view
            if view is None or view.ply == last:
                return
            last = view.ply
            if sum(action.kind not in OUT_OF_TURN for action in view.legal) > 1:
                task = asyncio.ensure_future(self._think(view))
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)

        chair.subscribe(look)
        look()

    async def _think(self, view: View) -> None:
        with suppress(LobbyError):  # the end of the game will tell
            await self.assess(view)

    def close(self) -> None:
        """Think about nothing more."""
        for task in [*self._thinking]:
            task.cancel()

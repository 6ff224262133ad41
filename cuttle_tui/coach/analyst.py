"""Assess positions at home, in a process of its own that yields to everything else."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from cuttle_tui.ports.chair import SECONDS
from cuttle_tui.ports.lobby import LobbyError
from engine.bots.search import Assessment
from engine.bots.thinkers import Failed, Worker, command_of
from engine.play.view import View

SEED: Final = 0
"""The seed of guesses at hidden cards: fixed, so that it tells nothing about them."""
_NICE: Final = 10


class ProcessAnalyst:
    """Assesses positions in a process that is started on first use and ends with this one."""

    def __init__(self, nice: int = _NICE) -> None:
        """Prepare a process that steps back so far behind others; nothing is started yet."""
        self._worker = Worker(command_of(nice))
        self._waiting = ThreadPoolExecutor(1, "analyst")

    async def assess(self, view: View, seconds: float = SECONDS) -> Assessment:
        """Assess a game for the seat of a view.

        Raises:
            LobbyError: ``no-coach``: the process has ended, or cannot answer.
        """
        loop = asyncio.get_running_loop()
        try:
            work = loop.run_in_executor(self._waiting, self._worker.assess, view, SEED, seconds)
            return await work
        except (Failed, RuntimeError) as error:  # closed meanwhile
            raise LobbyError("no-coach") from error

    def close(self) -> None:
        """End the process; what it is thinking about is dropped."""
        self._waiting.shutdown(wait=False, cancel_futures=True)
        self._worker.end()

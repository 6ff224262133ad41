"""Assess positions at home, in a process of its own that yields to everything else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import redirect_stderr, suppress
from typing import Final

from cuttle_tui.ports.chair import SECONDS
from cuttle_tui.ports.lobby import LobbyError
from engine.bots.search import Assessment, assess
from engine.bots.thinkers import attend
from engine.play.view import View

SEED: Final = 0
"""The seed of guesses at hidden cards: fixed, so that it tells nothing about them."""
_NICE: Final = 10


class ProcessAnalyst:
    """Assesses positions in a process that is started on first use and ends with this one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def assess(self, view: View, seconds: float = SECONDS) -> Assessment:
        """Assess a game for the seat of a view.

        Raises:
            LobbyError: ``no-coach``: the process cannot be started, or has ended.
        """
        try:
            return await asyncio.wrap_future(self._begin(view, seconds))
        except (BrokenExecutor, OSError) as error:
            self.close()
            raise LobbyError("no-coach") from error

    def _begin(self, view: View, seconds: float) -> Future[Assessment]:
        with redirect_stderr(sys.__stderr__):  # processes inherit it, and the app's is no file
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(
                    1, mp_context=context, initializer=_yield_to_others
                )
            return self._pool.submit(assess, view, SEED, seconds)

    def close(self) -> None:
        """End the process; what it is thinking about is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _yield_to_others() -> None:
    """Leave ctrl+c to the app, end with it, and run after everything else."""
    attend()
    with suppress(OSError, AttributeError):  # not every system has it
        os.nice(_NICE)

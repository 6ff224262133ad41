"""Assess positions for the coach in the process in which computer players think."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.analyst import SECONDS
from engine.bots.assess import Assessment
from engine.play.view import View
from server.tables.bots import BotProcess


class BotAnalyst:
    """Assesses one position at a time, so that computer players wait for one at most.

    All sessions share it. An analysis comes in small steps, and those of several players alternate.
    """

    def __init__(self, bot_process: BotProcess) -> None:
        self._bot_process = bot_process
        self._turn = asyncio.Lock()

    async def assess(self, view: View, seconds: float = SECONDS) -> Assessment:
        """Assess a game for the seat of a view, when it is its turn.

        Raises:
            LobbyError: ``no-coach``: the process was killed from outside.
        """
        async with self._turn:
            try:
                return await asyncio.wrap_future(self._bot_process.assess(view, seconds))
            except BrokenExecutor as error:
                self._bot_process.close()
                raise LobbyError("no-coach") from error

"""Assess positions for the coach in a process that steps back behind everything else."""

from __future__ import annotations

import asyncio

from cuttle_tui.local.analyst import ProcessAnalyst
from cuttle_tui.ports.analyst import SECONDS, Analyst
from engine.bots.assess import Assessment
from engine.play.view import View


class SharedAnalyst:
    """Assesses one position at a time for all sessions.

    An analysis comes in small steps, and those of several players alternate.
    """

    def __init__(self, analyst: Analyst | None = None) -> None:
        """Share an analyst; by default, a process of its own."""
        self._own = ProcessAnalyst()
        self._analyst = analyst or self._own
        self._turn = asyncio.Lock()

    async def assess(self, view: View, seconds: float = SECONDS) -> Assessment:
        """Assess a game for the seat of a view, when it is its turn.

        Raises:
            LobbyError: ``no-coach``: the process was killed from outside.
        """
        async with self._turn:
            return await self._analyst.assess(view, seconds)

    def close(self) -> None:
        """End the process."""
        self._own.close()

"""The computer players of a table at home."""

from __future__ import annotations

import asyncio
from typing import Final

from cuttle_tui.ports import Chair, Change
from engine.bots import greedy
from engine.bots.player import out_of_turn
from engine.errors import StaleAction

COMPUTER: Final = "computer"
"""The name of the computer player."""
LEVEL: Final = "greedy"
"""How well it plays."""
PACE: Final = 0.7
"""Seconds the computer takes for a move, so that players can follow."""


class ComputerPlayer:
    """Plays a seat from its view, a little after each change."""

    def __init__(self, chair: Chair, seed: int, pace: float) -> None:
        self._chair = chair
        self._seed = seed
        self._pace = pace
        self._waiting = False
        self._stopped = False
        self._end = chair.subscribe(self._changed)
        self._changed(Change(()))

    def stop(self) -> None:
        """Play no more."""
        self._stopped = True
        self._end()

    def hurry(self) -> None:
        """Play at once from now on."""
        self._pace = 0.0

    def _changed(self, change: Change) -> None:
        view = self._chair.state().view
        if view is None or self._waiting:
            return
        if view.legal or out_of_turn(view):
            self._waiting = True
            asyncio.get_running_loop().call_later(self._pace, self._move)

    def _move(self) -> None:
        self._waiting = False
        view = self._chair.state().view
        if view is None or self._stopped:
            return
        action = out_of_turn(view)
        if action is None and view.legal:
            action = greedy.choose(view, self._seed)
        if action is None:
            return
        try:
            self._chair.submit(action, view.ply)
        except StaleAction:
            self._changed(Change(()))

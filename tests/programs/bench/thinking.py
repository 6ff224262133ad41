"""Let computers play each other on the server that is measured, as the strongest would."""

from __future__ import annotations

import asyncio
import secrets
import sys
from typing import Final

from engine.bots.computer import ComputerPlayer
from engine.bots.thinkers import Thinker
from engine.rules.options import parse_ruleset
from engine.table.state import Change
from engine.table.table import Table
from server.tables.chairs import PACE

PLAYERS: Final = 50
"""Games in which a computer is asked all the time."""
THOUGHT: Final = 0.1
"""CPU seconds of each of their thoughts."""
_LEVEL: Final = "sharp"
"""Their level; the computers that others play against think as they do on a server."""
_BURNING: Final = f"""
import os, sys, time
os.nice(int(sys.argv[1]))
sys.path[:] = {sys.path!r}
from engine.bots import thinkers
choose = thinkers.choose
def burn(level, seed, view):
    until = time.process_time() + (level == {_LEVEL!r}) * {THOUGHT}
    while time.process_time() < until:
        pass
    return choose(level, seed, view)
thinkers.choose = burn
thinkers.main()
"""
COMMAND: Final = (sys.executable, "-c", _BURNING, "19", "")
"""A process that thinks as long as the strongest players do, and as niced as on a server."""


class Games:
    """Games of computers against each other; when one is over, the next begins."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._games: list[asyncio.Task[None]] = []
        self.moves = 0
        """How many moves were made."""

    def begin(self) -> int:
        """Start the games, and return the moves made so far."""
        self._games = [asyncio.create_task(self._play()) for _ in range(PLAYERS)]
        return self.moves

    def end(self) -> int:
        """End the games, and return the moves made so far."""
        for game in self._games:
            game.cancel()
        self._games.clear()
        return self.moves

    async def _play(self) -> None:
        while True:
            table, over = Table(parse_ruleset("standard"), secrets.token_bytes(32)), asyncio.Event()

            def moved(change: Change, table: Table = table, over: asyncio.Event = over) -> None:
                self.moves += bool(change.events)
                if table.over:
                    over.set()

            table.subscribe(None, moved)
            seats = [table.sit(seat, f"computer {_LEVEL}", "computer") for seat in (0, 1)]
            players = [
                ComputerPlayer(seat, self._thinker, _LEVEL, secrets.randbits(32), PACE)
                for seat in seats
            ]
            try:
                await over.wait()
            finally:
                for player in players:
                    player.stop()

"""Warm up before the first player connects."""

from __future__ import annotations

import asyncio
import logging

from cuttle_tui.i18n.translation import catalogue, language_name, languages
from cuttle_tui.tty.terminal import Terminal
from engine.bots.thinkers import AtOnce
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.players import Player
from server.sessions.app import AppFor, Visit, run_app
from server.terminal.driver import driver_for
from server.terminal.wire import Listener, Wire

log = logging.getLogger(__name__)

_LONGEST = 20.0
"""Seconds the warm-up may take; then it is cancelled."""


class _Nowhere(Wire):
    """A wire without a far end, which takes every frame at once."""

    def __init__(self) -> None:
        self.size = (120, 40)
        self.alive = True
        self.paused = False
        self.painted = asyncio.Event()

    def listen(self, listener: Listener) -> None:
        """Do nothing: no input comes."""
        del listener

    def hold_input(self, hold: bool) -> None:
        """Do nothing: no input comes."""
        del hold

    def write(self, data: bytes, error: bool = False) -> None:
        """Signal the first frame; only short mode changes precede it."""
        del error
        if len(data) > 1000:
            self.painted.set()

    @property
    def waiting(self) -> int:
        """Nothing ever waits."""
        return 0


async def warm_up(app_for: AppFor) -> None:
    """Run an app at a table to its first frame, which fills all caches."""
    for language in languages():
        catalogue(language)
        language_name(language)
    matchmaker = Matchmaker(AtOnce())
    lobby, other = (enter_lobby(matchmaker, Player(name, name)) for name in ("one", "two"))
    chair = await lobby.quick_match("standard")
    await other.quick_match("standard")
    wire, terminal = _Nowhere(), Terminal()
    app = app_for(Visit(lobby, terminal, chair, "", driver_for(wire, terminal)))
    running = asyncio.create_task(run_app(app))
    painted = asyncio.create_task(wire.painted.wait())
    await asyncio.wait((running, painted), timeout=_LONGEST, return_when=asyncio.FIRST_COMPLETED)
    painted.cancel()
    app.exit()
    try:
        await asyncio.wait_for(running, _LONGEST)
    except Exception:
        log.exception("the app did not come up in the warm-up")

"""Computer players: they think in another process and are sent only their view."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from typing import Final

from cuttle_tui.ports import Chair, Change
from engine.actions import Action
from engine.bots.assess import Assessment
from engine.bots.player import out_of_turn
from engine.errors import NotYourTurn, StaleAction
from engine.play.view import View
from engine.rules.rulesets import Ruleset
from engine.table.practice import PracticeChair, PracticeGame, PracticeTable
from server.people.players import COMPUTER
from server.tables.room import Room

log = logging.getLogger(__name__)

_RETRIES: Final = 3
PACE: Final = 0.6
"""Seconds a computer player takes for every answer."""


class BotProcess:
    """The process in which computer players think; started on first use."""

    def __init__(self, pace: float = 0.0) -> None:
        """Prepare the process; it starts on first use.

        Args:
            pace: seconds every answer takes, so that timing reveals nothing about the cards.
        """
        self.pace = pace
        self._pool: ProcessPoolExecutor | None = None

    def think(self, view: View) -> Future[Action]:
        """Start to choose an action for a view."""
        try:
            return self._open().submit(_choose, view, secrets.randbits(32))
        except BrokenExecutor:
            self.close()  # the process was killed from outside: start another
            return self._open().submit(_choose, view, secrets.randbits(32))

    def assess(self, view: View, seconds: float) -> Future[Assessment]:
        """Start to assess a view; the seed is fixed, so that it tells nothing about hidden cards.

        Raises:
            BrokenExecutor: the process was killed from outside.
        """
        return self._open().submit(_assess, view, seconds)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=multiprocessing.get_context("spawn"), initializer=_attend
            )
        return self._pool

    def close(self) -> None:
        """End the process; what it was thinking about is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _attend() -> None:
    """Ignore ctrl+c, and end with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _choose(view: View, seed: int) -> Action:
    from engine.bots.greedy import choose

    return choose(view, seed)


def _assess(view: View, seconds: float) -> Assessment:
    from engine.bots.assess import assess

    return assess(view, 0, seconds)


class BotPlayer:
    """A computer player on a chair."""

    def __init__(self, chair: Chair, bot_process: BotProcess) -> None:
        self._chair = chair
        self._bot_process = bot_process
        self._loop = asyncio.get_running_loop()
        self._thinking = False
        self._broken = 0
        self._stop = chair.subscribe(self._changed)
        self._later()

    def _changed(self, change: Change) -> None:
        del change
        self._later()

    def _later(self) -> None:
        """Read the table once the change is complete, in an empty context."""
        self._loop.call_soon(self._look, context=contextvars.Context())

    def _look(self) -> None:
        state = self._chair.state()
        view = state.view
        if self._thinking or view is None or view.outcome or state.called_off:
            return
        joined = out_of_turn(view)
        if joined is not None:
            with suppress(StaleAction):  # the change that comes next makes it look again
                self._chair.submit(joined, view.ply)
            return
        if view.asked[:1] != (view.viewer,):
            return
        self._thinking = True
        due = self._loop.time() + self._bot_process.pace
        thought = asyncio.wrap_future(self._bot_process.think(view))
        thought.add_done_callback(lambda done: self._wait(due, done, view))

    def _wait(self, due: float, thought: asyncio.Future[Action], view: View) -> None:
        """Answer at a set time, so that timing reveals nothing."""
        if self._bot_process.pace:
            self._loop.call_at(due, self._answer, thought, view, context=contextvars.Context())
        else:
            self._answer(thought, view)

    def _answer(self, thought: asyncio.Future[Action], view: View) -> None:
        """Play the chosen action, unless the table has moved on; a broken player gives up."""
        if thought.cancelled():
            return
        self._thinking = False
        error = thought.exception()
        if isinstance(error, BrokenExecutor) and self._broken < _RETRIES:
            self._broken += 1  # the process was killed while it thought: ask another
            self._bot_process.close()
            self._later()
            return
        try:
            if error is None:
                self._submit(thought.result(), view)
                return
        except (StaleAction, NotYourTurn):
            log.debug("the computer's answer came too late and was dropped")
            self._later()
            return
        except Exception as refused:  # a broken computer player must not hold up a person
            error = refused
        log.error("the computer player gave up at ply %d", view.ply, exc_info=error)
        self._stop()
        self._chair.leave()

    def _submit(self, action: Action, view: View) -> None:
        """Play an action that was chosen for a view.

        Raises:
            StaleAction: the table looks different by now, though the ply may be the same: a move
                was taken back, and another made.
        """
        if self._chair.state().view != view:
            raise StaleAction("the table has moved on")
        self._chair.submit(action, view.ply)


class BotSeats:
    """Seats computer players, who share a bot process."""

    def __init__(self, bot_process: BotProcess, nonce: Callable[[], bytes]) -> None:
        self._bot_process = bot_process
        self._nonce = nonce

    def fill(self, room: Room, count: int | None = None) -> None:
        """Seat computer players in the last free seats, `count` of them; in all by default."""
        free = room.table.free_seats()
        chosen = free[len(free) - count :] if count is not None else free
        for number, seat in enumerate(chosen, 1):
            name = COMPUTER if len(chosen) == 1 else f"{COMPUTER} {number}"
            chair = room.table.sit(seat, name, "computer", self._nonce(), who=COMPUTER)
            BotPlayer(chair, self._bot_process)

    def take_up(self, room: Room) -> None:
        """Reseat the computer after a restart."""
        for seat, sitter in enumerate(room.table.sitters):
            if sitter.kind == "computer":
                BotPlayer(room.table.chair(seat), self._bot_process)

    def practise(self, ruleset: Ruleset, name: str) -> Chair:
        """Seat a player among computers at a table of which nothing is kept."""
        table = PracticeTable(ruleset, secrets.token_bytes(32), clock=time.time)
        table.sit(0, name, "person", self._nonce())
        for seat in range(1, table.seats):
            called = COMPUTER if table.seats == 2 else f"{COMPUTER} {seat}"
            BotPlayer(table.sit(seat, called, "computer", self._nonce()), self._bot_process)
        return PracticeChair(table, 0)

    def play_on(self, branch: PracticeGame) -> Chair:
        """Let the computer play the other seats of a practice game."""
        for seat in range(branch.seats):
            if seat != branch.seat:
                BotPlayer(branch.chair(seat), self._bot_process)
        return branch.chair(branch.seat)

"""A computer player in a seat: it looks after each change, thinks, and answers at its pace."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from random import Random
from typing import Final, Protocol

from engine.actions import Action
from engine.bots.greedy import out_of_turn
from engine.bots.thinkers import EXACT, LIMIT, QUICK, AtOnce, Thinker
from engine.errors import NotYourTurn, StaleAction
from engine.play.view import Ask, View
from engine.table.state import Listener, TableState

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

_BASE: Final = {Ask.PLAY: 0.8, Ask.SEVEN: 1.0, Ask.COUNTER: 1.1}
"""What an answer takes at least, in paces."""
_USUAL: Final = 0.9
_EACH: Final = 0.07
"""What each card on the table adds to a turn, in paces."""
_MOST_CARDS: Final = 10
_SWAY: Final = 0.5
"""How far answers to the same question differ, in paces."""
_PRESSED: Final = 20
"""The part of the time left that an answer may take."""
_PART: Final = 4
"""The part of the time left that a thought may take."""
_LEAST: Final = 0.2
"""Seconds a thought may take in any case."""
BEAT: Final = 1.0
"""Seconds between the moments at which a late answer is given."""


def delay(view: View, seed: int, pace: float, left: float | None = None) -> float:
    """Return how many seconds an answer takes; of the view only what is public is read.

    Args:
        seed: what sets the player apart from others; the same at every answer.
        pace: the usual seconds for an answer.
        left: the seconds on the player's clock; None without a clock.
    """
    cards = sum(len(seat.points) + len(seat.royals) for seat in view.seats)
    seen = _EACH * min(cards, _MOST_CARDS) if view.ask is Ask.PLAY else 0.0
    sway = _SWAY * Random(f"{seed} {view.ply}").random()
    unhurried = pace * (_BASE.get(view.ask, _USUAL) + seen + sway)
    return unhurried if left is None else min(unhurried, max(0.0, left) / _PRESSED)


def next_beat(due: float, now: float) -> float:
    """Return when to give an answer that comes late: how late it was found must not show."""
    return due + BEAT * max(0, ceil((now - due) / BEAT))


class Seat(Protocol):
    """What a computer player needs of its chair."""

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    def state(self) -> TableState:
        """Return the table as this seat may see it."""

    def submit(self, action: Action, ply: int) -> None:
        """Play an action chosen at `ply`."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; call the result to unsubscribe."""

    def leave(self) -> None:
        """Leave for good, conceding a running game."""


class ComputerPlayer:
    """Plays a seat from its view.

    An answer comes after a time that depends only on what is public. A thought that takes longer
    is waited for, in steps that do not show how long it took.
    """

    def __init__(
        self,
        chair: Seat,
        thinker: Thinker,
        level: str,
        seed: int,
        pace: float,
        *,
        exact: bool = False,
    ) -> None:
        """Play from now on; to be called in a running loop.

        Args:
            chair: the seat.
            thinker: where it thinks.
            level: how well it plays.
            seed: the source of its random numbers.
            pace: the usual seconds for an answer; 0 for as soon as possible.
            exact: whether it waits for the level's own choice however long that takes, so that
                what it plays follows from the level, the seed and the game alone.
        """
        self._chair = chair
        self._thinker = thinker
        self._level = level
        self._seed = seed
        self._pace = pace
        self._limit = EXACT if exact else LIMIT
        self._loop = asyncio.get_running_loop()
        self._asked: View | None = None
        """What it thinks about."""
        self._thought: asyncio.Future[Action] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        thinker.prepare(level)
        self._end = chair.subscribe(lambda change: self._look_soon())
        self._look_soon()

    def stop(self) -> None:
        """Play no more."""
        self._stopped = True
        self._drop()
        self._end()

    def hurry(self) -> None:
        """Play quick moves at once from now on."""
        self._thinker, self._level, self._pace = AtOnce(), QUICK, 0.0
        self._drop()
        self._look_soon()

    def _look_soon(self) -> None:
        """Look at the table once the change is complete, in an empty context."""
        self._loop.call_soon(self._look, context=contextvars.Context())

    def _look(self) -> None:
        state = self._chair.state()
        view = None if self._stopped or state.called_off else state.view
        if view is None or view.outcome is not None:
            self._drop()
            return
        joined = out_of_turn(view)
        if joined is not None:
            with suppress(StaleAction):  # the change that comes next makes it look again
                self._chair.submit(joined, view.ply)
        elif view.asked[:1] != (view.viewer,):
            self._drop()
        elif view != self._asked:
            left = state.clocks[view.asked[0]] if state.clocks else None
            self._drop()
            now = self._loop.time()
            due = now + delay(view, self._seed, self._pace, left)
            seconds = self._limit if left is None else max(_LEAST, min(LIMIT, left / _PART))
            self._asked = view
            asked = self._thinker.think(view, self._level, self._seed, seconds)
            self._thought = asyncio.wrap_future(asked)
            if self._pace:
                self._wake_at(due, due)
            else:
                self._thought.add_done_callback(self._answer, context=contextvars.Context())

    def _drop(self) -> None:
        """Stop thinking: the question is not asked any more."""
        if self._thought is not None:
            self._thought.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._asked = self._thought = self._timer = None

    def _wake_at(self, when: float, due: float) -> None:
        empty = contextvars.Context()
        self._timer = self._loop.call_at(when, self._due, due, context=empty)

    def _due(self, due: float) -> None:
        """Answer, or look again at the next beat."""
        assert self._thought is not None
        if self._thought.done():
            self._answer(self._thought)
        else:
            self._wake_at(next_beat(due, self._loop.time() + _SOON), due)

    def _answer(self, thought: asyncio.Future[Action]) -> None:
        """Play the chosen action, unless the table has moved on; a broken player gives up."""
        view = self._asked
        if thought.cancelled() or thought is not self._thought or view is None:
            return
        self._asked = self._thought = self._timer = None
        error = thought.exception()
        if self._chair.state().view != view:
            self._look()
            return
        try:
            if error is None:
                self._chair.submit(thought.result(), view.ply)
                return
        except (StaleAction, NotYourTurn):
            log.debug("the computer's answer came too late and was dropped")
            self._look_soon()
            return
        except Exception as refused:  # a broken computer player must not hold up a person
            error = refused
        log.error("the computer player gave up at ply %d", view.ply, exc_info=error)
        self.stop()
        self._chair.leave()


_SOON: Final = 0.001
"""Seconds that make sure that the next beat is not this one."""

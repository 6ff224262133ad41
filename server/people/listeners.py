"""Call listeners: apart from each other's errors, in turn if they are many, until they leave."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Final, Generic, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE: Final = 4
"""Listeners that are called at once; the others take turns."""
_SHORTEST, _LONGEST = 0.001, 0.05
"""Seconds between two turns."""


def isolate(listener: Callable[[T], None], owner: str) -> Callable[[T], None]:
    """Wrap a listener so that its first error is logged, as the owner's, and ends its calls."""
    broken = False

    def call(news: T) -> None:
        nonlocal broken
        if broken:
            return
        try:
            listener(news)
        except Exception:
            broken = True
            log.exception("a listener of %s broke and hears no more", owner)

    return call


class Turns:
    """Calls many listeners one after the other.

    What they set off may take half of the thread's time: after each turn there is a pause as long
    as the thread was busy. So others wait for few of them at a time, however many there are, and
    what changes again before a listener's turn is painted once.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._busy = 0.0
        """The thread's processor time at the last turn."""

    def wait(self, call: Callable[[], None]) -> None:
        """Call a function when its turn comes."""
        self._waiting.append(call)
        if self._timer is None:
            self._busy = time.thread_time()
            self._schedule(_SHORTEST)

    def _schedule(self, pause: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(pause, self._next, context=Context())

    def _next(self) -> None:
        before, self._busy = self._busy, time.thread_time()
        call, self._timer = self._waiting.popleft(), None
        if self._waiting:
            self._schedule(min(max(self._busy - before, _SHORTEST), _LONGEST))
        call()


class InTurn(Generic[T]):
    """A listener that is called in its turn, for every change and in order."""

    def __init__(self, listener: Callable[[T], None], turns: Turns) -> None:
        self._listener = listener
        self._turns = turns
        self._changes: list[T] = []

    def __call__(self, change: T) -> None:
        """Call the listener soon."""
        self._changes.append(change)
        if len(self._changes) == 1:
            self._turns.wait(self._catch_up)

    def _catch_up(self) -> None:
        changes = [*self._changes]
        self._changes.clear()
        for change in changes:
            self._listener(change)

    def stop(self) -> None:
        """Stop calling the listener."""
        self._listener = lambda _change: None


class Gathered:
    """Calls a while after the first request; requests until then are the same call."""

    def __init__(self, call: Callable[[], None], pause: Callable[[], float]) -> None:
        self._call = call
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Call after the pause that has begun, or begins now."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._pause(), self._over, context=Context())

    def _over(self) -> None:
        self._timer = None
        self._call()


class Subscriptions:
    """The subscriptions of a session."""

    def __init__(self) -> None:
        self._ends: set[Callable[[], None]] = set()

    def until(self, end: Callable[[], None]) -> Callable[[], None]:
        """Add a subscription; the result ends it early. `end` may be called more than once."""

        def ended() -> None:
            self._ends.discard(ended)
            end()

        self._ends.add(ended)
        return ended

    def end(self) -> None:
        """End them all."""
        for ended in [*self._ends]:
            ended()

"""Notify many listeners in turn, so that no session waits for all."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Final, Generic, TypeVar

T = TypeVar("T")

AT_ONCE: Final = 8
"""Listeners that are called at once; the others follow."""
GAP: Final = 0.005
"""Seconds between two of those that follow: several times what a terminal takes to paint."""
_ROUND: Final = 300
"""Listeners after which it begins anew, so that nobody waits for longer than 1.5 seconds."""


def delay_of(place: int) -> float:
    """Return the seconds that the listener at a place waits."""
    return 0.0 if place < AT_ONCE else place % _ROUND * GAP


class Paced(Generic[T]):
    """A listener that is called with a delay, for every change and in order."""

    def __init__(self, listener: Callable[[T], None], delay: float) -> None:
        self._listener = listener
        self._delay = delay
        self._waiting: deque[T] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, change: T) -> None:
        """Call the listener, now or soon."""
        if not self._delay:
            self._listener(change)
            return
        self._waiting.append(change)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._delay, self._tell, context=Context())

    def _tell(self) -> None:
        self._timer = None
        while self._waiting:
            self._listener(self._waiting.popleft())

    def stop(self) -> None:
        """Stop calling the listener."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

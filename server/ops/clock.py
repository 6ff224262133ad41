"""The server's clock, and garbage collected between players' keys."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from contextvars import Context
from typing import Final, Self

from server.ops.monitoring import Metrics

_LONGEST: Final = 5.0
"""Seconds that may lie between two looks at the clock; the server looks every second."""
_KEPT: Final = 1.0
"""Seconds that count of a longer gap."""
_APART: Final = 1.0
"""Seconds by which the time may differ from the wall clock's before it is set."""


class PlayClock:
    """Counts the seconds in which the process runs; `catch_up` sets it to the date."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._seen = steady()
        self._now = wall()

    def __call__(self) -> float:
        """Return the time in seconds since 1970; a gap since the last look is left out."""
        seen = self._steady()
        passed = max(0.0, seen - self._seen)
        self._seen = seen
        self._now += passed if passed <= _LONGEST else _KEPT
        return self._now

    def catch_up(self) -> float:
        """Set the time to the wall clock's, if they have parted.

        Returns the seconds that were left out; below 0 if the date was set back.
        """
        missing = self._wall() - self()
        if abs(missing) < _APART:
            return 0.0
        self._now += missing
        return missing


_PAUSE: Final = 0.004
"""Seconds of processor time that a collection of young objects should take."""
_SOONEST, _LATEST = 0.02, 1.0
"""Seconds between two of them."""
_LATE: Final = 0.002
"""By how many seconds a timer is late while keys are being answered."""
_AGAIN: Final = 0.003
_PATIENCE: Final = 0.1
"""Seconds for which a collection steps back for keys."""
_SHORT: Final = 0.02
"""Seconds that a collection of all objects may take at any time."""
_A_SESSION: Final = 0.002
"""Seconds it takes for each session that is open, until that is measured."""
_MOST_ENDED: Final = 50
"""Sessions that may end before all objects are looked at, however long that takes; or as many as
are open."""


class Collector:
    """Collects garbage in place of Python's own rules; use it as a context."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._interval = _LATEST
        self._due = 0.0
        """When the next collection is due, in the loop's time."""
        self._ended = 0
        """The sessions that had ended at the last collection of all objects."""
        self._a_session = _A_SESSION
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        """Leave all that is here now out of collections, and begin."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._next()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave the garbage to Python."""
        if self._timer is not None:
            self._timer.cancel()
        gc.enable()

    def _next(self) -> None:
        self._due = asyncio.get_running_loop().time() + self._interval
        self._look_at(self._due)

    def _look_at(self, moment: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(moment, self._look, moment, context=Context())

    def _look(self, moment: float) -> None:
        """Collect, or step back while keys are being answered."""
        now = asyncio.get_running_loop().time()
        if now - moment > _LATE and now - self._due < _PATIENCE:
            self._look_at(now + _AGAIN)
            return
        self._collect_young()
        if self._all_is_due():
            self._collect_all()
        self._next()

    def _collect_young(self) -> None:
        """Collect the objects made since the last time, and choose when to do so again."""
        took = self._timed("young", 0)
        wanted = self._interval * _PAUSE / max(took, _PAUSE / 10)
        smooth = min(max(wanted, self._interval / 2), self._interval * 2)
        self._interval = min(max(smooth, _SOONEST), _LATEST)

    def _all_is_due(self) -> bool:
        ended = self._metrics.sessions_ended - self._ended
        here = self._metrics.sessions
        short = (here + ended) * self._a_session <= _SHORT
        return ended > 0 and (short or ended >= max(_MOST_ENDED, here))

    def _collect_all(self) -> None:
        sessions = self._metrics.sessions + self._metrics.sessions_ended - self._ended
        self._ended = self._metrics.sessions_ended
        took = self._timed("all", 2)
        self._a_session = (self._a_session + took / max(sessions, 1)) / 2

    def _timed(self, kind: str, generation: int) -> float:
        """Collect; return the seconds of processor time it took."""
        began, used = time.perf_counter(), time.thread_time()
        gc.collect(generation)
        self._metrics.collected(kind, time.perf_counter() - began)
        return time.thread_time() - used

"""Share the time of the process among addresses: limits on commands do not see what they cost.

Whatever is done for a session is done in its own tasks, whose steps are timed. A session whose
address has used up its time waits before its next key, line, size or part of an answer. What a
turn is likely to take is taken in advance, so that many sessions that ask at the same moment are
not all let through; it is corrected by what the turn did take.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, Final

from server.ops.limits import Limits
from server.ops.share import Clock, Measure, Pool, Share, Shares

_FIRST: Final = 0.015
"""Seconds that the first turn of a session is expected to take: most begin with an app."""
_LEAST, _MOST = 0.0005, 0.1
"""The seconds that a turn may be expected to take."""
_INERTIA: Final = 0.7
"""How much what was expected before counts beside what the last turn took."""
_QUIET: Final = 0.05
"""Seconds a session may have used of late and still come before those that use more."""
_PORTION: Final = 0.004
"""Seconds that a session waits for when none are left."""
_SHORTEST, _LONGEST = 0.002, 0.5
"""Seconds after which a session that waits looks again: at the earliest, and at the latest."""
_DEAR: Final = 0.003
"""Seconds beyond which a turn is dear: then a turn is one key."""
_ALONE: Final = 60.0
"""Seconds after which an address is alone if no other has had a turn."""
_ALONE_BURST, _ALONE_RATE = 0.3, 0.9
"""What an address that is alone may use at once, and in a second."""
_DEEPEST: Final = 10
"""How many times what it may use at once an address may owe: no turn is paid for without end."""


class TimeShare(Share):
    """A session's share of the time of its address."""

    def __init__(self, shares: Shares[Any], pool: Pool) -> None:
        super().__init__(shares, pool)
        self._expected = _FIRST
        self._paid = 0.0
        """What was taken in advance and is not used yet."""
        self._spent = 0.0
        """What the present turn has taken."""
        self._turns = 0
        self._all: TimeShares = shares  # type: ignore[assignment]

    @property
    def measure(self) -> Measure:
        """How much the address may use now: most of the time while no other asks for any."""
        return self._all.measure_of(self._pool)

    @property
    def dear(self) -> bool:
        """Whether the session's turns are likely to take long."""
        return self._expected > _DEAR

    def begin(self) -> None:
        """Begin a turn, and take in advance what it is likely to use."""
        if self._turns:
            mixed = _INERTIA * self._expected + (1 - _INERTIA) * self._spent
            self._expected = min(max(mixed, _LEAST), _MOST)
        self._turns += 1
        self._spent = 0.0
        self._all.note(self._pool)
        advance = max(0.0, self._expected - self._paid)
        self._paid += advance
        self.take(advance)

    def spend(self, seconds: float) -> None:
        """Count time that was used."""
        self._spent += seconds
        paid = min(seconds, self._paid)
        self._paid -= paid
        self.take(seconds - paid)
        lowest = -_DEEPEST * self.measure.burst
        self._pool.level = max(self._pool.level, lowest)

    def leave(self) -> None:
        """Record that the session is over, and give back what it did not use."""
        self._pool.level += self._paid
        self._paid = 0.0
        super().leave()

    def wait(self) -> float:
        """Return the seconds after which it is worth to ask again."""
        return min(max(super().wait(), _SHORTEST), _LONGEST)

    async def turn(self) -> None:
        """Wait until there is time, and begin a turn."""
        while self.left <= 0:
            await asyncio.sleep(self.wait())
        self.caught_up()
        self.begin()


class TimeShares(Shares[TimeShare]):
    """The time that each address may use."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        measure = Measure(limits.time_burst, limits.time_rate, _QUIET, _PORTION)
        super().__init__(measure, TimeShare, clock)
        burst, rate = max(limits.time_burst, _ALONE_BURST), max(limits.time_rate, _ALONE_RATE)
        self._alone = Measure(burst, rate, _QUIET, _PORTION)
        self._latest: tuple[Pool | None, float] = None, 0.0
        """The address that had the latest turn, and when."""
        self._other: tuple[Pool | None, float] = None, 0.0
        """The same of the latest turn of any other address."""

    def note(self, pool: Pool) -> None:
        """Note a turn of an address."""
        if self._latest[0] is not pool:
            self._other = self._latest
        self._latest = pool, self.clock()

    def measure_of(self, pool: Pool) -> Measure:
        """Return what an address may use now."""
        other, at = self._other if self._latest[0] is pool else self._latest
        alone = other is None or self.clock() - at > _ALONE
        return self._alone if alone else self.measure


_spender: ContextVar[TimeShare | None] = ContextVar("whose time is used", default=None)


def charge(context: Context, share: TimeShare) -> None:
    """Let the tasks of a context, and all that they start, use the time of a share."""
    context.run(_spender.set, share)


class _Timed(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are timed."""

    __slots__ = ("_clock", "_coroutine", "_share")

    def __init__(self, coroutine: Any, share: TimeShare, clock: Clock) -> None:
        self._coroutine, self._share, self._clock = coroutine, share, clock

    def __getattr__(self, name: str) -> Any:
        """Return what debuggers ask of the coroutine: its name, its frame."""
        return getattr(self._coroutine, name)

    def send(self, value: Any) -> Any:
        """Run a step."""
        began = self._clock()
        try:
            return self._coroutine.send(value)
        finally:
            self._share.spend(self._clock() - began)

    def throw(self, *error: Any) -> Any:
        """Run a step that begins with an error."""
        began = self._clock()
        try:
            return self._coroutine.throw(*error)
        finally:
            self._share.spend(self._clock() - began)

    def close(self) -> None:
        """End the coroutine."""
        self._coroutine.close()

    def __await__(self) -> Any:
        return self._coroutine.__await__()


def time_tasks(
    loop: asyncio.AbstractEventLoop, clock: Callable[[], float] = time.thread_time
) -> None:
    """Time the steps of the tasks that are created from now on.

    Args:
        loop: the loop on which sessions run.
        clock: returns seconds of this thread on a processor: what the machine does meanwhile for
            others, and a stop of the whole process, are nobody's doing.
    """

    def make(
        loop: asyncio.AbstractEventLoop,
        coroutine: Any,
        *,
        context: Context | None = None,
        **more: Any,
    ) -> asyncio.Task[Any]:
        share = (context or copy_context()).get(_spender)
        if share is not None:
            coroutine = _Timed(coroutine, share, clock)
        return asyncio.Task(coroutine, loop=loop, context=context, **more)

    loop.set_task_factory(make)

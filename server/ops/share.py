"""Share among addresses what the process has: places, keys, time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from server.ops.limits import Limits

_MEMORY: Final = 2.0
"""Seconds after which what a session has used counts for half."""
Clock = Callable[[], float]
"""Returns monotonic seconds."""
S = TypeVar("S", bound="Share")


@dataclass(frozen=True, slots=True)
class Measure:
    """How much an address may use of something."""

    burst: float
    """At once."""
    rate: float
    """In a second, for long."""
    quiet: float
    """What a session may have used recently and still come before heavier ones."""
    portion: float
    """What a session waits for when nothing is left, so that it checks rarely."""


class Pool:
    """What an address may still send."""

    def __init__(self, level: float, since: float) -> None:
        self.level = level
        self.since = since
        self.sessions = 0


class Shares(Generic[S]):
    """What each address may use, for long and at once."""

    def __init__(
        self, measure: Measure, make: Callable[[Shares[S], Pool], S], clock: Clock
    ) -> None:
        self.measure = measure
        self.clock = clock
        self._make = make
        self._addresses: dict[str, Pool] = {}

    def join(self, address: str) -> S:
        """Return the share of a new session; call `leave` when the session ends."""
        if address not in self._addresses:
            self._addresses[address] = Pool(self.measure.burst, self.clock())
        pool = self._addresses[address]
        pool.sessions += 1
        return self._make(self, pool)

    def measure_of(self, pool: Pool, now: float) -> Measure:
        """Return how much an address may use at a moment, which is now or was just now."""
        del pool, now
        return self.measure

    def forget_empty(self) -> None:
        """Forget the addresses without a session that have used nothing for long enough."""
        for name, pool in [*self._addresses.items()]:
            full_in = (self.measure.burst - pool.level) / self.measure.rate
            if not pool.sessions and self.clock() - pool.since > full_in:
                del self._addresses[name]


class Share:
    """What a session may use of what its address may."""

    def __init__(self, shares: Shares[Any], pool: Pool) -> None:
        self._shares = shares
        self._pool = pool
        self._used = 0.0
        """What was used recently."""
        self._behind = False
        """Whether something has waited since the share was used up."""
        self._looked = shares.clock()

    @property
    def left(self) -> float:
        """What may be used now.

        Half of what an address may use at once is kept for the sessions that use little.
        """
        measure = self._pass_time()
        return max(0.0, self._pool.level - self._reserve(measure))

    def room(self) -> int:
        """Return how many whole pieces may be used now."""
        return int(self.left)

    def take(self, amount: float) -> None:
        """Count what was used."""
        self._pass_time()
        self._used += amount
        self._pool.level -= amount

    def caught_up(self) -> None:
        """Record that nothing waits to be used."""
        self._behind = False

    def wait(self) -> float:
        """Return the seconds until some of what waits may be used."""
        self._behind = True
        measure = self._pass_time()
        missing = measure.portion + self._reserve(measure) - self._pool.level
        return max(0.0, missing / measure.rate)

    def leave(self) -> None:
        """Record that the session is over."""
        self._pool.sessions -= 1
        self._shares.forget_empty()

    def _reserve(self, measure: Measure) -> float:
        return measure.burst / 2 if self._behind or self._used > measure.quiet else 0.0

    def _pass_time(self) -> Measure:
        """Let what may be used grow until now; return how much that is in all."""
        now, pool = self._shares.clock(), self._pool
        measure = self._shares.measure_of(pool, now)
        pool.level = min(measure.burst, pool.level + (now - pool.since) * measure.rate)
        pool.since = now
        self._used *= 0.5 ** ((now - self._looked) / _MEMORY)
        self._looked = now
        return measure


_QUIET: Final = 8.0
"""Keys a session may have sent recently and still come before heavier ones."""
_AT_ONCE: Final = 8.0
"""Keys that a session waits for when none are left."""
KeyShare = Share


class KeyShares(Shares[KeyShare]):
    """The keys that each address may send."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        measure = Measure(limits.keys_burst, limits.keys_rate, _QUIET, _AT_ONCE)
        super().__init__(measure, KeyShare, clock)


_FIRST: Final = 0.015
"""Seconds that the first turn of a session is expected to take: most begin with an app."""
_LEAST, _MOST = 0.0005, 0.1
"""The seconds that a turn may be expected to take."""
_INERTIA: Final = 0.7
"""How much what was expected before counts beside what the last turn took."""
_QUIET_TIME: Final = 0.05
"""Seconds a session may have used recently and still come before heavier ones."""
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
_LONG_STEP: Final = 0.01
"""Seconds after which a step is to end before it takes up something new."""
_DEEPEST: Final = 10
"""How many times what it may use at once an address may owe: no turn is paid for without end."""


class Stuck(Exception):
    """A session goes on and on by itself, so that it answers nobody."""


class TimeShare(Share):
    """A session's share of the time of its address."""

    timer: StepTimer | None = None
    """Times the steps of the session's tasks."""

    def __init__(self, shares: Shares[Any], pool: Pool) -> None:
        super().__init__(shares, pool)
        self._expected = _FIRST
        self._paid = 0.0
        """What was taken in advance and is not used yet."""
        self._spent = 0.0
        """What the present turn has taken."""
        self._turns = 0
        self._total = 0.0
        """What all turns have taken."""
        self._all: TimeShares = shares  # type: ignore[assignment]

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
        self._total += seconds
        if seconds <= self._paid:  # as most steps are, of which each key has several
            self._paid -= seconds
            return
        more, self._paid = seconds - self._paid, 0.0
        measure = self._pass_time()
        self._used += more
        self._pool.level = max(self._pool.level - more, -_DEEPEST * measure.burst)

    def leave(self) -> None:
        """Record that the session is over, and give back what it did not use."""
        self._pool.level += self._paid
        self._paid = 0.0
        super().leave()

    def wait(self) -> float:
        return min(max(super().wait(), _SHORTEST), _LONGEST)

    async def turn(self) -> None:
        """Wait until there is time, and begin a turn."""
        while self.left <= 0:
            await asyncio.sleep(self.wait())
        self.caught_up()
        self.begin()

    async def give_way(self) -> float:
        """Let others go on if the present step is a long one; return the seconds it took, else 0.

        A session that alone uses more than its address may, though its keys and lines wait, goes on
        by itself: it waits as they do.
        """
        took = 0.0
        if self.timer is not None and self.timer.running > _LONG_STEP:
            before = self._total
            await asyncio.sleep(0)
            took = self._total - before
        while self._pool.level < 0 and (wait := self._overdraft()) > 0:
            await asyncio.sleep(wait)
        return took

    def _overdraft(self) -> float:
        """Return the seconds until a session may go on that by itself uses too much."""
        rate = self._pass_time().rate
        return min(-self._pool.level / rate, _LONGEST) if self._used > _MEMORY * rate else 0.0


class TimeShares(Shares[TimeShare]):
    """The time that each address may use."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        measure = Measure(limits.time_burst, limits.time_rate, _QUIET_TIME, _PORTION)
        super().__init__(measure, TimeShare, clock)
        burst, rate = max(limits.time_burst, _ALONE_BURST), max(limits.time_rate, _ALONE_RATE)
        self._alone = Measure(burst, rate, _QUIET_TIME, _PORTION)
        self._latest: tuple[Pool | None, float] = None, 0.0
        """The address that had the latest turn, and when."""
        self._other: tuple[Pool | None, float] = None, 0.0
        """The same of the latest turn of any other address."""

    def note(self, pool: Pool) -> None:
        """Note a turn of an address."""
        if self._latest[0] is not pool:
            self._other = self._latest
        self._latest = pool, self.clock()

    def measure_of(self, pool: Pool, now: float) -> Measure:
        """Return how much an address may use: most of the time while no other asks for any."""
        other, at = self._other if self._latest[0] is pool else self._latest
        alone = other is None or now - at > _ALONE
        return self._alone if alone else self.measure


_spender: ContextVar[TimeShare | None] = ContextVar("whose time is used", default=None)


def spender_of(context: Context) -> TimeShare | None:
    """Return the share whose time a context uses; None if it is no session's."""
    return context.get(_spender)


async def give_way() -> float:
    """Let others go on if this step of a session is a long one; return the seconds it took, else 0.

    Whoever works through what waits calls this before each piece.
    """
    share = _spender.get()
    return 0.0 if share is None else await share.give_way()


def charge(context: Context, share: TimeShare) -> None:
    """Let the tasks of a context, and all that they start, use the time of a share."""
    context.run(_spender.set, share)


_BRIEF: Final = 0.001
"""Seconds within which a step is charged as the wall clock has it."""
_FRESH: Final = 0.005
"""Seconds for which what the thread had used is known well enough to time a step from there."""


class StepTimer:
    """Times the steps of tasks, in seconds of this thread on a processor.

    What the machine does meanwhile for others, and a stop of the whole process, are nobody's doing.
    But to ask for the thread's time is a call to the system, and a key has many steps. So most are
    timed by the wall clock: only a step that takes long by that is charged no more than the thread
    has used, since a moment shortly before the step.
    """

    __slots__ = ("_began", "_longest", "_looked", "_used", "_used_by", "_wall")

    def __init__(
        self, wall: Clock = time.perf_counter, used_by_thread: Clock = time.thread_time
    ) -> None:
        self._wall, self._used_by = wall, used_by_thread
        self._looked = wall()
        self._used = used_by_thread()
        """What the thread had used when it was looked at last."""
        self._began = self._looked
        self._longest = 0.0

    @property
    def running(self) -> float:
        """The seconds for which the present step has run, by the wall clock."""
        return self._wall() - self._began

    def take_longest(self) -> float:
        """Return the seconds of the longest step since this was asked last."""
        longest, self._longest = self._longest, 0.0
        return longest

    def run(self, spend: Callable[[float], None], step: Callable[..., Any], *given: Any) -> Any:
        """Run a step, and say how many seconds it took."""
        self._began = began = self._wall()
        if began - self._looked > _FRESH:
            self._looked, self._used = began, self._used_by()
        try:
            return step(*given)
        finally:
            now = self._wall()
            took = now - began
            if took > _BRIEF:
                before, self._looked, self._used = self._used, now, self._used_by()
                took = min(took, self._used - before)
                self._longest = max(took, self._longest)
            spend(took)


class _Timed(Coroutine[Any, Any, Any]):
    """A coroutine whose steps are timed."""

    __slots__ = ("_coroutine", "_share", "_timer")

    def __init__(self, coroutine: Any, share: TimeShare, timer: StepTimer) -> None:
        self._coroutine, self._share, self._timer = coroutine, share, timer

    def __getattr__(self, name: str) -> Any:
        """Return what debuggers ask of the coroutine: its name, its frame."""
        return getattr(self._coroutine, name)

    def send(self, value: Any) -> Any:
        return self._timer.run(self._share.spend, self._coroutine.send, value)

    def throw(self, *error: Any) -> Any:
        """Run a step that begins with an error."""
        return self._timer.run(self._share.spend, self._coroutine.throw, *error)

    def close(self) -> None:
        """End the coroutine."""
        self._coroutine.close()

    def __await__(self) -> Any:
        return self._coroutine.__await__()


def time_tasks(loop: asyncio.AbstractEventLoop, timer: StepTimer | None = None) -> None:
    """Time the steps of the tasks that are created from now on."""
    timing = timer or StepTimer()

    def make(
        loop: asyncio.AbstractEventLoop,
        coroutine: Any,
        *,
        context: Context | None = None,
        **more: Any,
    ) -> asyncio.Task[Any]:
        share = _spender.get() if context is None else context.get(_spender)
        if share is not None:
            share.timer = timing
            coroutine = _Timed(coroutine, share, timing)
        return asyncio.Task(coroutine, loop=loop, context=context, **more)

    loop.set_task_factory(make)

"""Share what an address may use among its sessions; those that use little come first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

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
    """What a session may have used of late and still come before those that use more."""
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
        """What was used of late."""
        self._behind = False
        """Whether something has waited since the share was used up."""
        self._looked = shares.clock()

    @property
    def measure(self) -> Measure:
        """How much the address may use now."""
        return self._shares.measure

    @property
    def left(self) -> float:
        """What may be used now.

        Half of what an address may use at once is kept for the sessions that use little.
        """
        self._pass_time()
        return max(0.0, self._pool.level - self._reserve)

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
        self._pass_time()
        measure = self.measure
        missing = measure.portion + self._reserve - self._pool.level
        return max(0.0, missing / measure.rate)

    def leave(self) -> None:
        """Record that the session is over."""
        self._pool.sessions -= 1
        self._shares.forget_empty()

    @property
    def _reserve(self) -> float:
        measure = self.measure
        return measure.burst / 2 if self._behind or self._used > measure.quiet else 0.0

    def _pass_time(self) -> None:
        now, pool, measure = self._shares.clock(), self._pool, self.measure
        pool.level = min(measure.burst, pool.level + (now - pool.since) * measure.rate)
        pool.since = now
        self._used *= 0.5 ** ((now - self._looked) / _MEMORY)
        self._looked = now

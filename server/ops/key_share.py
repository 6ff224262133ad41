"""Share the key rate of an address among its sessions; those that send little come first."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from server.ops.limits import Limits

_QUIET: Final = 8.0
"""Keys a session may have sent of late and still come before those that send more."""
_MEMORY: Final = 2.0
"""Seconds after which what a session has sent counts for half."""
_AT_ONCE: Final = 8.0
"""Keys that a session waits for when none are left, so that it checks rarely."""


class _Address:
    """What an address may still send."""

    def __init__(self, level: float, since: float) -> None:
        self.level = level
        self.since = since
        self.sessions = 0


class KeyShares:
    """The keys that each address may send, for long and at once."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = float(limits.keys_burst), limits.keys_rate
        self.clock = clock
        self._addresses: dict[str, _Address] = {}

    def join(self, address: str) -> KeyShare:
        """Return the share of a new session; call `leave` when the session ends."""
        if address not in self._addresses:
            self._addresses[address] = _Address(self.burst, self.clock())
        pool = self._addresses[address]
        pool.sessions += 1
        return KeyShare(self, pool)

    def forget_empty(self) -> None:
        """Forget the addresses without a session that have sent nothing for long enough."""
        full_in = self.burst / self.rate
        for name, pool in [*self._addresses.items()]:
            if not pool.sessions and self.clock() - pool.since > full_in:
                del self._addresses[name]


class KeyShare:
    """A session's share of the keys of its address."""

    def __init__(self, shares: KeyShares, pool: _Address) -> None:
        self._shares = shares
        self._pool = pool
        self._sent = 0.0
        """Keys sent of late."""
        self._behind = False
        """Whether keys have waited since the share was used up."""
        self._looked = shares.clock()

    def room(self) -> int:
        """Return how many keys may be sent now.

        Half of what an address may send at once is kept for the sessions that send little.
        """
        self._pass_time()
        return max(0, int(self._pool.level - self._reserve))

    def take(self, keys: int) -> None:
        """Count keys that were sent."""
        self._pass_time()
        self._sent += keys
        self._pool.level -= keys

    def caught_up(self) -> None:
        """Record that no keys wait to be sent."""
        self._behind = False

    def wait(self) -> float:
        """Return the seconds until some of the keys that wait may be sent."""
        self._behind = True
        self._pass_time()
        missing = _AT_ONCE + self._reserve - self._pool.level
        return max(0.0, missing / self._shares.rate)

    def leave(self) -> None:
        """Record that the session is over."""
        self._pool.sessions -= 1
        self._shares.forget_empty()

    @property
    def _reserve(self) -> float:
        return self._shares.burst / 2 if self._behind or self._sent > _QUIET else 0.0

    def _pass_time(self) -> None:
        now, pool, shares = self._shares.clock(), self._pool, self._shares
        pool.level = min(shares.burst, pool.level + (now - pool.since) * shares.rate)
        pool.since = now
        self._sent *= 0.5 ** ((now - self._looked) / _MEMORY)
        self._looked = now

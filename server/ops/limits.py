"""Limits per client, per address, in all and of the process, and the throttle that counts."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

SPARE: Final = 192
"""File descriptors for the database, the log, refused callers and other open files."""
_MOST_NAMES: Final = 4096
"""Names a throttle remembers; an attacker can invent any number."""

GAMES_OF_DAYS: Final = 20
"""Correspondence games of a player at a time."""
VACATION_DAYS: Final = 21
"""Days of vacation from them that a player may take in a year."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server. An address is an IPv4 address or an IPv6 /64 network."""

    connections: int = 2000
    """Connections in all."""
    connections_each: int = 64
    """Connections an address may hold."""
    arrivals_burst: int = 100
    """Connections an address may open at once, before `arrivals_rate` counts."""
    arrivals_rate: float = 10.0
    """Connections an address may open each second, for long."""
    logins: int = 256
    """Connections in all that are not logged in yet; the oldest makes room."""
    logins_each: int = 32
    """Connections of an address that are not logged in yet."""
    login_time: float = 30.0
    """Seconds a login may take."""
    login_tries: int = 32
    """Keys a client may offer, and answers it may give, in a login."""
    hold: float = 60.0
    """Seconds a connection is kept on which no session runs."""
    sessions: int = 800
    """Sessions in all."""
    sessions_each: int = 8
    """Sessions of a player, over all connections."""
    sessions_per_address: int = 64
    """Sessions of an address, over all players."""
    answers_burst: int = 40
    """Commands that only print a text, from an address at once."""
    answers_rate: float = 4.0
    """The same for long, in a second."""
    channels_each: int = 8
    """Sessions of a connection."""
    input_burst: int = 256
    """Bytes of input that are read at once."""
    input_rate: float = 1536.0
    """Bytes of input that are read in a second, after a burst."""
    keys_burst: int = 240
    """Keys that all sessions of an address may send at once."""
    keys_rate: float = 60.0
    """The same for long, in a second."""
    time_burst: float = 0.03
    """Seconds of the process's time that all sessions of an address may use at once."""
    time_rate: float = 0.2
    """The same for long, in a second."""
    backlog: int = 64 * 1024
    """Bytes that may wait for a slow terminal before painting for it stops; and of input that may
    wait before the client is made to wait."""
    stall_timeout: float = 60.0
    """Seconds a terminal may accept nothing before it is cut off."""
    widest: int = 240
    """Columns of a terminal that are used."""
    highest: int = 80
    """Rows of a terminal that are used."""
    watchers: int = 100
    """Watchers of a table; those who follow it as text do not count."""
    bots: int = 50
    """Bots that are connected at a time; 0 lets none in."""
    bots_each: int = 10
    """The same from one address."""
    guest_days: int = 90
    """Days for which a finished game is kept in which nobody has an account; 0 for ever."""
    idle: float = 3600.0
    """Seconds a session may go without a key, unless its player waits for others or watches."""

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Clamp the size a client announced; 0 means unknown."""
        return min(width or 80, self.widest), min(height or 24, self.highest)


def descriptors_needed(limits: Limits) -> int:
    """Return how many file descriptors a server with these limits may use."""
    return limits.connections + SPARE


def descriptors_allowed() -> int:
    """Return how many descriptors this user may have."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return 2**31 if hard == resource.RLIM_INFINITY else hard


def raise_descriptors(wanted: int) -> int:
    """Raise this process's limit of descriptors up to its user's; return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, target), hard))
    return max(soft, target)


def origin(address: str) -> str:
    """Return the address that limits count: IPv4 as it is, IPv6 by its /64 network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))


class Throttle:
    """A token bucket for each name (an address, an identity).

    A bucket that is full again is forgotten, so that no number of names fills the memory.
    """

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow `burst` actions at once, and `rate` a second for long."""
        self._burst, self._rate, self._clock = float(burst), rate, clock
        self._levels: dict[str, tuple[float, float]] = {}
        """The tokens left for each name, and when; the latest name is last."""

    def allow(self, *names: str) -> bool:
        """Return whether all of these names may act now; if so, count it."""
        if any(self._level(name) < 1 for name in names):
            return False
        now = self._clock()
        for name in names:
            level = self._level(name) - 1
            self._levels.pop(name, None)
            self._levels[name] = (level, now)
        if len(self._levels) > _MOST_NAMES:
            self._forget()
        return True

    def reserve(self, name: str, longest: float) -> float:
        """Return the seconds until a name may act; count it unless the wait is too long."""
        level = self._level(name) - 1
        wait = max(0.0, -level / self._rate)
        if wait <= longest:
            self._levels.pop(name, None)
            self._levels[name] = (level, self._clock())
        if len(self._levels) > _MOST_NAMES:
            self._forget()
        return wait

    def wait(self, *names: str) -> float:
        """Return the seconds until all of these names may act again."""
        short = max((1 - self._level(name) for name in names), default=0.0)
        return max(0.0, short / self._rate) if self._rate else float(short > 0) * float("inf")

    def _level(self, name: str) -> float:
        left, since = self._levels.get(name, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - since) * self._rate)

    def _forget(self) -> None:
        full = [name for name in self._levels if self._level(name) >= self._burst]
        for name in full or [*self._levels][: _MOST_NAMES // 4]:
            del self._levels[name]

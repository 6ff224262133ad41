"""Limits per client, per address and of the process; its clock; garbage collected between keys."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Self

from server.ops.monitoring import Metrics

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
    reload_time: float = 5.0
    """Seconds in which a page that was closed may be loaded again and go on."""
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
    """Return how many descriptors this user may have; very many where no system tells."""
    try:
        import resource
    except ModuleNotFoundError:
        return 2**31
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return 2**31 if hard == resource.RLIM_INFINITY else hard


def raise_descriptors(wanted: int) -> int:
    """Raise this process's limit of descriptors up to its user's; return the new limit."""
    try:
        import resource
    except ModuleNotFoundError:
        return wanted
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


def is_inside(address: str, network: str) -> bool:
    """Return whether an address, or an IPv6 /64 as `origin` has it, is inside a network."""
    try:
        found, around = ip_network(origin(address)), ip_network(network)
    except ValueError:
        return False
    return found.version == around.version and (
        int(around.network_address) <= int(found.network_address)
        and int(found.broadcast_address) <= int(around.broadcast_address)
    )


def wider(place: str) -> str:
    """Return the IPv6 /48 network around a /64 as `origin` has it; empty for anything else."""
    try:
        network = ip_network(place)
    except ValueError:
        return ""
    return str(network.supernet(new_prefix=48)) if network.version == 6 else ""


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
        levels = {name: self._level(name) for name in names}
        if any(level < 1 for level in levels.values()):
            return False
        for name, level in levels.items():
            self._set(name, level - 1)
        return True

    def reserve(self, name: str, longest: float) -> float:
        """Return the seconds until a name may act; count it unless the wait is too long."""
        level = self._level(name) - 1
        wait = max(0.0, -level / self._rate)
        if wait <= longest:
            self._set(name, level)
        return wait

    def wait(self, *names: str) -> float:
        """Return the seconds until all of these names may act again."""
        short = max((1 - self._level(name) for name in names), default=0.0)
        return max(0.0, short / self._rate) if self._rate else float(short > 0) * float("inf")

    def left(self, name: str) -> float:
        """Return how many actions a name has left at once."""
        return self._level(name)

    def _level(self, name: str) -> float:
        left, since = self._levels.get(name, (self._burst, 0.0))
        return min(self._burst, left + (self._clock() - since) * self._rate)

    def _set(self, name: str, level: float) -> None:
        self._levels.pop(name, None)
        self._levels[name] = level, self._clock()
        if len(self._levels) > _MOST_NAMES:
            full = [name for name in self._levels if self._level(name) >= self._burst]
            for old in full or [*self._levels][: _MOST_NAMES // 4]:
                del self._levels[old]


_LONGEST: Final = 5.0
"""Seconds that may lie between two looks at the clock; the server looks every second."""
_KEPT: Final = 1.0
"""Seconds that count of a longer gap."""
_APART: Final = 1.0
"""Seconds by which the time may differ from the wall clock's before it is set."""


class PlayClock:
    """Counts the seconds in which the process runs; `catch_up` sets it to the date."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
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
"""Sessions that may end before all objects are looked at, however long that takes."""
_PER_OPEN: Final = 1 / 3
"""The same for each session that is open, if that is more."""


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
        took = self._timed("young", 0)
        wanted = self._interval * _PAUSE / max(took, _PAUSE / 10)
        smooth = min(max(wanted, self._interval / 2), self._interval * 2)
        self._interval = min(max(smooth, _SOONEST), _LATEST)
        ended = self._metrics.sessions_ended - self._ended
        here = self._metrics.sessions
        short = (here + ended) * self._a_session <= _SHORT
        if ended > 0 and (short or ended >= max(_MOST_ENDED, here * _PER_OPEN)):
            sessions = self._metrics.sessions + self._metrics.sessions_ended - self._ended
            self._ended = self._metrics.sessions_ended
            took = self._timed("all", 2)
            self._a_session = (self._a_session + took / max(sessions, 1)) / 2
        self._next()

    def _timed(self, kind: str, generation: int) -> float:
        """Collect; return the seconds of processor time it took."""
        began, used = time.perf_counter(), time.thread_time()
        gc.collect(generation)
        self._metrics.collected(kind, time.perf_counter() - began)
        return time.thread_time() - used

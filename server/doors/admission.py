"""Admit or refuse connections by address, cheaply.

A caller is refused before anything is built for it: one prepared answer is sent and the line is
closed. Several thousand of them at once cost those who play nothing.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any, Final, cast

from server.cluster.options import Network
from server.doors.proxy_protocol import Address, HeaderReader, Source, within
from server.ops.limits import Limits, Throttle, origin

log = logging.getLogger(__name__)

_AT_ONCE: Final = 32
"""Callers that are taken before everybody else gets a turn."""
_LINGER: Final = 1.0
"""Seconds a refused caller has to read why."""
_LINGERING: Final = 64
"""Refused callers that are given that time; with more of them the first must go."""
_LOADS: Final = 6
"""Connections that a browser opens at once, where a client of ssh has one."""
_FULL: Final = "Everything here is taken just now. Please try again in a minute."
_PAUSE: Final = 0.9
"""Seconds for which nobody is accepted once there is no descriptor at all; the loop looks again
after one."""


class Admission:
    """Counts connections and logins by address, and decides who is admitted."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connected: Counter[str] = Counter()
        """Connections by origin."""
        self.refused: Counter[str] = Counter()
        """The number of refusals by reason."""
        self._logins: dict[Address, Callable[[], None]] = {}
        """Ends each connection that is logging in; oldest first."""
        self._logins_from: Counter[str] = Counter()
        self._arrivals = Throttle(limits.arrivals_burst, limits.arrivals_rate)
        self.loading: Counter[str] = Counter()
        """Connections by origin that load pages and files; a terminal in a page is none of them."""
        self._unasked: dict[Address, Callable[[], None]] = {}
        """Ends each of these that has not asked for anything yet."""
        self._loads = Throttle(limits.arrivals_burst * _LOADS, limits.arrivals_rate * _LOADS)
        self._noted = Throttle(1, 1 / 60)

    def without_descriptor(self) -> None:
        """Count a caller refused because no descriptor was left."""
        self.refused["no descriptor"] += 1
        if self._noted.allow("no descriptor"):
            log.error("no file descriptors are left: callers are refused; raise the limit (nofile)")

    @property
    def logins(self) -> int:
        """Connections that are not logged in yet."""
        return len(self._logins)

    def arrive(self, address: Address, end: Callable[[], None], *, loads: bool = False) -> str:
        """Admit a caller and return nothing, or return the reason why not.

        `end` closes the connection, if it must make room during its login. A caller that `loads`
        pages and files, which are cheap, counts apart from those who play.
        """
        place = origin(address[0])
        reason = self._reason(place, loads=loads)
        if reason:
            self.refuse(reason, place)
            return reason
        under_way = self._unasked if loads else self._logins
        if len(under_way) >= self.limits.logins:
            # the oldest login ends: people are quicker than clients that only hold on
            why = "room was needed for another login"
            self.refused[why] += 1
            oldest, end_it = next(iter(under_way.items()))
            self.logged_in(oldest)
            end_it()
        under_way[address] = end
        if loads:
            self.loading[place] += 1
        else:
            self.connected[place] += 1
            self._logins_from[place] += 1
        return ""

    def refuse(self, reason: str, place: str) -> None:
        """Count a caller that was refused."""
        self.refused[reason] += 1
        if self._noted.allow(place):
            log.warning("refused callers from %s: %s", place, reason)

    def _reason(self, place: str, *, loads: bool) -> str:
        """Return why a caller is refused; empty if it is not.

        Whole classes load pages from one address: they have much room while half of all is free,
        and as much as those who play after that.
        """
        limits, most = self.limits, self.limits.connections_each
        if loads and self._total < limits.connections // 2:
            most *= _LOADS
        if (self.loading if loads else self.connected)[place] >= most:
            return f"No more than {most} connections from one address, please."
        if not loads and self._logins_from[place] >= limits.logins_each:
            return "Too many logins at a time from your address. Please try again in a minute."
        if self._total >= limits.connections:
            return _FULL
        if not (self._loads if loads else self._arrivals).allow(place):
            return "Too many connections at a time from your address. Please wait a little."
        return ""

    @property
    def _total(self) -> int:
        return self.connected.total() + self.loading.total()

    def too_late(self, address: Address) -> None:
        """End a connection that is still logging in."""
        end = self._logins.get(address) or self._unasked.get(address)
        if end is not None:
            self.logged_in(address)
            end()

    def ends_by(self, address: Address, end: Callable[[], None]) -> None:
        """Replace how a connection that is logging in is ended."""
        if address in self._logins:
            self._logins[address] = end

    def logged_in(self, address: Address) -> None:
        """Count a login as over, or a first request as made; calling it again changes nothing."""
        self._unasked.pop(address, None)
        if self._logins.pop(address, None):
            _less(self._logins_from, origin(address[0]))

    def left(self, address: Address, *, loads: bool = False) -> None:
        """Count an admitted connection as ended."""
        self.logged_in(address)
        _less(self.loading if loads else self.connected, origin(address[0]))


def _less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if counter[name] < 1:
        del counter[name]


class _Caller(socket.socket):
    """The socket of an admitted caller; calls back when it closes."""

    on_close: Callable[[], None] | None = None
    real: Address | None = None
    """Where it calls from, if a balancer says so."""

    def getpeername(self) -> Any:
        """Return where the player calls from."""
        return self.real or super().getpeername()

    def close(self) -> None:
        """Close, and call back once."""
        super().close()
        if self.on_close:
            self.on_close()
            self.on_close = None

    def hang_up(self) -> None:
        """End the conversation both ways."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)


class AdmissionSocket(socket.socket):
    """A listening socket that accepts only admitted callers."""

    admission: Admission
    refusal: Callable[[str], bytes]
    """Returns what a refused caller is sent, by the reason."""
    patience: float | None = None
    """Seconds after which a caller who is not logged in is hung up on; None where others do."""
    loads: bool = False
    """Whether callers load pages and files, of which one browser needs many at once."""
    proxies: tuple[Network, ...] = ()
    """Networks whose callers stand for many: those are counted where they say who they are."""
    welcome: Callable[[socket.socket], Awaitable[object]]
    """Begins the conversation with an admitted caller that came by a balancer."""
    _taken = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._lingering: deque[socket.socket] = deque()
        self._spare: int | None = os.open(os.devnull, os.O_RDONLY)
        """A reserve for when no other descriptor is left."""
        self._pause_until = 0.0
        self._headers = HeaderReader((), self._arrived, self._not_proxied)
        self._welcomed: set[asyncio.Task[None]] = set()

    def expect_headers(self, balancers: Iterable[Network]) -> None:
        """Require a PROXY protocol header of what comes from these networks, and of nobody else."""
        self._headers = HeaderReader(balancers, self._arrived, self._not_proxied)

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next admitted caller.

        Raises:
            BlockingIOError: there is nobody, or it is time for others to have a turn.
        """
        if self._spare is None and time.monotonic() >= self._pause_until:
            self._take_spare()
        while self._taken < _AT_ONCE:
            self._taken += 1
            try:
                number, address = cast(Any, self)._accept()
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE):
                    self._taken = 0
                    raise
                self._turn_away(error)
                continue
            caller = _Caller(self.family, self.type, self.proto, fileno=number)
            caller.setblocking(False)
            if self._headers.expects(address):
                self._headers.read(caller, address)
            elif self._admit(caller, address):
                return caller, address
        self._taken = 0
        raise BlockingIOError

    def _admit(self, caller: _Caller, address: Address) -> bool:
        """Return whether a caller is admitted; if not, send the reason and close."""
        if within(str(address[0]), self.proxies):
            return True
        reason = self.admission.arrive(address, caller.hang_up, loads=self.loads)
        if reason:
            with suppress(OSError):
                caller.send(self.refusal(reason))
                caller.shutdown(socket.SHUT_WR)
            self._lingering.append(caller)
            if len(self._lingering) > _LINGERING:
                self._lingering.popleft().close()
            asyncio.get_running_loop().call_later(_LINGER, caller.close)  # once that was read
            return False
        caller.on_close = partial(self.admission.left, address, loads=self.loads)
        if self.patience is not None:
            loop, nobody = asyncio.get_running_loop(), Context()
            loop.call_later(self.patience, self.admission.too_late, address, context=nobody)
        return True

    def _arrived(self, caller: socket.socket, source: Source, balancer: Address) -> None:
        """Admit a caller by the address that its balancer gave.

        A player may call two balancers from one port, so the balancer's end is part of the address.
        """
        assert isinstance(caller, _Caller)
        caller.real = (*source, *balancer[:2])
        if self._admit(caller, caller.real):
            task = asyncio.get_running_loop().create_task(self._begin(caller))
            self._welcomed.add(task)
            task.add_done_callback(self._welcomed.discard)

    async def _begin(self, caller: socket.socket) -> None:
        try:
            await self.welcome(caller)
        except OSError:  # it has hung up already
            caller.close()

    def _not_proxied(self, why: str, balancer: str) -> None:
        self.admission.refuse(why, balancer)

    def _turn_away(self, error: OSError) -> None:
        """Refuse a caller by means of the spare descriptor, when there is no other.

        Raises:
            OSError: the spare descriptor is gone as well; the loop listens again in a while.
            BlockingIOError: that was said already, or nobody waits.
        """
        if self._spare is None:
            self._taken = 0
            if time.monotonic() < self._pause_until:
                raise BlockingIOError
            self._pause_until = time.monotonic() + _PAUSE
            raise error
        os.close(self._spare)
        self._spare = None
        try:
            number, _ = cast(Any, self)._accept()
        except OSError:  # the want of a descriptor hides that no caller waits any more
            self._taken = 0
            raise
        else:
            self.admission.without_descriptor()
            with socket.socket(self.family, self.type, self.proto, fileno=number) as caller:
                caller.setblocking(False)
                with suppress(OSError):
                    caller.send(self.refusal(_FULL))
        finally:
            self._take_spare()

    def _take_spare(self) -> None:
        with suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY)

    def close(self) -> None:
        """Close this socket and those of refused callers."""
        self._headers.close()
        for caller in self._lingering:
            caller.close()
        self._lingering.clear()
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        super().close()


def open_socket(
    admission: Admission,
    host: str,
    port: int,
    refusal: Callable[[str], bytes] = str.encode,
    *,
    shared: bool = False,
) -> AdmissionSocket:
    """Bind a listening socket behind an admission control.

    Args:
        host: an address or a name; the empty text and ``::`` mean every address of both kinds.
        port: the port, 0 for any that is free.
        refusal: builds what a refused caller is sent, of the reason.
        shared: whether other processes of this user may listen there too, each taking a share.

    Raises:
        OSError: the address or the port cannot be had.
    """
    both = host in ("", "::") and socket.has_dualstack_ipv6()
    found = socket.getaddrinfo(
        "::" if both else host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    listening = AdmissionSocket(family, kind, protocol)
    listening.admission, listening.refusal = admission, refusal
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not both))
        listening.setblocking(False)
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening

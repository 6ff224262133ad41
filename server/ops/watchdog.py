"""Watch from a thread that the event loop takes turns; end the session that holds it, or all.

Tell systemd how the server does, if it asks: see sd_notify(3).
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import traceback
from asyncio.events import Handle
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from contextvars import Context
from functools import partial
from types import FrameType, TracebackType
from typing import Final, cast

from server.ops import logs
from server.ops.monitoring import Metrics
from server.ops.share import Stuck, TimeShare, spender_of

log = logging.getLogger(__name__)

STATUS: Final = 70
"""The exit status of a process whose event loop was stuck for good."""
_BEAT: Final = 1.0
"""Seconds between two signs of life of the loop."""
_LOOK: Final = 0.5
"""Seconds between two looks at them."""
_UNWELL, _STUCK, _LOST = 6, 20, 30
"""Looks without a sign of life after which the server is unwell, whatever holds the loop is
interrupted, and the process ends. Looks are counted, not seconds: a process that was stopped, or a
machine that was asleep, has looked no more often than it has lived."""
_GRACE: Final = 2.0
"""Seconds in which a session that was interrupted may end by itself."""
_SIGNAL: Final = signal.SIGURG
"""Interrupts the loop's thread, in a system call as well. Nobody else uses it, and it does nothing
to a process that does not know it."""
_SHARED: Final = (
    *("engine.table.", "server.cluster.", "server.league.", "server.lobby.matchmaker"),
    *("server.people.", "server.store.", "server.tables."),
)
"""The modules of what sessions share: interrupted there, it would be left half changed."""


class Watchdog:
    """Sees an event loop that is stuck, and what holds it."""

    def __init__(self, metrics: Metrics, alive: Callable[[], None]) -> None:
        """Prepare; nothing is watched yet.

        Args:
            metrics: is told how late the loop is, and whether it is well.
            alive: called, from another thread, as often as the loop gives a sign of life.
        """
        self._metrics, self._alive = metrics, alive
        self._end: Callable[[TimeShare], None] = lambda _share: None
        self._beats = 0
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._watched = threading.get_ident()
        self._holder: Handle | None = None
        """What held the loop when it was looked at last."""

    def start(self, end: Callable[[TimeShare], None]) -> None:
        """Watch the loop that runs in this thread, the process's main one.

        Args:
            end: ends the session that uses a share of the time, if it still runs.
        """
        self._end = end
        self._loop = asyncio.get_running_loop()
        self._watched = threading.get_ident()
        signal.signal(_SIGNAL, self._heed)
        self._beat(self._loop.time())
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._timer.cancel()
            signal.signal(_SIGNAL, signal.SIG_DFL)

    # in the loop

    def _beat(self, due: float) -> None:
        self._beats += 1
        self._metrics.lag(max(0.0, self._loop.time() - due))
        due = self._loop.time() + _BEAT
        self._timer = self._loop.call_at(due, self._beat, due, context=Context())

    def _heed(self, number: int, frame: FrameType | None) -> None:
        """Raise an error in the session that holds the loop, unless it goes on by now.

        A signal's handler runs in the midst of what the thread does, so nothing can happen between
        this look and the error.
        """
        del number
        held = holder_of(frame)
        if held is None or held is not self._holder or is_shared(frame):
            return
        share = spender_of(held._context)  # type: ignore[attr-defined]
        if share is not None:
            self._loop.call_soon_threadsafe(self._loop.call_later, _GRACE, self._end, share)
            raise Stuck("the session held the event loop")

    # in the thread

    def _watch(self) -> None:
        seen = missed = 0
        while not self._over.wait(_LOOK):
            if seen == self._beats:
                missed += 1
                self._stands(missed)
                continue
            self._alive()
            if missed >= _UNWELL:
                self._metrics.health.note("loop")
                _say(log.warning, "the event loop goes on after %.0f s", missed * _LOOK)
            seen, missed = self._beats, 0

    def _stands(self, missed: int) -> None:
        """Do what is due after so many looks at a loop that gave no sign of life."""
        if missed < _UNWELL:
            return
        why = f"no turn for {missed * _LOOK:.0f} s"
        if self._metrics.health.note("loop", why):
            self._metrics.stalled()
        if missed >= _STUCK:
            frame = sys._current_frames().get(self._watched)
            self._holder = holder_of(frame)
            if missed == _STUCK:
                self._report(frame)
            signal.pthread_kill(self._watched, _SIGNAL)
        if missed >= _LOST:
            _say(log.critical, "the event loop is stuck for good: the process ends")
            os._exit(STATUS)

    def _report(self, frame: FrameType | None) -> None:
        """Log where all threads are, the loop's first, and whose session it is."""
        context = Context() if self._holder is None else self._holder._context  # type: ignore[attr-defined]
        is_session = spender_of(context) is not None
        if is_session and not is_shared(frame):
            self._metrics.interrupted()
            what = "a session holds it, and is interrupted"
        else:
            what = "a session holds what all share" if is_session else "no session holds it"
        say = partial(_say, log.critical, extra=logs.bound_in(context))
        say("the event loop is stuck: %s", what, exc_info=_error_at("the event loop", frame))
        names = {thread.ident: thread.name for thread in threading.enumerate()}
        others = [
            _error_at(names.get(ident, "?"), there)
            for ident, there in sys._current_frames().items()
            if ident not in (self._watched, threading.get_ident())
        ]
        if others:
            group = ExceptionGroup("where the other threads are", others)
            say("the event loop is stuck: the other threads", exc_info=group)


def holder_of(frame: FrameType | None) -> Handle | None:
    """Return the handle by which an event loop runs what is at a frame; None if it waits."""
    for each in _outward(frame):
        if each.f_code is Handle._run.__code__:
            return cast(Handle, each.f_locals["self"])
    return None


def is_shared(frame: FrameType | None) -> bool:
    """Return whether what is at a frame may be changing what sessions share."""
    names = (f"{each.f_globals.get('__name__', '')}." for each in _outward(frame))
    return any(name.startswith(_SHARED) for name in names)


def _outward(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _error_at(name: str, frame: FrameType | None) -> Exception:
    """Make an error that was raised at a frame, as it were, so that the log shows the place."""
    trace = None
    for each, line in traceback.walk_stack(frame):
        trace = TracebackType(trace, each, each.f_lasti, line)
    return Stuck(name).with_traceback(trace)


def _say(say: Callable[..., None], *args: object, **more: object) -> None:
    """Log from a thread of its own, and do not wait for long: the log may be what is stuck."""
    writer = threading.Thread(target=say, args=args, kwargs=more, daemon=True)
    writer.start()
    writer.join(_LOOK)


READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"


class ServiceManager:
    """Takes what the server tells; nobody does if no service manager has started it."""

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        """Take the address from the environment, so that no other process speaks for this one."""
        address = environment.pop("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def tell(self, state: str) -> None:
        """Tell a state; safe in any thread, and never waits."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
            there.setblocking(False)
            there.sendto(state.encode(), self._address)

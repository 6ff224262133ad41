"""Write to the store from the event loop without ever waiting for a disk."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from server.store.errors import StoreError
from server.store.store import Store
from server.store.values import Write
from server.store.writer_thread import Job, Scribe

log = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")
_READERS: Final = 4
HUNG: Final = 4.0
"""Seconds after which a database that answers nothing is said to hang."""
SLOWEST: Final = 8.0
"""Seconds for which anything is waited for that is read."""
NO_ANSWER: Final = "the database does not answer"
PATIENCE: Final = 10.0
"""Seconds in which a database in trouble may recover while the server stops."""


class Writer:
    """Stores what it is given in order, and says when it is stored."""

    hung = HUNG
    slowest = SLOWEST

    def __init__(self, store: Store, trouble: Callable[[str | None], None]) -> None:
        """Begin to write; call it in the loop that will use it.

        Args:
            store: where to; it stays the caller's, to be closed after this.
            trouble: called in the loop with the reason when writing begins to fail, with None
                when it works again.
        """
        self._loop = asyncio.get_running_loop()
        self._trouble = trouble
        self._waiting = 0
        self._closed = False
        self._hangs = False
        self._readers = ThreadPoolExecutor(_READERS, "store-reader")
        self._scribe = Scribe(
            store.write,
            partial(self._call, self._stored),
            partial(self._call, self._troubled),
        )
        self._scribe.start()

    @property
    def waiting(self) -> int:
        """Count what is not stored yet."""
        return self._waiting

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Store something soon, after all that was put before.

        Args:
            write: what to store.
            then: called in the loop once it is stored, in an empty context. It is never called
                for a write that can never be stored; that is logged.
        """
        self._add(Job(write, then))

    def _add(self, job: Job) -> None:
        if self._closed:
            raise RuntimeError("the writer is closed")
        self._waiting += job.write is not None
        self._scribe.add(job)

    def watch(self) -> None:
        """Look how long the database has been at work; say so when it hangs."""
        begun = self._scribe.begun
        hangs = begun is not None and time.monotonic() - begun > self.hung
        if hangs and not self._hangs:
            self._hangs = True
            self._troubled(NO_ANSWER)

    async def drain(self) -> None:
        """Wait until all that was put so far is stored."""
        await self._marked().wait()

    def _marked(self) -> asyncio.Event:
        """Make an event for when all that was put so far is stored."""
        stored = asyncio.Event()
        self._add(Job(None, stored.set))
        return stored

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Run a method of the store in another thread; give or raise what it gives or raises.

        It does not wait for what was put: drain first to see that.

        Raises:
            StoreError: there is no answer in time; one that comes later is dropped.
        """
        work = self._loop.run_in_executor(self._readers, partial(function, *args, **named))
        try:
            return await asyncio.wait_for(work, self.slowest)
        except TimeoutError:
            raise StoreError(NO_ANSWER) from None

    def soon(self, function: Callable[_P, object], /, *args: _P.args, **named: _P.kwargs) -> None:
        """Run a method of the store in another thread; a failure is logged."""
        done = self._readers.submit(partial(function, *args, **named))
        done.add_done_callback(_logged)

    async def close(self, patience: float = PATIENCE) -> int:
        """Store what waits, and stop.

        Args:
            patience: seconds after which a database that does not recover is given up.

        Returns:
            How many writes were given up; they are lost.
        """
        if not self._closed:
            stored = self._marked()
            self._closed = True
            with suppress(TimeoutError):
                await asyncio.wait_for(stored.wait(), patience)
            self._scribe.stop()
            await asyncio.to_thread(self._scribe.join, patience)
            self._readers.shutdown(wait=False)
            await asyncio.sleep(0)  # what the last transaction has to tell
        if self._waiting:
            log.error("the store stopped with %d writes given up", self._waiting)
        return self._waiting

    def _call(self, function: Callable[[Any], None], value: Any) -> None:
        """Have the loop call something; when the loop is gone nobody waits for it."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, value, context=Context())

    def _stored(self, jobs: Sequence[Job]) -> None:
        if self._hangs:
            self._hangs = False
            self._troubled(None)
        for job in jobs:
            self._waiting -= job.write is not None
            if job.then is not None:
                _guarded(job.then)

    def _troubled(self, why: str | None) -> None:
        _guarded(partial(self._trouble, why))


def _logged(done: Future[object]) -> None:
    error = done.exception()
    if error is not None:
        log.error("the store did not take something", exc_info=error)


def _guarded(call: Callable[[], None]) -> None:
    """Call in an empty context; a failure is logged and hurts nobody else."""
    try:
        Context().run(call)
    except Exception:
        log.exception("what waited for the store has failed")

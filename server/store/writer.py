"""Write to the store from the event loop without ever waiting for a disk.

`Writer` lives in the event loop; its thread stores what has gathered in a single transaction, and
tries until that is stored.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from server.ops.monitoring import Metrics
from server.store.values import (
    AddEntry,
    AddNightEntry,
    EndTry,
    EnterMatch,
    GameRow,
    KeepGame,
    Lost,
    StoreError,
    Unstorable,
    Write,
    table_of,
    until_given_up,
)

if TYPE_CHECKING:
    from server.store.store import Store

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
_PAUSE: Final = 0.2
"""Seconds before a failed transaction is tried again."""
_LONGER: Final = 1.6
_LONGEST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Job:
    """Something to write, and what to do once it is stored."""

    write: Write | None
    """None waits for the earlier writes."""
    then: Callable[[], None] | None
    stored: bool = True
    """Whether it could be stored, or was set aside."""
    since: float = field(default_factory=time.perf_counter)
    """When it was queued."""


class WriterThread(threading.Thread):
    """Writes jobs in order, all that have gathered in a transaction, until they are stored."""

    def __init__(
        self,
        write: Callable[[Sequence[Write]], None],
        stored: Callable[[Sequence[Job]], None],
        trouble: Callable[[str | None], None],
        lost: Callable[[frozenset[str]], None],
    ) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._write = write
        self._stored = stored
        self._trouble = trouble
        self._lost = lost
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._given_up = threading.Event()
        self._troubled = False
        self.begun: float | None = None
        """When the transaction at work began, in `time.monotonic` seconds."""

    def add(self, job: Job) -> None:
        """Queue a job; from any thread."""
        self._jobs.put(job)

    def stop(self) -> None:
        """End the thread, and give up the writes not stored by now."""
        self._given_up.set()
        self._jobs.put(None)

    def run(self) -> None:
        """Write until the end."""
        while not self._given_up.is_set():
            jobs = [self._jobs.get()]
            while not self._jobs.empty():  # nobody else takes from it
                jobs.append(self._jobs.get())
            self._keep([job for job in jobs if job is not None])

    def _keep(self, jobs: list[Job]) -> None:
        """Store jobs in a transaction, retrying until it works."""
        pause = _PAUSE
        while not self._given_up.is_set():
            try:
                self.begun = time.monotonic()
                try:
                    self._write([job.write for job in jobs if job.write is not None])
                finally:
                    self.begun = None
            except Unstorable as error:
                self._settle(None)
                self._singly(jobs, error)
                return
            except Lost as error:
                self._settle(None)
                jobs = self._without(jobs, error.tables)
            except StoreError as error:
                self._settle(error.why)
                self._given_up.wait(pause)
                pause = min(pause * _LONGER, _LONGEST)
            else:
                self._settle(None)
                self._stored(jobs)
                return

    def _without(self, jobs: list[Job], tables: frozenset[str]) -> list[Job]:
        """Give up the writes to tables that another server runs; return the others."""
        others, dropped = list[Job](), list[Job]()
        for job in jobs:
            if table_of(job.write) in tables:
                dropped.append(replace(job, then=None, stored=False))
            else:
                others.append(job)
        named = ", ".join(sorted(tables))
        log.error("another server runs %s: %d writes are not stored", named, len(dropped))
        self._stored(dropped)
        self._lost(tables)
        return others

    def _singly(self, jobs: list[Job], error: Unstorable) -> None:
        """Set aside the write that cannot be stored, and store the others."""
        if len(jobs) > 1:
            for job in jobs:
                self._keep([job])
            return
        log.error("%s can never be stored and is set aside: %s", _name(jobs[0].write), error.why)
        self._stored([replace(jobs[0], then=None, stored=False)])

    def _settle(self, why: str | None) -> None:
        """Report trouble when it begins, and when it is over."""
        if (why is not None) != self._troubled:
            self._troubled = why is not None
            self._trouble(why)


class Writer:
    """Stores writes in order, and reports when each is stored."""

    hung = HUNG
    slowest = SLOWEST

    def __init__(
        self, store: Store, trouble: Callable[[str | None], None], metrics: Metrics | None = None
    ) -> None:
        """Start writing; call it in the loop that will use it.

        Args:
            store: where to; it stays the caller's, to be closed after this.
            trouble: called in the loop with the reason when writing begins to fail, with None
                when it works again.
            metrics: counts what is stored; nothing by default.
        """
        self._metrics = metrics or Metrics()
        self.kept: Callable[[GameRow], None] = lambda _game: None
        """Called in the loop with each finished game, once it is stored."""
        self.lost: Callable[[str], None] = lambda _table: None
        """Called in the loop with each table that another server has taken over."""
        self._loop = asyncio.get_running_loop()
        self._trouble = trouble
        self.waiting = 0
        """How much is not stored yet."""
        self._closed = False
        self._hangs = False
        self._readers = ThreadPoolExecutor(_READERS, "store-reader")
        self._thread = WriterThread(
            store.write,
            partial(self._call, self._stored),
            partial(self._call, self._troubled),
            partial(self._call, self._lost),
        )
        self._thread.start()

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Store a write soon, after all earlier writes.

        Args:
            write: what to store.
            then: called in the loop once it is stored, in an empty context. It is never called
                for a write that can never be stored; that is logged. Nor is it for a write to a
                table that another server has taken over.
        """
        self._add(Job(write, then))

    def _add(self, job: Job) -> None:
        if self._closed:
            raise RuntimeError("the writer is closed")
        self.waiting += job.write is not None
        self._thread.add(job)

    def watch(self) -> None:
        """Report a database that takes too long."""
        begun = self._thread.begun
        hangs = begun is not None and time.monotonic() - begun > self.hung
        if hangs and not self._hangs:
            self._hangs = True
            self._troubled(NO_ANSWER)

    async def drain(self) -> None:
        """Wait until every earlier write is stored."""
        await self._marked().wait()

    def _marked(self) -> asyncio.Event:
        """Return an event that is set once every earlier write is stored."""
        stored = asyncio.Event()
        self._add(Job(None, stored.set))
        return stored

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Run a method of the store in another thread; return or raise its result.

        It does not wait for earlier writes: drain first to see them.

        Raises:
            StoreError: there is no answer in time; a later answer is dropped, and changes nothing.
        """
        with until_given_up():
            run = partial(copy_context().run, function, *args, **named)
            try:
                return await asyncio.wait_for(
                    self._loop.run_in_executor(self._readers, run), self.slowest
                )
            except TimeoutError:
                raise StoreError(NO_ANSWER) from None

    def look(self, function: Callable[[], object]) -> Future[object]:
        """Run something in a thread that reads, to see whether the store answers."""
        return self._readers.submit(function)

    def soon(self, function: Callable[_P, object], /, *args: _P.args, **named: _P.kwargs) -> None:
        """Run a method of the store in another thread; a failure is logged."""
        done = self._readers.submit(partial(function, *args, **named))
        done.add_done_callback(_logged)

    async def close(self, patience: float = PATIENCE) -> int:
        """Store what waits, and stop; return how many writes were given up and so are lost.

        A database that does not recover within `patience` seconds is given up.
        """
        if not self._closed:
            stored = self._marked()
            self._closed = True
            with suppress(TimeoutError):
                await asyncio.wait_for(stored.wait(), patience)
            self._thread.stop()
            await asyncio.to_thread(self._thread.join, patience)
            self._readers.shutdown(wait=False)
            await asyncio.sleep(0)  # run the callbacks of the last transaction
        if self.waiting:
            log.error("the store stopped with %d writes given up", self.waiting)
        return self.waiting

    def _call(self, function: Callable[[Any], None], value: Any) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, value, context=Context())

    def _stored(self, jobs: Sequence[Job]) -> None:
        if self._hangs:
            self._hangs = False
            self._troubled(None)
        for job in jobs:
            self.waiting -= job.write is not None
            if job.write is not None and job.stored:
                took = time.perf_counter() - job.since
                self._metrics.stored(isinstance(job.write, AddEntry), took)
                if isinstance(job.write, KeepGame):
                    self._metrics.game_finished()
                    _guarded(partial(self.kept, job.write.game))
            if job.then is not None:
                _guarded(job.then)

    def _lost(self, tables: frozenset[str]) -> None:
        for table in sorted(tables):
            _guarded(partial(self.lost, table))

    def _troubled(self, why: str | None) -> None:
        _guarded(partial(self._trouble, why))


def _logged(done: Future[object]) -> None:
    error = done.exception()
    if isinstance(error, StoreError):
        log.error("the store did not take something: %s", error.why)
    elif error is not None:
        log.error("the store did not take something", exc_info=error)


def _guarded(call: Callable[[], None]) -> None:
    """Call in an empty context; a failure is only logged."""
    try:
        Context().run(call)
    except Exception:
        log.exception("what waited for the store has failed")


def _name(write: Write | None) -> str:
    """Return a write's name for the log, without its content."""
    match write:
        case None:
            return "nothing"
        case AddEntry():
            return f"entry {write.number} of table {write.table}"
        case AddNightEntry():
            return f"entry {write.number} of play night {write.night}"
        case EnterMatch():
            return f"the result of table {write.table} in championship {write.championship}"
        case EndTry():
            return f"the end of the deal of the day at table {write.table}"
        case KeepGame():
            return f"game {write.game.id}"
        case _:
            return f"{type(write).__name__} {write.id}"

"""The thread that writes: whatever has gathered goes into one transaction, until it is stored."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from server.store.errors import StoreError, Unstorable
from server.store.values import AddEntry, KeepGame, Write

log = logging.getLogger(__name__)

_PAUSE: Final = 0.2
"""Seconds before a failed transaction is tried again."""
_LONGER: Final = 1.6
_LONGEST: Final = 2.0


@dataclass(frozen=True, slots=True)
class Job:
    """Something to write, and what to do once it is stored."""

    write: Write | None
    """None only waits for what came before."""
    then: Callable[[], None] | None


class Scribe(threading.Thread):
    """Takes jobs in order; tells what is stored, and when the database is in trouble."""

    def __init__(
        self,
        write: Callable[[Sequence[Write]], None],
        stored: Callable[[Sequence[Job]], None],
        trouble: Callable[[str | None], None],
    ) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._write = write
        self._stored = stored
        self._trouble = trouble
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._given_up = threading.Event()
        self._troubled = False
        self.begun: float | None = None
        """Since when the database has been at work, in `time.monotonic` seconds."""

    def add(self, job: Job) -> None:
        """Queue a job; from any thread."""
        self._jobs.put(job)

    def stop(self) -> None:
        """End the thread, and give up what is not stored by now."""
        self._given_up.set()
        self._jobs.put(None)

    def run(self) -> None:
        """Write until the end."""
        while not self._given_up.is_set():
            self._keep(self._gathered())

    def _gathered(self) -> list[Job]:
        """Wait for something, and take everything that has gathered."""
        jobs = [self._jobs.get()]
        while not self._jobs.empty():  # nobody else takes from it
            jobs.append(self._jobs.get())
        return [job for job in jobs if job is not None]

    def _keep(self, jobs: list[Job]) -> None:
        """Store jobs in one transaction, trying until it works."""
        pause = _PAUSE
        while not self._given_up.is_set():
            try:
                self._timed([job.write for job in jobs if job.write is not None])
            except Unstorable as error:
                self._settle(None)
                self._singly(jobs, error)
                return
            except StoreError as error:
                self._settle(error.why)
                self._given_up.wait(pause)
                pause = min(pause * _LONGER, _LONGEST)
            else:
                self._settle(None)
                self._stored(jobs)
                return

    def _timed(self, writes: list[Write]) -> None:
        self.begun = time.monotonic()
        try:
            self._write(writes)
        finally:
            self.begun = None

    def _singly(self, jobs: list[Job], error: Unstorable) -> None:
        """Find the write that can never be stored and set it aside, so that the others are."""
        if len(jobs) > 1:
            for job in jobs:
                self._keep([job])
            return
        log.error("%s can never be stored and is set aside: %s", _name(jobs[0].write), error.why)
        self._stored([replace(jobs[0], then=None)])

    def _settle(self, why: str | None) -> None:
        """Tell of trouble when it begins, and when it is over."""
        if (why is not None) != self._troubled:
            self._troubled = why is not None
            self._trouble(why)


def _name(write: Write | None) -> str:
    """Name a write in the log without a word of what it holds."""
    match write:
        case None:
            return "nothing"
        case AddEntry():
            return f"entry {write.number} of table {write.table}"
        case KeepGame():
            return f"game {write.game.id}"
        case _:
            return f"{type(write).__name__} {write.id}"

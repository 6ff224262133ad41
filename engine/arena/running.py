"""Play many blocks, in this process or in several."""

from __future__ import annotations

import atexit
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.synchronize import Event
from typing import Final

from engine.arena.games import Host, Plan, PlayedBlock
from engine.arena.schedule import Block
from engine.bots.attend import attend

Keep = Callable[[Block, int, str], None]
"""Is given the record of each game, as text, with its block and its number in the block."""
_Recorded = tuple[PlayedBlock, list[str]]
"""A block that was played, with the records of its games, if they are wanted."""
_AHEAD: Final = 2
"""Blocks that wait for each process."""
_ENDING: Final = (
    {signal.SIGINT, signal.SIGTERM}
    if sys.platform == "win32"
    else {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
)
"""The signals that end a process."""


def play(
    plan: Plan, todo: Iterable[Block], jobs: int, keep: Keep | None
) -> Generator[PlayedBlock, None, None]:
    """Play blocks and yield each when it is done, in any order.

    The same plan gives the same games, however many jobs there are. Closing the iterator stops all.

    Args:
        plan: what is played.
        todo: the blocks.
        jobs: how many processes play; 1 plays in this one.
        keep: takes the records of a block in this process, just before the block is yielded.

    Raises:
        BrokenExecutor: a process was killed from outside.
    """
    recorded = keep is not None
    parts = (
        _play_apart(plan, todo, jobs, recorded) if jobs > 1 else _play_here(plan, todo, recorded)
    )
    with closing(parts):
        for played, records in parts:
            if keep is not None:
                for game, record in enumerate(records):
                    keep(played.block, game, record)
            yield played


class _Recorder:
    """Plays blocks, and gives each with its records once it is whole."""

    def __init__(
        self, plan: Plan, *, recorded: bool, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self._records: list[str] = []
        self._host = Host(plan, stopped=stopped, keep=self._take if recorded else None)
        self.close = self._host.close

    def play(self, block: Block) -> _Recorded:
        """Play a block."""
        self._records = []
        return self._host.play(block), self._records

    def _take(self, _block: Block, _game: int, record: str) -> None:
        self._records.append(record)


def _play_here(
    plan: Plan, todo: Iterable[Block], recorded: bool
) -> Generator[_Recorded, None, None]:
    recorder = _Recorder(plan, recorded=recorded)
    try:
        yield from map(recorder.play, todo)
    finally:
        recorder.close()


def _play_apart(
    plan: Plan, todo: Iterable[Block], jobs: int, recorded: bool
) -> Generator[_Recorded, None, None]:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _open, (plan, stop, recorded))
    left = iter(todo)
    waiting: set[Future[_Recorded]] = set()
    try:
        while True:
            with _held_back():  # processes are started here
                waiting |= {
                    pool.submit(_play_block, block)
                    for block in islice(left, _AHEAD * jobs - len(waiting))
                }
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _held_back() -> Iterator[None]:
    """Let what would end this process wait; processes that it starts meanwhile are not ended by it.

    They would be in the middle of their imports, and say so.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(slots=True)
class _Worker:
    """What a process that plays holds."""

    recorder: _Recorder | None = None


_WORKER: Final = _Worker()


def _open(plan: Plan, stop: Event, recorded: bool) -> None:
    """Prepare a process to play."""
    attend()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    _WORKER.recorder = _Recorder(plan, recorded=recorded, stopped=stop.is_set)
    atexit.register(_WORKER.recorder.close)


def _play_block(block: Block) -> _Recorded:
    assert _WORKER.recorder is not None
    return _WORKER.recorder.play(block)

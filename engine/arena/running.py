"""Play many blocks, in this process or in several."""

from __future__ import annotations

import atexit
import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing.synchronize import Event
from typing import Final

from engine.arena.games import Host, Plan, PlayedBlock
from engine.arena.schedule import Block
from engine.bots.attend import attend

Keep = Callable[[Block, int, str], None]
"""Is given the record of each game, as text, with its block and its number in the block."""
_AHEAD: Final = 2
"""Blocks that wait for each process."""


def play(
    plan: Plan, todo: Iterable[Block], jobs: int, keep: Keep | None
) -> Generator[PlayedBlock, None, None]:
    """Play blocks and yield each when it is done, in any order.

    The same plan gives the same games, however many jobs there are. Closing the iterator stops all.

    Args:
        plan: what is played.
        todo: the blocks.
        jobs: how many processes play; 1 plays in this one.
        keep: takes the records; it runs where the game is played, so it must be picklable.

    Raises:
        BrokenExecutor: a process was killed from outside.
    """
    if jobs == 1:
        yield from _play_here(plan, todo, keep)
    else:
        yield from _play_apart(plan, todo, jobs, keep)


def _play_here(plan: Plan, todo: Iterable[Block], keep: Keep | None) -> Iterator[PlayedBlock]:
    host = Host(plan, keep=keep)
    try:
        yield from map(host.play, todo)
    finally:
        host.close()


def _play_apart(
    plan: Plan, todo: Iterable[Block], jobs: int, keep: Keep | None
) -> Iterator[PlayedBlock]:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _open, (plan, stop, keep))
    left = iter(todo)
    waiting: set[Future[PlayedBlock]] = set()
    try:
        while True:
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


@dataclass(slots=True)
class _Worker:
    """What a process that plays holds."""

    host: Host | None = None


_WORKER: Final = _Worker()


def _open(plan: Plan, stop: Event, keep: Keep | None) -> None:
    """Prepare a process to play."""
    attend()
    _WORKER.host = Host(plan, stopped=stop.is_set, keep=keep)
    atexit.register(_WORKER.host.close)


def _play_block(block: Block) -> PlayedBlock:
    assert _WORKER.host is not None
    return _WORKER.host.play(block)

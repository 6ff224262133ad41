"""Play many blocks in several processes, and store what was played so far."""

from __future__ import annotations

import atexit
import json
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import asdict
from itertools import islice
from multiprocessing.synchronize import Event
from typing import IO, Any, Final

from engine.arena.entrants import Block, sides_of
from engine.arena.games import Host, Loss, Plan, Played, PlayedBlock
from engine.bots.thinkers import attend

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

    The same plan gives the same games, however many processes (`jobs`) there are; 1 plays in this
    one. Closing the iterator stops all. `keep` takes the records of a block in this process, just
    before the block is yielded.

    Raises:
        BrokenExecutor: a process was killed from outside.
    """
    recorded = keep is not None
    if jobs > 1:
        parts = _play_apart(plan, todo, jobs, recorded)
    else:
        parts = _play_here(plan, todo, recorded)
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

        def keep(_block: Block, _game: int, record: str) -> None:
            self._records.append(record)

        self._host = Host(plan, stopped=stopped, keep=keep if recorded else None)
        self.close = self._host.close

    def play(self, block: Block) -> _Recorded:
        self._records = []
        return self._host.play(block), self._records


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


_RECORDERS: Final[list[_Recorder]] = []
"""In a process that plays, the one that plays its blocks."""


def _open(plan: Plan, stop: Event, recorded: bool) -> None:
    """Prepare a process to play."""
    attend()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    recorder = _Recorder(plan, recorded=recorded, stopped=stop.is_set)
    _RECORDERS.append(recorder)
    atexit.register(recorder.close)


def _play_block(block: Block) -> _Recorded:
    return _RECORDERS[0].play(block)


HEADING: Final = "cuttle arena 1"


class RunFileError(ValueError):
    """A file of an arena is broken, or belongs to another arena."""


def head_of(plan: Plan) -> dict[str, Any]:
    """Return the first line of a plan's file, as a value."""
    programs = {entrant.name: entrant.digest for entrant in plan.entrants if entrant.command}
    head = {
        "file": HEADING,
        "played by": plan.server,
        "ruleset": plan.stamped,
        "seed": plan.seed,
        "seconds": plan.seconds,
        "players": {entrant.name: entrant.text for entrant in plan.entrants},
    }
    return {**head, "programs": programs} if programs else head


def seed_in(text: str) -> str | None:
    """Return the seed of the arena whose file this is; None if that cannot be read."""
    try:
        head = json.loads(text.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return None
    seed = head.get("seed") if isinstance(head, dict) else None
    return seed if isinstance(seed, str) else None


def begin(file: IO[str], plan: Plan) -> None:
    """Write the first line."""
    file.write(json.dumps(head_of(plan)) + "\n")
    file.flush()


def append(file: IO[str], played: PlayedBlock) -> None:
    """Write a block."""
    games = [asdict(game) for game in played.games]
    line = {"deal": played.block.deal, "pair": [*played.block.pair], "games": games}
    file.write(json.dumps(line, separators=(",", ":")) + "\n")
    file.flush()


def read(text: str, plan: Plan) -> tuple[list[PlayedBlock], int]:
    """Read a file.

    Returns:
        The blocks, and how many characters of the text are whole lines: a last line may have been
        cut off.

    Raises:
        RunFileError: the file is broken, or belongs to another plan.
    """
    whole = text.rfind("\n") + 1
    lines = text[:whole].splitlines()
    if not lines:
        raise RunFileError("it is empty")
    with _broken_line(1):
        head = json.loads(lines[0])
    _check_head(head, plan)
    blocks = []
    for number, line in enumerate(lines[1:], 2):
        with _broken_line(number):
            value = json.loads(line)
            one, other = map(int, value["pair"])
            deal = int(value["deal"])
            games = tuple(map(_game, value["games"]))
            is_pair = 0 <= one < other < len(plan.entrants)
            if not is_pair or deal < 0 or len(games) != sides_of(plan.rules):
                raise ValueError("no block of this plan")
            blocks.append(PlayedBlock(Block(deal, (one, other)), games))
    return blocks, whole


@contextmanager
def _broken_line(number: int) -> Iterator[None]:
    """Say in which line something cannot be read."""
    try:
        yield
    except (KeyError, TypeError, ValueError, RecursionError):
        raise RunFileError(f"line {number} is broken") from None


def _check_head(head: Any, plan: Plan) -> None:
    if not isinstance(head, dict) or head.get("file") != HEADING:
        raise RunFileError("it is no file of an arena")
    ours = head_of(plan)
    changed = [name for name in ours if head.get(name) != ours[name]]
    if changed == ["programs"]:
        raise RunFileError("a program has changed since")
    different = [f"{name}: {head.get(name)!r}" for name in ours if head.get(name) != ours[name]]
    if different:
        raise RunFileError("it belongs to another arena ({})".format(", ".join(different)))


def _game(value: dict[str, Any]) -> Played:
    one, other = (
        {int(step): int(count) for step, count in times.items()} for times in value["times"]
    )
    loss = None if value["loss"] is None else Loss(**value["loss"])
    points = float(value["points"])
    if not 0 <= points <= 1:
        raise ValueError(points)
    return Played(points, str(value["why"]), int(value["plies"]), (one, other), loss)


def left_over(todo: Iterable[Block], played: Iterable[PlayedBlock]) -> list[Block]:
    """Return the blocks that have not been played yet."""
    done = {each.block for each in played}
    return [block for block in todo if block not in done]

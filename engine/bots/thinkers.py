"""Think in processes beside this one, which are started when they are needed; and in them."""

from __future__ import annotations

import base64
import itertools
import logging
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from queue import PriorityQueue, SimpleQueue
from typing import BinaryIO, Final, Protocol

from engine.actions import Action, parse_action
from engine.bots import greedy
from engine.bots.greedy import Player
from engine.bots.levels import level_of
from engine.bots.search import Assessment, assess
from engine.play.view import View

QUICK: Final = ""
"""Stands for a level: a move that takes milliseconds."""
ASSESS: Final = "assess"
"""Stands for a level: what a seat may think of its game; the question ends with the seconds."""
_LENGTH: Final = 4
Question = tuple[str, int, View | None] | tuple[str, int, View, float]


def choose(level: str, seed: int, view: View) -> Action:
    """Choose an action as a level does, or quickly."""
    return greedy.choose(view, seed) if level == QUICK else _player(level).choose(view, seed)


@lru_cache(maxsize=16)
def _player(level: str) -> Player:
    return level_of(level).player()


def framed(question: Question) -> bytes:
    """Return a question as it is sent: how long it is, in `_LENGTH` bytes, then itself."""
    data = pickle.dumps(question)
    return len(data).to_bytes(_LENGTH, "big") + data


def read(source: BinaryIO) -> bytes:
    """Read a question, without opening it.

    Raises:
        EOFError: there is none.
    """
    head = source.read(_LENGTH)
    data = source.read(int.from_bytes(head, "big"))
    if len(head) < _LENGTH or not data:
        raise EOFError
    return data


def answer(data: bytes) -> str:
    """Answer a question with a line; what cannot be read is answered with what is wrong."""
    try:
        level, seed, view, *seconds = pickle.loads(data)
        if level == ASSESS:
            found = pickle.dumps(assess(view, seed, *seconds))
            return f"+{base64.b64encode(found).decode()}"
        if view is not None:
            return f"+{choose(level, seed, view)}"
        if level != QUICK:
            _player(level)
        return "+"
    except Exception as error:  # the other side plays another move
        return f"-{error!r}".replace("\n", " ")


def main() -> None:
    """Answer questions until the input ends; the arguments: niceness, and cores or nothing.

    What starts this process has made it so nice before anything else was read.
    """
    cores = {int(core) for core in sys.argv[2].split(",") if core}
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system can
        if cores:
            os.sched_setaffinity(0, cores)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    out = sys.stdout.buffer
    while True:
        out.write(answer(questions.get()).encode() + b"\n")
        out.flush()


def _read(source: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    """Read questions; end with the process that asks them, even in the middle of a thought."""
    with suppress(EOFError, OSError):
        while True:
            questions.put(read(source))
    os._exit(0)


def attend() -> None:
    """Ignore ctrl+c in this process, and end with the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

LIMIT: Final = 5.0
"""Seconds a thought may take, before a quick move is played in its place."""
EXACT: Final = inf
"""Stands for these seconds where nothing but the level's own choice will do, however late."""
PATIENCE: Final = 2.0
"""Seconds a question may wait, before a quick move is to answer it."""
_ASSESSED: Final = 60.0
"""Seconds an assessment may take in a process that steps back behind a busy server."""
_TRIES: Final = 3
_AGEING: Final = 10.0
"""How many times its cost a thought lets later and cheaper ones go first."""
_QUIET: Final = 30.0
"""Seconds between two reports of an overload."""
_BEGIN: Final = """
import os, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[1]))
sys.path[:] = sys.argv[3:]
from engine.bots.thinkers import main
main()
"""
"""Step back before anything is read: even that would take half a core from those who play."""


class Thinker(Protocol):
    """Chooses actions for computer players of any level."""

    def prepare(self, level: str) -> None:
        """Make the player of a level ready, so that its first thought does not wait."""

    def think(self, view: View, level: str, seed: int, seconds: float = LIMIT) -> Future[Action]:
        """Choose an action for the view of a player; the thought may take so many seconds.

        For `EXACT` seconds no quick move ever takes its place: the choice follows from level, seed
        and view alone.
        """

    def close(self) -> None:
        """End; what is being thought about is dropped."""


class AtOnce:
    """Thinks in the caller's thread."""

    def prepare(self, level: str) -> None:
        """Do nothing."""

    def think(self, view: View, level: str, seed: int, seconds: float = LIMIT) -> Future[Action]:
        """Choose an action before returning."""
        del seconds
        chosen: Future[Action] = Future()
        try:
            chosen.set_result(choose(level, seed, view))
        except Exception as error:
            chosen.set_exception(error)
        return chosen

    def close(self) -> None:
        """Do nothing."""


@dataclass(order=True, slots=True)
class _Thought:
    """A question that waits for its answer; the lowest rank is answered first."""

    rank: float
    number: int
    level: str = field(compare=False)
    seed: int = field(compare=False)
    view: View | None = field(compare=False)
    seconds: float = field(compare=False)
    asked: float = field(compare=False)
    chosen: Future[Action] = field(compare=False)


class Thinkers:
    """A pool of processes; each is asked by a thread of its own, and replaced if it fails."""

    def __init__(
        self,
        size: int = 1,
        *,
        nice: int = 0,
        cores: Sequence[int] = (),
        patience: float = PATIENCE,
        command: Sequence[str] | None = None,
    ) -> None:
        """Prepare the pool; nothing is started yet.

        Args:
            size: how many processes there may be.
            nice: by how much they step back behind other processes.
            cores: the cores they may use; any by default.
            patience: seconds after which a question gets a quick answer.
            command: what starts a process; by default, Python with `engine.bots.thinkers`.
        """
        self._size = size
        self._patience = patience
        self._command = command or command_of(nice, cores)
        self._thoughts: PriorityQueue[_Thought] = PriorityQueue()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._pending = 0
        self._workers: list[Worker] = []
        self._costs: dict[str, float] = {}
        """The seconds a thought takes, by level: a moving average."""
        self._reported = -_QUIET
        self._closed = False

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        workers = self._workers
        return tuple(worker.process.pid for worker in workers if worker.process is not None)

    def prepare(self, level: str) -> None:
        """Start the first process, and make the player of a level ready in it."""
        self._ask(None, level, 0, LIMIT)

    def think(self, view: View, level: str, seed: int, seconds: float = LIMIT) -> Future[Action]:
        """Choose an action; cancel the result to drop the question."""
        return self._ask(view, level, seed, seconds)

    def _ask(self, view: View | None, level: str, seed: int, seconds: float) -> Future[Action]:
        now = time.monotonic()
        rank = now + _AGEING * self._costs.get(level, 0.0)
        chosen: Future[Action] = Future()
        thought = _Thought(rank, next(self._numbers), level, seed, view, seconds, now, chosen)
        if self._closed:
            chosen.cancel()
            return chosen
        with self._lock:
            self._pending += 1
            if self._pending > len(self._workers) and len(self._workers) < self._size:
                self._workers.append(Worker(self._command))
                threading.Thread(target=self._serve, args=self._workers[-1:], daemon=True).start()
        self._thoughts.put(thought)
        return chosen

    def close(self) -> None:
        self._closed = True
        for worker in self._workers:
            self._thoughts.put(_Thought(-1.0, -1, QUICK, 0, None, 0.0, 0.0, Future()))
            worker.end()

    # in the thread of a worker

    def _serve(self, worker: Worker) -> None:
        while True:
            thought = self._thoughts.get()
            if self._closed:
                thought.chosen.cancel()
                break
            if thought.chosen.set_running_or_notify_cancel():
                try:
                    action = self._answered(worker, thought)
                except Exception as error:
                    thought.chosen.set_exception(error)
                else:
                    if action is not None:
                        thought.chosen.set_result(action)
            with self._lock:
                self._pending -= 1
        worker.end()

    def _answered(self, worker: Worker, thought: _Thought) -> Action | None:
        """Ask the process; if it fails, another one, then for a quick move; last, think here.

        An exact thought is asked for again and again, and never becomes a quick move.
        None if there is nothing to choose, or the pool was closed meanwhile.
        """
        level, began = self._level_for(thought), time.monotonic()
        exact = thought.seconds == EXACT
        for tried in range(_TRIES):
            try:
                limit = _ASSESSED if exact else thought.seconds
                found = worker.ask((level, thought.seed, thought.view), limit)
            except Failed as failed:
                if self._closed or thought.view is None:
                    return None
                log.warning("a computer player's process %s (level %s)", failed, level or "quick")
                if not exact and (tried or not failed.may_be_tried):
                    level = QUICK
                continue
            if thought.view is None:
                return None
            seconds = time.monotonic() - began
            before = self._costs.get(level, seconds)
            self._costs[level] = before + (seconds - before) / 8
            return parse_action(found)
        return None if thought.view is None else choose(level, thought.seed, thought.view)

    def _level_for(self, thought: _Thought) -> str:
        """Return the level of a thought; one that waited too long is a quick one."""
        now = time.monotonic()
        waited = now - thought.asked
        if waited < self._patience or thought.seconds == EXACT:
            return thought.level
        if now > self._reported + _QUIET:
            self._reported = now
            log.warning("computer players waited %.1f s to think: they play quick moves", waited)
        return QUICK


class Failed(Exception):
    """A process gave no answer; the text says why."""

    def __init__(self, why: str, *, may_be_tried: bool) -> None:
        super().__init__(why)
        self.may_be_tried: Final = may_be_tried
        """Whether the same question may be asked again."""


class Worker:
    """A process that thinks; it is started when it is asked, and again after it ended.

    It ends with this object at the latest.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._closed = False
        self.process: subprocess.Popen[bytes] | None = None
        self._buries: Callable[[], object] = lambda: None
        """Ends the process, once."""

    def assess(self, view: View, seed: int, seconds: float) -> Assessment:
        """Assess a game for the seat of a view.

        Raises:
            Failed: as `ask` does.
        """
        found = base64.b64decode(self.ask((ASSESS, seed, view, seconds), _ASSESSED))
        assessment: Assessment = pickle.loads(found)
        return assessment

    def ask(self, question: Question, seconds: float) -> str:
        """Ask the process, or think here where none can be started.

        Raises:
            Failed: it ended, could not answer, or took too long; if so, it is replaced.
        """
        began = time.monotonic()
        line = self._answer(question, seconds)
        if line.startswith("+"):
            return line[1:].strip()
        if line:
            raise Failed(f"failed: {line[1:200].strip()}", may_be_tried=False)
        self._bury()
        if time.monotonic() - began >= seconds:
            raise Failed(f"took more than {seconds:.1f} s", may_be_tried=False)
        raise Failed("ended", may_be_tried=True)

    def _answer(self, question: Question, seconds: float) -> str:
        process = self.process or self._start()
        if self._closed:  # meanwhile, perhaps
            self._bury()
            return ""
        if process is None:
            return answer(pickle.dumps(question))
        timer = threading.Timer(seconds, process.kill)
        timer.daemon = True
        timer.start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(framed(question))
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):  # it ended, or was ended here
            line = b""
        timer.cancel()
        return line.decode()

    def _start(self) -> subprocess.Popen[bytes] | None:
        """Start a process; return None where that is not possible."""
        if not self._command or self._closed:
            return None
        try:
            self.process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # a session of its own would void its niceness, see sched(7)
            )
        except OSError as error:
            log.warning("no process for computer players: %s", error)
            self._command = ()
            return None
        self._buries = weakref.finalize(self, _end, self.process)
        return self.process

    def end(self) -> None:
        """Kill the process, and start no other."""
        self._closed = True
        self._bury()

    def _bury(self) -> None:
        self.process = None
        self._buries()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        with suppress(OSError):
            assert stream is not None
            stream.close()


def command_of(nice: int, cores: Sequence[int] = ()) -> Sequence[str]:
    """Return the command of a process; empty where Python cannot be started again."""
    if not sys.executable or getattr(sys, "frozen", False):
        return ()
    paths = [os.path.abspath(path) for path in sys.path]
    places = (str(nice), ",".join(map(str, cores)))
    return (sys.executable, "-P", "-c", _BEGIN, *places, *paths)

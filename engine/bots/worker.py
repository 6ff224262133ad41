"""The process in which computer players think."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from typing import BinaryIO, Final

from engine.actions import Action
from engine.bots import greedy
from engine.bots.greedy import Player
from engine.bots.levels import level_of
from engine.play.view import View

QUICK: Final = ""
"""Stands for a level: a move that takes milliseconds."""
_LENGTH: Final = 4
Question = tuple[str, int, View | None]


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
        level, seed, view = pickle.loads(data)
        if view is not None:
            return f"+{choose(level, seed, view)}"
        if level != QUICK:
            _player(level)
        return "+"
    except Exception as error:  # the other side plays another move
        return f"-{error!r}".replace("\n", " ")


def main() -> None:
    """Answer questions until the input ends; the arguments: niceness, and cores or nothing."""
    nice, cores, *_ = sys.argv[1:]
    _step_aside(int(nice), {int(core) for core in cores.split(",") if core})
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    out = sys.stdout.buffer
    while True:
        out.write(answer(questions.get()).encode() + b"\n")
        out.flush()


def _step_aside(nice: int, cores: set[int]) -> None:
    """Ignore ctrl+c, and leave the processor to those who ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system can
        os.nice(nice)
    with suppress(AttributeError, OSError):
        if cores:
            os.sched_setaffinity(0, cores)


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

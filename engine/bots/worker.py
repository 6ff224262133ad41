"""The process in which computer players think: questions come on its input, answers go out.

A question is pickled: the name of a level, a seed and a view, which is None if the player of that
level is only to be made ready. The answer is a line: ``+`` and the action, or ``-`` and an error.
"""

from __future__ import annotations

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
from engine.bots.levels import level_of
from engine.bots.player import Player
from engine.play.view import View

QUICK: Final = ""
"""Stands for a level: a move that takes milliseconds."""
_PORTION: Final = 65536
Question = tuple[str, int, View | None]


def choose(level: str, seed: int, view: View) -> Action:
    """Choose an action as a level does, or quickly."""
    return greedy.choose(view, seed) if level == QUICK else _player(level).choose(view, seed)


@lru_cache(maxsize=16)
def _player(level: str) -> Player:
    return level_of(level).player()


def answer(question: Question) -> str:
    """Answer a question with a line."""
    level, seed, view = question
    try:
        if view is not None:
            return f"+{choose(level, seed, view)}"
        if level != QUICK:
            _player(level)
        return "+"
    except Exception as error:  # the other side plays another move
        return _said(error)


def _said(error: Exception) -> str:
    return f"-{error!r}".replace("\n", " ")


def main() -> None:
    """Answer questions until the input ends; the arguments: niceness, and cores or nothing."""
    nice, cores, *_ = sys.argv[1:]
    _step_aside(int(nice), {int(core) for core in cores.split(",") if core})
    questions: SimpleQueue[Question | Exception] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        question = questions.get()
        if isinstance(question, Exception):
            _write(_said(question))
            os._exit(1)  # the thread that reads would hold up an end by `return`
        _write(answer(question))


def _write(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def _step_aside(nice: int, cores: set[int]) -> None:
    """Ignore ctrl+c, and leave the processor to those who ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system can
        os.nice(nice)
    with suppress(AttributeError, OSError):
        if cores:
            os.sched_setaffinity(0, cores)


def _read(source: BinaryIO, questions: SimpleQueue[Question | Exception]) -> None:
    """Read questions; end with the process that asks them, even in the middle of a thought.

    A question that cannot be read is answered with what is wrong, and is the last: where the next
    one would begin is not known.
    """
    try:
        while True:
            questions.put(pickle.load(source))
    except Exception as error:
        if not isinstance(error, EOFError | OSError):
            questions.put(error)
            while source.read(_PORTION):
                pass
    os._exit(0)

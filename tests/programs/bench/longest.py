"""Note the longest turn of a server's loop, in the server that is measured."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any, Final

_IN_A_SECOND: Final = 1_000_000


class LongestTurn:
    """The longest turn of the loop since it was asked for last, in time of the thread.

    A turn is one call by the loop: a step of a task, a timer, what was read from a socket.
    """

    def __init__(self) -> None:
        self._longest = 0.0
        self._what = ""
        self._watched = False

    def watch(self) -> int:
        """Watch the loop from now on, which costs every turn a little."""
        if not self._watched:
            self._watched = True
            self._time_handles()
        self._longest = 0.0
        return 0

    def microseconds(self) -> int:
        """Tell how long it was, and forget it."""
        longest, self._longest = self._longest, 0.0
        return round(longest * _IN_A_SECOND)

    def tell(self) -> int:
        """Write what the longest turn was."""
        sys.stderr.write(f"     {self._what}\n")
        return 0

    def _time_handles(self) -> None:
        run = asyncio.Handle._run

        def timed(handle: Any) -> None:
            callback = handle._callback
            began = time.thread_time()
            run(handle)
            took = time.thread_time() - began
            if took > self._longest:
                self._longest, self._what = took, _called(callback)

        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]


def _called(callback: Any) -> str:
    """Name what a handle calls: the coroutine of a task, or the function."""
    task = getattr(callback, "__self__", None)
    return repr(task.get_coro()) if isinstance(task, asyncio.Task) else repr(callback)

"""Hold the messages of one widget, of which a server has tens of thousands.

Textual gives each of them a queue and two events, and each of these a deque of half a kilobyte that
is hardly ever longer than one.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Latch:
    """An event that is set once, and stays so."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return whether it has been set."""
        return self._is_set

    def set(self) -> None:
        """Set it, and wake whoever waits."""
        self._is_set = True
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self) -> bool:
        """Wait until it is set."""
        if not self._is_set:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
        return True


class PumpQueue(Generic[T]):
    """A queue with a single reader, which wakes when something is put into it."""

    __slots__ = ("_reader", "_values")

    def __init__(self) -> None:
        self._values: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, value: T) -> None:
        """Put a value at the end."""
        self._values.append(value)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def qsize(self) -> int:
        """Count the values."""
        return len(self._values)

    def empty(self) -> bool:
        """Return whether there is no value."""
        return not self._values

    def task_done(self) -> None:
        """Do nothing: nobody waits until all is done."""

    async def get(self) -> T:
        """Take the first value, once there is one."""
        while not self._values:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._values.pop(0)

    def get_nowait(self) -> T:
        """Take the first value.

        Raises:
            asyncio.QueueEmpty: there is none.
        """
        if not self._values:
            raise asyncio.QueueEmpty
        return self._values.pop(0)

"""Keep answers for a few seconds, and make each of them once, however many ask."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

MOST_BYTES: Final = 8_000_000
"""Size of all answers that are kept."""
MOST_WAITING: Final = 64
"""Requests that may wait for answers that are being made."""
MAKERS: Final = 2
"""Answers that are made at a time: readers of the database are for the players first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser gets for a path."""

    status: int
    content_type: str
    body: bytes
    max_age: int = 0
    """Seconds for which it may be kept. What it says may depend on the reader's language."""
    filename: str = ""
    """What it is saved as, if it is to be saved."""


class TooMany(Exception):
    """More requests wait than there is room for."""


Key = tuple[str, str]


class AnswerCache:
    """Keeps good answers as long as they may be kept; where room is short, those used latest."""

    def __init__(
        self,
        kept: int = MOST_BYTES,
        waiting: int = MOST_WAITING,
        makers: int = MAKERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._most_waiting = kept, waiting
        self._clock = clock
        self._size = 0
        self._kept: OrderedDict[Key, tuple[float, Answer]] = OrderedDict()
        self._makers = asyncio.Semaphore(makers)
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    async def get(self, key: Key, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer that is kept, or make it.

        Raises:
            TooMany: too many others wait.
        """
        found = self._found(key)
        if found is not None:
            return found
        if self._waiting >= self._most_waiting:
            raise TooMany
        self._waiting += 1
        try:
            return await self._made(key, make)
        finally:
            self._waiting -= 1

    async def _made(self, key: Key, make: Callable[[], Awaitable[Answer]]) -> Answer:
        async with self._making.setdefault(key, asyncio.Lock()):
            found = self._found(key)
            if found is None:
                async with self._makers:
                    found = await make()
                self._keep(key, found)
            return found

    def _found(self, key: Key) -> Answer | None:
        until, answer = self._kept.get(key, (0.0, None))
        if answer is None or until <= self._clock():
            return None
        self._kept.move_to_end(key)
        return answer

    def _keep(self, key: Key, answer: Answer) -> None:
        if answer.status != _GOOD or not answer.max_age:
            return
        if key in self._kept:
            self._drop(key)
        self._kept[key] = self._clock() + answer.max_age, answer
        self._size += _size(answer)
        while self._size > self._most:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        self._size -= _size(self._kept.pop(key)[1])


def _size(answer: Answer) -> int:
    """Return about how much memory an answer takes."""
    return len(answer.body) + _AROUND


_AROUND: Final = 1000
"""Bytes of an answer besides its body."""
_GOOD: Final = 200

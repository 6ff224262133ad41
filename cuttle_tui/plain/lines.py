"""Split a stream of bytes into lines."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Self

_LONGEST: Final = 1024
"""Maximum bytes of a line; the rest is dropped, and the line is still refused as too long."""


class Lines:
    """An asynchronous iterator over lines of input."""

    def __init__(self, taken: Callable[[], None] = lambda: None) -> None:
        """Start empty.

        Args:
            taken: called after each line that is read, so that the source can send more.
        """
        self._ready: deque[str] = deque()
        self._partial = bytearray()
        self._ended = False
        self._news = asyncio.Event()
        self._taken = taken

    def __len__(self) -> int:
        return len(self._ready)

    def feed(self, data: bytes) -> None:
        """Add bytes; lines end with a line feed."""
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            self.put(bytes(self._partial).rstrip(b"\r").decode("utf-8", "replace"))
            self._partial.clear()
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._partial += piece[: _LONGEST - len(self._partial)]

    def put(self, line: str) -> None:
        """Add a whole line."""
        self._ready.append(line)
        self._news.set()

    def end(self) -> None:
        """End the input; the last line needs no line feed."""
        if self._partial and not self._ended:
            self.feed(b"\n")
        self._ended = True
        self._news.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        while not self._ready:
            if self._ended:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        line = self._ready.popleft()
        self._taken()
        return line

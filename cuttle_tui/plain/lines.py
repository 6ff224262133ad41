"""Make lines of what comes in pieces."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Self

_LONGEST: Final = 1024
"""Bytes of a line that are kept; the rest is dropped, and the line is still too long to obey."""


class Lines:
    """Lines as they come, to be read one after the other, up to the end."""

    def __init__(self, taken: Callable[[], None] = lambda: None) -> None:
        """Begin without a line.

        Args:
            taken: is called after a line was read, so that the source can send more.
        """
        self._ready: deque[str] = deque()
        self._partial = bytearray()
        self._ended = False
        self._news = asyncio.Event()
        self._taken = taken

    def __len__(self) -> int:
        return len(self._ready)

    def feed(self, data: bytes) -> None:
        """Take bytes of lines that end with a line feed."""
        *whole, rest = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            self.put(bytes(self._partial).rstrip(b"\r").decode("utf-8", "replace"))
            self._partial.clear()
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._partial += piece[: _LONGEST - len(self._partial)]

    def put(self, line: str) -> None:
        """Take a whole line."""
        self._ready.append(line)
        self._news.set()

    def end(self) -> None:
        """Learn that no more will come; a last line needs no line feed."""
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

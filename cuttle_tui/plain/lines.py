"""Read lines from a stream of bytes, and write sentences as lines of text."""

from __future__ import annotations

import asyncio
import textwrap
from collections import deque
from collections.abc import Callable, Collection
from typing import Final, Self

from cuttle_tui.wording.plain.menu_lines import Line, line_of_text, spoken
from engine.text_file import MARK

_LONGEST: Final = 2048
"""Maximum bytes of a line, at least four for each character that is read: the rest
is dropped, and the line is still refused as too long."""


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
            line = bytes(self._partial).rstrip(b"\r").decode("utf-8", "replace")
            self.put(line.removeprefix(MARK))  # PowerShell begins a pipe with a byte order mark
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


def wrapped(line: str, width: int) -> list[str]:
    """Break a line between words, into rows no longer than so many columns if words allow."""
    if len(line) <= width:
        return [line]
    return textwrap.wrap(
        line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ) or [line]


class Output:
    """Writes lines of printable characters only."""

    def __init__(self, out: Callable[[str], None], *, short: bool = False) -> None:
        """Create the output.

        Args:
            out: receives each line, without a line feed.
            short: write cards by their two-character names, not in words.
        """
        self._out = out
        self.short = short
        self.width = 0
        """The columns after which sentences are broken between words; 0 for never."""

    def tell(self, *sentences: Line, names: Collection[str] = ()) -> None:
        """Write sentences as lines with a capital and a full stop; skip empty ones.

        Args:
            sentences: the sentences.
            names: words that are not capitalized.
        """
        for sentence in sentences:
            if sentence:
                self._flow(line_of_text(spoken(sentence, short=self.short), names))

    def item(self, sentence: Line) -> None:
        """Write an item of a list, without a full stop."""
        self._flow(spoken(sentence, short=self.short))

    def _flow(self, line: str) -> None:
        for row in wrapped(line, self.width) if self.width else (line,):
            self.write(row)

    def text(self, text: str) -> None:
        """Write a finished text, line by line."""
        for line in text.splitlines():
            self.write(line)

    def write(self, line: str) -> None:
        """Write a line."""
        self._out("".join(sign for sign in line if sign.isprintable()))

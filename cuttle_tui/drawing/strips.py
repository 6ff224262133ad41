"""Hold a drawn row as a strip that keeps no caches of its parts.

Textual gives every strip seven caches. A row of a zone is cut once for each change and then
replaced, so its caches would be filled and never read; with hundreds of players in one process
they are a quarter of all young objects.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.cache import FIFOCache
from textual.strip import Strip


def width_of(text: str) -> int:
    """Return how many cells a text takes."""
    return len(text) if text.isascii() else cell_len(text)


class _NoCache(FIFOCache[Any, Any]):
    """A cache that stores nothing."""

    def set(self, key: object, value: object) -> None:
        """Store nothing."""

    __setitem__ = set


_NO_CACHE: Final = _NoCache(0)


class ZoneStrip(Strip):
    """A row of a zone, or a part of one."""

    def __init__(self, segments: Iterable[Segment], cell_length: int) -> None:
        self._segments = list(segments)
        self._cell_length = cell_length
        self._divide_cache = self._crop_cache = self._style_cache = _NO_CACHE
        self._filter_cache = self._line_length_cache = _NO_CACHE
        self._crop_extend_cache = self._offsets_cache = _NO_CACHE
        self._render_cache = None
        self._link_ids = None
        self._cell_count = None

    def crop(self, start: int, end: int | None = None) -> Strip:
        """Return the cells from `start` up to `end`."""
        start = max(0, start)
        end = self.cell_length if end is None else min(end, self.cell_length)
        if start == 0 and end == self.cell_length:
            return self
        if end <= start:
            return ZoneStrip([], 0)
        parts: list[Segment] = []
        column = 0
        for segment in self._segments:
            if column >= end:
                break
            left, column = column, column + width_of(segment.text)
            if column <= start:
                continue
            if left < start:
                segment = segment.split_cells(start - left)[1]
            if column > end:
                segment = segment.split_cells(end - max(left, start))[0]
            parts.append(segment)
        return ZoneStrip(parts, end - start)

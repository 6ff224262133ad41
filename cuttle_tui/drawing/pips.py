"""Hold the arrangements of pips on number cards, as they are printed, for each number of rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Spread = tuple[str, ...]
"""Rows of pips, from the top: ``o`` is a pip. There are three columns, or five close ones."""

_SPREADS: Final[dict[int, tuple[str, ...]]] = {
    1: (".o.",),
    2: (".o./.../.../.../.../.../.o.", ".o./.../.../.../.o.", ".o./.../.o.", ".o./.o."),
    3: (".o./.../.../.o./.../.../.o.", ".o./.../.o./.../.o.", ".o./.o./.o."),
    4: ("o.o/.../.../.../.../.../o.o", "o.o/.../.../.../o.o", "o.o/.../o.o", "o.o/o.o"),
    5: ("o.o/.../.../.o./.../.../o.o", "o.o/.../.o./.../o.o", "o.o/.o./o.o"),
    6: ("o.o/.../.../o.o/.../.../o.o", "o.o/.../o.o/.../o.o", "o.o/o.o/o.o", "ooo/ooo"),
    7: (
        "o.o/.../.o./o.o/.../.../o.o",
        "o.o/.o./o.o/.../o.o",
        "o.o/ooo/o.o",
    ),
    8: ("o.o/.../.o./o.o/.o./.../o.o", "o.o/.o./o.o/.o./o.o", "ooo/o.o/ooo"),
    9: ("o.o/.../o.o/.o./o.o/.../o.o", "o.o/o.o/.o./o.o/o.o", "ooo/ooo/ooo"),
    10: (
        "o.o/.o./o.o/.../o.o/.o./o.o",
        "o.o/.o./o.o/o.o/.o./o.o",
        "o.o/ooo/.../ooo/o.o",
        "o.o/ooo/ooo/o.o",
        "o.o.o/oo.oo/o.o.o",
    ),
}
"""The arrangements of each rank, the tallest first."""
_READ: Final[dict[int, tuple[Spread, ...]]] = {
    rank: tuple(tuple(text.split("/")) for text in texts) for rank, texts in _SPREADS.items()
}
_COLUMNS: Final = 3


def spread_of(count: int, rows: int) -> Spread:
    """Return the tallest arrangement of so many pips; empty if none fits."""
    return next((spread for spread in _READ[count] if len(spread) <= rows), ())


def places_of(spread: Spread, pitch: int) -> Iterator[tuple[int, int]]:
    """Yield the column and the row of each pip; `pitch` is the step between three columns."""
    step = pitch if len(spread[0]) == _COLUMNS else max(1, pitch // 2)
    for row, line in enumerate(spread):
        yield from ((column * step, row) for column, mark in enumerate(line) if mark == "o")

"""Draw values over time as a thin line, with the highest and the lowest beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from cuttle_tui.i18n.translation import Role, Sentence, Span, say


class Room(NamedTuple):
    """The columns and rows of a page, or of a part of it."""

    width: int
    height: int


class Strokes(NamedTuple):
    """The signs of a line."""

    flat: str
    upright: str
    rise: tuple[str, str]
    """Where it leaves a row upwards, and where it arrives."""
    fall: tuple[str, str]


THIN: Final = Strokes("─", "│", ("┘", "┌"), ("┐", "└"))
THIN_ASCII: Final = Strokes("-", "|", ("+", "+"), ("+", "+"))

_APART: Final = 2
"""The least columns between the first day and the last below a line."""


def curve_lines(
    curve: Sequence[tuple[str, int]], strokes: Strokes, room: Room, base: int | None = None
) -> list[Sentence]:
    """Draw values as a line, the latest at the right; nothing for fewer than two days.

    It takes no more rows than there are values between the highest and the lowest. A window that
    is too small for the game has no room for a line either.

    Args:
        curve: the value after each day, oldest first.
        strokes: what the line is made of.
        room: the columns and rows, but for that of the days.
        base: a value whose row is in sight in any case, and is drawn.
    """
    label = max(len(str(value)) for _, value in curve) + 1 if curve else 0
    count = room.width - label
    if len(curve) < 2 or count < 1 or room.height < 1:
        return []
    values = [curve[-(-(place + 1) * len(curve) // count) - 1][1] for place in range(count)]
    marks = values if base is None else [*values, base]
    scale = _Scale(min(marks), max(marks), room.height)
    signs = list(_columns([scale.row(value) for value in values], strokes))
    sides = {scale.row(value): value for value in (scale.low, scale.high)}
    ground = " "
    rows = []
    for row in reversed(range(scale.rows)):
        side: int | str = sides.get(row, "")
        if base is not None and row == scale.row(base):
            side, ground = base, strokes.flat
        rows.append(say(Span(f"{side:>{label - 1}} ", "quiet"), *_row(signs, row, ground)))
        ground = " "
    first, last = curve[0][0], curve[-1][0]
    if len(first) + _APART + len(last) <= count:
        rows.append(say(Span(" " * label + first + f"{last:>{count - len(first)}}", "quiet")))
    return rows


class _Scale(NamedTuple):
    """The values between which a line runs, and the rows that it may take."""

    low: int
    high: int
    most: int

    @property
    def rows(self) -> int:
        """The rows it takes."""
        return min(self.most, self.high - self.low + 1)

    def row(self, value: int) -> int:
        """Return the row of a value, counted from the lowest."""
        return round((value - self.low) * (self.rows - 1) / max(1, self.high - self.low))


def _columns(levels: Sequence[int], strokes: Strokes) -> Iterator[Mapping[int, str]]:
    """Yield the signs of each column, by their rows."""
    before = levels[0]
    for level in levels:
        lower, upper = sorted((before, level))
        column = dict.fromkeys(range(lower + 1, upper), strokes.upright)
        if level == before:
            column[level] = strokes.flat
        else:
            column[before], column[level] = strokes.rise if level > before else strokes.fall
        yield column
        before = level


def _row(columns: Sequence[Mapping[int, str]], row: int, ground: str) -> Iterator[Span]:
    """Write a row: the line, and what lies behind it in quiet."""
    cells: list[tuple[Role, str]] = [
        ("text", column[row]) if row in column else ("quiet", ground) for column in columns
    ]
    for role, same in groupby(cells, key=lambda cell: cell[0]):
        yield Span("".join(sign for _, sign in same), role)

"""Draw values over time.

The score of a seat is a filled area turn by turn, in half rows, with its goal above; of letters
on fills in whole rows, or in thirds if it has few. A rating is a thin line, with the highest and
the lowest beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.i18n.translation import Role, Sentence, Span, say

if TYPE_CHECKING:
    from cuttle_tui.drawing.rows import Sheet


@dataclass(frozen=True, slots=True)
class Area:
    """Where a graph is drawn, and its highest value."""

    x: int
    y: int
    width: int
    height: int
    top: int
    ruled: bool = False
    """Whether the line of the goal goes on over what is filled."""
    low: bool = False
    """Whether it has no half row above its highest value, and no line for a goal inside a row.

    Its ground is as high as the goal instead; where fills do not show, a line is drawn if it can
    be at the very height.
    """
    apart: bool = False
    """Whether what it lies on shows in its first half row, which parts it from the one above."""
    over: int = 0
    """The parts of a row left for more than the highest value."""
    parts: int = 2
    """The parts of a row that can be told apart: eighths, halves, thirds, or all of it."""

    @property
    def full(self) -> int:
        """The parts of rows there are."""
        return self.parts * self.height - self.apart * (self.parts // 2)

    def level(self, value: int) -> int:
        """Return how many parts of rows a value fills: at least one if there is anything."""
        filled = round(value * (self.full - self.over) / self.top)
        return min(self.full, max(value > 0, filled))

    def below(self, value: int, goal: int) -> int:
        """Return how many parts a value fills, which reaches the height of its goal with it."""
        level, end = self.level(value), self.end(goal)
        return min(level, end - 1) if value < goal else max(level, end)

    def end(self, goal: int) -> int:
        """Return the parts of rows up to a goal: in a low area two at least, to show less.

        A ground ends inside a row only where it can be drawn by blocks, and in its middle then.
        """
        end = max(self.level(goal), 2 if self.low and goal > 0 else 0)
        if not self.low:
            return end
        if self.parts == _THIRDS:
            return self.parts * -(-end // self.parts)
        half = self.parts // 2
        return min(self.full, half * max(2, round(end / half)))


@dataclass(frozen=True, slots=True)
class Series:
    """A value and its goal at the deal and after each turn."""

    values: Sequence[int]
    goals: Sequence[int]


_TICKS: Final = (5, 10, 20, 50)
"""The steps between numbers below a graph."""
_TICK_ROOM: Final = 6
"""The minimum columns between them."""
_VALUE_ROOM: Final = 3
"""The minimum columns of a value of two digits, and a blank one."""
_THIRDS: Final = 3
_IN_PARTS: Final = 2
"""The most rows of a graph of letters on fills that has more than whole ones."""
GROUND: Final = "chart"
_LINE: Final = "sel"
"""The colour of a goal and its number: that of the line which a row of points must reach."""


def stretched(values: Sequence[int], width: int) -> list[int]:
    """Give each column of a graph the value at its end; the last column has the last value.

    The first value, before the first turn, has no column of its own.
    """
    steps = len(values) - 1
    if steps <= 0:
        return [values[-1]] * width
    return [values[-(-(column + 1) * steps // width)] for column in range(width)]


def column_of(step: int, steps: int, width: int) -> int:
    """Return the last column of a turn, counted from 1."""
    return max(0, step * width // steps - 1) if steps else 0


def draw_ticks(sheet: Sheet, x: int, stop: int, y: int, steps: int) -> None:
    """Number the steps below a graph, in their middle: the first, the last, and some between."""
    width = stop - x
    if steps <= 0:
        return
    apart = next((tick for tick in _TICKS if width * tick >= _TICK_ROOM * steps), _TICKS[-1])
    ticks = [1, *range(apart, steps, apart), steps]
    if len(ticks) > 2 and (steps - ticks[-2]) * width < _TICK_ROOM * steps:
        del ticks[-2]
    for tick in ticks:
        text, before = str(tick), (tick - 1) * width // steps
        free = column_of(tick, steps, width) + 1 - before - len(text)
        sheet.put(x + min(max(0, before + free // 2), width - len(text)), y, text, "quiet")


def draw_values(
    sheet: Sheet, x: int, stop: int, y: int, values: Sequence[int], fore: str, ground: str | None
) -> None:
    """Write the value after each turn, or after every second, and so on, back from the last.

    The first value, before the first turn, has no column of its own.
    """
    steps, width = len(values) - 1, stop - x
    shown = range(steps, 0, -max(1, -(-steps // max(1, width // _VALUE_ROOM))))
    for place, step in enumerate(shown):
        text = str(values[step])
        end = stop - place * (width // len(shown))
        sheet.put(end - len(text), y, text, fore, ground=ground, bold=ground is not None)


def draw_area(sheet: Sheet, area: Area, series: Series, glyphs: Glyphs, *, won: bool) -> None:
    """Draw the area of a seat on a ground of its own."""
    fill = "sel" if won else "paper"
    whole = glyphs.celled and area.height > _IN_PARTS
    signs = (area.low and glyphs.fine) or glyphs.lower
    area = replace(area, parts=1 if whole else len(signs) + 1)
    values, goals = stretched(series.values, area.width), stretched(series.goals, area.width)
    ends = [area.end(goal) for goal in goals]
    levels = [area.below(value, goal) for value, goal in zip(values, goals, strict=True)]
    bounded = area.low and glyphs.fills
    if not bounded:
        sheet.fill(area.x, area.y, area.width, area.height, GROUND)
    plain = area.low or area.ruled
    numbers = {} if plain else dict(_numbers(area, goals, levels))
    put = _put_bounded if bounded else partial(_put_runs, numbers=numbers)
    for row in range(area.height):
        floor = area.parts * (area.height - 1 - row)
        pairs = [(level - floor, end - floor) for level, end in zip(levels, ends, strict=True)]
        put(sheet, area, area.y + row, pairs, replace(glyphs, lower=signs), fill)


def _numbers(
    area: Area, goals: Sequence[int], levels: Sequence[int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the row and column of each digit of a goal.

    It stands at the end of its line, where that is not covered and goes on before it.
    """
    for goal, run in groupby(range(area.width), key=goals.__getitem__):
        under, text = (area.end(goal) - 1) // area.parts, str(goal)
        free = {column for column in run if levels[column] <= under * area.parts}
        ends = (end for end in sorted(free)[::-1] if {*range(end - len(text), end)} <= free)
        end = next(ends, None)
        if goal > 0 and end is not None:
            y, x = area.y + area.height - 1 - under, end - len(text) + 1
            yield from (((y, column), digit) for column, digit in enumerate(text, x))


def _put_bounded(
    sheet: Sheet, area: Area, y: int, pairs: Sequence[tuple[int, int]], glyphs: Glyphs, fill: str
) -> None:
    """Put a row of an area on a ground that ends at the goal, and what it lies on above that."""
    x, whole = area.x, area.parts
    for (level, end), run in groupby(_within(whole, *pair) for pair in pairs):
        width = len(list(run))
        # a cell has two colours: where the ground ends above what is filled, it fills the rest
        ground = fill if level >= whole else GROUND if 0 < level < end or end >= whole else None
        part = level or end
        if part < whole and part:
            sign = glyphs.lower[part - 1]
            sheet.put(x, y, sign * width, fill if level else GROUND, ground=ground)
        elif ground:
            sheet.fill(x, y, width, 1, ground)
        x += width


def _within(whole: int, level: int, end: int) -> tuple[int, int]:
    """Return how many parts of a cell are filled, and how many have a ground."""
    end = min(max(end, 0), whole)
    return min(max(level, 0), end), end


def draw_ground(sheet: Sheet, area: Area, glyphs: Glyphs, goal: int) -> None:
    """Draw the ground of an area without anything on it."""
    if area.low:
        draw_area(sheet, area, Series((0,), (goal,)), glyphs, won=False)
    else:
        sheet.fill(area.x, area.y, area.width, area.height, GROUND)


def _cell(level: int, goal: int, area: Area) -> str | int:
    """Name what a cell shows: all or a part of the area, the goal's line, or nothing."""
    lined = 0 < goal < area.parts or (goal == area.parts and not area.low)
    if level >= area.parts:
        return "over" if area.ruled and lined else "full"
    return level if level > 0 else "goal" if lined else ""


def _put_runs(
    sheet: Sheet,
    area: Area,
    y: int,
    pairs: Sequence[tuple[int, int]],
    glyphs: Glyphs,
    fill: str,
    numbers: Mapping[tuple[int, int], str],
) -> None:
    """Put the cells of a row, equal neighbours together; full cells are blanks on their fill.

    A digit among the `numbers`, by row and column, has its cell.

    Where fills do not show, the line of the goal would be a hole in the area: it goes on behind.
    """
    signs: dict[str | int, str] = dict(enumerate(glyphs.lower, 1))
    signs |= {"full": glyphs.block, "goal": glyphs.empty if area.ruled else glyphs.full}
    signs["over"] = glyphs.empty if glyphs.fills else glyphs.block
    cells = [
        numbers.get((y, column)) or _cell(level, end, area)
        for column, (level, end) in enumerate(pairs)
    ]
    start = 0
    for stop in range(1, len(cells) + 1):
        if stop < len(cells) and cells[stop] == cells[start]:
            continue
        cell, count = cells[start], stop - start
        if cell == "full" and glyphs.fills:
            sheet.fill(area.x + start, y, count, 1, fill)
        elif cell == "over" and glyphs.fills:
            sheet.put(area.x + start, y, signs[cell] * count, GROUND, ground=fill)
        elif cell:
            digit = isinstance(cell, str) and cell.isdigit()
            line = _LINE if not area.ruled else "dots"
            fore = line if digit or cell == "goal" else fill
            sign = signs.get(cell, str(cell))
            sheet.put(area.x + start, y, sign * count, fore, ground=GROUND, bold=digit)
        start = stop


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
    values = _sampled([value for _, value in curve], count)
    marks = values if base is None else [*values, base]
    scale = _Scale(min(marks), max(marks), room.height, 2 if base is not None else 1)
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


def _sampled(values: Sequence[int], count: int) -> list[int]:
    """Give each column the last of its values, and the lowest and the highest theirs."""
    ends = [-(-(place + 1) * len(values) // count) for place in range(count)]
    sampled = [values[end - 1] for end in ends]
    for extreme in (min(values), max(values)):
        sampled[bisect_right(ends, values.index(extreme))] = extreme
    return [*sampled[:-1], values[-1]]


class _Scale(NamedTuple):
    """The values between which a line runs, and the rows that it may take."""

    low: int
    high: int
    most: int
    each: int = 1
    """Rows from a value to the next one, at most."""

    @property
    def rows(self) -> int:
        """The rows it takes."""
        steps = self.high - self.low
        apart = min(self.each, (self.most - 1) // max(1, steps))
        return min(self.most, steps * max(1, apart) + 1)

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

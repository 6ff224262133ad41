"""Draw values over time.

The score of a seat is a filled area turn by turn, in half rows, with its goal above; of letters
on fills in whole rows, or in thirds if it has few. In one row or two it is the share of the goal
that was reached, below the line of the goal. A rating is a thin line, with the highest and the
lowest beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size

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
    """Whether it is a row of shares of the goal, below the line of the goal if it has two rows."""
    parts: int = 2
    """The parts of a row that can be told apart: halves, thirds, or all of it."""

    def level(self, value: int) -> int:
        """Return how many parts of rows a value fills: at least one if there is anything."""
        full = self.parts * self.height
        return min(full, max(value > 0, round(value * full / self.top)))

    def below(self, value: int, goal: int) -> int:
        """Return how many parts a value fills: none of the row of its goal before it is reached."""
        level, end = self.level(value), self.level(goal)
        under = end - 1 if self.ruled else (end - 1) // self.parts * self.parts
        return min(level, max(under, value > 0)) if value < goal else max(level, end)


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
_IN_PARTS: Final = 2
"""The most rows of a graph of letters on fills that has more than whole ones."""
GROUND: Final = "chart"
_LINE: Final = "sel"
"""The colour of a goal and its number: that of the line which a row of points must reach."""
_LINE_APART: Final = "goalink"
"""The same on what a graph lies on, which may be light."""


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
    values, goals = stretched(series.values, area.width), stretched(series.goals, area.width)
    if area.low:
        _draw_shares(sheet, area, [*zip(values, goals, strict=True)], glyphs, fill)
        return
    whole = glyphs.celled and area.height > _IN_PARTS
    area = replace(area, parts=1 if whole else len(glyphs.lower) + 1)
    ends = [area.level(goal) for goal in goals]
    levels = [area.below(value, goal) for value, goal in zip(values, goals, strict=True)]
    sheet.fill(area.x, area.y, area.width, area.height, GROUND)
    numbers = {} if area.ruled else dict(_numbers(area, goals, levels))
    for row in range(area.height):
        floor = area.parts * (area.height - 1 - row)
        pairs = [(level - floor, end - floor) for level, end in zip(levels, ends, strict=True)]
        _put_runs(sheet, area, area.y + row, pairs, glyphs, fill, numbers)


def _draw_shares(
    sheet: Sheet, area: Area, pairs: Sequence[tuple[int, int]], glyphs: Glyphs, fill: str
) -> None:
    """Draw how much of its goal each value is, and the line of the goal above, which few rise to.

    Shares of a row leave every cell two colours, which heights of two goals would not.
    """
    signs = (glyphs.fine or glyphs.lower) + glyphs.block
    x, y = area.x, area.y + area.height - 1
    sheet.fill(x, y, area.width, 1, GROUND)
    for filled, run in groupby(_share(value, goal, len(signs)) for value, goal in pairs):
        width, reached = len(list(run)), filled == len(signs)
        if reached and glyphs.fills:
            sheet.fill(x, y, width, 1, fill)
        elif filled:
            sheet.put(x, y, signs[filled - 1] * width, fill, ground=GROUND)
        if area.height > 1 and reached:
            sheet.put(x, y - 1, glyphs.lower[0] * width, fill)
        elif area.height > 1:
            sheet.put(x, y - 1, (glyphs.fine or glyphs.full)[0] * width, _LINE_APART)
        x += width


def _share(value: int, goal: int, parts: int) -> int:
    """Return how many parts of its goal a value is: all only if it has reached it."""
    return parts if value >= goal else min(parts - 1, max(value > 0, round(value * parts / goal)))


def _numbers(
    area: Area, goals: Sequence[int], levels: Sequence[int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the row and column of each digit of a goal.

    It stands at the end of its line, where that is not covered and goes on before it.
    """
    for goal, run in groupby(range(area.width), key=goals.__getitem__):
        under, text = (area.level(goal) - 1) // area.parts, str(goal)
        free = {column for column in run if levels[column] <= under * area.parts}
        ends = (end for end in sorted(free)[::-1] if {*range(end - len(text), end)} <= free)
        end = next(ends, None)
        if goal > 0 and end is not None:
            y, x = area.y + area.height - 1 - under, end - len(text) + 1
            yield from (((y, column), digit) for column, digit in enumerate(text, x))


def draw_ground(sheet: Sheet, area: Area, glyphs: Glyphs, goal: int) -> None:
    """Draw the ground of an area without anything on it."""
    if area.low:
        draw_area(sheet, area, Series((0,), (goal,)), glyphs, won=False)
    else:
        sheet.fill(area.x, area.y, area.width, area.height, GROUND)


def _cell(level: int, goal: int, area: Area) -> str | int:
    """Name what a cell shows: all or a part of the area, the goal's line, or nothing."""
    lined = 0 < goal <= area.parts
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
    curve: Sequence[tuple[str, int]],
    strokes: Strokes,
    room: Room,
    base: int | None = None,
    title: str = "",
) -> list[Sentence]:
    """Draw values as a line, the latest at the right; nothing for fewer than two days.

    It takes no more rows than there are values between the highest and the lowest. A window that
    is too small for the game has no room for a line either.

    Args:
        curve: the value after each day, oldest first.
        strokes: what the line is made of.
        room: the columns and rows, but for that of the days.
        base: a value whose row is in sight in any case, and is drawn.
        title: what the values are, between the days if it fits.
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
    between = count - len(first) - len(last)
    if between >= _APART:
        told = title if cell_len(title) + 2 * _APART <= between else ""
        middle = set_cell_size(" " * ((between - cell_len(told)) // 2) + told, between)
        rows.append(say(Span(f"{' ' * label}{first}{middle}{last}", "quiet")))
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

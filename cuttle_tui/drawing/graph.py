"""Draw the score of a seat turn by turn as a filled area, in half rows, with its goal above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from cuttle_tui.drawing.palette import Glyphs

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
    apart: bool = False
    """Whether its first half row is left to what it lies on, which parts it from the one above."""

    @property
    def full(self) -> int:
        """The half rows of the highest value."""
        return 2 * self.height - self.apart

    def level(self, value: int) -> int:
        """Return how many half rows a value fills: at least one if there is anything."""
        return min(self.full, max(value > 0, round(value * self.full / self.top)))


@dataclass(frozen=True, slots=True)
class Series:
    """A value and its goal at the deal and after each turn."""

    values: Sequence[int]
    goals: Sequence[int]


_TICKS: Final = (5, 10, 20, 50)
"""The steps between numbers below a graph."""
_TICK_ROOM: Final = 6
"""The minimum columns between them."""
GROUND: Final = "ribbon"
"""Dark in every theme, so that both fills stand out."""


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
    """Number the steps below a graph: the first, the last, and some between."""
    width = stop - x
    if steps <= 0:
        return
    apart = next((tick for tick in _TICKS if width * tick >= _TICK_ROOM * steps), _TICKS[-1])
    ticks = [1, *range(apart, steps, apart), steps]
    if len(ticks) > 2 and (steps - ticks[-2]) * width < _TICK_ROOM * steps:
        del ticks[-2]
    for tick in ticks:
        text = str(tick)
        at = x + column_of(tick, steps, width)
        sheet.put(max(x, at - len(text) + 1) if tick > 1 else x, y, text, "quiet")


def draw_area(sheet: Sheet, area: Area, series: Series, glyphs: Glyphs, *, won: bool) -> None:
    """Draw the area of a seat on a ground of its own."""
    sheet.fill(area.x, area.y + area.apart, area.width, area.height - area.apart, GROUND)
    fill = "sel" if won else "paper"
    levels = [area.level(value) for value in stretched(series.values, area.width)]
    goals = [area.level(goal) for goal in stretched(series.goals, area.width)]
    if area.apart:
        _put_upper_edge(sheet, area, levels, glyphs, fill)
    for row in range(area.apart, area.height):
        floor = 2 * (area.height - 1 - row)
        cells = [
            _cell(level - floor, goal - floor, ruled=area.ruled)
            for level, goal in zip(levels, goals, strict=True)
        ]
        _put_runs(sheet, area, area.y + row, cells, glyphs, fill)


def _put_upper_edge(
    sheet: Sheet, area: Area, levels: Sequence[int], glyphs: Glyphs, fill: str
) -> None:
    """Put the first row of an area that has only the lower half of it; its end is the goal."""
    x = area.x
    for reached, run in groupby(level == area.full for level in levels):
        x = sheet.put(x, area.y, glyphs.lower * len(list(run)), fill if reached else GROUND)


def draw_ground(sheet: Sheet, area: Area, glyphs: Glyphs) -> None:
    """Draw the ground of an area without anything on it."""
    if area.apart:
        sheet.put(area.x, area.y, glyphs.lower * area.width, GROUND)
    sheet.fill(area.x, area.y + area.apart, area.width, area.height - area.apart, GROUND)


def _cell(level: int, goal: int, *, ruled: bool) -> str:
    """Name what a cell shows: a full or a half cell of the area, the goal's line, or nothing."""
    if ruled and level >= 2 and goal in (1, 2):
        return "over"
    if level >= 2:
        return "full"
    if level == 1:
        return "half"
    return "goal" if goal in (1, 2) else ""


def _put_runs(
    sheet: Sheet, area: Area, y: int, cells: Sequence[str], glyphs: Glyphs, fill: str
) -> None:
    """Put the cells of a row, equal neighbours together; full cells are blanks on their fill.

    Where fills do not show, the line of the goal would be a hole in the area: it goes on behind.
    """
    signs = {"full": glyphs.block, "half": glyphs.lower, "goal": glyphs.empty}
    signs["over"] = glyphs.block if glyphs.edges else glyphs.empty
    start = 0
    for stop in range(1, len(cells) + 1):
        if stop < len(cells) and cells[stop] == cells[start]:
            continue
        cell, count = cells[start], stop - start
        if cell == "full" and not glyphs.edges:
            sheet.fill(area.x + start, y, count, 1, fill)
        elif cell == "over" and not glyphs.edges:
            sheet.put(area.x + start, y, signs[cell] * count, GROUND, ground=fill)
        elif cell:
            fore = "dots" if cell == "goal" else fill
            sheet.put(area.x + start, y, signs[cell] * count, fore, ground=GROUND)
        start = stop

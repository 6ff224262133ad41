"""Draw a list in columns, and the tabs that select a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.widgets.marks import BLANK, put_overflow
from cuttle_tui.widgets.zone import Zone

_TOP: Final = 1
_GAP: Final = 4
_FREE: Final = "\0"
"""Represents the sign of a free seat in a cell."""


def free_seats(count: int) -> str:
    """Write a cell with a sign for each free seat."""
    return " ".join(_FREE * count)


@dataclass(frozen=True, slots=True)
class LinesModel:
    """Rows of cells; the last cell of each is aligned to the right."""

    rows: tuple[tuple[str, ...], ...]
    columns: tuple[int, ...]
    """The column of each cell except the last."""
    focus: int
    empty: Sentence = SILENCE
    """Shown if there are no rows."""


class Lines(Zone[LinesModel]):
    """The zone of a list in columns; as much of it as fits, around the row in focus."""

    def draw(self, model: LinesModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible rows."""
        if not model.rows:
            x, glyphs = plan.first, self.brush.glyphs
            put_sentence(sheet, x, _TOP, model.empty, glyphs, fore="quiet", stop=plan.stop)
        step = _step(model, sheet.height)
        shown = _shown(model, sheet.height)
        for row, place in enumerate(shown):
            self._row(sheet, _TOP + row * step, model, place, plan)
        put_overflow(sheet, plan, shown.start, len(model.rows) - shown.stop)
        return []

    def _row(self, sheet: Sheet, y: int, model: LinesModel, place: int, plan: Plan) -> None:
        strong, quiet, ground = "ink", "quiet", "felt"
        if place == model.focus:
            strong, quiet, ground = "selink", "selq", "sel"
            sheet.fill(plan.left + 1, y, plan.content - 2, 1, ground)
            sheet.put(plan.left + 1, y, self.brush.glyphs.turn, quiet, ground=ground)
        *cells, right = (cell.replace(_FREE, self.brush.glyphs.free) for cell in model.rows[place])
        end = plan.stop - cell_len(right)
        sheet.put(end, y, right, strong, ground=ground)
        starts = [plan.left + column for column in model.columns]
        for index, (x, cell) in enumerate(zip(starts, cells, strict=True)):
            stop = starts[index + 1] if index + 1 < len(starts) else end
            text = _fitted(cell, stop - x - 1)
            fore = strong if index < 2 else quiet
            sheet.put(x, y, text, fore, ground=ground, bold=index == 0)

    def row_of(self, y: int) -> int:
        """Return the index of the list row at a row of the zone, or -1."""
        if self.model is None:
            return -1
        shown = _shown(self.model, self.size.height)
        row = (y - _TOP) // _step(self.model, self.size.height)
        return shown.start + row if 0 <= row < len(shown) else -1


def _fitted(text: str, room: int) -> str:
    return text if cell_len(text) <= room else set_cell_size(text, max(0, room - 1)) + "~"


def _step(model: LinesModel, height: int) -> int:
    """Return the rows per line: two if blank rows fit between all of them."""
    return 2 if len(model.rows) * 2 - 1 <= _room(height) else 1


def _room(height: int) -> int:
    """Return the number of rows for lines, besides the row that counts the others."""
    return height - _TOP - 1 - BLANK


def _shown(model: LinesModel, height: int) -> range:
    count, room = len(model.rows), _room(height)
    if _step(model, height) == 2 or count <= room:
        return range(count)
    first = max(0, min(model.focus - room // 2, count - room))
    return range(first, min(count, first + room))


@dataclass(frozen=True, slots=True)
class TabsModel:
    """The names of the lists, the current list, and the player."""

    names: tuple[str, ...]
    present: int
    right: str


class Tabs(Zone[TabsModel]):
    """The zone of the head of several lists."""

    def draw(self, model: TabsModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the names on the second row; the current list is marked and bold."""
        right = plan.stop - cell_len(model.right)
        x = plan.first
        for place, name in enumerate(model.names):
            here = place == model.present
            sheet.put(x - MARGIN, 1, self.brush.glyphs.turn if here else "", "key")
            x = sheet.put(x, 1, name, "ink" if here else "quiet", bold=here) + _GAP
        if x < right:
            sheet.put(right, 1, model.right, "quiet")
        return []

    def tab_at(self, x: int, plan: Plan) -> int:
        """Return the index of the name at a column, or -1."""
        start = plan.first
        for place, name in enumerate(self.model.names if self.model is not None else ()):
            if start <= x < start + cell_len(name):
                return place
            start += cell_len(name) + _GAP
        return -1

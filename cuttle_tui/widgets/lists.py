"""Draw lists: as many rows as fit around the row in focus, in columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import FRONTS, Plan
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.widgets.marks import BLANK, put_overflow
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.joining import Entry

_KEY: Final = 3
_LABEL: Final = 6
_TEXT: Final = 27
_DESCRIPTION: Final = 34
_CHOSEN: Final = "+"
_IN_FOCUS: Final = {"ink": "selink", "key": "selink", "quiet": "selq"}
_LEAST_CELL: Final = 2
"""Columns too few to show anything of a text."""
_FREE: Final = "\0"
"""Represents the sign of a free seat in a cell."""


class Cell(NamedTuple):
    """Text in a column of a list, counted from the left edge of the content."""

    column: int
    text: str
    role: str = "ink"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list; in focus, its first cell is bold."""

    cells: tuple[Cell, ...]
    key: str = ""
    right: str = ""
    """A last cell, aligned to the right."""
    name: str = ""
    """What the screen calls the row; it is not drawn."""


def entry_row(entry: Entry) -> Row:
    """Make the row of an entry with a description."""
    label = Cell(_LABEL, str(entry.label))
    return Row((label, Cell(_DESCRIPTION, str(entry.description), "quiet")), entry.key)


def choice_row(name: str, label: str, text: str, sign: str = "", *, chosen: bool = False) -> Row:
    """Make the row of something to choose or to change."""
    role = "ink" if chosen or sign else "quiet"
    cells = (Cell(_LABEL, label, bold=chosen), Cell(_TEXT, text, role))
    return Row(cells, _CHOSEN if chosen else sign, name=name)


def line_row(cells: tuple[str, ...], columns: tuple[int, ...]) -> Row:
    """Make a row of cells in columns; the last cell is aligned to the right."""
    *left, right = cells
    drawn = (
        Cell(column, text, "ink" if place < 2 else "quiet", bold=place == 0)
        for place, (column, text) in enumerate(zip(columns, left, strict=True))
    )
    return Row(tuple(drawn), right=right)


def free_seats(count: int) -> str:
    """Write a cell with a sign for each free seat."""
    return " ".join(_FREE * count)


class Window(NamedTuple):
    """The visible rows of a list, and where they are drawn."""

    shown: range
    top: int = 0
    step: int = 1
    """Rows of the screen for each row of the list."""

    def drawn(self) -> Iterator[tuple[int, int]]:
        """Yield the screen row and the index of each visible row."""
        return ((self.top + row * self.step, place) for row, place in enumerate(self.shown))

    def row_at(self, y: int) -> int:
        """Return the index of the row at a row of the screen, or -1."""
        row = (y - self.top) // self.step
        return self.shown[row] if 0 <= row < len(self.shown) else -1


def window_of(count: int, focus: int, room: int, *, top: int, step: int, spare: int = 0) -> Window:
    """Choose the visible rows: all of them, or as many as fit around the row in focus.

    Args:
        count: rows of the list.
        focus: the index of the row in focus.
        room: rows of the screen.
        top: the first of them.
        step: rows from one to the next, if all fit like that.
        spare: further rows of the screen, if all fit then.
    """
    if (count - 1) * step < room:
        return Window(range(count), top, step)
    if count <= room + spare:
        return Window(range(count), top)
    room -= 1  # counts the others
    first = max(0, min(focus - room // 2, count - room))
    return Window(range(first, min(count, first + room)), top)


@dataclass(frozen=True, slots=True)
class ListModel:
    """The rows of a list, one of them in focus; None is a blank row."""

    rows: tuple[Row | None, ...]
    focus: int
    gap: int = 0
    """Blank rows between the rows, if all of them fit like that."""
    whole: bool = False
    """Whether all rows stay visible as long as they fit, down to the row above the bar."""
    empty: Sentence = SILENCE
    """Shown if there are no rows."""


class RowList(Zone[ListModel]):
    """The zone of a list."""

    window = Window(range(0))
    """What was drawn last."""

    def draw(self, model: ListModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible rows, and the number of the others."""
        top = self.top(plan)
        self.window = window = window_of(
            len(model.rows),
            model.focus,
            sheet.height - top - BLANK,
            top=top,
            step=self.gap(model, plan) + 1,
            spare=BLANK if model.whole else 0,
        )
        if not model.rows:
            glyphs = self.paint.glyphs
            put_sentence(sheet, plan.first, top, model.empty, glyphs, fore="quiet", stop=plan.stop)
        for y, place in window.drawn():
            row = model.rows[place]
            if row is not None:
                self._row(sheet, y, row, plan, focused=place == model.focus)
        above, below = model.rows[: window.shown.start], model.rows[window.shown.stop :]
        hidden = (len(rows) - rows.count(None) for rows in (above, below))
        put_overflow(sheet, plan, *hidden, top=top - 1)
        return []

    def top(self, plan: Plan) -> int:
        """Return the first row of the list."""
        del plan
        return 1

    def gap(self, model: ListModel, plan: Plan) -> int:
        """Return the blank rows between the rows of the list, if there is room."""
        del plan
        return model.gap

    def _row(self, sheet: Sheet, y: int, row: Row, plan: Plan, *, focused: bool) -> None:
        """Draw a row; the row in focus has a fill and a mark."""
        inks = _IN_FOCUS if focused else {}
        ground, glyphs = "sel" if focused else "felt", self.paint.glyphs
        if focused:
            sheet.fill(plan.left + 1, y, plan.content - 2, 1, ground)
            sheet.put(plan.left + 1, y, glyphs.turn, "selq", ground=ground)
        sheet.put(plan.left + _KEY, y, row.key, inks.get("key", "key"), ground=ground, bold=True)
        end = plan.stop - cell_len(row.right)
        sheet.put(end, y, row.right, inks.get("ink", "ink"), ground=ground)
        stops = [*(plan.left + cell.column for cell in row.cells[1:]), end + (not row.right)]
        for place, (cell, stop) in enumerate(zip(row.cells, stops, strict=True)):
            x = plan.left + cell.column
            text = fitted(cell.text.replace(_FREE, glyphs.free), stop - x - 1)
            if stop - x <= _LEAST_CELL:
                continue
            bold = cell.bold or (focused and not place)
            sheet.put(x, y, text, inks.get(cell.role, cell.role), ground=ground, bold=bold)

    def row_at(self, y: int) -> int:
        """Return the index of the row drawn at a row of the zone, or -1 if none is."""
        place = self.window.row_at(y)
        return place if place >= 0 and self.model and self.model.rows[place] is not None else -1


class FrontList(RowList):
    """The zone of the list of a front screen with tiles at its head."""

    def top(self, plan: Plan) -> int:
        """Return the first row of the list, as far below the band as the plan says."""
        front = FRONTS[plan.name]
        return front.entries - (front.band + front.band_rows)

    def gap(self, model: ListModel, plan: Plan) -> int:
        """Return the blank rows of the plan."""
        return FRONTS[plan.name].gap

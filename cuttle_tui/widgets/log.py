"""Draw the log: one event, one line, the newest last."""

from __future__ import annotations

from typing import Final

from rich.cells import set_cell_size

from cuttle_tui.layout import MARGIN, Plan
from cuttle_tui.prose import Sentence
from cuttle_tui.rows import Sheet, put_sentence, wrap
from cuttle_tui.scene import LogModel
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.modes import LOG

_TITLE: Final = 1
_FIRST: Final = 3
_COLUMNS: Final = 3
"""In which the menu stands."""


class Log(Zone[LogModel]):
    """The zone of the log: a column beside the table, or over it when asked for."""

    def draw(self, model: LogModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the last lines that fit, or those further up that were scrolled to."""
        sheet.grounds[:] = ["band"] * sheet.height
        sheet.put(MARGIN, _TITLE, LOG, "quiet")
        rows = self._lines(model, sheet.width - 2 * MARGIN)
        deep = self._menu(model, sheet)
        room = sheet.height - _FIRST - 1 - deep
        end = max(min(room, len(rows)), len(rows) - model.scroll)
        for row, (line, newest) in enumerate(rows[max(0, end - room) : end]):
            fore = "ink" if newest else "quiet"
            put_sentence(sheet, MARGIN, _FIRST + row, line, self.brush.glyphs, fore=fore)
        return []

    def _menu(self, model: LogModel, sheet: Sheet) -> int:
        """Draw what can be chosen in the last rows, in columns; tell how many rows that takes."""
        deep = _deep(model)
        for place, (key, label) in enumerate(model.menu):
            column, row = divmod(place, deep)
            x = MARGIN + column * _wide(sheet.width)
            y = sheet.height - 1 - deep + row
            sheet.put(x, y, key, "key", bold=True)
            sheet.put(x + 2, y, set_cell_size(label, _wide(sheet.width) - 3).rstrip())
        return deep + 1 if deep else 0

    def key_at(self, x: int, y: int) -> str:
        """Give the key of what can be chosen at a cell, or none."""
        if self.model is None or not self.model.menu:
            return ""
        deep = _deep(self.model)
        row = y - (self.size.height - 1 - deep)
        place = (x - MARGIN) // _wide(self.size.width) * deep + row
        known = 0 <= row < deep and 0 <= place < len(self.model.menu)
        return self.model.menu[place][0] if known else ""

    def _lines(self, model: LogModel, width: int) -> list[tuple[Sentence, bool]]:
        told = [place for place, line in enumerate(model.lines) if not _is_aside(line)]
        last = told[-1] if told else -1
        return [
            (part, place == last)
            for place, line in enumerate(model.lines)
            for part in wrap(line, width, self.brush.glyphs)
        ]


def _deep(model: LogModel) -> int:
    return -(-len(model.menu) // _COLUMNS)


def _wide(width: int) -> int:
    return (width - 2 * MARGIN) // _COLUMNS


def _is_aside(line: Sentence) -> bool:
    return all(span.role == "quiet" for span in line)

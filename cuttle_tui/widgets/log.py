"""Draw the log: one event, one line, the newest last."""

from __future__ import annotations

from typing import Final

from cuttle_tui.layout import MARGIN, Plan
from cuttle_tui.prose import Sentence
from cuttle_tui.rows import Sheet, put_sentence, wrap
from cuttle_tui.scene import LogModel
from cuttle_tui.tiles import Spot
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.modes import LOG

_TITLE: Final = 1
_FIRST: Final = 3


class Log(Zone[LogModel]):
    """The zone of the log: a column beside the table, or over it when asked for."""

    def draw(self, model: LogModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the last lines that fit, or those further up that were scrolled to."""
        sheet.grounds[:] = ["band"] * sheet.height
        sheet.put(MARGIN, _TITLE, LOG, "quiet")
        rows = self._lines(model, sheet.width - 2 * MARGIN)
        room = sheet.height - _FIRST - 1
        end = max(min(room, len(rows)), len(rows) - model.scroll)
        for row, (line, newest) in enumerate(rows[max(0, end - room) : end]):
            fore = "ink" if newest else "quiet"
            put_sentence(sheet, MARGIN, _FIRST + row, line, self.brush.glyphs, fore=fore)
        return []

    def _lines(self, model: LogModel, width: int) -> list[tuple[Sentence, bool]]:
        told = [place for place, line in enumerate(model.lines) if not _is_aside(line)]
        last = told[-1] if told else -1
        return [
            (part, place == last)
            for place, line in enumerate(model.lines)
            for part in wrap(line, width, self.brush.glyphs)
        ]


def _is_aside(line: Sentence) -> bool:
    return all(span.role == "quiet" for span in line)

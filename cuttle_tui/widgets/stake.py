"""Draw what is at stake in a rated game, in the row above the band."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.stake import StakeLine

_GAP: Final = 3
"""Columns between the match and the ratings."""


class StakeBar(Zone[tuple[StakeLine, ...]]):
    """The zone of what is at stake; blank at tables that are not rated."""

    def draw(self, model: tuple[StakeLine, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the fullest line that fits: the match at the left, the ratings at the right."""
        if not model:
            return []
        glyphs, room = self.paint.glyphs, plan.stop - plan.first
        sheet.grounds[0] = "band"

        def width(line: StakeLine) -> int:
            apart = _GAP if line.ratings else 0
            return sum(sentence_width(part, glyphs) for part in line) + apart

        line = next((line for line in model if width(line) <= room), model[-1])
        put_sentence(sheet, plan.first, 0, line.match, glyphs, fore="quiet", stop=plan.stop)
        x = plan.stop - sentence_width(line.ratings, glyphs)
        put_sentence(sheet, x, 0, line.ratings, glyphs, fore="quiet", stop=plan.stop)
        return []

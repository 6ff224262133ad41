"""Draw the zone of the test cards."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.sample import FACES, draw_sample
from cuttle_tui.widgets.zone import Zone

_WIDEST: Final = 7
_BESIDE: Final = 28


class Sample(Zone[str]):
    """The zone of the test cards; its model is nothing but what it was last drawn for."""

    def draw(self, model: str, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards on the band, as large as there is room for beside the words."""
        del model
        sheet.grounds[:] = ["band"] * sheet.height
        room = (plan.stop - plan.first - _BESIDE) // len(FACES) - 1
        width = max(5, min(_WIDEST, room))
        height = sample_height(plan)
        draw_sample(sheet, plan.first, 2, plan.stop, TileSize(width, height), self.brush.glyphs)
        return []


def sample_height(plan: Plan) -> int:
    """Return the rows of a test card."""
    return min(plan.field.height, 5)

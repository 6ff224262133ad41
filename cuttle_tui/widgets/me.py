"""Draw one's own field and score line."""

from __future__ import annotations

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.widgets.score import draw_score
from cuttle_tui.widgets.zone import Zone


class Me(Zone[SeatModel]):
    """The zone of the player's own seat."""

    def draw(self, model: SeatModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the field, and below it the score line."""
        top = plan.band + plan.band_rows
        glyphs = self.brush.glyphs
        spots = draw_field(
            sheet,
            plan.first,
            plan.stop,
            plan.my_field - top,
            plan.field,
            model.points,
            model.royals,
            glyphs,
        )
        draw_score(sheet, plan.my_line - top, model, plan, glyphs)
        return spots

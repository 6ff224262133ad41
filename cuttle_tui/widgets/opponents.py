"""Draw the other seats: score line, hand, field."""

from __future__ import annotations

from cuttle_tui.drawing.columns import columns_of
from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_chips, draw_field
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.widgets.column import draw_column
from cuttle_tui.widgets.score import draw_score
from cuttle_tui.widgets.zone import Zone


class Opponents(Zone[tuple[SeatModel, ...]]):
    """The zone of the other seats."""

    def draw(self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw one seat over the whole width, or several in columns, in turn order."""
        if len(model) == 1:
            return self._across(model[0], plan, sheet)
        spots: list[Spot] = []
        for seat, column in zip(model, columns_of(plan, len(model)), strict=True):
            spots += draw_column(sheet, seat, column, plan, self.brush.glyphs)
        return spots

    def _across(self, seat: SeatModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        glyphs = self.brush.glyphs
        draw_score(sheet, plan.opp_line, seat, plan, glyphs)
        hidden = seat.hand_size - len(seat.known)
        room = plan.stop - plan.first
        end = draw_chips(
            sheet,
            plan.first,
            plan.opp_hand,
            seat.known,
            hidden,
            room,
            glyphs,
            fresh=seat.fresh,
            backs=seat.backs,
        )
        sheet.put(end + 2, plan.opp_hand, seat.hand_note, "quiet")
        return draw_field(
            sheet,
            plan.first,
            plan.stop,
            plan.opp_field,
            plan.field,
            seat.points,
            seat.royals,
            glyphs,
        )

"""Draw the other seats: score line, hand, field."""

from __future__ import annotations

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet
from cuttle_tui.scene import SeatModel
from cuttle_tui.tiles import Spot, draw_chips, draw_field
from cuttle_tui.widgets.score import draw_score
from cuttle_tui.widgets.zone import Zone


class Others(Zone[tuple[SeatModel, ...]]):
    """The zone of the other seats."""

    def draw(self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the next seat in turn over the whole width."""
        seat = model[0]
        glyphs = self.brush.glyphs
        draw_score(sheet, plan.opp_line, seat, plan, glyphs)
        hidden = seat.hand_size - len(seat.known)
        room = plan.stop - plan.first
        end = draw_chips(sheet, plan.first, plan.opp_hand, seat.known, hidden, room, glyphs)
        sheet.put(end + 2, plan.opp_hand, seat.hand_note, "quiet")
        return draw_field(
            sheet,
            plan.first,
            plan.stop,
            plan.opp_field,
            plan.field,
            seat.points,
            seat.court,
            glyphs,
        )

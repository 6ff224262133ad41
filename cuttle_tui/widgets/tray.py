"""Draw the tray: the hand, or the cards that must be chosen from."""

from __future__ import annotations

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet
from cuttle_tui.tiles import Face, Spot
from cuttle_tui.tiles_rows import draw_hand
from cuttle_tui.widgets.zone import Zone


class Tray(Zone[tuple[Face, ...]]):
    """The zone of the cards to choose from."""

    def draw(self, model: tuple[Face, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards, the chosen ones a row higher."""
        top = plan.lift + 1 - (plan.prompt + 3)
        room = plan.stop - plan.first
        return draw_hand(sheet, plan.first, top, room, plan.hand, model, self.brush.glyphs)

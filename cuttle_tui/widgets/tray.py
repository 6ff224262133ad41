"""Draw the tray: the hand; or what else must be chosen from, and the hand small beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from cuttle_tui.layout import Plan
from cuttle_tui.rows import Sheet
from cuttle_tui.scene import TrayModel
from cuttle_tui.tiles import Spot
from cuttle_tui.tiles_rows import draw_chips, draw_hand
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.modes import YOUR_HAND
from engine.cards import Card

_GAP: Final = 4
"""Columns between the cards to choose from and the hand."""
_LABEL_GAP: Final = 2
_CHIP: Final = 3
"""The least columns of a card of the hand."""


class Tray(Zone[TrayModel]):
    """The zone of the cards to choose from."""

    def draw(self, model: TrayModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards, the chosen ones a row higher."""
        top = plan.lift + 1 - (plan.prompt + 3)
        room = plan.stop - plan.first
        spots = draw_hand(sheet, plan.first, top, room, plan.hand, model.faces, self.brush.glyphs)
        if model.held:
            self._held(sheet, top, model.held, spots, plan)
        return spots

    def _held(
        self, sheet: Sheet, top: int, held: tuple[Card, ...], spots: Sequence[Spot], plan: Plan
    ) -> None:
        """Put the hand beside the cards where there is room, or else below them."""
        label = str(YOUR_HAND)
        need = max(cell_len(label), _CHIP * len(held))
        x = max((spot.x + spot.width + _GAP for spot in spots), default=plan.first)
        y = top
        if x + need <= plan.stop:
            sheet.put(x, y, label, "quiet")
            y += 1
        else:
            x, y = plan.first, top + plan.hand.height
            if y >= sheet.height:
                return
            x = sheet.put(x, y, label, "quiet") + _LABEL_GAP
        draw_chips(sheet, x, y, held, 0, plan.stop - x, self.brush.glyphs)

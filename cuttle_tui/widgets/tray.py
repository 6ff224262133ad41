"""Draw the tray: the hand, or other cards to choose from with the hand small beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import (
    Plan,
    Rows,
    TileSize,
    fitted_card,
    fitted_rows,
    row_width,
)
from cuttle_tui.drawing.places import draw_place
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.shadows import draw_shadows
from cuttle_tui.drawing.tile_rows import draw_backs, draw_hand
from cuttle_tui.presenter.view_model import TrayModel
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.status_notes import NO_CARDS, YOUR_HAND
from engine.cards import Card

_GAP: Final = 4
"""Columns between the cards to choose from and the hand."""
_LABEL_GAP: Final = 2
_CHIP: Final = 3
"""The minimum columns for a card of the hand."""
_BELOW: Final = 3
"""Rows a hand takes below the cards to choose from, with a blank row on either side."""
_BESIDE: Final = 2
"""Columns between the last card of a hand and its free room."""
_ROOMY: Final = 5
"""Minimum rows of the cards of a hand whose free room is drawn, as on the fields."""
_LEAST: Final = 2
"""The minimum rows of a card to choose from."""


class Tray(Zone[TrayModel]):
    """The zone of the cards to choose from."""

    def keeps(self, model: TrayModel) -> bool:
        """Keep the hand as it looks with the cursor on each of its cards."""
        return True

    def draw(self, model: TrayModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards, the chosen ones a row higher, and backs for hidden cards."""
        top = plan.lift + 1 - plan.below
        room = TileSize(plan.stop - plan.first, plan.hand.height)
        glyphs = self.paint.glyphs
        if not (model.faces or model.held or model.backs):
            draw_place(sheet, plan.first, top, room, glyphs, str(NO_CARDS))
        if model.backs:
            draw_backs(sheet, plan.first, top, (), model.backs, room, plan.hand, glyphs)
        rows = fitted_rows(len(model.faces), plan.hand, room)
        if model.held and model.faces:
            rows = _lowered(rows, model, room.width, sheet.height - top)
        spots = draw_hand(sheet, plan.first, top, rows, model.faces, glyphs)
        pairs = zip(model.faces, spots, strict=True)
        draw_shadows(sheet, [spot for face, spot in pairs if face.side != "none"], glyphs)
        if spots and len(model.faces) == rows.each and not (model.held or model.spoils):
            _draw_free(sheet, replace(spots[-1], y=top), plan, glyphs)
        if model.held:
            self._held(sheet, top, model.held, spots, plan)
        return spots

    def _held(
        self, sheet: Sheet, top: int, held: tuple[Card, ...], spots: Sequence[Spot], plan: Plan
    ) -> None:
        """Draw the hand, if there is room for it."""
        x, y, stacked = _place_of(top, held, spots, plan) if spots else (plan.first, top, True)
        alone = x == plan.first
        if y + alone >= sheet.height:
            return
        after = sheet.put(x, y, str(YOUR_HAND), "quiet") + _LABEL_GAP
        x, y = (x, y + 1) if stacked else (after, y)
        rows = top + plan.hand.height - y if stacked else 1
        room = TileSize(plan.stop - x, rows)
        glyphs = self.paint.glyphs
        after = draw_backs(sheet, x, y, held, 0, room, plan.held_card, glyphs)
        largest = TileSize(plan.held_card.width, min(plan.held_card.height, rows))
        card, _ = fitted_card(len(held), largest, room.width)
        _draw_free(sheet, Spot(held[-1], after - card.width, y, *card), plan, glyphs)


def _draw_free(sheet: Sheet, last: Spot, plan: Plan, glyphs: Glyphs) -> None:
    """Draw the free room of a hand of large cards as a place, as on the fields."""
    x = last.x + last.width + _BESIDE
    if last.height >= _ROOMY and plan.stop - x >= last.width:
        draw_place(sheet, x, last.y, TileSize(plan.stop - x, last.height), glyphs)


def _place_of(
    top: int, held: tuple[Card, ...], spots: Sequence[Spot], plan: Plan
) -> tuple[int, int, bool]:
    """Find room beside the last row of cards, or below it with a blank row around.

    Returns:
        The column, the row, and whether the label is above the hand.
    """
    y = max(top, *(spot.y for spot in spots))
    last = [spot for spot in spots if spot.y + spot.height > y]
    x = max(spot.x + spot.width for spot in last) + _GAP
    stacked = last[0].height > 1
    if x + _need(held, stacked=stacked) <= plan.stop:
        return x, y, stacked
    return plan.first, max(spot.y + spot.height for spot in last) + 1, False


def _need(held: tuple[Card, ...], *, stacked: bool) -> int:
    """Return the columns a hand takes, with its label above or before it."""
    label, cards = cell_len(str(YOUR_HAND)), _CHIP * len(held)
    return max(label, cards) if stacked else label + _LABEL_GAP + cards


def _lowered(rows: Rows, model: TrayModel, room: int, height: int) -> Rows:
    """Make the cards to choose from lower if the hand only fits below those."""
    count = len(model.faces)
    last = (count - 1) % rows.each + 1
    end = row_width(last, rows.card.width, rows.gap) + _GAP
    highest = (height - _BELOW + 1) // -(-count // rows.each) - 1
    if end + _need(model.held, stacked=rows.card.height > 1) <= room or highest < _LEAST:
        return rows
    card = TileSize(rows.card.width, min(rows.card.height, highest))
    return rows._replace(card=card)

"""Draw the band: the deck, the scrap, the open one-off and its counters, the latest events."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import draw_back, draw_place, draw_tile
from cuttle_tui.presenter.view_model import MidModel, StackCard
from cuttle_tui.widgets.band_text import BandText
from cuttle_tui.widgets.marks import put_lit
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.status_notes import DECK, SCRAP

_BESIDE: Final = 1
"""Columns between a pile and its label, and between cards of the open play."""
_APART: Final = 2
"""More columns between the piles and the events."""
_MANY: Final = 3
"""The number of cards above which an open play is drawn narrow."""
_NARROW: Final = 4


class Middle(Zone[MidModel]):
    """The zone that all players share."""

    def draw(self, model: MidModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the band."""
        sheet.grounds[:] = ["band"] * sheet.height
        top = plan.band_tiles - plan.band
        if model.dealt:
            self._piles(sheet, top, model, plan)
        x = _after_piles(plan) if model.dealt else plan.first
        width = plan.pile.width if len(model.stack) <= _MANY else _NARROW
        for card in model.stack:
            self._stacked(sheet, x, top, TileSize(width, plan.pile.height), card)
            x += width + _BESIDE
        text = BandText(sheet, self.paint.glyphs, x + bool(model.stack), plan)
        self.keyspots += text.draw(model, top)
        return []

    def _piles(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> None:
        glyphs, width = self.paint.glyphs, plan.pile.width + _BESIDE
        deck = plan.first
        scrap = deck + width + _label_width()
        if model.deck:
            draw_back(sheet, deck, top, plan.pile, glyphs, lit="deck" in model.lit)
        else:
            draw_place(sheet, deck, top, plan.pile)
        self._label(sheet, deck + width, top, str(DECK), model.deck, lit="deck" in model.lit)
        if model.top is not None:
            face = Face(model.top, look="mute", lit="scrap" in model.lit)
            draw_tile(sheet, Tile(face, scrap, top, plan.pile), glyphs)
        else:
            draw_place(sheet, scrap, top, plan.pile)
        self._label(sheet, scrap + width, top, str(SCRAP), model.scrap, lit="scrap" in model.lit)

    def place_at(self, x: int, y: int) -> str:
        """Return which of deck, scrap and latest events is at a cell; empty if none."""
        drawn = self._drawn_for
        plan = drawn[2] if drawn is not None else None
        if plan is None or self.model is None or not self.model.dealt:
            return ""
        top = plan.band_tiles - plan.band
        if not top <= y < top + plan.pile.height or x < plan.first:
            return ""
        if x >= _after_piles(plan):
            return "log"
        return "deck" if x < plan.first + plan.pile.width + _BESIDE + _label_width() else "scrap"

    def _label(self, sheet: Sheet, x: int, y: int, word: str, count: int, *, lit: bool) -> None:
        stop = sheet.put(x, y, word, "quiet")
        number = str(count)
        if lit:
            put_lit(sheet, stop - len(number), y + 1, number, self.paint.glyphs)
        else:
            sheet.put(stop - len(number), y + 1, number, bold=True)

    def _stacked(self, sheet: Sheet, x: int, y: int, size: TileSize, card: StackCard) -> None:
        name = card.name
        face = Face(card.card, word=name) if card.mine else Face(card.card, ribbon=name, alarm=True)
        tile = Tile(replace(face, lit=card.lit), x, y, size, bleed_of(size.width))
        draw_tile(sheet, tile, self.paint.glyphs)


def _after_piles(plan: Plan) -> int:
    """Return the first column after the piles."""
    return plan.first + 2 * (plan.pile.width + _BESIDE + _label_width()) + _APART


def _label_width() -> int:
    """Return the columns for the label of a pile, with the gap behind it, in any language."""
    return max(cell_len(str(DECK)), cell_len(str(SCRAP))) + _APART

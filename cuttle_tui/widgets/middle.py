"""Draw the band: the deck, the scrap, the open one-off and its counters, the latest events."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, wrap
from cuttle_tui.drawing.tiles import draw_back, draw_place, draw_tile
from cuttle_tui.presenter.view_model import MidModel, StackCard
from cuttle_tui.widgets.marks import put_lit
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.status_notes import DECK, SCRAP

_BESIDE: Final = 1
"""Columns between a pile and its label, and between cards of the open play."""
_LABEL: Final = 7
"""Columns for the label of a pile."""
_APART: Final = 2
"""More columns between the piles and the events."""
_EVENTS: Final = 3
"""The number of latest events; 1 if the log is beside the table."""
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
        self._text(sheet, x + bool(model.stack), top, model, plan)
        return []

    def _piles(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> None:
        glyphs, width = self.paint.glyphs, plan.pile.width + _BESIDE
        deck = plan.first
        scrap = deck + width + _LABEL
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
        return "deck" if x < plan.first + plan.pile.width + _BESIDE + _LABEL else "scrap"

    def _label(self, sheet: Sheet, x: int, y: int, word: str, count: int, *, lit: bool) -> None:
        stop = sheet.put(x, y, word, "quiet")
        number = str(count)
        if lit:
            put_lit(sheet, stop - len(number), y + 1, number, self.paint.glyphs)
        else:
            sheet.put(stop - len(number), y + 1, number, bold=True)

    def _stacked(self, sheet: Sheet, x: int, y: int, size: TileSize, card: StackCard) -> None:
        name = fitted(card.name, size.width)
        face = Face(card.card, word=name) if card.mine else Face(card.card, ribbon=name, alarm=True)
        tile = Tile(replace(face, lit=card.lit), x, y, size, bleed_of(size.width))
        draw_tile(sheet, tile, self.paint.glyphs)

    def _text(self, sheet: Sheet, x: int, top: int, model: MidModel, plan: Plan) -> None:
        if model.newest_first:
            self._story(sheet, x, top, model, plan)
            return
        shown = model.lines[-1:] if plan.log else model.lines[-_EVENTS:]
        top += (plan.pile.height - (1 if plan.log else _EVENTS)) // 2
        for row, line in enumerate(shown):
            fore = "ink" if row == len(shown) - 1 else "quiet"
            put_sentence(sheet, x, top + row, line, self.paint.glyphs, fore=fore, stop=plan.stop)

    def _story(self, sheet: Sheet, x: int, top: int, model: MidModel, plan: Plan) -> None:
        """Write the first line in ink and the rest in quiet, wrapped as far as there is room."""
        glyphs, room = self.paint.glyphs, plan.pile.height
        parts = [wrap(line, plan.stop - x, glyphs, indent="") for line in model.lines]
        if model.spoken and sum(map(len, parts)) > room:
            del parts[-1]  # the log shows it as well
        while len(parts) > 2 and sum(map(len, parts)) > room:
            del parts[1]  # the cards of the open play show that as well
        rows = [(part, place) for place, some in enumerate(parts) for part in some][:room]
        top += (room - max(_EVENTS, len(rows))) // 2
        for row, (line, place) in enumerate(rows):
            fore = "quiet" if place else "ink"
            put_sentence(sheet, x, top + row, line, glyphs, fore=fore, stop=plan.stop)


def _after_piles(plan: Plan) -> int:
    """Return the first column after the piles."""
    return plan.first + 2 * (plan.pile.width + _BESIDE + _LABEL) + _APART

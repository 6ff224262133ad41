"""Draw the band: the deck, the scrap, the open one-off and its counters, the latest events."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.places import draw_edges, draw_place
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.shadows import draw_shadows
from cuttle_tui.drawing.tiles import draw_back, draw_tile
from cuttle_tui.presenter.view_model import MidModel, StackCard
from cuttle_tui.widgets.band_text import BandText
from cuttle_tui.widgets.marks import put_lit
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.status_notes import DECK, SCRAP

_BESIDE: Final = 1
"""Columns between a pile and its label, and between cards of the open play."""
_EDGES: Final = 2
"""Columns for the edges of the deck."""
_EDGED_FROM: Final = 5
"""Minimum rows of a pile whose edges are drawn."""
_AFTER_LABEL: Final = 2
"""Columns after the longer label of the piles."""
_APART: Final = 2
"""More columns between the piles and the events."""
_MANY: Final = 3
"""The number of cards above which an open play is drawn narrow."""
_NARROW: Final = 5
_NO_CARD: Final = -1
"""Stands for the unknown top card of the deck."""
_AROUND_NAME: Final = 2
"""Columns for the margin of a name and the sign of what has just happened."""
_TEXT: Final = 28
"""Minimum columns for the text beside the open play."""


class Middle(Zone[MidModel]):
    """The zone that all players share."""

    def draw(self, model: MidModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the band."""
        sheet.grounds[:] = ["band"] * sheet.height
        top = plan.band_tiles - plan.band
        laid = self._piles(sheet, top, model, plan) if model.dealt else []
        x = _after_piles(plan) if model.dealt else plan.first
        width = self._stack_width(sheet, x, model, plan)
        for card in model.stack:
            size = TileSize(width, plan.pile.height)
            laid.append(self._stacked(sheet, x, top, size, card))
            x += width + _BESIDE
        text = BandText(sheet, self.paint.glyphs, x + bool(model.stack), plan)
        self.keyspots += text.draw(model, top)
        draw_shadows(sheet, laid, self.paint.glyphs)
        return []

    def _stack_width(self, sheet: Sheet, x: int, model: MidModel, plan: Plan) -> int:
        """Return the columns of a card of the open play: enough for names if the text fits so."""
        stack, glyphs = model.stack, self.paint.glyphs
        if len(stack) > _MANY:
            return _NARROW
        room = plan.stop - _after_piles(plan) - _TEXT
        longest = max((cell_len(card.name) for card in stack), default=0)
        most = min(longest + _AROUND_NAME, room // max(1, len(stack)) - _BESIDE)
        for width in range(most, plan.pile.width - 1, -1):
            after = x + len(stack) * (width + _BESIDE) + 1
            if BandText(sheet, glyphs, after, plan).holds(model):
                return width
        return max(most, plan.pile.width)

    def _piles(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> list[Spot]:
        """Draw the deck and the scrap; return where cards lie."""
        laid: list[Spot] = []
        glyphs, width = self.paint.glyphs, plan.pile.width + _beside(plan)
        deck = plan.first
        scrap = deck + width + _label_width()
        if model.deck:
            draw_back(sheet, deck, top, plan.pile, glyphs, lit="deck" in model.lit)
            laid.append(Spot(_NO_CARD, deck, top, *plan.pile))
            if _beside(plan) > _BESIDE:
                edge = deck + plan.pile.width
                draw_edges(sheet, edge, top, plan.pile.height, model.deck, glyphs)
        else:
            draw_place(sheet, deck, top, plan.pile, glyphs)
        self._label(sheet, deck + width, top, str(DECK), model.deck, lit="deck" in model.lit)
        if model.top is not None:
            face = Face(model.top, look="mute", lit="scrap" in model.lit)
            laid.append(draw_tile(sheet, Tile(face, scrap, top, plan.pile), glyphs))
        else:
            draw_place(sheet, scrap, top, plan.pile, glyphs)
        self._label(sheet, scrap + width, top, str(SCRAP), model.scrap, lit="scrap" in model.lit)
        return laid

    def place_at(self, x: int, y: int) -> str:
        """Return which of deck, scrap and latest events is at a cell; empty if none.

        An open play lies where the events are told otherwise.
        """
        drawn = self._drawn_for
        plan = drawn[2] if drawn is not None else None
        if plan is None or self.model is None or not self.model.dealt:
            return ""
        top = plan.band_tiles - plan.band
        if not top <= y < top + plan.pile.height or x < plan.first:
            return ""
        if x >= _after_piles(plan):
            return "" if self.model.stack else "log"
        scrap = plan.first + plan.pile.width + _beside(plan) + _label_width()
        return "deck" if x < scrap else "scrap"

    def _label(self, sheet: Sheet, x: int, y: int, word: str, count: int, *, lit: bool) -> None:
        stop = sheet.put(x, y, word, "quiet")
        number = str(count)
        if lit:
            put_lit(sheet, stop - len(number), y + 1, number, self.paint.glyphs)
        else:
            sheet.put(stop - len(number), y + 1, number, bold=True)

    def _stacked(self, sheet: Sheet, x: int, y: int, size: TileSize, card: StackCard) -> Spot:
        name = card.name if cell_len(card.name) <= size.width else card.short or card.name
        face = Face(card.card, word=name) if card.mine else Face(card.card, ribbon=name, alarm=True)
        tile = Tile(replace(face, lit=card.lit), x, y, size, bleed_of(size.width))
        return draw_tile(sheet, tile, self.paint.glyphs)


def _label_width() -> int:
    """Return the columns for the label of a pile, in the player's language."""
    return max(cell_len(str(DECK)), cell_len(str(SCRAP))) + _AFTER_LABEL


def _beside(plan: Plan) -> int:
    """Return the columns between a pile and its label: more where a deck has edges."""
    return _BESIDE + _EDGES * (plan.pile.height >= _EDGED_FROM)


def _after_piles(plan: Plan) -> int:
    """Return the first column after the piles."""
    return plan.first + 2 * (plan.pile.width + _beside(plan) + _label_width()) + _APART

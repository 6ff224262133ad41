"""Draw the band: the deck, the scrap, the open one-off and its answers, the last events."""

from __future__ import annotations

from typing import Final

from cuttle_tui.layout import Plan, TileSize
from cuttle_tui.prose import Sentence
from cuttle_tui.rows import Sheet, put_sentence, wrap
from cuttle_tui.scene import MidModel, StackCard
from cuttle_tui.tiles import Face, Spot, draw_back, draw_tile
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.modes import DECK, SCRAP

_TILE: Final = TileSize(5, 3)
_DECK_LABEL: Final = 8
_SCRAP_TILE: Final = 15
_SCRAP_LABEL: Final = 21
_EVENTS: Final = 30
_STACK_STEP: Final = 6
_LINES: Final = 3


class Middle(Zone[MidModel]):
    """The zone of what is common to all."""

    def draw(self, model: MidModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the band."""
        sheet.grounds[:] = ["band"] * sheet.height
        top = plan.band_tiles - plan.band
        if model.dealt:
            self._piles(sheet, top, model, plan)
        x = plan.left + _EVENTS if model.dealt else plan.first
        for card in model.stack:
            self._stacked(sheet, x, top, card)
            x += _STACK_STEP
        self._text(sheet, x + bool(model.stack), top, model, plan)
        return []

    def _piles(self, sheet: Sheet, top: int, model: MidModel, plan: Plan) -> None:
        glyphs = self.brush.glyphs
        if model.deck:
            draw_back(sheet, plan.first, top, _TILE, glyphs)
        self._label(sheet, plan.left + _DECK_LABEL, top, DECK, model.deck)
        if model.top is not None:
            face = Face(model.top, look="mute")
            draw_tile(sheet, plan.left + _SCRAP_TILE, top, _TILE, face, glyphs, pip=False)
        self._label(sheet, plan.left + _SCRAP_LABEL, top, SCRAP, model.scrap)

    def _label(self, sheet: Sheet, x: int, y: int, word: str, count: int) -> None:
        sheet.put(x, y, word, "quiet")
        sheet.put(x, y + 1, str(count), bold=True)

    def _stacked(self, sheet: Sheet, x: int, y: int, card: StackCard) -> None:
        name = card.name
        face = Face(card.card, word=name) if card.mine else Face(card.card, ribbon=name, alarm=True)
        draw_tile(sheet, x, y, _TILE, face, self.brush.glyphs, pip=False)

    def _text(self, sheet: Sheet, x: int, top: int, model: MidModel, plan: Plan) -> None:
        if model.newest_first:
            self._story(sheet, x, top, model.lines, plan)
            return
        shown = model.lines[-plan.events :]
        if plan.events == 1:
            top += 1
        for row, line in enumerate(shown):
            fore = "ink" if row == len(shown) - 1 else "quiet"
            put_sentence(sheet, x, top + row, line, self.brush.glyphs, fore=fore, stop=plan.stop)

    def _story(
        self, sheet: Sheet, x: int, top: int, lines: tuple[Sentence, ...], plan: Plan
    ) -> None:
        """Put the first line in ink and the rest in quiet; wrap what leaves the others a row."""
        row = 0
        for place, line in enumerate(lines):
            fore, rest = "quiet" if place else "ink", len(lines) - place - 1
            parts = wrap(line, plan.stop - x, self.brush.glyphs, indent="")
            for part in parts[: max(1, _LINES - row - rest)]:
                if row < _LINES:
                    put_sentence(sheet, x, top + row, part, self.brush.glyphs, fore=fore)
                row += 1

"""Draw sample cards in each state, so that a player can judge a theme and a deck."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face, Spot, Tile
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.rows import Sheet, put_sentence
from cuttle_tui.drawing.tile_rows import draw_chips
from cuttle_tui.drawing.tiles import draw_back, draw_tile
from cuttle_tui.i18n.rich_text import card_span, tell
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.settings import SAMPLE
from cuttle_tui.wording.table.status_notes import FROZEN
from engine.cards import parse_card


def _card(name: str) -> int:
    return parse_card(name)


FACES: Final = (
    Face(_card("TC")),
    Face(_card("7D")),
    Face(_card("9S"), jacks=(_card("JH"), _card("JC"))),
    Face(_card("KS"), look="sel", lifted=True),
    Face(_card("4H"), look="tgt", ribbon="a"),
    Face(_card("8D"), look="ice"),
    Face(_card("3C"), look="mute", word="x"),
    Face(_card("6H"), ribbon="!", alarm=True),
)
"""Plain cards, a stolen, a chosen, a target, a frozen, an unavailable and a threatened card."""

WIDTH: Final = 80
"""The minimum width of the sample."""

_OPEN: Final = tuple(map(_card, ("AS", "5H", "JD", "2C")))
_TOLD: Final = (("7S", "9C"), ("8D", "JH"))
_TEXT_WIDTH: Final = 22
_GAP: Final = 2
_PART: Final = 3
"""The columns of a back where room is short."""


def draw_sample(sheet: Sheet, x: int, y: int, stop: int, size: TileSize, glyphs: Glyphs) -> None:
    """Draw the cards from a cell on, and beside them words and an open hand, before `stop`.

    The chosen card is a row higher than `y`.
    """
    for face in FACES:
        word = str(FROZEN) if face.look == "ice" else face.word
        draw_tile(sheet, Tile(replace(face, word=word), x, y, size), glyphs)
        x += size.width + 1
    whole = stop - x >= size.width + _GAP + _TEXT_WIDTH
    back = TileSize(size.width if whole else _PART, size.height)
    draw_back(sheet, x, y, back, glyphs)
    x += back.width + _GAP
    if stop - x < _TEXT_WIDTH - _GAP:
        return
    for row, (told, (card, other)) in enumerate(zip(SAMPLE, _TOLD, strict=True)):
        line = tell(told, card=card_span(_card(card)), other=card_span(_card(other)))
        fore = "quiet" if row else "ink"
        put_sentence(sheet, x, y + row, line, glyphs, fore=fore, stop=stop)
    draw_chips(sheet, x, y + 2, _OPEN, 1, stop - x, glyphs)


_WIDEST: Final = 7
_BESIDE: Final = 28


class Sample(Zone[str]):
    """The zone of the sample cards; its model only records what it was last drawn for."""

    def draw(self, model: str, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the cards on the band, as large as the words beside them allow."""
        del model
        sheet.grounds[:] = ["band"] * sheet.height
        room = (plan.stop - plan.first - _BESIDE) // len(FACES) - 1
        width = max(5, min(_WIDEST, room))
        height = sample_height(plan)
        draw_sample(sheet, plan.first, 2, plan.stop, TileSize(width, height), self.paint.glyphs)
        return []


def sample_height(plan: Plan) -> int:
    """Return the rows of a sample card."""
    return min(plan.field.height, 5)

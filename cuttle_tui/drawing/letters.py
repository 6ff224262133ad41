"""Draw letters on cards: a title spelled in cards, or the code of a table."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.bitmaps import half_blocks, spelled
from cuttle_tui.drawing.faces import Tile
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import put_body, suit_ink

_LARGE_FROM: Final = 9
"""Minimum width of a card with something in its middle."""
_AROUND: Final = 2
"""Rows of a card above and below a large letter, together."""


def draw_letter(
    sheet: Sheet, tile: Tile, letter: str, glyphs: Glyphs, *, suited: bool = True
) -> None:
    """Draw a card with a letter for its rank, large in the middle where there is room.

    Args:
        sheet: the sheet to draw on.
        tile: the card, whose suit colours the letter.
        letter: a letter or a figure.
        glyphs: the signs to use.
        suited: whether to show the sign of the suit beside the letter.
    """
    face, (width, height) = tile.face, tile.size
    ink, ground = suit_ink(face.card), face.look
    sign = glyphs.suit(face.card) if suited and not glyphs.lettered else ""
    put_body(sheet, tile, glyphs)
    sheet.put(tile.x + 1, tile.y, letter + sign, ink, ground=ground, bold=True)
    bitmap = () if glyphs.lettered else spelled(letter)
    lines = half_blocks(bitmap) if bitmap else (sign,) if sign else ()
    if not lines or width < _LARGE_FROM or height < len(lines) + _AROUND:
        return
    x = tile.x + (width - len(lines[0]) + 1) // 2
    y = tile.y + (height - len(lines) + 1) // 2
    for row, line in enumerate(lines, y):
        sheet.put(x, row, line, ink, ground=ground)

"""Draw a soft shadow under cards where the row below them is free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import MARGIN
from cuttle_tui.drawing.rows import Sheet

_HALF: Final = "▀"
_LEAST: Final = 5
"""Minimum rows of a card with a shadow."""


def draw_shadows(sheet: Sheet, spots: Sequence[Spot], glyphs: Glyphs) -> None:
    """Draw the shadows of large cards in half a row; call it when all else is drawn."""
    if glyphs.edges:
        return
    stop = sheet.width - MARGIN
    below = {spot.y + spot.height for spot in spots if spot.height >= _LEAST}
    free = {y for y in below if y < sheet.height and sheet.is_blank(y)}
    for spot in spots:
        x, y = spot.x + 1, spot.y + spot.height
        if y in free:
            sheet.put(x, y, _HALF * (min(x + spot.width, stop) - x), "shadow")

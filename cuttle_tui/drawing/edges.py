"""Draw the borders of cards: edges, sides, and half a column of bleed."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet

Bleed = Literal["", "left", "right"]
"""The side on which a card bleeds half a column, so that its text keeps off the edge."""

EDGES_FROM: Final = 4
"""Minimum width of a card with edge characters."""
NARROW: Final = 4
"""Maximum width of a card whose text starts in its first column."""
_EDGES: Final = {"sel": "><", "tgt": "{}"}
_HALF: Final = "▌"


def bleed_of(width: int) -> Bleed:
    """Return the bleed of a card of this width: a ten needs the first column of a narrow card."""
    return "left" if width <= NARROW else ""


def closed(width: int, bleed: Bleed) -> bool:
    """Return whether a card with edges has a right edge; its text may need that cell."""
    return width > EDGES_FROM and bleed != "right"


def put_edges(sheet: Sheet, x: int, y: int, size: TileSize, look: str, bleed: Bleed = "") -> None:
    """Put edge characters on both sides of a card, or only on the left if it is narrow."""
    left, right = tuple(_EDGES.get(look, "||"))
    for row in range(y, y + size.height):
        sheet.put(x, row, left, "pS", ground=look)
        if closed(size.width, bleed):
            sheet.put(x + size.width - 1, row, right, "pS", ground=look)


def put_sides(
    sheet: Sheet, x: int, y: int, size: TileSize, look: str, glyphs: Glyphs, bleed: Bleed = ""
) -> None:
    """Put thin lines left and right of a card; later text covers them."""
    left, right = tuple(glyphs.sides)
    for row in range(y, y + size.height):
        if bleed != "left":
            sheet.put(x, row, left, "edge", ground=look)
        if bleed != "right":
            sheet.put(x + size.width - 1, row, right, "edge", ground=look)


def put_bleed(
    sheet: Sheet, x: int, y: int, size: TileSize, look: str, bleed: Bleed, ground: str | None
) -> None:
    """Fill half of the column left or right of a card; `ground` defaults to the row's own."""
    if not bleed:
        return
    for row in range(y, y + size.height):
        felt = ground or sheet.ground_of(row)
        if bleed == "left":
            sheet.put(x - 1, row, _HALF, felt, ground=look)
        else:
            sheet.put(x + size.width, row, _HALF, look, ground=felt)

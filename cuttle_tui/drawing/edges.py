"""Draw what sets a card off from the ground: edges, sides, and half a column more of it."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet

Bleed = Literal["", "left", "right"]
"""Where a card takes half of the column beside it, so that its text does not touch the edge."""

EDGES_FROM: Final = 4
"""The width from which cards have edges of characters, where they need them."""
NARROW: Final = 4
"""The width up to which text begins at the very left of a card."""
_EDGES: Final = {"sel": "><", "tgt": "{}"}
_HALF: Final = "▌"


def bleed_of(width: int) -> Bleed:
    """Return where a card of a width needs half a column more: a ten begins at the very left."""
    return "left" if width <= NARROW else ""


def closed(width: int, bleed: Bleed) -> bool:
    """Return whether a card with edges has one at the right: not where its text needs that cell."""
    return width > EDGES_FROM and bleed != "right"


def put_edges(sheet: Sheet, x: int, y: int, size: TileSize, look: str, bleed: Bleed = "") -> None:
    """Put edges of characters around a card; one with little room has only the left one."""
    left, right = tuple(_EDGES.get(look, "||"))
    for row in range(y, y + size.height):
        sheet.put(x, row, left, "pS", ground=look)
        if closed(size.width, bleed):
            sheet.put(x + size.width - 1, row, right, "pS", ground=look)


def put_sides(
    sheet: Sheet, x: int, y: int, size: TileSize, look: str, glyphs: Glyphs, bleed: Bleed = ""
) -> None:
    """Put thin lines left and right of a card; what is written on it later lies over them."""
    left, right = tuple(glyphs.sides)
    for row in range(y, y + size.height):
        if bleed != "left":
            sheet.put(x, row, left, "edge", ground=look)
        if bleed != "right":
            sheet.put(x + size.width - 1, row, right, "edge", ground=look)


def put_bleed(
    sheet: Sheet, x: int, y: int, size: TileSize, look: str, bleed: Bleed, ground: str | None
) -> None:
    """Fill half of the column left or right of a card, which lies on a ground."""
    if not bleed:
        return
    for row in range(y, y + size.height):
        felt = ground or sheet.ground_of(row)
        if bleed == "left":
            sheet.put(x - 1, row, _HALF, felt, ground=look)
        else:
            sheet.put(x + size.width, row, _HALF, look, ground=felt)

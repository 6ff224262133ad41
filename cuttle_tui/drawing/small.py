"""Draw the cards of a seat in a column: small tiles in strips."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.drawing.columns import Column, lay, strips_for
from cuttle_tui.drawing.edges import EDGES_FROM, NARROW, bleed_of
from cuttle_tui.drawing.faces import Face, Spot, Tile
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.highlight import lit_face
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import (
    QUIET,
    draw_tile,
    put_body,
    put_index,
    ribbon_inks,
    spot_of,
    stack_text,
)

Faces = tuple[Face, ...]


def draw_strips(
    sheet: Sheet,
    y: int,
    column: Column,
    card: TileSize,
    points: Faces,
    royals: Faces,
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a seat's field: points from the left, the royals up to the right.

    Args:
        sheet: what is drawn on.
        y: the first row.
        column: the seat's part of the sheet.
        card: how large a card is at most.
        points: the point cards.
        court: the court.
        glyphs: the signs to use.
    """
    room = TileSize(column.width, sheet.height - y)
    strips = strips_for(len(points), len(royals), room, card)
    size = TileSize(strips.width, card.height)
    bleed = bleed_of(strips.width) if strips.gap else ""
    draw = draw_small if card.height == 2 else draw_tile
    return [
        draw(sheet, Tile(face, x, y + strip * strips.step, size, bleed, column.ground), glyphs)
        for face, x, strip in lay(points, royals, column, strips)
    ]


def draw_small(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw a card of two rows: below what lies on it, and its sign at the right."""
    width = tile.size.width
    edge = int(glyphs.edges and width >= EDGES_FROM)
    face = lit_face(tile.face, width - edge, glyphs)
    tile = replace(tile, face=face)
    put_body(sheet, tile, glyphs, ribbon=False)
    put_index(sheet, tile, glyphs)
    sign = _sign(face, width - edge)
    if face.jacks:
        room = width - edge - (len(sign) + (not face.ribbon) if sign else width > NARROW)
        text = stack_text(face.jacks, room, glyphs)
        start = edge or max(0, min(1, room - len(text)))
        sheet.put(tile.x + start, tile.last, text, "pS", ground=face.look, bold=True)
    _put_sign(sheet, tile, sign)
    return spot_of(tile)


def _sign(face: Face, room: int) -> str:
    """Cut a ribbon or a word to what fits beside the jacks; the letter itself stays."""
    text = face.ribbon or face.word
    if not face.jacks:
        return text[-room:] if face.ribbon else text[:room]
    return text[1 - room :] if face.ribbon else text[:1]


def _put_sign(sheet: Sheet, tile: Tile, sign: str) -> None:
    face, width = tile.face, tile.size.width
    if face.ribbon:
        fill, ink = ribbon_inks(face)
        sheet.put(tile.x + width - len(sign), tile.last, sign, ink, ground=fill, bold=True)
    elif sign:
        start = width - 1 if face.jacks else min(1, width - len(sign))
        sheet.put(tile.x + start, tile.last, sign, QUIET[face.look], ground=face.look)

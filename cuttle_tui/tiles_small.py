"""Draw the cards of a seat in a column: small tiles in strips."""

from __future__ import annotations

from cuttle_tui.columns import Column, lay, strips_for
from cuttle_tui.glyphs import Glyphs
from cuttle_tui.layout import TileSize
from cuttle_tui.rows import Sheet
from cuttle_tui.tiles import (
    QUIET,
    Face,
    Spot,
    draw_tile,
    put_body,
    put_index,
    ribbon_inks,
    stack_text,
)
from cuttle_tui.tiles_edges import EDGES_FROM, Bleed, bleed_of
from cuttle_tui.tiles_lit import lit_face

Faces = tuple[Face, ...]


def draw_strips(
    sheet: Sheet,
    y: int,
    column: Column,
    card: TileSize,
    points: Faces,
    court: Faces,
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw what lies before a seat: points from the left, the court up to the right.

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
    strips = strips_for(len(points), len(court), room, card)
    size = TileSize(strips.width, card.height)
    bleed = bleed_of(strips.width) if strips.gap else ""
    draw = draw_small if card.height == 2 else draw_tile
    return [
        draw(
            sheet,
            x,
            y + strip * strips.step,
            size,
            face,
            glyphs,
            bleed=bleed,
            ground=column.ground,
        )
        for face, x, strip in lay(points, court, column, strips)
    ]


def draw_small(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    face: Face,
    glyphs: Glyphs,
    *,
    bleed: Bleed = "",
    ground: str | None = None,
) -> Spot:
    """Draw a card of two rows: below what lies on it, and its sign at the right."""
    edge = int(glyphs.edges and size.width >= EDGES_FROM)
    face = lit_face(face, size.width - edge, glyphs)
    put_body(sheet, x, y, size, face, glyphs, bleed=bleed, ground=ground, ribbon=False)
    put_index(sheet, x, y, size.width, face, glyphs)
    sign = _sign(face, size.width - edge)
    if face.jacks:
        room = size.width - edge - len(sign)
        text = stack_text(face.jacks, room, glyphs)
        start = edge or max(0, min(1, room - len(text)))
        sheet.put(x + start, y + 1, text, "pS", ground=face.look, bold=True)
    _put_sign(sheet, x, y + 1, size.width, face, sign)
    return Spot(face.card, x, y, *size)


def _sign(face: Face, room: int) -> str:
    """Cut a ribbon or a word to what fits beside the jacks; the letter itself stays."""
    text = face.ribbon or face.word
    if not face.jacks:
        return text[-room:] if face.ribbon else text[:room]
    return text[1 - room :] if face.ribbon else text[:1]


def _put_sign(sheet: Sheet, x: int, y: int, width: int, face: Face, sign: str) -> None:
    if face.ribbon:
        fill, ink = ribbon_inks(face)
        sheet.put(x + width - len(sign), y, sign, ink, ground=fill, bold=True)
    elif sign:
        start = width - 1 if face.jacks else min(1, width - len(sign))
        sheet.put(x + start, y, sign, QUIET[face.look], ground=face.look)

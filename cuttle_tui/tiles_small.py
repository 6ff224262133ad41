"""Draw the cards of a seat in a column: small tiles in strips."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.columns import Column, lay, strips_for
from cuttle_tui.glyphs import Glyphs
from cuttle_tui.layout import TileSize
from cuttle_tui.rows import Sheet
from cuttle_tui.tiles import (
    EDGES_FROM,
    QUIET,
    Face,
    Spot,
    draw_tile,
    put_edges,
    put_index,
    put_sides,
    stack_text,
)

Faces = tuple[Face, ...]


def draw_strips(
    sheet: Sheet, y: int, column: Column, height: int, points: Faces, court: Faces, glyphs: Glyphs
) -> list[Spot]:
    """Draw what lies before a seat: points from the left, the court up to the right.

    Args:
        sheet: what is drawn on.
        y: the first row.
        column: the seat's part of the sheet.
        height: rows of a card.
        points: the point cards.
        court: the court.
        glyphs: the signs to use.
    """
    room = TileSize(column.width, sheet.height - y)
    strips = strips_for(len(points), len(court), room, height)
    size = TileSize(strips.width, height)
    draw = draw_small if height == 2 else draw_tile
    return [
        draw(sheet, x, y + strip * strips.step, size, face, glyphs)
        for face, x, strip in lay(points, court, column, strips)
    ]


def draw_small(sheet: Sheet, x: int, y: int, size: TileSize, face: Face, glyphs: Glyphs) -> Spot:
    """Draw a card of two rows: below what lies on it, and its sign at the right."""
    edge = int(glyphs.edges and size.width >= EDGES_FROM)
    sheet.fill(x, y, *size, face.look)
    if edge:
        put_edges(sheet, x, y, size, replace(face, ribbon=""))
    elif glyphs.sides:
        put_sides(sheet, x, y, size, replace(face, ribbon=""), glyphs)
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
        fill, ink = ("alarm", "alarmink") if face.alarm else ("ribbon", "ribbonink")
        sheet.put(x + width - len(sign), y, sign, ink, ground=fill, bold=True)
    elif sign:
        start = width - 1 if face.jacks else min(1, width - len(sign))
        sheet.put(x + start, y, sign, QUIET[face.look], ground=face.look)

"""Draw cards on a sheet: faces, empty places and backs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.columns import Column, lay, strips_for
from cuttle_tui.drawing.faces import (
    NARROW,
    Bleed,
    Face,
    Look,
    Spot,
    Tile,
    bleed_of,
    lit_face,
    with_owner,
)
from cuttle_tui.drawing.glyphs import Glyphs, suit_of
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet
from engine.cards import JACK, Card, rank_of

QUIET: Final[dict[Look, str]] = {
    "paper": "pq",
    "mute": "mq",
    "sel": "selq",
    "tgt": "tq",
    "ice": "iceq",
}
_EDGES_FROM: Final = 4
"""Minimum width of a card with edge characters."""
_EDGES: Final = {"sel": "><", "tgt": "{}"}
_HALF: Final = "▌"
_PIP_LEAST: Final = TileSize(9, 6)
_WIDEST_INDEX: Final = 3
_HOLLOW: Final = ". "


def draw_tile(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw a card, a row higher if it is lifted."""
    width, height = tile.size
    face = lit_face(with_owner(tile.face, width), width, glyphs)
    tile = replace(tile, face=face, y=tile.y - face.lifted)
    put_body(sheet, tile, glyphs)
    _put_index(sheet, tile, glyphs)
    if face.jacks:
        _jacks(sheet, tile, glyphs)
    if width >= _PIP_LEAST.width and height >= _PIP_LEAST.height:
        middle, ink = glyphs.pip(face.card), suit_ink(face.card)
        sheet.put(tile.x + (width - 1) // 2, tile.y + height // 2, middle, ink, ground=face.look)
    _last_row(sheet, tile, glyphs)
    return _spot_of(tile)


def _spot_of(tile: Tile) -> Spot:
    """Return the cells a card covers."""
    return Spot(tile.face.card, tile.x, tile.y, *tile.size)


def put_body(sheet: Sheet, tile: Tile, glyphs: Glyphs, *, ribbon: bool = True) -> None:
    """Fill a card with its borders, and by default with the ribbon across its last row."""
    face, x, y, size = tile.face, tile.x, tile.y, tile.size
    sheet.fill(x, y, *size, face.look)
    across = bool(face.ribbon) and ribbon
    body = TileSize(size.width, size.height - across)
    if glyphs.edges:
        if size.width >= _EDGES_FROM:
            _put_edges(sheet, x, y, body, face.look, tile.bleed)
        return
    if glyphs.sides:
        _put_sides(sheet, x, y, body, face.look, glyphs, tile.bleed)
    _put_bleed(sheet, x, y, body, face.look, tile.bleed, tile.ground)
    if across:
        foot = TileSize(size.width, 1)
        _put_bleed(sheet, x, tile.last, foot, _ribbon_inks(face)[0], tile.bleed, tile.ground)


def _ribbon_inks(face: Face) -> tuple[str, str]:
    """Return the colour roles of a ribbon: fill and text."""
    return ("alarm", "alarmink") if face.alarm else ("ribbon", "ribbonink")


def suit_ink(card: Card) -> str:
    """Return the colour role of a suit on a card."""
    return "p" + suit_of(card)


def _inset(width: int, glyphs: Glyphs) -> int:
    return 1 if width >= 5 or (glyphs.edges and width >= _EDGES_FROM) else 0


def _put_index(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    """Put rank and suit on the first row of a card, and the key that chooses it.

    On a narrow card the key goes on the second row, so that it cannot read as part of the index.
    """
    face, width = tile.face, tile.size.width
    index = glyphs.index(face.card)
    start = _inset(width, glyphs) or 3 - len(index)
    ink = suit_ink(face.card)
    sheet.put(tile.x + start, tile.y, index, ink, ground=face.look, bold=True)
    if face.key:
        edged = glyphs.edges and _closed(width, tile.bleed)
        edge = 2 if width >= 7 or edged else 1
        row = tile.y + (width - edge <= start + _WIDEST_INDEX)
        sheet.put(tile.x + width - edge, row, face.key, QUIET[face.look], ground=face.look)


def _jacks(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    face, width = tile.face, tile.size.width
    edged = glyphs.edges and width >= _EDGES_FROM
    room = width - (edged or width > NARROW) - (edged and _closed(width, tile.bleed))
    text = stack_text(face.jacks, room, glyphs)
    start = 1 if edged else max(0, min(1, width - len(text)))
    sheet.put(tile.x + start, tile.y + 1, text, "pS", ground=face.look, bold=True)


def stack_text(stack: tuple[Card, ...], room: int, glyphs: Glyphs) -> str:
    """Write the jacks and jokers on a card, as fully as fits."""
    letter = next((glyphs.rank(card) for card in stack if rank_of(card) == JACK), "")
    letter = letter or glyphs.rank(stack[-1])
    last, count = glyphs.suit(stack[-1]), len(stack)
    forms = (
        letter + "".join(map(glyphs.suit, stack)),
        f"{letter[0]}{count}{last}",
        f"{letter[0]}{count}",
        letter[0],
    )
    full = count > 2 and room <= len(forms[0])
    return next((form for form in forms[full:] if len(form) <= room), "")


def _last_row(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    face, width, y = tile.face, tile.size.width, tile.last
    if face.ribbon:
        fill, ink = _ribbon_inks(face)
        sheet.put(tile.x, y, " " * width, ground=fill)
        text = face.ribbon
        if glyphs.edges and face.look == "tgt" and width > len(text) + 1:
            text = f"({text})"
        half = tile.bleed == "left" and not glyphs.edges  # already before the text
        start = max(0, min(1, width - len(text) - half))
        sheet.put(tile.x + start, y, text[:width], ink, ground=fill, bold=True)
    elif face.word:
        half = tile.bleed == "left"  # already before the word
        start = _inset(width, glyphs) or max(0, min(1, width - len(face.word) - half))
        word = face.word[: width - start]
        sheet.put(tile.x + start, y, word, QUIET[face.look], ground=face.look)


def draw_place(sheet: Sheet, x: int, y: int, size: TileSize) -> None:
    """Draw the place of an empty pile with dots."""
    for row in range(y, y + size.height):
        sheet.put(x, row, (_HOLLOW * size.width)[: size.width], "quiet")


def draw_back(
    sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs, *, lit: bool = False
) -> None:
    """Draw the back of a card, highlighted with a sign on a ribbon if `lit`."""
    for row in range(y, y + size.height - lit):
        sheet.put(x, row, glyphs.back * size.width, "dots", ground="back")
    if lit:
        text = f" {glyphs.lit}".ljust(size.width)
        sheet.put(x, y + size.height - 1, text, "ribbonink", ground="ribbon", bold=True)


def draw_strips(
    sheet: Sheet,
    y: int,
    column: Column,
    card: TileSize,
    points: tuple[Face, ...],
    royals: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a seat's field in its column: points from the left, royals up to the right.

    Args:
        sheet: the sheet to draw on.
        y: the first row.
        column: the seat's column.
        card: largest size of a card.
        points: the point cards.
        royals: the royals.
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
    """Draw a card of two rows: its jacks, and its ribbon or word, go on the second."""
    width = tile.size.width
    edge = int(glyphs.edges and width >= _EDGES_FROM)
    face = lit_face(with_owner(tile.face, width - edge), width - edge, glyphs)
    tile = replace(tile, face=face)
    put_body(sheet, tile, glyphs, ribbon=False)
    _put_index(sheet, tile, glyphs)
    sign = _sign(face, width - edge)
    if face.jacks:
        room = width - edge - (len(sign) + (not face.ribbon) if sign else width > NARROW)
        text = stack_text(face.jacks, room, glyphs)
        start = edge or max(0, min(1, room - len(text)))
        sheet.put(tile.x + start, tile.last, text, "pS", ground=face.look, bold=True)
    _put_sign(sheet, tile, sign)
    return _spot_of(tile)


def _sign(face: Face, room: int) -> str:
    """Cut a ribbon or a word to fit beside the jacks; the letter of a target stays."""
    text = face.ribbon or face.word
    if not face.jacks:
        return text[-room:] if face.ribbon else text[:room]
    return text[1 - room :] if face.ribbon else text[:1]


def _put_sign(sheet: Sheet, tile: Tile, sign: str) -> None:
    face, width = tile.face, tile.size.width
    if face.ribbon:
        fill, ink = _ribbon_inks(face)
        sheet.put(tile.x + width - len(sign), tile.last, sign, ink, ground=fill, bold=True)
    elif sign:
        start = width - 1 if face.jacks else min(1, width - len(sign))
        sheet.put(tile.x + start, tile.last, sign, QUIET[face.look], ground=face.look)


# borders -----------------------------------------------------------------------------------------


def _closed(width: int, bleed: Bleed) -> bool:
    """Return whether a card with edges has a right edge; its text may need that cell."""
    return width > _EDGES_FROM and bleed != "right"


def _put_edges(sheet: Sheet, x: int, y: int, size: TileSize, look: str, bleed: Bleed = "") -> None:
    """Put edge characters on both sides of a card, or only on the left if it is narrow."""
    left, right = tuple(_EDGES.get(look, "||"))
    for row in range(y, y + size.height):
        sheet.put(x, row, left, "pS", ground=look)
        if _closed(size.width, bleed):
            sheet.put(x + size.width - 1, row, right, "pS", ground=look)


def _put_sides(
    sheet: Sheet, x: int, y: int, size: TileSize, look: str, glyphs: Glyphs, bleed: Bleed = ""
) -> None:
    """Put thin lines left and right of a card; later text covers them."""
    left, right = tuple(glyphs.sides)
    for row in range(y, y + size.height):
        if bleed != "left":
            sheet.put(x, row, left, "edge", ground=look)
        if bleed != "right":
            sheet.put(x + size.width - 1, row, right, "edge", ground=look)


def _put_bleed(
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

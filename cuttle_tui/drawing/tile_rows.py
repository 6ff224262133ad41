"""Draw rows of cards: a hand to choose from, a field, and an opponent's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.glyphs import Glyphs, suit_of
from cuttle_tui.drawing.layout import CHIP_STEP, FIELD_LADDER, HAND_LADDER, TileSize, fit_width
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import QUIET, draw_tile, suit_ink
from engine.cards import Card

_WORDS_FROM: Final = 6


def draw_hand(
    sheet: Sheet,
    first: int,
    y: int,
    room: int,
    size: TileSize,
    faces: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a row of cards to choose from, as wide as fits, or chips in rows if too many."""
    width, gap = fit_width(len(faces), size.width, HAND_LADDER, room)
    if not gap:
        return _chip_rows(sheet, TileSize(room, size.height), first, y, faces, glyphs)
    bleed = "" if width == size.width else bleed_of(width) or "right"
    tile = TileSize(width, size.height)
    spots = []
    for place, face in enumerate(faces):
        worded = width >= _WORDS_FROM or face.look == "ice"
        shown = face if worded else replace(face, word="")
        at = first + place * (width + gap)
        spots.append(draw_tile(sheet, Tile(shown, at, y, tile, bleed), glyphs))
    return spots


def _chip_rows(
    sheet: Sheet, room: TileSize, first: int, y: int, faces: tuple[Face, ...], glyphs: Glyphs
) -> list[Spot]:
    """Draw cards as chips in rows, with their keys below the first row."""
    each = (room.width + 1) // CHIP_STEP
    rows = -(-len(faces) // each)
    tall = rows * 3 - 1 <= room.height
    keyed, below = any(face.key for face in faces), sheet.height - y
    lines = [y + 3 * row for row in range(rows)]
    lines = lines if tall else _chip_lines(rows, room.height, below, y, keyed=keyed)
    spots = []
    for place, face in enumerate(faces):
        row, column = divmod(place, each)
        at = first + CHIP_STEP * column
        spots.append(_chip(sheet, at, lines[row], face, glyphs, tall=tall))
        if not row and not tall:
            sheet.put(at + 1, lines[0] + 1, face.key, "quiet")
    return spots


def _chip_lines(rows: int, height: int, below: int, y: int, *, keyed: bool) -> list[int]:
    """Return the line of each row of chips; the keys go below the first.

    Prefer a blank row below the keys too, then blanks between all rows of chips, then no blanks.

    Args:
        rows: number of rows of chips.
        height: the rows for cards; the row above them is free too.
        below: the rows down to the key hints of the screen.
        y: the first row for cards.
        keyed: whether cards have keys.
    """
    apart = [0, *range(2 + keyed, 2 * rows - 1 + keyed, 2)]
    for top in (y, y - 1):
        if top + apart[-1] < y + height:
            return [top + row for row in apart]
    if 2 * rows - 2 <= below:
        return [y - 1 + 2 * row for row in range(rows)]
    return [y - 1, *range(y + 1, y + rows)]


def _chip(sheet: Sheet, x: int, y: int, face: Face, glyphs: Glyphs, *, tall: bool = False) -> Spot:
    """Draw a card in a single row, or in two with its key on the second.

    The chosen card has a mark, a card that cannot be chosen an x. Both are on the card itself;
    a ten is a cell wider for them.
    """
    index, ground = glyphs.index(face.card), face.look
    barred = ground == "mute" and not face.lifted
    if tall:
        sheet.fill(x, y, 3, 2, ground)
        sheet.put(x + 1, y + 1, face.word if barred else face.key, QUIET[ground], ground=ground)
    aside = barred and not tall
    text = index.ljust(3) if aside else index.rjust(3)
    sheet.put(x, y, text, suit_ink(face.card), ground=ground, bold=True)
    if face.lifted:
        sheet.put(x + 2 - len(index), y, glyphs.turn, "selq", ground=ground)
    elif aside:
        sheet.put(x + len(index), y, face.word, "mq", ground=ground)
    return Spot(face.card, x, y, 3, 1 + tall)


def draw_field(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    size: TileSize,
    points: tuple[Face, ...],
    royals: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a seat's field: points from the left, royals up to the right."""
    width, gap = fit_width(len(points) + len(royals), size.width, FIELD_LADDER, stop - first)
    shape, pitch = TileSize(width, size.height), width + gap
    start = stop - len(royals) * pitch + gap
    laid = [
        *((face, first + place * pitch) for place, face in enumerate(points)),
        *((face, start + place * pitch) for place, face in enumerate(royals)),
    ]
    bleed = bleed_of(width) if gap else ""
    return [draw_tile(sheet, Tile(face, x, y, shape, bleed), glyphs) for face, x in laid]


def draw_chips(
    sheet: Sheet,
    x: int,
    y: int,
    known: tuple[Card, ...],
    hidden: int,
    room: int,
    glyphs: Glyphs,
    *,
    fresh: frozenset[Card] = frozenset(),
    backs: int = 0,
) -> int:
    """Draw a hand in a single row, known cards and backs; return the column after it.

    The `fresh` cards and the last `backs` backs are highlighted.
    """
    width, gap = (4, 1) if len(known) * 5 + hidden * 4 <= room else (3, 0)
    for card in known:
        index = glyphs.index(card).rjust(3).ljust(width)
        ink, ground = "c" + suit_of(card), "back"
        if card in fresh and width > 3:
            index, ink, ground = index[:3] + glyphs.lit, "ribbonink", "ribbon"
        x = sheet.put(x, y, index, ink, ground=ground, bold=True) + gap
    if known and hidden and not gap:
        x += 1
    back = 3 if len(known) + hidden <= 18 else 1
    for place in range(hidden):
        if place >= hidden - backs:
            sign = glyphs.lit.center(back)
            x = sheet.put(x, y, sign, "ribbonink", ground="ribbon", bold=True) + 1
        else:
            x = sheet.put(x, y, glyphs.back * back, "dots", ground="back") + 1
    return x - 1 if known or hidden else x

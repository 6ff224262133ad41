"""Draw the middle of a card: pips, the sign of an ace, or the letter and crown of the court."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.drawing.bitmaps import (
    CROWNS,
    LETTERS,
    LOW_SPARSE,
    NARROW,
    SPARSE,
    SUITS,
    TALL,
    TALL_CROWNS,
    TALL_SUITS,
    cells,
    half_blocks,
    stacked,
)
from cuttle_tui.drawing.faces import Tile
from cuttle_tui.drawing.glyphs import Glyphs, suit_of
from cuttle_tui.drawing.pips import places_of, spread_of
from cuttle_tui.drawing.rows import Sheet
from engine.cards import ACE, JACK, RANK_LETTERS, Card, card_name, rank_of

Lines = tuple[str, ...]

_PITCHES: Final = ((14, 4, 3), (11, 3, 3), (7, 2, 3), (5, 1, 5))
"""Minimum width of a card, the columns from one column of pips to the next, and minimum rows."""
_LETTERED_FROM: Final = 9
"""Minimum width of a card with letters for pips, which are harder to tell apart."""
_LEAST: Final = 5
"""Minimum rows of a card with more than its index."""
_AROUND: Final = 6
"""The part of its width that a card keeps free on either side of a picture, if not a column."""
_CORNERS: Final = 6
"""Columns beside a picture that leave room for suits in two corners."""


def draw_centre(sheet: Sheet, tile: Tile, top: int, glyphs: Glyphs) -> None:
    """Draw the largest picture of a card that fits between two rows.

    Args:
        sheet: the sheet to draw on.
        tile: the card.
        top: the first row that is free; the last row of the card is never used.
        glyphs: the signs to use.
    """
    if tile.size.height < _LEAST:
        return
    lines = _picture(tile, tile.last - top, glyphs)
    if lines:
        _put_picture(sheet, tile, top, lines, glyphs)
    else:
        _put_pips(sheet, tile, top, glyphs)


def _picture(tile: Tile, rows: int, glyphs: Glyphs) -> Lines:
    """Return the tallest picture of a card; empty if it has none or has no room for it."""
    width = tile.size.width
    room = width - 2 * max(1, width // _AROUND)
    pictures = _pictures(tile.face.card, glyphs)
    return next((p for p in pictures if len(p[0]) <= room and len(p) <= rows), ())


def _pictures(card: Card, glyphs: Glyphs) -> Iterator[Lines]:
    """Yield the pictures of an ace, of a court card or of a joker, the tallest first."""
    rank, suit, letter = rank_of(card), card_name(card)[1], glyphs.rank(card)
    if glyphs.lettered:
        tables = (SPARSE, LOW_SPARSE)
        yield from (cells(table[letter], glyphs.suit(card)) for table in tables if letter in table)
    elif rank == ACE or rank >= len(RANK_LETTERS):
        yield from (half_blocks(table[suit]) for table in (TALL_SUITS, SUITS) if suit in table)
    elif rank >= JACK:
        name = RANK_LETTERS[rank]
        if letter in TALL:
            yield half_blocks(stacked(TALL_CROWNS[name], TALL[letter]))
        if letter in LETTERS:
            yield half_blocks(stacked(CROWNS[name], LETTERS[letter]))
            yield half_blocks(LETTERS[letter])
        if letter in NARROW:
            yield half_blocks(NARROW[letter])


def _put_picture(sheet: Sheet, tile: Tile, top: int, lines: Lines, glyphs: Glyphs) -> None:
    """Draw a picture in the middle of a card; the court has its suits in two corners."""
    width, face = tile.size.width, tile.face
    x = tile.x + (width - len(lines[0]) + 1) // 2
    y = top + (tile.last - top - len(lines) + 1) // 2
    ink = "p" + suit_of(face.card)
    for row, line in enumerate(lines, y):
        start = len(line) - len(line.lstrip())
        sheet.put(x + start, row, line.strip(), ink, ground=face.look)
    cornered = width >= len(lines[0]) + _CORNERS and not glyphs.lettered
    if cornered and JACK <= rank_of(face.card) < len(RANK_LETTERS):
        suit = glyphs.pip(face.card)
        sheet.put(tile.x + width - 2, y, suit, ink, ground=face.look)
        sheet.put(tile.x + 1, y + len(lines) - 1, suit, ink, ground=face.look)


def _put_pips(sheet: Sheet, tile: Tile, top: int, glyphs: Glyphs) -> None:
    """Draw as many signs of its suit as a number card is worth, and one on a joker."""
    width, face, rows = tile.size.width, tile.face, tile.last - top
    rank = rank_of(face.card)
    number = rank + 1 if rank < JACK else int(rank >= len(RANK_LETTERS))
    pitch = _pitch(number, width, rows, glyphs)
    spread = spread_of(number, rows) if number and pitch else ()
    if not spread:
        return
    x = tile.x + (width - 2 * pitch) // 2
    y = top + (rows - len(spread) + 1) // 2
    sign, ink = glyphs.pip(face.card), "p" + suit_of(face.card)
    for column, row in places_of(spread, pitch):
        sheet.put(x + column, y + row, sign, ink, ground=face.look)


def _pitch(number: int, width: int, rows: int, glyphs: Glyphs) -> int:
    """Return the columns between columns of pips; 0 if there is no room for so many."""
    pitch, least = next((known[1:] for known in _PITCHES if width >= known[0]), (0, 0))
    readable = rows >= least and (width >= _LETTERED_FROM or not glyphs.lettered)
    return pitch if number == 1 or readable else 0

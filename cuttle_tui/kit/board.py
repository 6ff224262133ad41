"""Draw a position in small: two fields and a hand, as a whole one key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import TITLE_ROWS, Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.drawing.tiles import suit_ink
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.kit.zone import Hotspot

LEAST: Final = 38
"""The least columns of a board."""
_LEAST_ROWS: Final = 6
_NOWHERE: Final = ("XS", "P")
"""The plans of windows that have no room for one."""
_LADDER: Final = ((3, 5), (3, 4), (2, 3), (2, 2), (1, 2), (1, 1))
"""Rows of a card on a field and in the hand, the largest first."""
_PARTS: Final = 3
"""Rows besides the cards: the title, and a blank one below each field."""
_MARGINS: Final = 2
"""Blank rows around the board, where cards have several."""
_FIELD: Final = {1: 5, 2: 5, 3: 7}
_HAND: Final = {1: 5, 2: 6, 3: 7, 4: 9, 5: 11}
"""Columns of a card by its rows."""
_GAP: Final = 2
_EDGE: Final = "|"


class BoardSeat(NamedTuple):
    """A seat of the position."""

    name: str
    total: str
    """Its score, and the goal."""
    near: bool
    """Whether it is close to winning."""
    points: tuple[Face, ...]
    royals: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A position, and the key that opens it."""

    key: str
    title: Sentence
    seats: tuple[BoardSeat, ...]
    """From the top."""
    held: str
    """What the hand is called."""
    hand: tuple[Face, ...]


def has_board(plan: Plan, rows: int) -> bool:
    """Return whether a head of so many rows has room for a board."""
    return plan.name not in _NOWHERE and rows >= max(_LEAST_ROWS, TITLE_ROWS + 1)


def draw_board(
    sheet: Sheet, first: int, stop: int, model: BoardModel, glyphs: Glyphs
) -> list[Hotspot]:
    """Draw a board between two columns; all of it is a place to click on."""
    field, hand = _sizes(sheet.height)
    blank = sheet.height - _PARTS - 2 * field.height - hand.height
    top = int(blank > 1)
    y = top + 1 + (blank > _MARGINS)
    labels = max(_label_width(seat, field.height) for seat in model.seats)
    x = first + max(labels, cell_len(model.held)) + _GAP
    put_sentence(sheet, first, top, model.title, glyphs, stop=stop)
    for seat in model.seats:
        _put_label(sheet, first, y, seat, field.height)
        _put_cards(sheet, x, stop, y, field, (seat.points, seat.royals), glyphs)
        y += field.height + 1
    sheet.put(first, y, model.held, "quiet")
    _put_cards(sheet, x, stop, y, hand, (model.hand, ()), glyphs)
    return [Hotspot(first, stop, model.key, row) for row in range(top, y + hand.height)]


def _sizes(rows: int) -> tuple[TileSize, TileSize]:
    """Return the sizes of the cards of a field and of the hand: the largest that fit."""
    room = rows - _PARTS
    for field, hand in _LADDER:
        if 2 * field + hand + _MARGINS * (field > 1) <= room:
            break
    return TileSize(_FIELD[field], field), TileSize(_HAND[hand], hand)


def _label_width(seat: BoardSeat, rows: int) -> int:
    name, total = cell_len(seat.name), cell_len(seat.total)
    return max(name, total) if rows > 1 else name + 1 + total


def _put_label(sheet: Sheet, x: int, y: int, seat: BoardSeat, rows: int) -> None:
    """Write a name with the score below it, or after it where cards have one row."""
    end = sheet.put(x, y, seat.name, bold=True)
    at = (x, y + 1) if rows > 1 else (end + 1, y)
    sheet.put(*at, seat.total, "threat" if seat.near else "quiet")


def _put_cards(
    sheet: Sheet,
    x: int,
    stop: int,
    y: int,
    size: TileSize,
    cards: tuple[tuple[Face, ...], tuple[Face, ...]],
    glyphs: Glyphs,
) -> None:
    """Draw points from the left and royals from the right; those of one row as chips."""
    points, royals = cards
    if size.height > 1:
        draw_field(sheet, x, stop, y, size, points, royals, glyphs)
        return
    width = min(size.width, (stop - x) // max(1, len(points) + len(royals)) - 1)
    for place, face in enumerate(points):
        _put_chip(sheet, x + place * (width + 1), y, width, face, glyphs)
    for place, face in enumerate(royals):
        start = stop - (len(royals) - place) * (width + 1) + 1
        _put_chip(sheet, start, y, width, face, glyphs)


def _put_chip(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    """Draw a card in a row, with a letter for the jack that lies on it.

    It has edges where fills may not show.
    """
    jack = glyphs.rank(face.jacks[-1]) if face.jacks else ""
    text = f"{glyphs.index(face.card)}{jack}"
    sheet.put(
        x, y, fitted(text.center(width), width), suit_ink(face.card), ground=face.look, bold=True
    )
    for at in (x, x + width - 1) if glyphs.edges and len(text) + _GAP <= width else ():
        sheet.put(at, y, _EDGE, "pS", ground=face.look)

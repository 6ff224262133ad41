"""Draw a position in small: two fields and a hand, as a whole one key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.forms import fullest, fullest_text
from cuttle_tui.drawing.fronts import TITLE_ROWS
from cuttle_tui.drawing.layout import Plan, TileSize, fitted_card, row_width
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.drawing.tiles import draw_back, suit_ink
from cuttle_tui.i18n.translation import Sentence, Span, say
from cuttle_tui.kit.zone import Hotspot

LEAST: Final = 38
"""The least columns of a board."""
_LEAST_ROWS: Final = 6
_LADDER: Final = (*((rows, rows) for rows in range(15, 1, -1)), (1, 2), (1, 1))
"""Rows of a card on a field and in the hand, the largest first."""
_PARTS: Final = 2
"""Rows besides the cards and one below each field: the title, and a blank one below if it fits."""
_MARGINS: Final = 2
"""Blank rows around the board, where cards have several; less of them where the hand alone has.

A panel has one of its own below.
"""
_LARGER: Final = {8: 12, 9: 13, 10: 14, 11: 15, 12: 17, 13: 18, 14: 20, 15: 21}
_WIDTHS: Final = {1: 5, 2: 5, 3: 7, 4: 7, 5: 9, 6: 9, 7: 10, **_LARGER}
"""Columns of a card by its rows."""
_READABLE: Final = 6
"""Columns of a card with pips."""
_READABLE_HAND: Final = 7
"""Columns from which the pips and the letter of a card in hand are readable."""
_ALIKE: Final = 5
"""Columns from which cards of all rows are as wide as the narrowest, without a hand."""
_TWO_HANDS: Final = 18
"""Rows of cards from which a hand may have two."""
_GAP: Final = 2
_LEAST_CARD: Final = 2
"""Rows of a card with a face."""
_PIPS: Final = 5
"""Rows of a card with pips."""
_APART: Final = 2
"""Further columns between points and royals."""
_BESIDE: Final = 34
"""Columns from which labels stand beside the cards, not over them."""
_ONE_ROW: Final = 48
"""Columns from which a name and its score stand in one row."""


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
    titles: tuple[Sentence, ...]
    """What it is called, the fullest first."""
    seats: tuple[BoardSeat, ...]
    """From the top."""
    held: str
    """What the hand is called; empty if there is none."""
    hand: tuple[Face, ...]


def has_board(plan: Plan, rows: int) -> bool:
    """Return whether a head of so many rows has room for a board."""
    return plan.front.board > 0 and rows >= max(_LEAST_ROWS, TITLE_ROWS + 1)


def least_rows(model: BoardModel) -> int:
    """Return the rows of a board with labels over its cards, those of fields in two rows."""
    return _PARTS + 1 + len(model.seats) * (1 + _LEAST_CARD + 1)


def most_rows(model: BoardModel) -> int:
    """Return the rows that a board of fields with labels over its cards can fill."""
    return _PARTS + len(model.seats) * (1 + _LADDER[0][0] + 1)


def rows_with_pips(model: BoardModel, *, wide: bool = False) -> int:
    """Return the rows of a board with labels beside its cards, from which those have pips.

    They are one less for cards that are `wide`.
    """
    fields, hands, card = len(model.seats), bool(model.held), _PIPS - wide
    return _PARTS + fields * (1 + card) + hands * (card + 1) - 1 + _MARGINS


def draw_board(
    sheet: Sheet,
    first: int,
    stop: int,
    model: BoardModel,
    glyphs: Glyphs,
    rows: range | None = None,
    *,
    over: bool = False,
    lifts: bool = False,
) -> list[Hotspot]:
    """Draw a board between two columns, on some rows or all; it is a place to click on.

    Labels stand over the cards, which have all the width then, if that is small or on demand. A
    hand that would be too narrow has two rows there, if there are enough. Where the board `lifts`,
    such a hand goes below its label, and the fields a row up. Rows from -1 on
    have a blank one above.
    """
    rows = range(sheet.height) if rows is None else rows
    outside = rows.start < 0
    rows = range(max(0, rows.start), rows.stop)
    margins = _MARGINS - over - outside
    over = over or stop - first < _BESIDE
    fields = len(model.seats)
    parts = _PARTS + fields + over * (fields + 1)
    narrow = over and row_width(len(model.hand), _READABLE) > stop - first
    hands = 1 + (narrow and len(rows) - parts >= _TWO_HANDS) if model.held else 0
    field, hand = _sizes(len(rows) - parts, fields, hands, margins)
    blank = len(rows) - parts - fields * field.height - hands * (hand.height + 1) + 1 + outside
    whole = over or field.height == 1 or stop - first >= _ONE_ROW
    labels = max(_label_width(seat, whole=whole) for seat in model.seats)
    x = first if over else first + max(labels, cell_len(model.held)) + _GAP
    each = -(-len(model.hand) // max(1, hands))
    lifted = lifts and not over and blank > 1 and _is_wider(hand, each, stop - x, stop - first)
    beside = [(len(seat.points) + len(seat.royals), field, stop - x) for seat in model.seats]
    rows_of_cards = [*beside, (each, hand, stop - (first if lifted else x))]
    widest = _readable_width(rows_of_cards, _READABLE_HAND if model.held else _ALIKE)
    field, hand = (size._replace(width=min(size.width, widest)) for size in (field, hand))
    top = rows.start + (blank > 1 and not outside)
    y = top + 1 + (blank > 2 * lifted)  # rather one blank row below the hand than below the title
    title = fullest(model.titles, lambda title: sentence_width(title, glyphs), stop - first)
    named = any(span.role == "key" for span in title)
    starred = tuple(
        span._replace(
            text=span.text.replace("*", glyphs.star),
            role=span.role if named or span.role != "strong" else "key",
        )
        for span in title
    )
    put_sentence(sheet, first, top, starred, glyphs, stop=stop)
    for seat in model.seats:
        _put_label(sheet, first, y, seat, whole=whole)
        y += over
        _put_cards(sheet, x, stop, y, field, (seat.points, seat.royals), glyphs)
        y += field.height + 1
    if not hands:
        return [Hotspot(first, stop, model.key, row) for row in range(top, y - 1)]
    sheet.put(first, y, model.held, "quiet")
    y, x = y + (over or lifted), first if lifted else x
    if hands > 1:  # the last row has cards as wide as the others
        hand = hand._replace(width=fitted_card(each, hand, stop - x)[0].width)
    for start in range(0, len(model.hand), each or 1):
        _put_cards(sheet, x, stop, y, hand, (model.hand[start : start + each], ()), glyphs)
        y += hand.height + 1
    y -= hand.height + 1
    return [Hotspot(first, stop, model.key, row) for row in range(top, y + hand.height)]


def _readable_width(rows: Sequence[tuple[int, TileSize, int]], least: int) -> int:
    """Return how wide cards of all rows can be alike; a row that needs less may.

    Args:
        rows: the number of cards of each, the largest size of one, and the room.
        least: the columns from which all are as wide as the narrowest.
    """
    narrowest = min(fitted_card(*row)[0].width for row in rows)
    return narrowest if narrowest >= least else max(_READABLE_HAND, narrowest)


def _is_wider(size: TileSize, count: int, beside: int, below: int) -> bool:
    """Return whether cards are so much wider `below` their label that the ranks are readable."""
    narrow, wide = (fitted_card(count, size, room)[0].width for room in (beside, below))
    return size.height > 1 and narrow < min(_READABLE_HAND, wide)


def draw_strip(
    sheet: Sheet, first: int, stop: int, y: int, model: BoardModel, glyphs: Glyphs
) -> list[Hotspot]:
    """Draw a position in a row for each score, with the cards that fit beside it, and the hand.

    The hand is in row `y`, the scores above; nothing is drawn without room for the hand.
    """
    width, count = _WIDTHS[1] - _GAP, len(model.hand)
    if not count or count * (width + 1) - 1 > stop - first:
        return []
    top = y - len(model.seats)
    after = put_sentence(sheet, first, top, say(Span(model.key, "key")), glyphs, stop=stop) + _GAP
    widest = max(_label_width(seat, whole=True) for seat in model.seats)
    x = after if after + widest <= stop else first
    for row, seat in enumerate(model.seats, top):
        end = _put_label(sheet, x, row, seat, whole=True) + 1
        faces = (*seat.points, *seat.royals)
        if end + len(faces) * (width + 1) - 1 <= stop:
            for place, face in enumerate(faces):
                _put_chip(sheet, end + place * (width + 1), row, width, face, glyphs)
    for x, face in zip(range(first, stop, width + 1), model.hand, strict=False):
        _put_chip(sheet, x, y, width, face, glyphs)
    return [Hotspot(first, stop, model.key, row) for row in range(top, y + 1)]


def _sizes(room: int, fields: int, hands: int, around: int) -> tuple[TileSize, TileSize]:
    """Return the sizes of the cards of fields and of the hand: the largest that fit in rows."""
    for field, hand in _LADDER:
        margins = around if field > 1 else hand - 1
        if fields * field + hands * (hand + 1) - 1 + margins <= room:
            break
    return TileSize(_WIDTHS[field], field), TileSize(_WIDTHS[hand], hand)


def _label_width(seat: BoardSeat, *, whole: bool) -> int:
    name, total = cell_len(seat.name), cell_len(seat.total)
    return name + 1 + total if whole else max(name, total)


def _put_label(sheet: Sheet, x: int, y: int, seat: BoardSeat, *, whole: bool) -> int:
    """Write a name with the score after it, or below it without room; return the column after."""
    end = sheet.put(x, y, seat.name, bold=True)
    at = (end + 1, y) if whole else (x, y + 1)
    return sheet.put(*at, seat.total, "threat" if seat.near else "quiet")


def _put_cards(
    sheet: Sheet,
    x: int,
    stop: int,
    y: int,
    size: TileSize,
    cards: tuple[tuple[Face, ...], tuple[Face, ...]],
    glyphs: Glyphs,
) -> None:
    """Draw points, and royals a little apart from them; those of one row as chips."""
    points, royals = (tuple(replace(f, cornered=True) for f in faces) for faces in cards)
    if size.height > 1:
        card, gap = fitted_card(len(points) + len(royals), size, stop - x)
        taken = (len(points) + len(royals)) * (card.width + gap) - gap + _APART
        draw_field(sheet, x, min(stop, x + taken), y, size, points, royals, glyphs)
        return
    faces = (*points, *royals)
    room = stop - x - _APART
    wide = tuple(max(size.width, cell_len(_index(face, glyphs)) + _GAP) for face in faces)
    if sum(wide) + len(wide) - 1 <= room:
        widths = wide
    else:
        widths = (min(size.width, (room + 1) // max(1, len(faces)) - 1),) * len(faces)
    for place, (face, width) in enumerate(zip((*points, *royals), widths, strict=True)):
        x += _APART * (bool(points) and place == len(points))
        _put_chip(sheet, x, y, width, face, glyphs)
        x += width + 1


def _index(face: Face, glyphs: Glyphs) -> str:
    """Write a card, with the jack that lies on it."""
    return " ".join(map(glyphs.index, (face.card, *face.jacks[-1:])))


def _put_chip(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    """Draw a card in a row, and the jack on it in its own colour, if there is room.

    It has edges where fills may not show.
    """
    if face.side == "back":
        draw_back(sheet, x, y, TileSize(width, 1), glyphs)
        return
    whole, ground = _index(face, glyphs), face.look
    text = fullest_text(width, whole, glyphs.index(face.card))
    sheet.fill(x, y, width, 1, ground)
    start = x + (width - cell_len(text) + 1) // 2
    for card, part in zip((face.card, *face.jacks[-1:]), text.split(" "), strict=False):
        room = x + width - start
        start = sheet.put(start, y, fitted(part, room), suit_ink(card), ground=ground, bold=True)
        start += 1
    if glyphs.edges and cell_len(text) + _GAP <= width:
        sheet.put(x, y, glyphs.borders[0], "pS", ground=ground)
        sheet.put(x + width - 1, y, glyphs.borders[1], "pS", ground=ground)
    elif glyphs.edges:  # cards so narrow share those between them
        sheet.put(x - 1, y, glyphs.borders[1], "quiet")
        sheet.put(x + width, y, glyphs.borders[0], "quiet")

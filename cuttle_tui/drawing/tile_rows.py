"""Draw rows of cards: a hand to choose from, a field, and an opponent's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from cuttle_tui.drawing.faces import Bleed, Face, Spot, Tile, bleed_of
from cuttle_tui.drawing.layout import (
    BRICK,
    CHIP_STEP,
    NARROWEST,
    Rows,
    TileSize,
    fitted_card,
    row_width,
)
from cuttle_tui.drawing.palette import Glyphs, suit_of
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import back_colours, draw_back, draw_small, draw_tile, suit_ink
from engine.cards import Card

_WORDS_FROM: Final = 6
"""Minimum width of cards of a hand with a word."""
_SPACIOUS: Final = 7
"""Minimum width of cards whose words have room enough."""
_COMFORTABLE_BACK: Final = 5
"""Minimum width of a card drawn from behind."""
_SMALL: Final = 2
"""Rows of a card that is drawn small."""
_OPEN: Final = (5, 4)
"""The columns of an open card in a row of chips with gaps: a ten is not flush with the first."""
CHIPS: Final = (*_OPEN, NARROWEST)
"""The columns of a card of a hand on one line, where all have as many."""
_MORE: Final = 4
"""Columns that say how many open cards are not in sight."""
_MANY: Final = 18
"""The number of cards above which hidden ones are chips of a single column."""


def draw_hand(
    sheet: Sheet,
    first: int,
    y: int,
    rows: Rows,
    faces: tuple[Face, ...],
    glyphs: Glyphs,
    *,
    flat: bool = False,
    resting: bool = False,
) -> list[Spot]:
    """Draw cards to choose from, in rows of cards or of chips.

    If they lie `flat` in several rows, none is lifted onto the one above: it has a mark instead.
    On `resting` cards, from which nobody chooses, a word may take the whole width.
    """
    if not faces:
        return []
    if rows.card.height == 1:
        return _chip_rows(sheet, rows, first, y, faces, glyphs)
    width, height = rows.card
    bleed: Bleed = "right" if width < _SPACIOUS else ""
    draw, flat = draw_small if height == _SMALL else draw_tile, flat and len(faces) > rows.each
    spots = []
    for place, face in enumerate(faces):
        row, column = divmod(place, rows.each)
        worded = (width >= _WORDS_FROM - resting and height > _SMALL) or face.look == "mute"
        shown = face if worded else replace(face, word=face.brief * face.frozen)
        if height == _SMALL and 1 + len(shown.ribbon or shown.word) >= width:
            shown = replace(shown, key="")
        at, top = first + column * (width + rows.gap), y + row * (height + 1)
        shown = replace(shown, lifted=shown.lifted and not flat)
        spots.append(draw(sheet, Tile(shown, at, top, rows.card, bleed), glyphs))
        if flat and face.lifted and width > NARROWEST and not glyphs.edges:
            sheet.put(at, top, glyphs.turn, "selq", ground=face.look)
    return spots


def _chip_rows(
    sheet: Sheet, rows: Rows, first: int, y: int, faces: tuple[Face, ...], glyphs: Glyphs
) -> list[Spot]:
    """Draw cards as chips, each with its key beside it; rows that touch are laid like bricks."""
    pitch = rows.card.width + rows.gap
    end = first + pitch * (rows.each - 1) + NARROWEST + 1
    brick = max(0, min(BRICK, sheet.width - end))
    count = -(-len(faces) // rows.each)
    # rather a blank row above the chips than blank rows between them
    for top, step in ((y, 2), (y, 1), (y - 1, 1)):
        if top + (count - 1) * step < sheet.height:
            break
    spots = []
    for place, face in enumerate(faces):
        row, column = divmod(place, rows.each)
        shift = brick * (row % 2) if step == 1 else 0
        x, y = first + pitch * column + shift, top + row * step
        keyed = face if pitch == CHIP_STEP else replace(face, key="")
        spots.append(_chip(sheet, x, y, keyed, glyphs))
    return spots


def _chip(sheet: Sheet, x: int, y: int, face: Face, glyphs: Glyphs) -> Spot:
    """Draw a card in a single row, its key on the felt after it.

    The chosen card has a mark, a card that cannot be chosen an x. Both are on the card itself;
    a ten is a cell wider for them. Where suits are letters, the mark or a blank parts them from
    the key.
    """
    index = glyphs.index(face.card)
    ground = face.look
    barred = face.look == "mute" and not face.lifted
    left = barred or glyphs.lettered
    text = index.ljust(NARROWEST) if left else index.rjust(NARROWEST)
    if face.lifted and len(index) == NARROWEST:
        sheet.put(x - 1, y, glyphs.turn, "selq", ground=ground)
    sheet.put(x, y, text, suit_ink(face.card), ground=ground, bold=True)
    if face.lifted and len(index) < NARROWEST:
        at = x + len(index) if left else x
        sheet.put(at, y, glyphs.turn, "selq", ground=ground)
    elif barred:
        sheet.put(x + len(index), y, face.word, "mq", ground=ground)
    if not barred:
        sheet.put(x + NARROWEST, y, face.key, "quiet")
    return Spot(face.card, x, y, NARROWEST, 1)


def draw_field(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    largest: TileSize,
    points: tuple[Face, ...],
    royals: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a seat's field: points from the left, royals up to the right."""
    card, gap = fitted_card(len(points) + len(royals), largest, stop - first)
    pitch = card.width + gap
    start = stop - row_width(len(royals), card.width, gap)
    tiles = [
        *(Tile(face, first + place * pitch, y, card) for place, face in enumerate(points)),
        *(Tile(face, start + place * pitch, y, card) for place, face in enumerate(royals)),
    ]
    bleed = bleed_of(card.width) if gap else ""
    draw = draw_small if card.height == _SMALL else draw_tile
    return [draw(sheet, replace(tile, bleed=bleed), glyphs) for tile in tiles]


def draw_chips(
    sheet: Sheet,
    x: int,
    y: int,
    known: tuple[Card, ...],
    hidden: int,
    room: int,
    glyphs: Glyphs,
    *,
    remembered: frozenset[Card] = frozenset(),
    fresh: frozenset[Card] = frozenset(),
    backs: int = 0,
    wide: int | None = None,
) -> int:
    """Draw a hand in a single row, known cards and backs; return the column after it.

    The `fresh` cards and the last `backs` backs are highlighted, the `remembered` ones are backs
    with a faint index. Cards are `wide` columns if there is room; by default open ones have more.
    """
    chips = _chips_in(len(known), hidden, room, wide)
    width, gap = chips.width, chips.gap
    for card in known[: chips.open]:
        index = glyphs.index(card).rjust(NARROWEST).center(width)
        index = f" {glyphs.index(card)}".ljust(width) if width >= _OPEN[0] else index
        if card in fresh and gap:
            sheet.put(x, y, index[:-1] + glyphs.lit, "ribbonink", ground="ribbon", bold=True)
        elif card in remembered:
            draw_back(sheet, x, y, TileSize(width, 1), glyphs, seen=card)
        else:
            sheet.put(x, y, index, "c" + suit_of(card), ground="open", bold=True)
        x += width + gap
    if chips.open < len(known):
        return sheet.put(x + 1 - gap, y, f"+{len(known) - chips.open}", "quiet")
    if known and hidden and not gap:
        x += 1
    for place in range(chips.backs):
        if place >= chips.backs - backs:
            sign = glyphs.lit.center(chips.back)
            x = sheet.put(x, y, sign, "ribbonink", ground="ribbon", bold=True) + 1
        else:
            _draw_plate(sheet, x, y, chips.back, glyphs)
            x += chips.back + 1
    return x - chips.apart(len(known))


def _draw_plate(sheet: Sheet, x: int, y: int, width: int, glyphs: Glyphs) -> None:
    """Draw a back in a single row, in which the pattern of a worn one would read as notches."""
    if glyphs.worn:
        (ink, ground), border = back_colours(glyphs), int(width >= NARROWEST)
        sheet.fill(x, y, width, 1, ground)
        sheet.fill(x + border, y, width - 2 * border, 1, ink)
    else:
        draw_back(sheet, x, y, TileSize(width, 1), glyphs)


class _Chips(NamedTuple):
    """How a hand lies in a single row."""

    width: int
    gap: int
    """Columns of an open card, and after it."""
    open: int
    """How many of them there are."""
    back: int
    """Columns of a hidden one."""
    backs: int
    """How many of those there are."""

    def apart(self, known: int) -> int:
        """Return the blank columns after the last card of a hand with so many known ones."""
        return int(bool(self.backs or (known and self.gap)))


def _chips_in(known: int, hidden: int, room: int, wide: int | None) -> _Chips:
    """Lay so many open cards and hidden ones in some columns."""
    gap, back = 1, wide or NARROWEST
    for width in (wide,) if wide else _OPEN:
        if known * (width + gap) + hidden * (back + gap) <= room + gap:
            break
    else:
        width, gap, back = NARROWEST, 0, NARROWEST
    shown = min(known, max(0, room + gap) // (width + gap))
    if shown < known:
        return _Chips(width, gap, max(0, room - _MORE) // (width + gap), 0, 0)
    left = room - known * (width + gap) - bool(known and hidden and not gap)
    back = max(1, min(back if known + hidden <= _MANY else 1, (left + 1) // max(1, hidden) - 1))
    return _Chips(width, gap, shown, back, min(hidden, max(0, left + 1) // (back + 1)))


def chips_width(known: int, hidden: int, room: int, wide: int | None = None) -> int:
    """Return the columns that a hand takes in a single row, of those that there are."""
    chips = _chips_in(known, hidden, room, wide)
    if chips.open < known:
        return room
    parted = bool(known and hidden and not chips.gap)
    taken = known * (chips.width + chips.gap) + parted + chips.backs * (chips.back + 1)
    return taken - chips.apart(known)


def draw_backs(
    sheet: Sheet,
    x: int,
    y: int,
    known: tuple[Card, ...],
    hidden: int,
    room: TileSize,
    largest: TileSize,
    glyphs: Glyphs,
    *,
    remembered: frozenset[Card] = frozenset(),
    fresh: frozenset[Card] = frozenset(),
    backs: int = 0,
) -> int:
    """Draw an opponent's hand as cards seen from behind, or as chips if there is little room.

    The index of a known card is on its back, faint if it is `remembered`. The `fresh` cards and the
    last `backs` backs are highlighted.

    Returns:
        The column after the hand.
    """
    count = len(known) + hidden
    card, _ = fitted_card(
        count, TileSize(largest.width, min(largest.height, room.height)), room.width
    )
    if card.width < _COMFORTABLE_BACK or card.height < _SMALL:
        return draw_chips(
            sheet,
            x,
            y,
            known,
            hidden,
            room.width,
            glyphs,
            remembered=remembered,
            fresh=fresh,
            backs=backs,
            wide=largest.width if largest.height == 1 and largest.width > NARROWEST else None,
        )
    for place in range(count):
        at = x + place * (card.width + 1)
        if place < len(known) and known[place] in remembered - fresh:
            draw_back(sheet, at, y, card, glyphs, seen=known[place])
        elif place < len(known):
            _known_back(sheet, at, y, card, known[place], glyphs, lit=known[place] in fresh)
        else:
            draw_back(sheet, at, y, card, glyphs, lit=place >= count - backs)
    return x + max(0, count * (card.width + 1) - 1)


def _known_back(
    sheet: Sheet, x: int, y: int, size: TileSize, card: Card, glyphs: Glyphs, *, lit: bool
) -> None:
    """Draw the back of a card with its index on it."""
    sheet.fill(x, y, *size, "open")
    index, ink = glyphs.index(card), "c" + suit_of(card)
    sheet.put(x + 1, y, index, ink, ground="open", bold=True)
    if lit:
        text = f" {glyphs.lit}".ljust(size.width)
        sheet.put(x, y + size.height - 1, text, "ribbonink", ground="ribbon", bold=True)

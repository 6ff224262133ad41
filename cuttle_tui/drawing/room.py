"""Choose the rows of a waiting room, and draw what other screens have too: codes and plates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.letters import draw_letter
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tiles import draw_back

_SUITS: Final = (3, 2, 0, 1)
"""A suit for each place of a code: spades, hearts, clubs, diamonds."""

CARDS: Final = {
    "S": TileSize(7, 5),
    "M": TileSize(9, 5),
    "L": TileSize(12, 7),
    "XL": TileSize(14, 9),
    "XXL": TileSize(25, 15),
}
"""Size of the largest cards that spell the code, by plan."""
SMALL: Final = TileSize(5, 3)
"""For small windows: room for a plain letter."""
_BETWEEN: Final = TileSize(19, 12)
_LADDER: Final = tuple(sorted((*CARDS.values(), _BETWEEN, SMALL), reverse=True))
NO_CARDS: Final = TileSize(0, 0)
PLATE_ROWS: Final = {"S": 2, "M": 2, "L": 4, "XL": 4, "XXL": 6}
_LEAST_TERMS: Final = 1
_FEWEST_BLANKS: Final = 6
_COMFORTABLE: Final = 5
"""Blank rows without which the plates are lower instead."""
_MOST_ROUNDS: Final = 4
_ROWS_A_ROUND: Final = 9
"""The most blank rows at one place: so many, or one for so many rows of the window."""


class RoomParts(NamedTuple):
    """What is to be placed."""

    strips: int
    """Rows of plates."""
    beside: int
    """Lines beside the cards, or instead of them."""
    below: int
    """Lines that need the whole width, below the cards."""
    terms: int
    extra: int = 0
    """How many of the terms, the last ones, are not worth a blank row."""


@dataclass(slots=True)
class RoomRows:
    """The first row of each part, and how many rows it has."""

    head: int
    plates: int
    plate_rows: int
    band: int
    band_end: int
    cards: int
    size: TileSize
    below: int
    terms: int
    terms_room: int


def room_rows(height: int, plan: str, size: TileSize, parts: RoomParts) -> RoomRows | None:
    """Place the parts in so many rows, with cards of a size; None if they do not fit.

    Where rows are short the plates lose their blanks, then the terms their last lines.
    """
    ladder = tuple(dict.fromkeys((PLATE_ROWS.get(plan, 1), 2, 1)))
    wanted = parts.terms - parts.extra + _COMFORTABLE
    least = min(parts.terms, _LEAST_TERMS)
    for plate_rows, needed in (*((rows, wanted) for rows in ladder), (1, least)):
        spare = height - _needed(parts, size, plate_rows)
        if spare >= needed:
            enough = spare - parts.terms >= _FEWEST_BLANKS
            room = min(parts.terms if enough else parts.terms - parts.extra, spare)
            return placed(parts, size, plate_rows, room, spare - room, height)
    return None


def apart(strips: int, plate_rows: int) -> bool:
    """Return whether the last row of each plate stays blank, between several strips of them."""
    return strips > 1 and plate_rows > 1


def _needed(parts: RoomParts, size: TileSize, plate_rows: int) -> int:
    middle = max(size.height, parts.beside)
    return 1 + parts.strips * plate_rows + middle + parts.below


_BAND: Final = "around the cards"
"""A blank row above the cards and one below them."""
_BLANKS: Final = (
    *(_BAND, "bottom", "over band", "over plates"),
    *("under band", "top", "over below"),
)
"""Where blank rows go, the most important first."""


def placed(
    parts: RoomParts,
    size: TileSize,
    plate_rows: int = 1,
    terms: int = 0,
    spare: int = 0,
    height: int = 0,
) -> RoomRows:
    """Place the parts below each other, the spare rows between them; what is over goes outside."""
    counts = {
        "under band": terms,
        "over below": parts.below,
        "over plates": parts.strips,
        "over band": not apart(parts.strips, plate_rows),
    }
    wanted = [place for place in _BLANKS if counts.get(place, 1)]
    blanks = dict.fromkeys(_BLANKS, 0)
    for place in wanted * max(_MOST_ROUNDS, height // _ROWS_A_ROUND):
        cost = 1 + (place == _BAND)
        if spare >= cost:
            blanks[place] += 1
            spare -= cost
    y = blanks["top"] + spare // 2
    rows = RoomRows(y, 0, plate_rows, 0, 0, 0, size, 0, 0, terms)
    y = rows.plates = y + 1 + blanks["over plates"]
    y = rows.band = y + parts.strips * plate_rows + blanks["over band"]
    y = rows.cards = y + blanks[_BAND]
    y = rows.below = y + max(size.height, parts.beside) + blanks["over below"]
    y = rows.band_end = y + parts.below + blanks[_BAND]
    rows.terms = y + blanks["under band"]
    return rows


def code_sizes(cards: int, plan: Plan) -> list[TileSize]:
    """List the sizes in which so many cards fit side by side, the largest first."""
    if not cards:
        return [NO_CARDS]
    room = plan.stop - plan.first + 1
    largest = CARDS.get(plan.name, SMALL)
    ladder = [size for size in _LADDER if size.width <= largest.width]
    return [size for size in ladder if cards * (size.width + 1) <= room] or [SMALL]


def draw_code(
    sheet: Sheet,
    at: tuple[int, int],
    size: TileSize,
    letters: Sequence[str],
    glyphs: Glyphs,
    *,
    lifted: int = -1,
) -> None:
    """Draw each letter of a code on a card of a suit; an empty one is a back.

    Args:
        sheet: the sheet to draw on.
        at: the first column and row.
        size: the size of a card.
        letters: the code.
        glyphs: the signs to use.
        lifted: which card lies a row higher.
    """
    x, top = at
    for place, letter in enumerate(letters):
        y = top - (place == lifted)
        if letter:
            draw_letter(sheet, Tile(Face(_SUITS[place % len(_SUITS)]), x, y, size), letter, glyphs)
        else:
            draw_back(sheet, x, y, size, glyphs)
        x += size.width + 1


def fill_plate(
    sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs, *, free: bool = False
) -> None:
    """Fill a plate, with sides where fills may not show; a free one has no more than those."""
    ground = "felt" if free else "band"
    if not free:
        sheet.fill(x, y, *size, ground)
    for row in range(y, y + size.height) if glyphs.edges else ():
        for column in (x, x + size.width - 1):
            sheet.put(column, row, ":" if free else "|", "quiet", ground=ground)

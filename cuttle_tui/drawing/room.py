"""The rows of a waiting room, codes and plates, and letters on cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cuttle_tui.drawing.bitmaps import DOTS, Bitmap, cells, draw_shadows, half_blocks, scaled
from cuttle_tui.drawing.faces import Face, Spot, Tile
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.stack import Stack, Step, steps, times, within
from cuttle_tui.drawing.tiles import back_colours, draw_back, draw_place, put_body, suit_ink

_FLAT: Final[dict[str, Bitmap]] = {
    "C": (".####", "#....", "#....", ".####"),
    "U": ("#...#", "#...#", "#...#", ".###."),
    "T": ("#####", "..#..", "..#..", "..#.."),
    "L": ("#....", "#....", "#....", "#####"),
    "E": ("#####", "###..", "#....", "#####"),
}
_BOLD: Final[dict[str, Bitmap]] = {
    "C": (".######", "#######", "##.....", "##.....", "##.....", "##.....", "#######", ".######"),
    "U": ("##...##", "##...##", "##...##", "##...##", "##...##", "##...##", "#######", ".#####."),
    "T": ("#######", "#######", "..###..", "..###..", "..###..", "..###..", "..###..", "..###.."),
    "L": ("##.....", "##.....", "##.....", "##.....", "##.....", "##.....", "#######", "#######"),
    "E": ("#######", "#######", "##.....", "######.", "######.", "##.....", "#######", "#######"),
    "A": (".#####.", "#######", "##...##", "##...##", "#######", "#######", "##...##", "##...##"),
    "K": ("##...##", "##..###", "##.###.", "#####..", "#####..", "##.###.", "##..###", "##...##"),
    "Q": (".#####.", "#######", "##...##", "##...##", "##.#.##", "##.####", "#######", ".####.#"),
    "B": ("######.", "#######", "##...##", "######.", "######.", "##...##", "#######", "######."),
    "D": ("######.", "#######", "##...##", "##...##", "##...##", "##...##", "#######", "######."),
    "R": ("######.", "#######", "##...##", "#######", "######.", "##.##..", "##..##.", "##...##"),
    "V": ("##...##", "##...##", "##...##", "##...##", "##...##", ".##.##.", "..###..", "...#..."),
    "J": ("..#####", "..#####", "....##.", "....##.", "....##.", "##..##.", "######.", ".####.."),
}
"""The letters of the name lower, for low cards in ASCII; with court cards bold, for wider ones."""
_BOLD_FROM: Final = 9
_DOUBLE_FROM: Final = 12
_TREBLE_FROM: Final = 17
_FOURFOLD_FROM: Final = 24
_LARGE_FROM: Final = 7
"""Card widths from which letters are bold, doubled, trebled, fourfold, and large at all."""
_TALL_FROM: Final = 6
"""Card height from which a letter has a row for each row of dots."""
_TREBLE_TALL_FROM: Final = 10
_FOURFOLD_TALL_FROM: Final = 13
_LARGE_TALL_FROM: Final = 4
_LEAST_TALL: Final = 3
"""Card height from which a plain letter stands in the middle."""


def large_letter(
    letter: str, size: TileSize, *, ascii_only: bool, beside: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the rows of a letter for a card of a size; none if it has no room or no shape.

    In ASCII a dot takes a whole cell. It is bold only if all letters `beside` it can be.

    >>> print("|".join(large_letter("L", TileSize(7, 5), ascii_only=False)))
    █    |█    |▀▀▀▀▀
    """
    dots, (width, height) = DOTS.get(letter), size
    if dots is None or width < _LARGE_FROM or height < _LARGE_TALL_FROM:
        return ()
    if ascii_only:
        dots = (DOTS if size.height > _LARGE_TALL_FROM else _FLAT).get(letter, ())
        return cells(scaled(dots, 2 if size.width >= _DOUBLE_FROM else 1, 1), "#")
    if width >= _FOURFOLD_FROM and height >= _FOURFOLD_TALL_FROM:
        return half_blocks(scaled(dots, 4, 4))
    if width >= _TREBLE_FROM and height >= _TREBLE_TALL_FROM:
        return half_blocks(scaled(dots, 3, 3))
    if width >= _DOUBLE_FROM and height >= _TALL_FROM:
        return half_blocks(scaled(dots, 2, 2))
    if width >= _BOLD_FROM and height >= _TALL_FROM:
        bold = all(other in _BOLD for other in beside if other)
        return half_blocks(_BOLD.get(letter, dots) if bold else dots)
    return half_blocks(dots)


def draw_letter(
    sheet: Sheet, tile: Tile, letter: str, glyphs: Glyphs, beside: Iterable[str] = ()
) -> None:
    """Draw a card with a letter in its middle, and the sign of its suit in the corners.

    A card too low for that has both in its corner. The letter looks as those `beside` it do.
    """
    face, (width, height) = tile.face, tile.size
    ink, ground = suit_ink(face.card), face.look
    sign = "" if glyphs.lettered else glyphs.suit(face.card)
    put_body(sheet, tile, glyphs)
    if height < _LEAST_TALL:
        sheet.put(tile.x + 1, tile.y, letter + sign, ink, ground=ground, bold=True)
        return
    width += bool(tile.bleed)
    room = TileSize(width, height)
    large = large_letter(letter, room, ascii_only=glyphs.lettered, beside=beside)
    rows = large or (letter,)
    x = tile.x + (width - len(rows[0])) // 2
    above = 1 if large and sign else 0
    y = tile.y + above + (height - len(rows) - above) // 2
    sheet.put(tile.x + 1, tile.y, sign, ink, ground=ground, bold=True)
    if y + len(rows) < tile.y + height:
        end = tile.y + height - 1
        sheet.put(tile.x + width - 2, end, sign, ink, ground=ground, bold=True)
    for row, text in enumerate(rows, y):
        text = text.replace("#", glyphs.block)
        sheet.put(x, row, text, ink, ground=ground, bold=not large)


_SUITS: Final = (3, 2, 0, 1)
"""A suit for each place of a code: spades, hearts, clubs, diamonds."""

SMALL: Final = TileSize(5, 3)
"""For small windows: room for a plain letter."""
CARDS: Final = (
    *(TileSize(25, 15), TileSize(19, 12), TileSize(17, 11), TileSize(14, 9), TileSize(12, 7)),
    *(TileSize(9, 5), TileSize(7, 5), SMALL),
)
"""The cards that spell a code, the largest first."""
NO_CARDS: Final = TileSize(0, 0)
_BY_ROWS: Final = ((56, 25, 6), (48, 19, 4), (39, 12, 4), (30, 9, 2), (0, 7, 2))
"""For windows of so many rows: the columns of such a card at most, and the rows of a plate."""


def _in_window(plan: Plan) -> tuple[int, int]:
    """Return the columns of the largest card that spells a code, and the rows of a plate."""
    if plan.low:
        return SMALL.width, 1
    if plan.phone == "upright":
        return 9, 2
    rows = plan.height + 2 * plan.top
    return next((width, plate) for least, width, plate in _BY_ROWS if rows >= least)


def plate_rows(plan: Plan) -> int:
    """Return the rows of a plate in a window where they are not short."""
    return _in_window(plan)[1]


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


_ORDER: Final = (
    *("top", "head", "over-plates", "plates", "over-band", "around", "cards", "over-below"),
    *("below", "around-end", "under-band", "terms"),
)
_COMFORT: Final = "around 1 & around-end 1; over-below 1; bottom 1; over-band 1; over-plates 1"
_GROW: Final = (steps(_COMFORT), steps("under-band 1; top 1"))
"""Which blank rows come first, before and after plates get higher."""
_ROWS_A_ROUND: Final = 9
"""The most blank rows at one place: four, or one for so many rows of the window."""


def room_rows(height: int, plate: int, size: TileSize, parts: RoomParts) -> RoomRows | None:
    """Place the parts in so many rows, with cards of a size; None if they do not fit.

    A plate has so many rows at most.
    """
    rows = placed(parts, size, height, plate)
    enough = rows.terms_room >= min(parts.terms - parts.extra, 1)
    return rows if enough and rows.terms + rows.terms_room <= height else None


def apart(strips: int, plate_rows: int) -> bool:
    """Return whether the last row of each plate stays blank, between several strips of them."""
    return strips > 1 and plate_rows > 1


def placed(parts: RoomParts, size: TileSize, height: int = 0, tallest: int = 1) -> RoomRows:
    """Place the parts below each other; what is over goes outside."""
    tallest += tallest > 2 and parts.strips > 1
    comfort, more = _GROW
    rounds = max(4, height // _ROWS_A_ROUND)
    terms: list[Step] = [(("terms", n + 1),) for n in range(parts.terms)]
    kept = parts.terms - parts.extra
    plates: list[Step] = [(("plates", rows),) for rows in (2, tallest) if rows <= tallest]
    grow = [*terms[:kept], *comfort, *plates, more[0], *terms[-1:], *more[1:]]
    grow += [times(step, n) for n in range(2, rounds + 1) for step in (*comfort, *more)]
    least = {"head": 1, "plates": 1, "cards": max(size.height, parts.beside), "below": parts.below}
    there = {"over-below": parts.below, "over-plates": parts.strips, "under-band": parts.terms}
    gone = {part: 0 for part, count in there.items() if not count}
    whole = Stack(_ORDER, least, within(grow, gone), "outside", times={"plates": parts.strips})
    at, of = whole.rows(height)
    if apart(parts.strips, of["plates"]):  # the plates have a blank row below them
        at, of = replace(whole, grow=within(grow, gone | {"over-band": 0})).rows(height)
    down = max(0, of["outside"]) // 2
    at = {part: y + down for part, y in at.items()}
    return RoomRows(
        at["head"],
        at["plates"],
        of["plates"],
        at["around"],
        at["under-band"],
        at["cards"],
        size,
        at["below"],
        at["terms"],
        of["terms"],
    )


def code_sizes(cards: int, plan: Plan) -> list[TileSize]:
    """List the sizes in which so many cards fit side by side, the largest first."""
    if not cards:
        return [NO_CARDS]
    room = plan.stop - plan.first + 1
    ladder = [size for size in CARDS if size.width <= _in_window(plan)[0]]
    fitting = [size for size in ladder if cards * (size.width + 1) <= room]
    return fitting or [SMALL._replace(width=min(SMALL.width, room // cards - 1))]


def draw_code(
    sheet: Sheet,
    at: tuple[int, int],
    size: TileSize,
    letters: Sequence[str],
    glyphs: Glyphs,
    *,
    lifted: int = -1,
    typed: bool = False,
) -> None:
    """Draw each letter of a code on a card of a suit; an empty one is a free place.

    Args:
        sheet: the sheet to draw on.
        at: the first column and row.
        size: the size of a card.
        letters: the code.
        glyphs: the signs to use.
        lifted: which card lies a row higher.
        typed: whether letters are typed, the next one at the lifted place.
    """
    x, top = at
    for place, letter in enumerate(letters):
        y = top - (place == lifted)
        if letter:
            draw_letter(sheet, Tile(Face(_SUITS[place % len(_SUITS)]), x, y, size), letter, glyphs)
        else:
            _draw_gap(sheet, Tile(_NEXT, x, y, size), glyphs, typed=typed, here=place == lifted)
        x += size.width + 1


_NEXT: Final = Face(0, look="sel")
"""The place where the next letter is typed."""
_LINE: Final = "_"


def _draw_gap(sheet: Sheet, tile: Tile, glyphs: Glyphs, *, typed: bool, here: bool) -> None:
    """Draw a free place; where a letter can be typed, with a line to write on."""
    size = tile.size
    if not typed:
        draw_place(sheet, tile.x, tile.y, size, glyphs, glyphs.free)
        return
    if here:
        put_body(sheet, tile, glyphs)
    else:
        draw_place(sheet, tile.x, tile.y, size, glyphs)
    line, ink = _LINE * max(1, size.width // 3), ("selink", "sel") if here else ("quiet", "slot")
    x, y = tile.x + (size.width - len(line)) // 2, tile.y + max(0, size.height - 2)
    sheet.put(x, y, line, ink[0], ground=ink[1], bold=here)


_PARTED: Final = 2
"""Columns between the packets of a deck that is cut."""
_FURTHEST: Final = 16
"""The most columns between them."""
_PER_COLUMN: Final = (1, 2, 3)
"""How many cards of a spread deck a column may stand for."""


def spread_sizes(cards: int, plan: Plan) -> list[TileSize]:
    """List the sizes of the cards on top of a deck spread in two packets, the largest first."""
    room = plan.stop - plan.first
    ladder = [size for size in CARDS if size.width <= _in_window(plan)[0]]
    fitting = [size for size in ladder if _per_column(cards, size.width, room)]
    return fitting or [SMALL]


def _per_column(cards: int, width: int, room: int) -> int:
    """Return for how many cards a column stands, beside top cards of a width; 0 without room."""
    taken = 2 * width + _PARTED
    return next((each for each in _PER_COLUMN if -(-cards // each) + taken <= room), 0)


def draw_spread(
    sheet: Sheet,
    at: tuple[int, int],
    size: TileSize,
    packets: Sequence[int],
    plan: Plan,
    glyphs: Glyphs,
) -> None:
    """Draw the packets of a deck, each spread so far that the edges of its cards can be counted.

    The number of cards stands on the top one. The packets lie up to the right edge of the table
    if that does not part them too far.
    """
    (x, y), spots = at, []
    each = _per_column(sum(packets), size.width, plan.stop - plan.first) or _PER_COLUMN[-1]
    wide = [-(-(cards - 1) // each) + size.width for cards in packets]
    over = (plan.stop - x - sum(wide)) // max(1, len(packets) - 1)
    parted = over if _PARTED < over <= _FURTHEST else _PARTED
    ink, ground = back_colours(glyphs)
    for cards, width in zip(packets, wide, strict=True):
        edges = width - size.width
        for row in range(y, y + size.height):
            sheet.put(x, row, glyphs.edge * edges, ink, ground=ground)
        draw_back(sheet, x + edges, y, size, glyphs, word=str(cards))
        spots.append(Spot(0, x, y, edges + size.width, size.height))
        x += width + parted
    draw_shadows(sheet, spots, glyphs)


def fill_plate(
    sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs, ground: str = "band"
) -> None:
    """Fill a plate, with sides where fills may not show: dotted ones if it is free."""
    sheet.fill(x, y, *size, ground)
    left, right = tuple(glyphs.dotted * 2 if ground == "slot" else glyphs.borders)
    for row in range(y, y + size.height) if glyphs.edges else ():
        sheet.put(x, row, left, "quiet", ground=ground)
        sheet.put(x + size.width - 1, row, right, "quiet", ground=ground)

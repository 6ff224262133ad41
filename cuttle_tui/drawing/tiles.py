"""Draw cards on a sheet: faces, empty places and backs, and what lies beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.backs import back_inks, back_rows
from cuttle_tui.drawing.bitmaps import (
    CELLED,
    CROWNS,
    DOTS,
    cells,
    draw_centre,
    half_blocks,
    scaled,
    spelled,
)
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
    with_foot,
)
from cuttle_tui.drawing.layout import NARROWEST, TileSize
from cuttle_tui.drawing.palette import SOLID, UNICODE_SIDED, Glyphs, suit_of
from cuttle_tui.drawing.rows import Piece, Sheet, fitted
from cuttle_tui.i18n.translation import kept_in_each_language
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
EDGES: Final = {"sel": "><", "tgt": "{}", "ice": "::"}
_WIDEST_INDEX: Final = 3
_SPLIT_FROM: Final = 3
"""Minimum rows of a narrow card whose suit goes below a rank that leaves it no room."""
_ASIDE: Final = 1
"""Columns beside a card that it may take for its edges."""
_RIBBONED_FROM: Final = 5
"""Minimum rows of a card whose word is on a ribbon once it is gone."""


_A_KEY: Final = "\uf8ff"
"""Stands on a card for the letter that chooses it; a sign for private use is in no picture."""


def draw_tile(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw a card, a row higher if it is lifted."""
    face = tile.face
    if face.side != "face":
        return _draw_unseen(sheet, tile, glyphs)
    top = tile.y - face.lifted
    ground = tile.ground or sheet.ground_of(top)
    sheet.lay(tile.x - _ASIDE, top, _drawn(face, tile.size, tile.bleed, ground, glyphs))
    return Spot(face.card, tile.x, top, *tile.size)


@kept_in_each_language(2048)
def _drawn(
    face: Face, size: TileSize, bleed: Bleed, ground: str, glyphs: Glyphs
) -> tuple[tuple[Piece, ...], ...]:
    """Draw a card by itself; cached, as a key draws all cards of a hand and changes few."""
    if len(face.key) == 1 and face.key != _A_KEY:  # one looks as another
        rows = _drawn(replace(face, key=_A_KEY), size, bleed, ground, glyphs)
        return tuple(
            [
                tuple([(x, text.replace(_A_KEY, face.key), ink) for x, text, ink in row])
                for row in rows
            ]
        )
    width = size.width
    if face.gone and size.height >= _RIBBONED_FROM:
        face = replace(face, ribbon=face.word)
    face = lit_face(with_foot(face, width), width, glyphs)
    sheet, tile = Sheet(width + 2 * _ASIDE, size.height, ground), Tile(face, _ASIDE, 0, size, bleed)
    put_body(sheet, tile, glyphs)
    low_key = _put_index(sheet, tile, glyphs)
    if face.jacks:
        _jacks(sheet, tile, glyphs)
    top = tile.y + 1 + (bool(face.jacks) or low_key)
    drawn = draw_centre(sheet, tile, top, glyphs)
    _last_row(sheet, tile, glyphs)
    if face.cornered and not drawn:
        _put_second_index(sheet, tile, glyphs)
    _free_sides(sheet, tile, glyphs)
    return sheet.pieces()


def _free_sides(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    """Move a side that something on a card covers beside it, in all rows: a line is whole."""
    face, (x, y), (width, height) = tile.face, (tile.x, tile.y), tile.size
    if not glyphs.sides or glyphs.edges or tile.bleed or width <= NARROW:
        return
    left, right = tuple(glyphs.sides)
    rows = range(y, y + height - bool(face.ribbon))
    for at, beside, inside, outside in (
        (x, x - 1, left, right),
        (x + width - 1, x + width, right, left),
    ):
        seen = [sheet.at(at, row) for row in rows]
        if all(char == inside for char, _ in seen):
            continue
        for row, (char, _) in zip(rows, seen, strict=True):
            sheet.put(at, row, " " if char == inside else "", ground=face.fill)
            sheet.put(beside, row, outside, "edge")


def _put_second_index(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    """Put rank and suit into the other corner too of a card without pips."""
    face, index = tile.face, glyphs.index(tile.face.card)
    inset = _inset(tile.size.width)
    if inset + len(index) < tile.size.width:
        x = tile.x + tile.size.width - inset - len(index)
        sheet.put(x, tile.last, index, suit_ink(face.card), ground=face.fill, bold=True)


def _draw_unseen(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw the back of a card, or nothing at its place."""
    if tile.face.side == "back":
        draw_back(sheet, tile.x, tile.y, tile.size, glyphs)
    return _spot_of(tile)


def _spot_of(tile: Tile) -> Spot:
    """Return the cells a card covers."""
    return Spot(tile.face.card, tile.x, tile.y, *tile.size)


def put_body(sheet: Sheet, tile: Tile, glyphs: Glyphs, *, ribbon: bool = True) -> None:
    """Fill a card with its borders, and by default with the ribbon across its last row."""
    face, x, y, size = tile.face, tile.x, tile.y, tile.size
    sheet.fill(x, y, *size, face.fill)
    across = bool(face.ribbon) and ribbon
    body = TileSize(size.width, size.height - across)
    halves = glyphs.fills and not glyphs.lettered and not (glyphs.edges and glyphs.sides)
    if glyphs.sides and not glyphs.edges:
        # put thin lines left and right of a card; later text covers them
        left, right = tuple(glyphs.sides)
        for row in range(y, y + body.height):
            sheet.put(x, row, left, "edge", ground=face.fill)
            if tile.bleed != "right":
                sheet.put(x + body.width - 1, row, right, "edge", ground=face.fill)
    if halves:
        _put_bleed(sheet, x, y, body, face.fill, tile.bleed, tile.ground, glyphs)
    if halves and across:
        foot = TileSize(size.width, 1)
        _put_bleed(sheet, x, tile.last, foot, ribbon_inks(face)[0], tile.bleed, tile.ground, glyphs)
    if glyphs.edges:
        _put_edges(sheet, tile, body, glyphs)


def ribbon_inks(face: Face) -> tuple[str, str]:
    """Return the colour roles of a ribbon: fill and text."""
    return ("alarm", "alarmink") if face.alarm else ("ribbon", "ribbonink")


def suit_ink(card: Card) -> str:
    """Return the colour role of a suit on a card."""
    return "p" + suit_of(card)


def _inset(width: int) -> int:
    return int(width > NARROW)


def _put_index(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> bool:
    """Put rank and suit on the first row of a card, and the key that chooses it.

    On a narrow card the key goes on the second row, so that it cannot read as part of the index.

    Returns:
        Whether the key is on the second row.
    """
    face, width = tile.face, tile.size.width
    index = glyphs.index(face.card)
    start = _inset(width) or 3 - len(index)
    ink = suit_ink(face.card)
    if not start and tile.size.height >= _SPLIT_FROM and not face.jacks:
        suit = glyphs.suit(face.card)
        index = index.removesuffix(suit)
        sheet.put(tile.x, tile.y + 1, suit, ink, ground=face.fill, bold=True)
    sheet.put(tile.x + start, tile.y, index, ink, ground=face.fill, bold=True)
    if not face.key:
        return False
    edged = glyphs.edges and _closed(width, tile.bleed)
    edge = 2 if width >= 7 or edged else 1
    low = width - edge <= start + _WIDEST_INDEX
    sheet.put(tile.x + width - edge, tile.y + low, face.key, QUIET[face.look], ground=face.fill)
    return low


def _jacks(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    face, width = tile.face, tile.size.width
    edged = glyphs.edges and width >= _EDGES_FROM
    room = width - (edged or width > NARROW) - (edged and _closed(width, tile.bleed))
    text = stack_text(face.jacks, min(room, _stacked(face, width)), glyphs)
    start = 1 if edged else max(0, min(1, width - len(text)))
    put_stack(sheet, tile.x + start, tile.y + 1, text, face, glyphs)


def put_stack(sheet: Sheet, x: int, y: int, text: str, face: Face, glyphs: Glyphs) -> None:
    """Put the jacks on a card as written, the sign of each in the colour of its suit."""
    sheet.put(x, y, text, "pS", ground=face.fill, bold=True)
    inks = {glyphs.suit(jack): suit_ink(jack) for jack in face.jacks}
    for at, sign in enumerate(text[1:], x + 1):
        if sign in inks:
            sheet.put(at, y, sign, inks[sign], ground=face.fill, bold=True)


def _stacked(face: Face, width: int) -> int:
    """Return the most columns for the jacks on a card: a count keeps off one of its edges."""
    return width - (len(face.jacks) > _WRITTEN)


_WRITTEN: Final = 2
"""Jacks on a card that are written out and not counted, where that fits."""


def stack_text(stack: tuple[Card, ...], room: int, glyphs: Glyphs) -> str:
    """Write the jacks and jokers on a card, as fully as fits."""
    forms = stack_forms(stack, glyphs)
    airy = (form for form in forms[:2] if len(form) < room)
    tight = (form for form in (forms[2:] if len(stack) > _WRITTEN else forms) if len(form) <= room)
    return next(chain(airy, tight), "")


def stack_forms(stack: tuple[Card, ...], glyphs: Glyphs) -> tuple[str, ...]:
    """Write the jacks and jokers on a card, from all their suits down to a letter.

    Where suits are letters, several of them would read as a word: these are counted.
    """
    letter = next((glyphs.rank(card) for card in stack if rank_of(card) == JACK), "")
    letter = letter or glyphs.rank(stack[-1])
    last, count = glyphs.suit(stack[-1]), len(stack)
    times = f"{'x' if glyphs.lettered else '×'}{count}"
    counted = letter[0] + last + times
    word = glyphs.lettered and count > 1
    return (
        counted if word else letter + "".join(map(glyphs.suit, stack)),
        counted,
        letter[0] + times,
        letter[0] + str(count),
        letter[0],
    )


def _last_row(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> None:
    face, width, y = tile.face, tile.size.width, tile.last
    if face.ribbon:
        fill, ink = ribbon_inks(face)
        sheet.put(tile.x, y, " " * width, ground=fill)
        text = face.ribbon
        if glyphs.edges and face.look == "tgt" and width > len(text) + 1:
            text = f"({text})"
        start = max(0, min(1, width - len(text)))
        sheet.put(tile.x + start, y, fitted(text, width - start), ink, ground=fill, bold=True)
    elif face.word and _is_whole(face, width):
        start = max(0, min(1, width - len(face.word)))
        word = fitted(face.word, width - start)
        sheet.put(tile.x + start, y, word, QUIET[face.look], ground=face.fill)


def _is_whole(face: Face, room: int) -> bool:
    """Return whether a word may stand on a card: what a card does is said whole or not at all."""
    return len(face.word) <= room or face.look in ("mute", "tgt")


_FULL: Final = "█"
_RUNS: Final = re.compile(f"{_FULL}+|[^{_FULL}]+")
"""The parts of a row of a back: full cells, and others."""
_WEAVES: Final = ("▀▄", "/\\")
"""The pattern of a plain back, and in letters, a sign further in every second row."""
_BORDERED: Final = TileSize(9, 6)
"""The size of a plain back from which its pattern has a border."""


def back_colours(glyphs: Glyphs) -> tuple[str, str]:
    """Return the colour roles of a back: those of its pattern and of its ground."""
    return back_inks(glyphs.worn) if glyphs.worn else ("dots", "back")


def _back_rows(size: TileSize, glyphs: Glyphs) -> Sequence[str]:
    """Return the pattern of a back, the worn one or the plain one."""
    if glyphs.worn:
        return back_rows(glyphs.worn, size)
    width, height = size
    if (glyphs.lettered or (glyphs.edges and glyphs.fills)) and height > 1:
        weave = _WEAVES[glyphs.lettered]
        return [(weave * width)[row % 2 :][:width] for row in range(height)]
    full = glyphs.back * width
    if glyphs.edges or width < _BORDERED.width or height < _BORDERED.height:
        return [full] * height
    return [" " * width, *[f" {full[2:]} "] * (height - 2), " " * width]


def draw_back(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    glyphs: Glyphs,
    *,
    seen: Card | None = None,
    word: str = "",
    lit: bool = False,
) -> None:
    """Draw the back of a card, highlighted with a sign on a ribbon if `lit`.

    The index of a card that was `seen` shines through; a word stands in the middle.
    """
    ink, ground = back_colours(glyphs)
    labels = {}
    if word:
        start = (size.width - cell_len(word) - 1) // 2
        labels[size.height // 2] = (start, f" {word} ", "cS", True)
    if seen is not None:
        index = glyphs.index(seen)
        start = int(len(index) < size.width)
        if glyphs.worn and start:  # a pattern of half blocks keeps off the sign
            start, index = 0, f" {index} "[: size.width]
        labels[0] = (start, index, "c" + suit_of(seen), False)
    for row, pattern in enumerate(_back_rows(size, glyphs)[: size.height - lit]):
        left = right = size.width
        if row in labels:
            left, text, fore, bold = labels[row]
            right = sheet.put(x + left, y + row, text, fore, ground=ground, bold=bold) - x
        for first, part in ((0, pattern[:left]), (right, pattern[right:])):
            _put_pattern(sheet, x + first, y + row, part, ink, ground)
    if lit:
        text = f" {glyphs.lit}".ljust(size.width)
        sheet.put(x, y + size.height - 1, text, "ribbonink", ground="ribbon", bold=True)


def _put_pattern(sheet: Sheet, x: int, y: int, pattern: str, ink: str, ground: str) -> None:
    """Put a part of a row of a back; full cells as a ground, so that no seam shows between two."""
    for run in _RUNS.finditer(pattern):
        text, at = run.group(), x + run.start()
        if text[0] == _FULL:
            sheet.put(at, y, " " * len(text), ground=ink)
        else:
            sheet.put(at, y, text, ink, ground=ground)


def draw_strips(
    sheet: Sheet,
    y: int,
    rows: int,
    column: Column,
    card: TileSize,
    points: tuple[Face, ...],
    royals: tuple[Face, ...],
    glyphs: Glyphs,
    *,
    parted: bool = False,
) -> list[Spot]:
    """Draw a seat's field in its column: points from the left, royals up to the right.

    Args:
        sheet: the sheet to draw on.
        y: the first row.
        rows: number of rows.
        column: the seat's column.
        card: largest size of a card.
        points: the point cards.
        royals: the royals.
        glyphs: the signs to use.
        parted: whether cards without gaps have sides on any ground, and no word that would touch
            the next one.
    """
    room = TileSize(column.width, rows)
    strips = strips_for(len(points), len(royals), room, card, parted=parted)
    if parted and not strips.gap:
        glyphs = glyphs if glyphs.edges else replace(glyphs, sides=UNICODE_SIDED.sides)
        points, royals = _wordless(points), _wordless(royals)
    bleed = bleed_of(strips.width) if strips.gap else ""
    spots = []
    laid = lay(points, royals, column, strips)
    if strips.height == 1 and strips.gap:
        laid = _with_room_for_signs(laid, len(points), column, glyphs)
    taken = {(x, strip) for _, x, strip in laid}
    for face, x, strip in reversed(laid):
        at = strip * strips.step
        if strips.height == 1 and (x + NARROWEST + 1, strip) in taken and _fills_chip(face, glyphs):
            face = replace(face, word="")
        size = TileSize(strips.width, min(strips.height, rows - at))
        draw = {1: draw_chip, 2: draw_small}.get(size.height, draw_tile)
        spots.append(draw(sheet, Tile(face, x, y + at, size, bleed, column.ground), glyphs))
    return spots[::-1]  # a sign after a card covers the edge of the next one


def _with_room_for_signs(
    laid: list[tuple[Face, int, int]], points: int, column: Column, glyphs: Glyphs
) -> list[tuple[Face, int, int]]:
    """Move the point cards of a strip that come after a full one with a sign, if there is room."""
    found: list[tuple[Face, int, int]] = []
    for row, after in groupby(laid[:points], lambda one: one[2]):
        cards, moved = list(after), 0
        stop = min((x - 1 for _, x, other in laid[points:] if other == row), default=column.stop)
        free = stop - (cards[-1][1] + NARROWEST)
        for place, (face, x, _) in enumerate(cards):
            found.append((face, x + moved, row))
            last = place == len(cards) - 1
            moved += bool(face.word and not last and moved < free and _fills_chip(face, glyphs))
    return [*found, *laid[points:]]


def _fills_chip(face: Face, glyphs: Glyphs) -> bool:
    """Return whether a sign would go into the only column between a chip and the next one."""
    return len(glyphs.index(face.card)) + bool(face.jacks) >= NARROWEST


def draw_chip(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw a card in a single row, and after its index the sign on its ribbon.

    Of the jacks on it only the last is shown, and none beside a ten. What cannot be chosen has its
    sign on the card, or beside a full one.
    """
    face, (x, y), width = tile.face, (tile.x, tile.y), tile.size.width
    if face.side != "face":
        return _draw_unseen(sheet, tile, glyphs)
    index = glyphs.index(face.card)
    sheet.fill(x, y, width, 1, face.fill)
    if glyphs.edges:
        _put_edges(sheet, tile, tile.size, glyphs)
    start = x + _inset(width)
    end = sheet.put(start, y, index, suit_ink(face.card), ground=face.fill, bold=True)
    if face.jacks and end < x + width:
        end = sheet.put(end, y, glyphs.rank(face.jacks[-1])[0], "pS", ground=face.fill, bold=True)
    if face.look == "mute" and face.word and (tile.bleed or end < x + width):
        sheet.put(end, y, face.word[:1], "mq", ground=face.fill)
    ribbon = lit_face(with_foot(face, 1), width, glyphs).ribbon.lstrip(glyphs.turn + ">")
    if ribbon and tile.bleed:
        fill, ink = ribbon_inks(face)
        sheet.put(end, y, ribbon[:1], ink, ground=fill, bold=True)
    return _spot_of(tile)


def _wordless(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(replace(face, word="") for face in faces)


def draw_small(sheet: Sheet, tile: Tile, glyphs: Glyphs) -> Spot:
    """Draw a card of two rows: its jacks, and its ribbon or word, go on the second."""
    if tile.face.side != "face":
        return _draw_unseen(sheet, tile, glyphs)
    width, edged = tile.size.width, glyphs.framed or tile.face.look in EDGES
    edge = int(glyphs.edges and edged and width >= _EDGES_FROM)
    face = lit_face(with_foot(tile.face, width - edge), width - edge, glyphs)
    tile = replace(tile, face=face, y=tile.y - face.lifted)
    put_body(sheet, tile, glyphs, ribbon=False)
    _put_index(sheet, tile, glyphs)
    sign = _sign(face, width - edge)
    if face.jacks:
        room = width - edge - (len(sign) + (not face.ribbon) if sign else width > NARROW)
        text = stack_text(face.jacks, min(room, _stacked(face, width)), glyphs)
        start = edge or max(0, min(1, room - len(text)))
        put_stack(sheet, tile.x + start, tile.last, text, face, glyphs)
    _put_sign(sheet, tile, sign)
    return _spot_of(tile)


_LETTER: Final = 3
"""The maximum signs of a ribbon with a target's letter; a longer one is a name."""


def _sign(face: Face, room: int) -> str:
    """Cut a ribbon or a word to fit beside the jacks; the letter of a target stays."""
    text = face.ribbon or (face.word if face.jacks or _is_whole(face, room) else "")
    if len(face.ribbon) > _LETTER:
        return fitted(text, room - 1 if face.jacks else room)
    if not face.jacks:
        return text[-room:] if face.ribbon else text[:room]
    return text[1 - room :] if face.ribbon else text[:1]


def _put_sign(sheet: Sheet, tile: Tile, sign: str) -> None:
    face, width = tile.face, tile.size.width
    if face.ribbon:
        fill, ink = ribbon_inks(face)
        start = width - len(sign)
        if not face.jacks:
            sheet.fill(tile.x, tile.last, width, 1, fill)
            start = min(1, start)
        sheet.put(tile.x + start, tile.last, sign, ink, ground=fill, bold=True)
    elif sign:
        start = width - 1 if face.jacks else min(1, width - len(sign))
        sheet.put(tile.x + start, tile.last, sign, QUIET[face.look], ground=face.fill)


# borders -----------------------------------------------------------------------------------------


def look_edges(look: Look, glyphs: Glyphs, *, low: bool = False) -> str:
    """Return the left and the right edge of a look that has some, as signs or on a fill as lines.

    A card of one row has no room for a line.
    """
    marks = EDGES.get(look, "")
    return glyphs.borders if marks and glyphs.fills and not low else marks


def _closed(width: int, bleed: Bleed) -> bool:
    """Return whether a card with edges has a right edge; its text may need that cell."""
    return width > _EDGES_FROM and bleed != "right"


def _put_edges(sheet: Sheet, tile: Tile, size: TileSize, glyphs: Glyphs) -> None:
    """Put edge characters on both sides of a card, or only on the left if it is narrow.

    They are on the card if it has room for them. Otherwise they go into the gaps: that of a card
    too narrow for any, and the right one of another that bleeds. Text may cover the right one.
    """
    (x, y), look, bleed = (tile.x, tile.y), tile.face.look, tile.bleed
    lines = glyphs.sides if glyphs.fills else glyphs.borders
    aside = size.width < _EDGES_FROM
    won = tile.face.won and glyphs.fills
    marks = lines if won else look_edges(look, glyphs, low=size.height == 1) or lines
    if not marks or (aside and not bleed):
        return
    left, right = tuple(marks)
    wide = size.width > _EDGES_FROM
    for row in range(y, y + size.height):
        sheet.put(x - aside, row, left, "pS", ground=look)
        if wide and bleed and not glyphs.fills:
            sheet.put(x + size.width, row, right)
        elif wide or (bleed and look == "sel"):
            sheet.put(x + size.width - wide, row, right, "pS", ground=look)


def _put_bleed(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    look: str,
    bleed: Bleed,
    ground: str | None,
    glyphs: Glyphs,
) -> None:
    """Fill half of the column right of a card; `ground` defaults to the row's own."""
    if not bleed:
        return
    for row in range(y, y + size.height):
        felt = ground or sheet.ground_of(row)
        sheet.put(x + size.width, row, glyphs.half, look, ground=felt)


_FILL: Final = "slot"
"""The fill of an empty place."""
_PER_EDGE: Final = 10
"""Cards of the deck for each edge in sight."""


def draw_place(
    sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs, *words: str, fill: str = _FILL
) -> None:
    """Draw an empty place, and what it is for, each word on a line."""
    width, height = size
    sheet.fill(x, y, width, height, fill)
    if glyphs.edges:
        for row in range(y, y + height):
            sheet.put(x, row, glyphs.dotted, "quiet", ground=fill)
            sheet.put(x + width - 1, row, glyphs.dotted, "quiet", ground=fill)
    for row, word in enumerate(words, y + (height - len(words)) // 2):
        sheet.put(x + (width - cell_len(word)) // 2, row, word, "quiet", ground=fill)


def draw_edges(sheet: Sheet, x: int, y: int, height: int, cards: int, glyphs: Glyphs) -> None:
    """Draw the edges of a deck beside its top card, half a column for each ten cards."""
    whole, half = divmod(cards // _PER_EDGE, 2)
    ink, ground = back_colours(glyphs)
    for row in range(y, y + height):
        after = x
        for _ in range(whole):
            after = sheet.put(after, row, glyphs.edge, ink, ground=ground)
        if half:
            sheet.put(after, row, glyphs.half, ground)


# the score ---------------------------------------------------------------------------------------

NUMERALS: Final = {3: 13, 5: 20}
"""Columns of a score in large figures, by their rows."""
_AROUND: Final = 3
"""Rows of a field for the goal below the figures, and a blank one above and below."""
_SEGMENTS: Final = {
    "0": (" _ ", "| |", "|_|"),
    "1": ("   ", "  |", "  |"),
    "2": (" _ ", " _|", "|_ "),
    "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"),
    "5": (" _ ", "|_ ", " _|"),
    "6": (" _ ", "|_ ", "|_|"),
    "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"),
    "9": (" _ ", "|_|", " _|"),
}
"""Low figures for terminals without half blocks."""
_HIGH: Final = 5
"""Rows from which figures have strokes as wide as high."""


def figures(number: int, height: int, glyphs: Glyphs) -> tuple[str, ...] | None:
    """Write a number in the largest figures that fit in the rows of a field; None if none do."""
    rows = max((rows for rows in NUMERALS if rows + _AROUND <= height + 1), default=0)
    return numerals(number, rows, glyphs) if rows >= _HIGH * glyphs.celled and rows else None


@lru_cache(maxsize=256)
def numerals(number: int, rows: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Write a number in figures of so many rows: three, or five or a multiple of them.

    In whole cells there are none of three.
    """
    text, times = str(number), max(1, rows // _HIGH)
    if not glyphs.lettered:
        return half_blocks(
            scaled(spelled(text, "tall" if rows >= _HIGH else "usual"), times, times)
        )
    if glyphs.celled:
        return _celled(text, times) if rows >= _HIGH else (text,)
    if rows < _HIGH:
        lines = zip(*[_SEGMENTS[figure] for figure in text], strict=True)
        return tuple(" ".join(line) for line in lines)
    dots = tuple(".".join(row) for row in zip(*[DOTS[figure] for figure in text], strict=True))
    return cells(scaled(dots, 2 * times, times), glyphs.block)


def _celled(text: str, times: int) -> tuple[str, ...]:
    """Write figures in whole cells, two columns wide and a row high for each pixel or more."""
    figures = (scaled(CELLED[figure], 2 * times, times) for figure in text)
    dots = tuple(("." * 2 * times).join(row) for row in zip(*figures, strict=True))
    return cells(dots, SOLID)


_COLON: Final = (".", "#", ".", "#", ".")
_LOW_COLON: Final = {False: ("▄▄", "▀▀", "██"), True: (" ", ":", " ")}
"""The colon between low figures, by whether it is in letters."""
_CROWN_IN_LETTERS: Final = ("   ", "\\^/")


def colon(rows: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the sign between two scores in large figures."""
    if rows < _HIGH:
        return _LOW_COLON[glyphs.lettered]
    times = rows // _HIGH
    return cells(scaled(_COLON, times * (2 - glyphs.celled), times), glyphs.block)


def crown(glyphs: Glyphs) -> tuple[str, str]:
    """Return the sign of who won: the lower half of a row, and the upper half of the next."""
    if glyphs.lettered:
        return _CROWN_IN_LETTERS
    above, below = half_blocks(("." * len(CROWNS["K"][0]), *CROWNS["K"]))
    return above, below

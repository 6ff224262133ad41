"""Draw cards: paper tiles, chips and backs, as pieces on a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from cuttle_tui.glyphs import Glyphs, suit_of
from cuttle_tui.layout import TileSize
from cuttle_tui.rows import Sheet
from cuttle_tui.tiles_edges import EDGES_FROM, Bleed, put_bleed, put_edges, put_sides
from cuttle_tui.tiles_lit import lit_face
from engine.cards import JACK, Card, rank_of

Look = Literal["paper", "mute", "sel", "tgt", "ice"]

QUIET: Final[dict[Look, str]] = {
    "paper": "pq",
    "mute": "mq",
    "sel": "selq",
    "tgt": "tq",
    "ice": "iceq",
}
_PIP_LEAST: Final = TileSize(9, 6)
_DIGITS_FROM: Final = 5
_WIDEST_INDEX: Final = 3


@dataclass(frozen=True, slots=True)
class Face:
    """What one tile shows."""

    card: Card
    jacks: tuple[Card, ...] = ()
    """Jacks or jokers lying on it, bottom to top."""
    look: Look = "paper"
    word: str = ""
    """A quiet word in the last row."""
    ribbon: str = ""
    """A word on a dark ribbon in the last row; it replaces the word."""
    alarm: bool = False
    """The ribbon is coral."""
    key: str = ""
    """The key that chooses it."""
    lifted: bool = False
    """It stands one row higher."""
    lit: bool = False
    """It has just come here."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card was drawn, for the mouse."""

    card: Card
    x: int
    y: int
    width: int
    height: int

    def covers(self, x: int, y: int) -> bool:
        """Tell whether a cell lies on the card."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def draw_tile(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    face: Face,
    glyphs: Glyphs,
    *,
    bleed: Bleed = "",
    ground: str | None = None,
) -> Spot:
    """Draw a card with its upper left corner at a cell; a lifted one a row higher.

    Args:
        sheet: what is drawn on.
        x: its first column.
        y: its first row.
        size: how large it is.
        face: what it shows.
        glyphs: the signs to use.
        bleed: where it takes half a column more.
        ground: what it lies on, if not on the row's own ground.
    """
    width, height = size
    y -= face.lifted
    face = lit_face(face, width, glyphs)
    put_body(sheet, x, y, size, face, glyphs, bleed=bleed, ground=ground)
    put_index(sheet, x, y, width, face, glyphs)
    if face.jacks:
        _jacks(sheet, x, y + 1, width, face, glyphs)
    if width >= _PIP_LEAST.width and height >= _PIP_LEAST.height:
        middle, ink = glyphs.suit(face.card), suit_ink(face.card)
        sheet.put(x + (width - 1) // 2, y + height // 2, middle, ink, ground=face.look)
    _last_row(sheet, x, y + height - 1, width, face, glyphs)
    return Spot(face.card, x, y, width, height)


def put_body(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    face: Face,
    glyphs: Glyphs,
    *,
    bleed: Bleed = "",
    ground: str | None = None,
    ribbon: bool = True,
) -> None:
    """Fill a card, with what sets it off; a ribbon across its last row, if it has one, as well."""
    sheet.fill(x, y, *size, face.look)
    across = bool(face.ribbon) and ribbon
    body = TileSize(size.width, size.height - across)
    if glyphs.edges:
        if size.width >= EDGES_FROM:
            put_edges(sheet, x, y, body, face.look)
    else:
        if glyphs.sides:
            put_sides(sheet, x, y, body, face.look, glyphs, bleed)
        put_bleed(sheet, x, y, body, face.look, bleed, ground)
        if across:
            foot, row = TileSize(size.width, 1), y + body.height
            put_bleed(sheet, x, row, foot, ribbon_inks(face)[0], bleed, ground)


def ribbon_inks(face: Face) -> tuple[str, str]:
    """Name the fill of a ribbon and what is written on it."""
    return ("alarm", "alarmink") if face.alarm else ("ribbon", "ribbonink")


def suit_ink(card: Card) -> str:
    """Name the colour of a suit on paper."""
    return "p" + suit_of(card)


def _inset(width: int, glyphs: Glyphs) -> int:
    return 1 if width >= 5 or (glyphs.edges and width >= EDGES_FROM) else 0


def put_index(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    """Put rank and suit on the first row of a card, and the key that chooses it.

    A narrow card has its key on the second row, where it is not taken for a part of the index.
    """
    index = glyphs.index(face.card)
    start = _inset(width, glyphs) or 3 - len(index)
    sheet.put(x + start, y, index, suit_ink(face.card), ground=face.look, bold=True)
    if face.key and width >= _DIGITS_FROM:
        edge = 2 if width >= 7 or glyphs.edges else 1
        row = y + (width - edge <= start + _WIDEST_INDEX)
        sheet.put(x + width - edge, row, face.key, QUIET[face.look], ground=face.look)


def _jacks(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    edged = glyphs.edges and width >= EDGES_FROM
    room = width - (2 if edged and width > EDGES_FROM else int(edged))
    text = stack_text(face.jacks, room, glyphs)
    start = 1 if edged else max(0, min(1, width - len(text)))
    sheet.put(x + start, y, text, "pS", ground=face.look, bold=True)


def stack_text(stack: tuple[Card, ...], room: int, glyphs: Glyphs) -> str:
    """Write the jacks and jokers that lie on a card, as fully as there is room for."""
    letter = next((glyphs.rank(card) for card in stack if rank_of(card) == JACK), "")
    letter = letter or glyphs.rank(stack[-1])
    last, count = glyphs.suit(stack[-1]), len(stack)
    forms = (letter + "".join(map(glyphs.suit, stack)), f"J{count}{last}", f"J{count}", "J")
    return next((form for form in forms if len(form) <= room), "")


def _last_row(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    if face.ribbon:
        fill, ink = ribbon_inks(face)
        sheet.put(x, y, " " * width, ground=fill)
        text = face.ribbon
        if glyphs.edges and face.look == "tgt" and width > len(text) + 1:
            text = f"({text})"
        start = max(0, min(1, width - len(text)))
        sheet.put(x + start, y, text[:width], ink, ground=fill, bold=True)
    elif face.word:
        start = _inset(width, glyphs) or max(0, min(1, width - len(face.word)))
        word = face.word[: width - start]
        sheet.put(x + start, y, word, QUIET[face.look], ground=face.look)


def draw_back(
    sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs, *, lit: bool = False
) -> None:
    """Draw the back of a card, with a sign on a ribbon where something has just happened."""
    for row in range(y, y + size.height - lit):
        sheet.put(x, row, glyphs.back * size.width, "dots", ground="back")
    if lit:
        text = f" {glyphs.lit}".ljust(size.width)
        sheet.put(x, y + size.height - 1, text, "ribbonink", ground="ribbon", bold=True)

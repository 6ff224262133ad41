"""Draw cards: paper tiles, chips and backs, as pieces on a sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.glyphs import Glyphs, suit_of
from cuttle_tui.layout import FIELD_LADDER, HAND_LADDER, TileSize, fit_width
from cuttle_tui.rows import Sheet
from engine.cards import JACK, Card, rank_of

Look = Literal["paper", "mute", "sel", "tgt", "ice"]

QUIET: Final[dict[Look, str]] = {
    "paper": "pq",
    "mute": "mq",
    "sel": "selq",
    "tgt": "tq",
    "ice": "iceq",
}
_EDGES: Final[dict[Look, str]] = {"sel": "><", "tgt": "{}"}
_PIP_LEAST: Final = TileSize(9, 6)
_WORDS_FROM: Final = 6
_DIGITS_FROM: Final = 5
EDGES_FROM: Final = 4


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
    sheet: Sheet, x: int, y: int, size: TileSize, face: Face, glyphs: Glyphs, *, pip: bool = True
) -> Spot:
    """Draw a card with its upper left corner at a cell; a lifted one a row higher."""
    width, height = size
    y -= face.lifted
    sheet.fill(x, y, width, height, face.look)
    if glyphs.edges and width >= EDGES_FROM:
        put_edges(sheet, x, y, size, face)
    elif glyphs.sides:
        put_sides(sheet, x, y, size, face, glyphs)
    inset = _inset(width, glyphs)
    put_index(sheet, x, y, width, face, glyphs)
    if face.jacks:
        _jacks(sheet, x, y + 1, width, face, glyphs)
    if pip and width >= _PIP_LEAST.width and height >= _PIP_LEAST.height:
        sheet.put(
            x + (width - 1) // 2,
            y + height // 2,
            glyphs.suit(face.card),
            suit_ink(face.card),
            ground=face.look,
        )
    _last_row(sheet, x, y + height - 1, width, face, inset, glyphs)
    return Spot(face.card, x, y, width, height)


def suit_ink(card: Card) -> str:
    """Name the colour of a suit on paper."""
    return "p" + suit_of(card)


def _inset(width: int, glyphs: Glyphs) -> int:
    return 1 if width >= 5 or (glyphs.edges and width >= EDGES_FROM) else 0


def put_index(sheet: Sheet, x: int, y: int, width: int, face: Face, glyphs: Glyphs) -> None:
    """Put rank and suit on the first row of a card, and the key that chooses it."""
    index = glyphs.index(face.card)
    start = _inset(width, glyphs) or 3 - len(index)
    sheet.put(x + start, y, index, suit_ink(face.card), ground=face.look, bold=True)
    if face.key and width >= _DIGITS_FROM:
        edge = 2 if width >= 7 or glyphs.edges else 1
        if start + len(index) <= width - edge:
            sheet.put(x + width - edge, y, face.key, QUIET[face.look], ground=face.look)


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


def _last_row(
    sheet: Sheet, x: int, y: int, width: int, face: Face, inset: int, glyphs: Glyphs
) -> None:
    if face.ribbon:
        fill, ink = ("alarm", "alarmink") if face.alarm else ("ribbon", "ribbonink")
        sheet.put(x, y, " " * width, ground=fill)
        text = face.ribbon
        if glyphs.edges and face.look == "tgt" and width > len(text) + 1:
            text = f"({text})"
        start = max(0, min(1, width - len(text)))
        sheet.put(x + start, y, text[:width], ink, ground=fill, bold=True)
    elif face.word:
        start = inset or max(0, min(1, width - len(face.word)))
        word = face.word[: width - start]
        sheet.put(x + start, y, word, QUIET[face.look], ground=face.look)


def put_edges(sheet: Sheet, x: int, y: int, size: TileSize, face: Face) -> None:
    """Put edges of characters around a card; a narrow one has only the left one."""
    left, right = tuple(_EDGES.get(face.look, "||"))
    rows = size.height - (1 if face.ribbon else 0)
    for row in range(y, y + rows):
        sheet.put(x, row, left, "pS", ground=face.look)
        if size.width > EDGES_FROM:
            sheet.put(x + size.width - 1, row, right, "pS", ground=face.look)


def put_sides(sheet: Sheet, x: int, y: int, size: TileSize, face: Face, glyphs: Glyphs) -> None:
    """Put thin lines left and right of a card; what is written on it later lies over them."""
    left, right = tuple(glyphs.sides)
    for row in range(y, y + size.height - (1 if face.ribbon else 0)):
        sheet.put(x, row, left, "edge", ground=face.look)
        sheet.put(x + size.width - 1, row, right, "edge", ground=face.look)


def draw_hand(
    sheet: Sheet,
    first: int,
    y: int,
    room: int,
    size: TileSize,
    faces: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw a row of cards to choose from, as wide as they fit; rows of chips when too many."""
    width, gap = fit_width(len(faces), size.width, HAND_LADDER, room)
    if not gap:
        return _chip_rows(sheet, first, y - 1, room, faces, glyphs)
    spots = []
    for place, face in enumerate(faces):
        shown = face if width >= _WORDS_FROM else _wordless(face)
        at = first + place * (width + gap)
        spots.append(draw_tile(sheet, at, y, TileSize(width, size.height), shown, glyphs))
    return spots


def _wordless(face: Face) -> Face:
    word = face.word if face.look == "ice" else ""
    return replace(face, word=word)


def _chip_rows(
    sheet: Sheet, first: int, y: int, room: int, faces: tuple[Face, ...], glyphs: Glyphs
) -> list[Spot]:
    per_row = (room + 1) // 4
    spots = []
    for place, face in enumerate(faces):
        row, column = divmod(place, per_row)
        at = first + 4 * column
        index = glyphs.index(face.card).rjust(3)
        sheet.put(at, y + row, index, suit_ink(face.card), ground=face.look, bold=True)
        if face.lifted and glyphs.edges:
            sheet.put(at + 3, y + row, "<", "key")
        spots.append(Spot(face.card, at, y + row, 3, 1))
    return spots


def draw_field(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    size: TileSize,
    points: tuple[Face, ...],
    court: tuple[Face, ...],
    glyphs: Glyphs,
) -> list[Spot]:
    """Draw what lies before a seat: points from the left, the court up to the right."""
    width, gap = fit_width(len(points) + len(court), size.width, FIELD_LADDER, stop - first)
    shape = TileSize(width, size.height)
    spots = []
    for place, face in enumerate(points):
        spots.append(draw_tile(sheet, first + place * (width + gap), y, shape, face, glyphs))
    start = stop - len(court) * (width + gap) + gap
    for place, face in enumerate(court):
        spots.append(draw_tile(sheet, start + place * (width + gap), y, shape, face, glyphs))
    return spots


def draw_back(sheet: Sheet, x: int, y: int, size: TileSize, glyphs: Glyphs) -> None:
    """Draw the back of a card."""
    for row in range(y, y + size.height):
        sheet.put(x, row, glyphs.back * size.width, "dots", ground="back")


def draw_chips(
    sheet: Sheet, x: int, y: int, known: tuple[Card, ...], hidden: int, room: int, glyphs: Glyphs
) -> int:
    """Draw someone's hand in one row, cards that can be read and backs; tell the column after."""
    width, gap = (4, 1) if len(known) * 5 + hidden * 4 <= room else (3, 0)
    for card in known:
        index = glyphs.index(card).rjust(3).ljust(width)
        ink = "c" + suit_of(card)
        x = sheet.put(x, y, index, ink, ground="back", bold=True) + gap
    back = 3 if len(known) + hidden <= 18 else 1
    for _ in range(hidden):
        x = sheet.put(x, y, glyphs.back * back, "dots", ground="back") + 1
    return x - 1 if known or hidden else x

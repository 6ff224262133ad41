"""Draw what is chosen as large as there is room: a position, a course, cards or backs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.graph import Area, Series, draw_area, draw_ticks
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.tiles import draw_back, draw_small, draw_tile
from cuttle_tui.i18n.translation import SILENCE, Sentence
from cuttle_tui.kit.board import BoardModel, draw_board, rows_with_pips
from cuttle_tui.kit.zone import Hotspot
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class CardsModel:
    """Cards, and what is told beside each."""

    title: str
    told: tuple[tuple[Card, Sentence], ...]


class Wearer(NamedTuple):
    """A back, and who wears it."""

    back: str
    """Empty for the reader's own."""
    lines: tuple[Sentence, ...]
    """What is told beside it, the name first."""


@dataclass(frozen=True, slots=True)
class BacksModel:
    """The backs of some players."""

    wearers: tuple[Wearer, ...]


@dataclass(frozen=True, slots=True)
class CourseSeat:
    """A seat of a game that is over."""

    name: str
    total: Sentence
    points: tuple[int, ...]
    """At the deal and after each turn; so are the goals."""
    goals: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class CourseModel:
    """What the course is called, and its seats from the top."""

    title: str
    seats: tuple[CourseSeat, ...]

    @property
    def least(self) -> int:
        """The fewest rows: a name and two rows for each seat, the title and the numbers."""
        return len(self.seats) * (_LOWEST + 1) + _AROUND


Drawn = BoardModel | CourseModel | CardsModel | BacksModel
USUALLY_DRAWN: Final = 11
"""The fewest rows of what is drawn."""
_CARDS: Final = (
    (TileSize(9, 6), 3),
    (TileSize(9, 5), 3),
    (TileSize(7, 4), 3),
    (TileSize(7, 4), 2),
    (TileSize(7, 3), 2),
    (TileSize(5, 2), 2),
    (TileSize(4, 1), 3),
    (TileSize(4, 1), 2),
    (TileSize(5, 2), 1),
)
"""The sizes of cards with a text beside them, and in how many columns, the best first."""
_BETWEEN: Final = 4
_BESIDE: Final = 2
"""Columns between two cards or backs, and before the text beside one."""
_SMALLEST: Final = 2
_LEAST_LINES: Final = 2
"""Rows that a text beside a card may have."""
_TITLE: Final = 1
_LEAST_TEXT: Final = 18
"""Columns of a text beside a back."""
_HIGHEST_BACK: Final = 24


def draw_drawn(
    sheet: Sheet, columns: range, rows: range, drawn: Drawn, glyphs: Glyphs, *, lifts: bool = False
) -> list[Hotspot]:
    """Draw something between columns on some rows; return what can be clicked."""
    first, stop = columns.start, columns.stop
    if isinstance(drawn, BoardModel):
        return draw_board(sheet, first, stop, drawn, glyphs, rows, lifts=lifts)
    if isinstance(drawn, CardsModel):
        _draw_cards(sheet, columns, rows[1:-1], drawn, glyphs)
    elif isinstance(drawn, BacksModel):
        _draw_backs(sheet, columns, rows[1:-1], drawn, glyphs)
    elif len(rows) > drawn.least:
        part = range(rows.start + 1, min(rows.stop, sheet.height - 1))
        draw_course(sheet, (first, stop), part, drawn, glyphs)
    return []


def rows_wanted(drawn: Drawn, width: int, room: int, glyphs: Glyphs) -> int:
    """Return how many of so many rows something makes use of; 0 if it has no room in them."""
    if isinstance(drawn, CardsModel):
        laid = _laid(drawn, width, room - 2, glyphs)
        return 0 if laid is None else 1 + _TITLE + laid.blank + laid.each * (laid.size.height + 1)
    if room < USUALLY_DRAWN:
        return 0
    if isinstance(drawn, BacksModel):
        return min(room, 2 + _HIGHEST_BACK)
    return room


def readable_rows(drawn: Drawn) -> int:
    """Return how many rows something should have rather than as many as what is beside it."""
    return rows_with_pips(drawn, wide=True) if isinstance(drawn, BoardModel) else 0


class _Laid(NamedTuple):
    """How cards with texts lie."""

    size: TileSize
    each: int
    """Cards of a column."""
    width: int
    """Columns of one with its text."""
    gap: int
    """Columns before that; twice as many are between two."""
    blank: bool
    """Whether there is a blank row below the title."""


def _laid(model: CardsModel, width: int, room: int, glyphs: Glyphs) -> _Laid | None:
    """Return the largest cards beside which every text has room; None if none fit."""
    for size, count in _CARDS:
        each = -(-len(model.told) // count)
        gap = min(_BESIDE, size.height)
        column = (width - (count - 1) * 2 * gap) // count
        text = column - size.width - gap
        spare = room - _TITLE - each * (size.height + 1) + 1
        if spare < (size.height > _SMALLEST) or text < _LEAST_TEXT:  # a title is apart from cards
            continue
        lines = max(size.height, _LEAST_LINES)
        if all(len(wrap(line, text, glyphs, "")) <= lines for _, line in model.told):
            return _Laid(size, each, column, gap, spare > 0)
    return None


def _draw_cards(
    sheet: Sheet, columns: range, rows: range, model: CardsModel, glyphs: Glyphs
) -> None:
    """Draw cards below each other in columns, each with its text beside it."""
    laid = _laid(model, len(columns), len(rows), glyphs)
    if laid is None:
        return
    size, step = laid.size, laid.size.height + 1
    sheet.put(columns.start, rows.start, model.title, "key", bold=True)
    draw = draw_small if size.height <= _SMALLEST else draw_tile
    for place, (card, line) in enumerate(model.told):
        column, row = divmod(place, laid.each)
        x = columns.start + column * (laid.width + 2 * laid.gap)
        y = rows.start + _TITLE + laid.blank + row * step
        draw(sheet, Tile(Face(card), x, y, size), glyphs)
        text = x + size.width + laid.gap
        parts = wrap(line, x + laid.width - text, glyphs, "")
        for at, part in enumerate(parts, y + max(0, size.height - len(parts)) // 2):
            put_sentence(sheet, text, at, part, glyphs, fore="quiet", stop=x + laid.width)


def _draw_backs(
    sheet: Sheet, columns: range, rows: range, model: BacksModel, glyphs: Glyphs
) -> None:
    """Draw backs side by side, each with what is told of its wearer beside it or below."""
    count = len(model.wearers)
    room = (len(columns) - (count - 1) * _BETWEEN) // count
    low = max(len(wearer.lines) for wearer in model.wearers)
    ways = (room - _LEAST_TEXT - _BESIDE, len(rows)), (room, len(rows) - low - 1)
    high, low = (min(_HIGHEST_BACK, tall, wide * 5 // 7) for wide, tall in ways)
    beside, height = high >= low, max(high, low)
    if height < _SMALLEST:
        return
    size = TileSize(height * 7 // 5, height)
    for place, wearer in enumerate(model.wearers):
        x, y = columns.start + place * (room + _BETWEEN), rows.start
        draw_back(sheet, x, y, size, glyphs.wearing(wearer.back))
        at = (x + size.width + _BESIDE, y) if beside else (x, y + height + 1)
        width = x + room - at[0]
        told = [part for line in wearer.lines for part in wrap(line, width, glyphs) or [SILENCE]]
        for row, part in enumerate(told[: rows.stop - at[1]], at[1]):
            put_sentence(sheet, at[0], row, part, glyphs, fore="quiet", stop=x + room)


_LOWEST: Final = 2


_HIGHEST: Final = 8


"""Rows of the points of a seat."""


_AROUND: Final = 2


"""Rows of the title and of the numbers of turns."""


def draw_course(
    sheet: Sheet, columns: tuple[int, int], rows: range, model: CourseModel, glyphs: Glyphs
) -> None:
    """Draw a course between two columns on some rows, as high as they let it be."""
    first, stop = columns
    tall = min(_HIGHEST, (len(rows) - _AROUND) // len(model.seats) - 1)
    y = rows.start
    sheet.put(first, y, model.title, "key", bold=True)
    y += 1
    top = max(max(*seat.points, *seat.goals) for seat in model.seats)
    for seat in model.seats:
        sheet.put(first, y, seat.name, bold=True)
        at = stop - sentence_width(seat.total, glyphs)
        put_sentence(sheet, at, y, seat.total, glyphs, fore="key" if seat.won else "quiet")
        area = Area(first, y + 1, stop - first, tall, top)
        draw_area(sheet, area, Series(seat.points, seat.goals), glyphs, won=seat.won)
        y += tall + 1
    draw_ticks(sheet, first, stop, y, len(model.seats[0].points) - 1)

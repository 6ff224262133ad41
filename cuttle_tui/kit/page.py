"""Draw a page of text: blocks in one to three columns, scrolled together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face, Spot, Tile
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.room import NO_CARDS, code_sizes, draw_code, fill_plate
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.drawing.tiles import draw_chip, draw_small, draw_tile
from cuttle_tui.i18n.translation import SILENCE, Sentence
from cuttle_tui.kit.heads import page_room
from cuttle_tui.kit.lists import put_overflow
from cuttle_tui.kit.text_types import Block, PageText
from cuttle_tui.kit.zone import Hotspot, Zone, spots_in

_TOP: Final = 1
_GUTTER: Final = 4
"""Blank columns between two columns of text."""
_BESIDE: Final = 2
"""Blank columns after a card."""
_SIZES: Final = (TileSize(9, 6), TileSize(7, 4), TileSize(7, 3), TileSize(7, 2))
"""Sizes of the cards beside their rules; the first with which the page needs no scrolling."""
_CHIP: Final = TileSize(5, 1)
"""The size beside rules that are told besides, where there is least room."""
_STEP: Final = 3
"""Columns of a plate before its text."""
_STEP_AT: Final = 1
_TAPPED: Final = ">"
"""The step of a line that is tapped."""
_AIRY_FROM: Final = 39
"""Rows of a window from which lines may stand apart."""
_ROOMY: Final = ((3, 4, 3), (2, 3, 2))
_TIGHT: Final = ((1, 2, 2), (1, 1, 1), (0, 1, 1), (0, 0, 1))
"""Blank rows of plates, around a code and below its band, most first; with large cards, or any."""
_SMALL: Final = 2
"""Rows of a card that is drawn small."""
_MOST: Final = 3
"""The most columns."""


@dataclass(frozen=True, slots=True)
class PageModel:
    """A page of text, scrolled by some rows."""

    text: PageText
    scroll: int = 0
    turned: bool = False
    """Whether it was turned to that row, so that entries begin in the first one."""
    found: tuple[int, ...] = ()
    """Lines that are marked, counted through all columns."""
    here: int = -1
    """The one of them that is in focus."""


class _Row(NamedTuple):
    """A row of a column: a sentence, maybe beside a card that begins in this row."""

    line: Sentence = SILENCE
    indent: int = 0
    """The columns of the card beside it."""
    card: Block | None = None
    heading: bool = False
    plate: str = ""
    """The fill of the plate on which it lies, with a step in its first columns."""
    step: str = ""
    follows: bool = False
    """Whether it goes on with what the row above began."""
    tap: str = ""
    """The key that a tap on it presses."""


Column = list[_Row]


class _Shape(NamedTuple):
    """How roomy a page is laid out."""

    tile: TileSize
    """The cards beside their rules."""
    code: TileSize = NO_CARDS
    """The cards that spell a code, above the columns."""
    pad: int = 0
    """Blank rows above and below the text of a plate."""
    around: int = 0
    """Blank rows above and below the code."""
    gap: int = 1
    """Blank rows below its band."""
    airy: bool = False
    """Whether blank rows part the lines."""


class _Pages(NamedTuple):
    """A page laid out."""

    columns: list[Column]
    width: int
    """The columns of a column of text."""
    shape: _Shape
    lead: tuple[Sentence, ...] = ()
    """What stands beside the code."""
    band: int = 0
    """Rows of the band with the code."""

    @property
    def rows(self) -> int:
        return max(map(len, self.columns))


class TextPage(Zone[PageModel]):
    """The zone of a page of text."""

    _laid: tuple[tuple[PageText, Plan, Glyphs], _Pages] | None = None
    """What was laid out last, since a page that is scrolled stays the same."""

    def draw(self, model: PageModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        pages = self._lay_out(model.text, plan)
        room = page_room(pages.rows, sheet.height)
        start = model.scroll if model.turned else max(0, min(model.scroll, pages.rows - room))
        if not start and pages.band:
            self._code(sheet, model.text.code, plan, pages)
        above, parts = 0, _parts(pages, start, room, turned=model.turned)
        for place, (rows, part) in enumerate(zip(pages.columns, parts, strict=True)):
            x = plan.first + place * (pages.width + _GUTTER)
            for y, at in enumerate(part, _TOP):
                self._row(sheet, x, y, rows[at], pages, _TOP + len(part))
                # mark a line that was found, before its first column
                line = above + at
                if line in model.found:
                    glyphs = self.paint.glyphs
                    sign = glyphs.turn if line == model.here else glyphs.lit
                    sheet.put(x - _BESIDE, y, sign, "key", bold=True)
            above += len(rows)
        below = pages.rows - max(part.stop for part in parts)
        self.keyspots += put_overflow(sheet, plan, start, below)
        return []

    def _row(self, sheet: Sheet, x: int, y: int, row: _Row, pages: _Pages, stop: int) -> None:
        """Draw a row; a card that is cut off at the end keeps the rows above."""
        glyphs = self.paint.glyphs
        if row.heading:
            sheet.fill(x, y, pages.width, 1, "band")
            sheet.put(x, y, "".join(span.text for span in row.line), ground="band", bold=True)
            return
        if row.plate:
            fill_plate(sheet, x, y, TileSize(pages.width, 1), glyphs, row.plate)
            sheet.put(x + _STEP_AT, y, row.step, "quiet", ground=row.plate)
        if row.card is not None and row.card.card is not None:
            tile = pages.shape.tile
            size = tile._replace(height=min(tile.height, stop - y))
            face = Face(row.card.card, word=row.card.word if size == tile else "")
            draw = {1: draw_chip, _SMALL: draw_small}.get(size.height, draw_tile)
            draw(sheet, Tile(face, x, y, size), glyphs)
        put_sentence(sheet, x + row.indent, y, row.line, glyphs, ground=row.plate or None)
        self.keyspots += spots_in(row.line, x + row.indent, y, glyphs)
        if row.tap:
            self.keyspots.append(Hotspot(x, x + pages.width, row.tap, y))

    def _code(self, sheet: Sheet, code: str, plan: Plan, pages: _Pages) -> None:
        """Draw the code on its band if it has room there, and the lines beside it."""
        size, glyphs = pages.shape.code, self.paint.glyphs
        height = _TOP + pages.band
        sheet.grounds[:height] = ["band"] * height
        x = plan.first
        if size != NO_CARDS:
            draw_code(sheet, (x, (height - size.height + 1) // 2), size, code, glyphs)
            x = _beside_code(size, code, plan)
        for row, line in enumerate(pages.lead, (height - len(pages.lead) + 1) // 2):
            put_sentence(sheet, x, row, line, glyphs, stop=plan.stop)

    def lines(self, model: PageModel, plan: Plan) -> list[Sentence]:
        """Return the lines of the page, column by column."""
        return [row.line for column in self._lay_out(model.text, plan).columns for row in column]

    def row_of(self, model: PageModel, plan: Plan, line: int) -> int:
        """Return the row in which a line stands."""
        for column in self._lay_out(model.text, plan).columns:
            if line < len(column):
                return line
            line -= len(column)
        return 0

    def count(self, model: PageModel, plan: Plan) -> int:
        """Return how many rows the page has."""
        return self._lay_out(model.text, plan).rows

    def whole_rows(self, model: PageModel, plan: Plan) -> int:
        """Return how many rows of all columns are in sight, as far as none ends earlier."""
        pages = self._lay_out(model.text, plan)
        room = page_room(pages.rows, plan.prompt)
        parts = _parts(pages, model.scroll, room, turned=model.turned)
        return min([room, *(stop - model.scroll for stop in _open_ends(pages, parts))])

    def leaves(self, model: PageModel, plan: Plan) -> list[int]:
        """Return the rows to which one can turn the page; the last page is as full as can be."""
        pages = self._lay_out(model.text, plan)
        room = page_room(pages.rows, plan.prompt)

        def open_ends(start: int) -> list[int]:
            return _open_ends(pages, _parts(pages, start, room, turned=True))

        starts = [0]
        while ends := open_ends(starts[-1]):
            starts.append(max(min(ends), starts[-1] + 1))
        last = starts.pop()  # nothing is below what it shows
        first = min(last, max(0, pages.rows - room))
        return [*starts, next(at for at in range(first, last + 1) if not open_ends(at))]

    def _lay_out(self, text: PageText, plan: Plan) -> _Pages:
        """Lay a page out, with what is worth saying besides if all of it is in sight."""
        key = (text, plan, self.paint.glyphs)
        if self._laid is None or self._laid[0] != key:
            self._laid = key, _laid_out(text, plan, self.paint.glyphs)
        return self._laid[1]


def _parts(pages: _Pages, start: int, room: int, *, turned: bool) -> list[range]:
    """Return the rows in sight of each column: no entry is cut, no heading alone.

    A column of a page that was turned begins where an entry does, even if that was in sight before.
    """
    starts = (_begun(rows, start, room) if turned else start for rows in pages.columns)
    return [
        range(at, _stop(rows, at, room)) for rows, at in zip(pages.columns, starts, strict=True)
    ]


def _begun(rows: Column, start: int, room: int) -> int:
    """Return where the entry of a row begins, or its heading if it is the first below that."""
    if not start:  # a column may begin with blank rows, beside what stands before the others
        return 0
    begin = start
    while 0 < begin < len(rows) and (rows[begin].follows or rows[begin - 1].heading):
        begin -= 1
    while begin < len(rows) and rows[begin] == _Row():
        begin += 1
    return begin if start - begin <= room // 2 else start


def _open_ends(pages: _Pages, parts: Sequence[range]) -> list[int]:
    """Return the rows after those in sight of each column that has more."""
    columns = zip(pages.columns, parts, strict=True)
    return [part.stop for rows, part in columns if part.stop < len(rows)]


def _stop(rows: Column, start: int, room: int) -> int:
    """Return the row after those in sight, which are more than half of those there is room for."""
    stop = whole = start + room
    if stop >= len(rows):
        return len(rows)
    while whole > start and (rows[whole].follows or rows[whole - 1].heading):
        whole -= 1
    return whole if whole - start > room // 2 else stop


def _laid_out(text: PageText, plan: Plan, glyphs: Glyphs) -> _Pages:
    fuller = text.with_spare()
    more = (fuller, fuller.tight()) if text.spare else ()
    narrow = text.brief and _width(plan, 2) < text.narrowest
    less = (replace(text, blocks=text.brief),) if narrow else ()
    forms = (*more, text, *less)
    lowest: _Pages | None = None
    for form in forms:
        for pages in _forms(form, plan, glyphs):
            if pages.rows <= page_room(pages.rows, plan.prompt):
                return pages
            if form is forms[-1] and (lowest is None or pages.rows < lowest.rows):
                lowest = pages
    assert lowest is not None
    return lowest


def _forms(text: PageText, plan: Plan, glyphs: Glyphs) -> Iterator[_Pages]:
    """Lay a page out in all ways: with larger cards first, then in more columns."""
    most = min(_MOST, len(text.blocks))
    counts = [n for n in range(1, most + 1) if n == 1 or _width(plan, n) >= text.narrowest]
    for shape in _shapes(text, plan):
        head, lead, band = _head(text, plan, shape, glyphs)
        # order numbers of columns: two first; one only where two have no room
        wanted = (2,) if text.code else (2, 3)
        for count in [count for count in wanted if count in counts] or counts:
            width = _width(plan, count)
            blocks = [_rows_of(block, width, shape, glyphs) for block in text.blocks]
            heights = [len(block) for block in blocks]
            cuts = combinations(range(1, len(blocks)), count - 1)
            allowed = [cut for cut in cuts if not text.second or count == 1 or text.second in cut]
            best = min(
                allowed,
                key=lambda cut: max(sum(heights[a:b]) for a, b in pairwise((0, *cut, len(blocks)))),
            )
            columns = [_stacked(blocks[a:b]) for a, b in pairwise((0, *best, len(blocks)))]
            below = [
                [*(head if not at else [_Row()] * len(head)), *column]
                for at, column in enumerate(columns)
            ]
            yield _Pages(below, width, shape, lead, band)


def _shapes(text: PageText, plan: Plan) -> list[_Shape]:
    """List how roomy a page may be, the roomiest first."""
    if not text.code:
        if any(block.card is not None for block in text.blocks):
            return [_Shape(tile) for tile in (*_SIZES, *[_CHIP] * text.single)]
        plain = _Shape(_SIZES[-1])
        tapped = any(block.taps for block in text.blocks)
        airy = tapped or (plan.height >= _AIRY_FROM and not text.single)
        return [plain._replace(airy=True), plain] if airy else [plain]
    sizes = code_sizes(len(text.code), plan)
    roomy = [_Shape(_SIZES[-1], sizes[0], *blanks) for blanks in _ROOMY]
    tight = [_Shape(_SIZES[-1], size, *blanks) for blanks in _TIGHT for size in sizes]
    return [*roomy, *tight, _Shape(_SIZES[-1])]


def _head(
    text: PageText, plan: Plan, shape: _Shape, glyphs: Glyphs
) -> tuple[Column, tuple[Sentence, ...], int]:
    """Return the rows above the columns, the lines beside a code there, and the rows of its band.

    Where there is no room for the code, the lines stand across the page, on the band alone if it
    has a code.
    """
    whole = _width(plan, 1)
    if shape.code == NO_CARDS and text.code and plan.phone != "upright":
        lines = [part for line in text.lead for part in wrap(line, whole, glyphs, "")]
        band = len(lines) - _TOP
        return [_Row()] * (band + shape.gap), tuple(lines), band
    if shape.code == NO_CARDS:
        head = [row for line in text.lead for row in _entry(_wrapped(line, whole, glyphs))]
        return [*head, *[_Row()] * bool(text.code)], (), 0
    room = plan.stop - _beside_code(shape.code, text.code, plan)
    wrapped = [wrap(line, room, glyphs, "") for line in text.lead]
    airy = sum(map(len, wrapped)) + len(wrapped) - 1 <= shape.code.height
    blank = [SILENCE] if airy else []
    lead = [part for parts in wrapped for part in (*blank, *parts)][len(blank) :]
    band = max(shape.code.height, len(lead)) + max(0, 2 * shape.around - _TOP)
    return [_Row()] * (band + shape.gap), tuple(lead), band


def _beside_code(size: TileSize, code: str, plan: Plan) -> int:
    """Return the first column beside a code."""
    return plan.first + len(code) * (size.width + 1) + _BESIDE


def _width(plan: Plan, columns: int) -> int:
    return (plan.stop - plan.first - (columns - 1) * _GUTTER) // columns


def _stacked(blocks: Sequence[Column]) -> Column:
    """Put blocks below each other, without the blank row above the first."""
    rows = [row for block in blocks for row in block]
    return rows[1:] if rows and rows[0] == _Row() else rows


@lru_cache(maxsize=512)
def _rows_of(block: Block, width: int, shape: _Shape, glyphs: Glyphs) -> Column:
    """Write a block: a blank row, its heading, and its lines, which may stand beside a card.

    Cached, as most of a page looks the same in several of its forms, and when it is opened again.
    """
    tile = shape.tile
    head = [] if block.follows and not shape.pad else [_Row()]
    if block.step:
        blank = [_Row(plate="band")] * shape.pad
        plate = [*blank, *_on_plate(block.lines, block.step, width, glyphs, "band"), *blank]
        return [*head, *plate]
    head += [_Row(part, heading=True) for part in _wrapped(block.heading, width, glyphs) if part]
    if block.card is None:
        return [*head, *_lines_of(block, width, glyphs, airy=shape.airy)]
    beside = tile.width + _BESIDE
    told = [part for line in block.lines for part in wrap(line, width - beside, glyphs, "")]
    told += [SILENCE] * (tile.height - len(told))
    below = (_Row(part, beside, follows=True) for part in told[1:])
    return [*head, _Row(told[0], beside, block), *below]


def _lines_of(block: Block, width: int, glyphs: Glyphs, *, airy: bool) -> Column:
    """Wrap the lines of a block, with a blank one before each that begins something new.

    Lines to tap never touch each other.
    """
    rows: Column = []
    for place, line in enumerate(block.lines):
        within = bool(line) and line[0].text.startswith(" ")
        if (airy or block.taps) and line and not within and (place or block.follows):
            rows.append(_Row())
        if block.taps:
            told = _on_plate((line,), _TAPPED, width, glyphs, "button")
            rows += [row._replace(tap=block.taps[place]) for row in told]
        else:
            rows += _entry(_wrapped(line, width, glyphs), within=within)
    return rows


def _entry(lines: Sequence[Sentence], *, within: bool = False) -> Column:
    """Put the lines of an entry, or of its second part, into rows that stay together."""
    return [_Row(line, follows=within or at > 0) for at, line in enumerate(lines)]


def _on_plate(
    lines: Sequence[Sentence], step: str, width: int, glyphs: Glyphs, plate: str
) -> Column:
    """Wrap lines on a plate after a step."""
    told = [part for line in lines for part in wrap(line, width - _STEP - 1, glyphs, "")]
    return [
        _Row(line, _STEP, plate=plate, step="" if at else step, follows=at > 0)
        for at, line in enumerate(told)
    ]


def _wrapped(line: Sentence, width: int, glyphs: Glyphs) -> list[Sentence]:
    return wrap(line, width, glyphs, _indent(line)) if line else [SILENCE]


def _indent(line: Sentence) -> str:
    """Indent wrapped text to the column after the keys of a line, if it has any."""
    first = line[0].text
    return " " * cell_len(first) if first.endswith("  ") else "  "

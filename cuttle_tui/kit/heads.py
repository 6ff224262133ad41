"""Draw heads, bands and the panel beside a list."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, combinations, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Bleed, Face, Look, Spot, Tile
from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.fronts import TITLE_ROWS, panel_width
from cuttle_tui.drawing.layout import MARGIN, UPRIGHT, Plan, TileSize, plan_for
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.room import draw_letter
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.tiles import draw_back
from cuttle_tui.i18n.translation import SILENCE, Sentence
from cuttle_tui.kit.board import LEAST, BoardModel, draw_board, draw_strip, has_board
from cuttle_tui.kit.drawn import USUALLY_DRAWN, draw_drawn, readable_rows, rows_wanted
from cuttle_tui.kit.layouts import HIGH_TABS
from cuttle_tui.kit.lists import BLANK, put_overflow
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.kit.zone import PaintContext, Planner, Zone, spots_in
from engine.cards import Card

_SUITS: Final = (0, 1, 2, 3, 0, 1)
"""Suits in turn, like the cards of a rank."""
_BESIDE_BOARD: Final = TileSize(5, 3)
"""Size of the letters beside a board, where they are too wide otherwise."""
_BLANK: Final = Face(0)
_FEWEST: Final = 2
_FEWEST_WIDE: Final = 3
"""The fewest cards that lie beside the letters, and if they are wide."""
_WIDE: Final = 12
_GAP: Final = 4
"""Columns between tabs."""


@dataclass(frozen=True, slots=True)
class HeadModel:
    """Letters on tiles; an empty letter is the back of a card."""

    letters: tuple[str, ...]
    lifted: int
    hand: tuple[Card, ...] = ()
    """Cards at the right."""
    title: str = ""
    """Shown instead of the tiles above a long list."""
    crowded: bool = False
    """Whether the band below has several lines, and so touches a title in the row above it."""
    board: BoardModel | None = None
    """A position, which takes the place of the cards where it has room."""


class Head(Zone[HeadModel]):
    """The zone of the tiles that spell a word."""

    def draw(self, model: HeadModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw a tile for each letter, and the hand; a low zone loses its top."""
        if sheet.height <= TITLE_ROWS + BLANK:
            raised = model.crowded and sheet.height == TITLE_ROWS
            sheet.put(plan.first, int(not raised), model.title, bold=True)
            return []
        front, board = plan.front, model.board
        if not has_board(plan, sheet.height):
            board = None
        strip = model.board if plan.small else None
        size, top = front.tile, front.head - (front.band - sheet.height)
        if board is not None and self._right_of(model, plan, size) + LEAST > plan.stop:
            size = _BESIDE_BOARD
        if board is not None:
            top = (sheet.height - size.height + 1) // 2
        first, stop = plan.reach(len(model.letters) * (size.width + 1) - 1)
        widest = (stop - first + 1) // max(1, len(model.letters)) - 1
        size = size._replace(width=min(size.width, widest))
        bleed: Bleed = "right" if front is UPRIGHT else ""  # for letters of five columns
        for place in range(len(model.letters)):
            x, y = first + place * (size.width + 1), top - _lift(top, place == model.lifted)
            self._letter(sheet, Tile(_BLANK, x, y, size, bleed), model, place)
        left = self._right_of(model, plan, size)
        if board is not None:
            glyphs = self.paint.glyphs
            self.keyspots += draw_board(sheet, left + MARGIN, plan.stop, board, glyphs)
        elif strip is None or not self._strip(sheet, left - 1, top, plan, strip):
            self._hand(sheet, left, top, plan, model)
        return []

    def _strip(self, sheet: Sheet, left: int, top: int, plan: Plan, board: BoardModel) -> bool:
        """Draw a position in a few rows, if there is room; return whether there is."""
        spots = draw_strip(sheet, left, plan.stop, top + 1, board, self.paint.glyphs)
        self.keyspots += spots
        return bool(spots)

    def _right_of(self, model: HeadModel, plan: Plan, size: TileSize) -> int:
        """Return the first column right of the letters."""
        return plan.first + len(model.letters) * (size.width + 1) + MARGIN

    def _letter(self, sheet: Sheet, tile: Tile, model: HeadModel, place: int) -> None:
        letter = model.letters[place]
        if not letter:
            draw_back(sheet, tile.x, tile.y, tile.size, self.paint.glyphs)
            return
        ground: Look = "sel" if place == model.lifted else "paper"
        face = Face(_SUITS[place % len(_SUITS)], look=ground)
        draw_letter(sheet, replace(tile, face=face), letter, self.paint.glyphs, model.letters)

    def _hand(self, sheet: Sheet, left: int, top: int, plan: Plan, model: HeadModel) -> None:
        """Lay cards at the right edge, as many as have room, with their ranks like the letters."""
        size, glyphs = plan.front.tile, self.paint.glyphs
        step = size.width + 1
        hand = model.hand[: max(0, (plan.stop - left + 1) // step)]
        start = plan.stop - step * len(hand) + 1
        raised = len(hand) // 2
        fewest = _FEWEST_WIDE if size.width >= _WIDE else _FEWEST
        for place, card in enumerate(hand if len(hand) >= fewest else ()):
            tile = Tile(Face(card), start + place * step, top - _lift(top, place == raised), size)
            draw_letter(sheet, tile, glyphs.rank(card), glyphs, model.letters)


def _lift(top: int, lifted: object) -> int:
    """Return how much higher a card lies; none touches the edge of the window."""
    return int(bool(lifted) and top > 1)


class Title(Zone[tuple[str, str]]):
    """The zone of the head: the title, and the player at the right.

    Where it has no blank row above and below, that is the one below.
    """

    def draw(self, model: tuple[str, str], plan: Plan, sheet: Sheet) -> list[Spot]:
        left, right = model
        y = int(sheet.height != TITLE_ROWS)
        end = sheet.put(plan.first, y, left, bold=True)
        x = plan.stop - cell_len(right)
        sheet.put(x, y + (x <= end), right, "quiet")
        return []


@dataclass(frozen=True, slots=True)
class TabsModel:
    """The names of the lists, the current list, and the player."""

    names: tuple[str, ...]
    present: int
    right: str


class Tabs(Zone[TabsModel]):
    """The zone of the head of several lists."""

    _high = False
    """Whether the names lie on plates for a thumb."""

    def draw(self, model: TabsModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the names on the second row; the current list is bold, and marked among several."""
        self._high = sheet.height == HIGH_TABS
        right, end, y = plan.stop - cell_len(model.right), plan.first, 1
        tabs, marked = self._placed(model, plan), len(model.names) > 1
        for place, (name, tab) in enumerate(zip(model.names, tabs, strict=True)):
            here, ground = place == model.present, "slot" if self._high else None
            if self._high and not self.paint.glyphs.edges:  # its plate is half a row higher
                wide = tab.stop - tab.x + 2
                sheet.fill(tab.x - 1, tab.y, wide, 1, "slot")
                sheet.put(tab.x - 1, tab.y + 1, _UPPER_HALF * wide, "slot")
            sheet.put(
                tab.x - MARGIN, tab.y, self.paint.glyphs.turn if marked and here else "", "key"
            )
            fore = "ink" if here else "quiet"
            end = sheet.put(tab.x, tab.y, name, fore, ground=ground, bold=here) + _GAP
            y = tab.y
        if end < right:
            sheet.put(right, y if self._high else 1, model.right, "quiet")
        return []

    def _placed(self, model: TabsModel, plan: Plan) -> list[_Tab]:
        """Place the names; on plates, those of the second row are lower."""
        x, y, tabs = plan.first, 0, list[_Tab]()
        for width in map(cell_len, model.names):
            if tabs and x + width > plan.stop:
                x, y = plan.first, y + 1
            tabs.append(_Tab(x, x + width, y))
            x += width + _GAP
        tabs = [tab._replace(y=tab.y + (not y)) for tab in tabs]
        if not self._high:
            return tabs
        return [tab._replace(y=_FIRST_TAB + _TAB_ROWS * tab.y) for tab in tabs]

    def tab_at(self, x: int, y: int, plan: Plan) -> int:
        """Return the index of the name at a cell, or -1; in two rows, of its own row alone."""
        tabs = [] if self.model is None else self._placed(self.model, plan)
        y -= (y - _FIRST_TAB) % _TAB_ROWS if self._high else 0
        parted = len({tab.y for tab in tabs}) > 1
        for place, tab in enumerate(tabs):
            if x in range(tab.x - MARGIN, tab.stop + MARGIN) and (tab.y == y or not parted):
                return place
        return -1


_TAB_ROWS: Final = 2
"""Rows of a name on a plate."""
_FIRST_TAB: Final = 1


_UPPER_HALF: Final = "▀"


class _Tab(NamedTuple):
    """Where the name of a list stands."""

    x: int
    stop: int
    y: int


_NEWS_LINES: Final = 2


class Band(Zone[tuple[Sentence, ...]]):
    """The zone of the news, whose lines may wrap."""

    def draw(self, model: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the first line in ink and the others in quiet, as many as fit, in the middle.

        From the third on, lines are shown only where a blank row stays above and below. Those of
        the first two that do not fit are told in fewer words. A single line of two rows has the
        lower, away from the title.
        """
        glyphs, width = self.paint.glyphs, plan.stop - plan.first
        rows: list[tuple[Sentence, str]] = []
        for place, line in enumerate(model):
            least = place < _NEWS_LINES
            room = sheet.height - (0 if least else _NEWS_LINES) - len(rows)
            forms = _shorter(line) if least else (line,)
            wrapped = (wrap(form, width, glyphs, indent="") for form in forms)
            parts = next((parts for parts in wrapped if len(parts) <= room), [])
            rows += [(part, "quiet" if place else "ink") for part in parts]
        top = (sheet.height - len(rows)) // 2
        start = int(len(model) == 1 == len(rows) and sheet.height == _NEWS_LINES)
        filled = min(sheet.height, len(rows) + 2 * top)
        sheet.grounds[start : start + filled] = ["band"] * filled
        for y, (line, fore) in enumerate(rows, start + top):
            put_sentence(sheet, plan.first, y, line, glyphs, fore=fore, stop=plan.stop)
            self.keyspots += spots_in(line, plan.first, y, glyphs, stop=plan.stop)
        return []


def _shorter(line: Sentence) -> Iterator[Sentence]:
    """Yield a line, then without what stands in brackets, then only up to its colon."""
    yield line
    spans, depth = [], 0
    for span in line:
        kept = ""
        for part in _BRACKETS.split(span.text):
            depth += part == " ("
            kept += "" if depth else part
            depth -= part == ")" and depth > 0
        spans.append(span._replace(text=kept))
    line = tuple(span for span in spans if span.text)
    yield line
    place = next((place for place, span in enumerate(line) if _COLON.search(span.text)), None)
    if place is not None:
        last = line[place]
        yield (*line[:place], last._replace(text=_COLON.split(last.text)[0]))


_COLON: Final = re.compile(" ?: ")


_BRACKETS: Final = re.compile(r"( \(|\))")


def page_room(count: int, height: int) -> int:
    """Return how many of `count` lines a page shows; if not all fit, one row counts the others."""
    room = height - _PAGE_TOP - BLANK
    return room if count <= room else room - 1


_PAGE_TOP: Final = 1


@dataclass(frozen=True, slots=True)
class PageModel:
    """A page of text, scrolled by some lines."""

    lines: tuple[Sentence, ...]
    scroll: int = 0
    heading: int = 0
    """Lines at the top that lie on a band, followed by a blank one."""
    focus: int = -1
    """The line that stays in sight where lines before it wrap."""
    rest: tuple[int, str] | None = None
    """A line, and what says that it is further down while it is."""
    pinned: int = 0
    """Lines at the top that stay where others are scrolled."""
    reach: int = 0
    """The columns of the row in focus; 0 as far as any row reaches."""
    back: str = ""
    """The back of a card at the right of the heading, where it has room."""


_BACKS: Final = {1: 3, 2: 4, 3: 5}
"""Columns of a back on the band of a heading, by its rows."""


def _spread(count: int, heading: int, height: int) -> Sequence[int]:
    """Return the rows of lines: those after a heading lie lower, with room."""
    room = height - _PAGE_TOP - BLANK
    body = heading + 1 if heading else 0
    lower = int(bool(heading) and count < room)
    rows = [_PAGE_TOP + place for place in range(min(body, count))]
    return rows + [_PAGE_TOP + body + lower + place for place in range(count - body)]


class Page(Zone[PageModel]):
    """The zone of a page of text."""

    _drawn: Mapping[int, int] = MappingProxyType({})
    """The lines by the rows they were drawn at."""
    _held = 0
    """How many of them stay while the others are scrolled."""

    def draw(self, model: PageModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible lines, and the number of the others."""
        roomy = panel_width(plan) > 0
        if sheet.width < plan.width:  # what stands beside it has a margin of its own
            plan = replace(plan, content=sheet.width - plan.left + MARGIN)
        return self._draw(model, plan, sheet, roomy=roomy)

    def _draw(self, model: PageModel, plan: Plan, sheet: Sheet, *, roomy: bool) -> list[Spot]:
        """Draw the lines; in a roomy window the band keeps its blank rows, whatever fits below."""
        numbered = self.rows(model, plan)
        numbers, rows = [number for number, _ in numbered], [row for _, row in numbered]
        room = page_room(len(rows), sheet.height)
        first, end = bisect_left(numbers, model.scroll), bisect_right(numbers, model.focus)
        start = max(0, min(max(first, end - room), len(rows) - room))
        heading, held = bisect_left(numbers, model.heading), bisect_left(numbers, model.pinned)
        if held and model.focus >= 0:  # a heading of several rows must not cover the focus
            start = min(start, max(0, bisect_left(numbers, model.focus) - held))
        self._held = model.pinned if start else 0
        if heading and (held or not start):
            tight = len(rows) >= room and not roomy
            band = slice(_PAGE_TOP * tight, heading + _PAGE_TOP + (not tight))
            sheet.grounds[band] = ["band"] * (band.stop - band.start)
            self._back(model, plan, sheet, band)
        shown = [*rows[:held], *rows[start + held : start + room]]
        places: Sequence[int] = range(_PAGE_TOP, _PAGE_TOP + len(shown))
        if len(shown) == len(rows):
            places = _spread(len(rows), heading, sheet.height)
        drawn = [*numbers[:held], *numbers[start + held :]]
        self._drawn = dict(zip(places, drawn, strict=False))
        for y, line in zip(places, shown, strict=True):
            focused = self._drawn.get(y) == model.focus
            ground = self._in_focus(sheet, y, plan, rows, model.reach) if focused else None
            glyphs, stop = self.paint.glyphs, plan.stop
            own = _begun(line, model.reach, glyphs) if focused and model.reach else len(line)
            x = put_sentence(sheet, plan.first, y, line[:own], glyphs, stop=stop, ground=ground)
            put_sentence(sheet, x, y, line[own:], glyphs, stop=stop)
            if own < len(line) and plan.first + model.reach < stop:  # a column after its text
                sheet.fill(plan.first + model.reach, y, 1, 1, "band")
            self.keyspots += spots_in(line, plan.first, y, glyphs, stop=stop)
        below = max(0, len(rows) - start - room)
        rest = model.rest[1] if model.rest and model.rest[0] > max(self._drawn.values()) else ""
        self.keyspots += put_overflow(sheet, plan, start, below, rest=rest)
        return []

    def _back(self, model: PageModel, plan: Plan, sheet: Sheet, band: slice) -> None:
        """Draw a back as high as the band of the heading, if the line there leaves it room."""
        glyphs, rows = self.paint.glyphs, band.stop - band.start
        size = TileSize(_BACKS[min(rows, max(_BACKS))], min(rows, max(_BACKS)))
        wide = max(sentence_width(line, glyphs) for line in model.lines[: model.heading])
        x = plan.stop - size.width
        if model.back and not glyphs.edges and plan.first + wide < x:
            draw_back(sheet, x, band.start, size, glyphs.wearing(model.back))

    def _in_focus(
        self, sheet: Sheet, y: int, plan: Plan, rows: Sequence[Sentence], reach: int
    ) -> str:
        """Draw the mark of the row in focus, and its fill; return its ground."""
        left = plan.first - 1
        widest = reach or max(sentence_width(row, self.paint.glyphs) for row in rows)
        stop = min(plan.first + widest, plan.stop) + 1
        sheet.fill(left, y, min(stop, sheet.width) - left, 1, "band")
        sheet.put(left, y, self.paint.glyphs.turn, "key", ground="band")
        return "band"

    def lines_in(self, lines: tuple[Sentence, ...], plan: Plan, height: int) -> int:
        """Return how many lines are in sight in so many rows: of too many, of the last ones."""
        rows = self.rows(PageModel(lines), plan)
        room = page_room(len(rows), height)
        if len(rows) <= room or len(rows) == len(lines):
            return page_room(len(lines), height)
        first = rows[-room][0]
        return len(lines) - first - (rows[-room - 1][0] == first)

    @property
    def shown(self) -> range:
        """The lines that were drawn last, in whole or in part, but for those that stay."""
        drawn = [line for line in self._drawn.values() if line >= self._held]
        return range(min(drawn, default=0), max(drawn, default=-1) + 1)

    def line_at(self, y: int) -> int:
        """Return the index of the line drawn at a row of the zone, or -1 if none is."""
        return self._drawn.get(y, -1)

    def rows(self, model: PageModel, plan: Plan) -> list[tuple[int, Sentence]]:
        """Wrap the lines to the width; return the rows, each with the number of its line."""
        width, glyphs = plan.stop - plan.first, self.paint.glyphs
        lines = [_narrowed(line, width) if _is_tabular(line) else line for line in model.lines]
        return [
            (number, part)
            for number, line in enumerate(lines)
            for part in (wrap(line, width, glyphs, _indent(line)) if line else [()])
        ]


def _begun(line: Sentence, column: int, glyphs: Glyphs) -> int:
    """Count the spans of a line that begin before a column."""
    starts = accumulate((sentence_width((span,), glyphs) for span in line), initial=0)
    return sum(start < column for start, _ in zip(starts, line, strict=False))


_TABLE: Final = 3
"""The fewest cells of a row of a table."""


def _is_tabular(line: Sentence) -> bool:
    """Return whether a line is a row of a table, or what parts its rows."""
    cells = len(line) >= _TABLE and all(span.text.startswith(" ") for span in line[1:])
    return cells or (len(line) == 1 and not line[0].text.strip(" -"))


def _narrowed(line: Sentence, width: int) -> Sentence:
    """Leave out the last cells of a row of a table for which there is no room."""
    if len(line) == 1:
        return (line[0]._replace(text=line[0].text[:width]),)
    ends = accumulate(cell_len(span.text) for span in line)
    return tuple(span for span, end in zip(line, ends, strict=True) if end <= width)


class SecondPage(Page):
    """The zone of a page beside another one, up to the right edge of the content."""

    def draw(self, model: PageModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the page from the zone's left edge."""
        margin = plan.width - plan.left - plan.content
        plan = replace(plan, left=0, content=sheet.width - margin)
        return self._draw(model, plan, sheet, roomy=True)

    def rows(self, model: PageModel, plan: Plan) -> list[tuple[int, Sentence]]:
        """Return the lines, which are cut at the right."""
        del plan
        return list(enumerate(model.lines))


def _indent(line: Sentence) -> str:
    """Indent wrapped text to the column after the keys of a line, if it has any."""
    first = line[0].text
    return " " * cell_len(first) if first.endswith("  ") and first.strip() else "  "


class _Wrapped(NamedTuple):
    """A title and its lines, each as the rows it takes."""

    title: str
    lines: list[list[Sentence]]
    more: Sentence = SILENCE


class Panel(Zone[PanelModel]):
    """The zone of the panel: its blocks in as many columns as have room."""

    def __init__(self, paint: PaintContext, zone: str, planner: Planner = plan_for) -> None:
        super().__init__(paint, zone, planner)
        self._wraps: dict[tuple[tuple[Sentence, ...], int], list[list[Sentence]]] = {}
        """Lines as they were wrapped, by their columns."""
        self._wrapped_with: Glyphs | None = None

    def draw(self, model: PanelModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the texts in columns of about the same height, and what is drawn below or beside.

        Lines that have no room are left out; a panel that says where to read more ends with that.
        """
        top, stop = self.top(plan), self.stop(plan, sheet)
        whole = range(MARGIN, stop)
        room = sheet.height - top - BLANK
        drawn = [block for block in model if block.drawn is not None]
        texts = [block for block in model if block.lines and block.drawn is None]
        brief = [block for block in texts if not block.whole]
        if not drawn or not any(
            self._draw_below(sheet, whole, top, told, drawn) for told in (texts, brief)
        ):
            drawn = [block for block in drawn if not block.lines]
            texts = [block for block in model if block.lines]
            if not drawn or not self._draw_below(sheet, whole, top, texts, drawn):
                kept: list[PanelBlock] = []
                for each in texts:
                    ways = ([*kept, *way] for way in _parted(each))
                    fits = (
                        way
                        for way in ways
                        if not each.whole or self._rows(way, drawn, stop) <= room
                    )
                    kept = next(fits, kept)
                self._draw_beside(sheet, whole, top, kept, drawn)
        return []

    def _draw_below(
        self,
        sheet: Sheet,
        whole: range,
        top: int,
        texts: Sequence[PanelBlock],
        drawn: Sequence[PanelBlock],
    ) -> bool:
        """Draw texts, and below them what is drawn, across all columns, where that is the larger.

        Return whether it is.
        """
        room = sheet.height - top - BLANK
        width, columns = self._columns(texts, whole.stop - MARGIN)
        taken = max(map(_height, columns), default=-1) + 1
        wide, chosen = len(whole) >= 2 * _LEAST_COLUMN + _GUTTER, any(b.lines for b in drawn)
        if not (wide and room - taken >= _LEAST_BELOW and 2 * taken < room) and not chosen:
            return False
        asked = self._rows_asked(drawn, len(whole), room + BLANK + 1 - taken)
        if taken > room or not all(asked):
            return False
        for place, blocks in enumerate(columns):
            x = whole.start + place * (width + _GUTTER)
            self._texts(_Column(sheet, x, x + width), blocks, top, 0)
        self._drawings(sheet, whole, top + taken - 1, asked, drawn, top)
        return True

    def _rows_asked(self, drawn: Sequence[PanelBlock], width: int, left: int) -> list[int]:
        """Share rows among what is drawn: as many for each, but cards can be read rather."""
        asked = list[int]()
        for place, block in enumerate(drawn):
            assert block.drawn is not None
            others = len(drawn) - place - 1
            readable = min(readable_rows(block.drawn), left - others * USUALLY_DRAWN)
            part = max(left // (others + 1), readable)
            asked.append(rows_wanted(block.drawn, width, part, self.paint.glyphs))
            left -= asked[-1]
        return asked

    def _draw_beside(
        self,
        sheet: Sheet,
        whole: range,
        top: int,
        texts: Sequence[PanelBlock],
        drawn: Sequence[PanelBlock],
    ) -> None:
        """Draw texts in columns, the last of which what is drawn has below them or for itself.

        It has all columns for itself that the texts leave free.
        """
        blocks, room = [*texts, *drawn], sheet.height - top - BLANK
        width, columns = self._columns(blocks, whole.stop - MARGIN, room)
        for place, part in enumerate(columns):
            x = whole.start + place * (width + _GUTTER)
            last = drawn if place == len(columns) - 1 else []
            stop = x + width if part else whole.stop
            column = _Column(sheet, x, x + width)
            y = self._texts(column, part, top, USUALLY_DRAWN * bool(last and part)) - 1
            count = min(len(last), max(1, (sheet.height - y) // USUALLY_DRAWN))
            left = sheet.height - y
            rows = [min(left, _MOST_DRAWN) if part else left] * count
            if count > 1:
                left = min(left, count * _MOST_DRAWN) if part else left
                rows = self._rows_asked(last[:count], stop - x, left)
            self._drawings(sheet, range(x, stop), y, rows, last[:count], top)

    def _rows(self, texts: Sequence[PanelBlock], drawn: Sequence[PanelBlock], stop: int) -> int:
        """Return how many rows texts take in columns up to one, with what is drawn in the last."""
        _, columns = self._columns([*texts, *drawn], stop - MARGIN)
        below = USUALLY_DRAWN * bool(drawn and len(columns) == 1)
        return max(map(_height, columns), default=0) + below

    def _columns(
        self, model: Sequence[PanelBlock], room: int, height: int = 0
    ) -> tuple[int, list[Sequence[_Wrapped]]]:
        """Return the width of the columns, and the texts of each.

        Beside what is drawn they are as few as have room in so many rows.
        """
        texts = [block for block in model if block.lines]
        drawn = len(texts) < len(model)
        count = min(len(texts) + drawn, (room + _GUTTER) // (_LEAST_COLUMN + _GUTTER))
        if count < 1:
            return room, []
        width = (room - (count - 1) * _GUTTER) // count
        wrapped = [self._wrapped(block, width) for block in texts]
        apart = drawn and (count > 1 or not texts)
        counts = range(1 if apart and texts else count - apart, count - apart + 1)
        ways = (_shared(wrapped, each) for each in counts)
        shared = fullest(ways, lambda way: max(map(_height, way), default=0), height)
        return width, shared + [()] * apart

    def _wrapped(self, block: PanelBlock, width: int) -> _Wrapped:
        """Wrap a block; the lines of those that come again are kept."""
        glyphs, key = self.paint.glyphs, (block.lines, width)
        if self._wrapped_with != glyphs or len(self._wraps) > _KEPT:
            self._wrapped_with, self._wraps = glyphs, {}
        if key not in self._wraps:
            lines = [wrap(line, width, glyphs, _after_mark(line)) for line in block.lines]
            self._wraps[key] = lines
        return _Wrapped(block.title, self._wraps[key], block.more)

    def _texts(self, column: _Column, blocks: Sequence[_Wrapped], y: int, below: int) -> int:
        """Draw blocks below each other, up to the end of a line, and leave rows `below` them.

        Return the row after the last.
        """
        more = next((block.more for block in blocks if block.more), SILENCE)
        kept = max(below, bool(more)) + BLANK
        cut = list(blocks)
        while cut and _height(cut) > column.sheet.height - y - kept:
            last = cut.pop()
            if len(last.lines) > 1:
                cut.append(last._replace(lines=last.lines[:-1]))
        for block in cut:
            column.sheet.put(column.x, y, block.title, "key", bold=True)
            rows = [row for line in block.lines for row in line]
            for at, row in enumerate(rows, y + 1):
                self._line(column, at, row)
            y += len(rows) + 2
        if more:
            self._line(column, y - 1, more)
            y += 1
        return y

    def _drawings(
        self,
        sheet: Sheet,
        columns: range,
        y: int,
        heights: Sequence[int],
        blocks: Sequence[PanelBlock],
        top: int,
    ) -> None:
        """Draw what is drawn below each other, each on so many rows.

        What stands below a board has the blank row at its end for the one above itself.
        """
        glyphs, shared = self.paint.glyphs, 0
        for block, height in zip(blocks, heights, strict=True):
            part, lifts = range(y - shared, y + height), y == top - 1
            if block.drawn is not None:
                self.keyspots += draw_drawn(sheet, columns, part, block.drawn, glyphs, lifts=lifts)
            y, shared = y + height, int(isinstance(block.drawn, BoardModel))

    def stop(self, plan: Plan, sheet: Sheet) -> int:
        """Return the column after the last: the zone reaches the edge of the window."""
        return sheet.width - (plan.width - plan.stop)

    def top(self, plan: Plan) -> int:
        """Return the row of the first title: that of the first row of a list, or right below it."""
        return int(panel_width(plan) > 0)

    def _line(self, column: _Column, y: int, line: Sentence) -> None:
        (sheet, x, stop), glyphs = column, self.paint.glyphs
        put_sentence(sheet, x, y, line, glyphs, fore="quiet", stop=stop)
        self.keyspots += spots_in(line, x, y, glyphs, stop=stop)


class _Column(NamedTuple):
    """A column of a panel."""

    sheet: Sheet
    x: int
    stop: int


_LEAST_COLUMN: Final = 36
_GUTTER: Final = 4
"""The least columns of a column of a panel, and those between two."""


_ROWS_WHOLE: Final = 22
"""Rows below a list for one that is shown whole or not at all."""
_ROWS_DRAWN: Final = 19
_MOST_DRAWN: Final = 22
"""Rows of what is drawn below a list where there is room, and at most in a column of texts."""
_LEAST_BELOW: Final = 20
"""Rows from which it is larger across all columns, below the texts."""
_TEXTS: Final = 12
_KEPT: Final = 64


def rows_below(model: PanelModel) -> int:
    """Return how many rows a panel should have below a list before the list has more than it needs.

    They are the same for all rows of a list, so that nothing moves with the focus.
    """
    drawn = sum(not block.lines for block in model)
    whole = any(block.whole for block in model)
    return max(_TEXTS, 2 + drawn * _ROWS_DRAWN, whole * _ROWS_WHOLE)


def _shared(blocks: Sequence[_Wrapped], count: int) -> list[Sequence[_Wrapped]]:
    """Share blocks among columns, in their order, so that the highest is as low as can be."""
    if count < 1:
        return []
    ways = combinations(range(1, len(blocks)), count - 1)
    parted = ([blocks[a:b] for a, b in pairwise((0, *way, len(blocks)))] for way in ways)
    return min(parted, key=lambda part: max(map(_height, part)), default=[blocks])


def _after_mark(line: Sentence) -> str:
    """Indent wrapped text to the column after the mark of a line, or to its last column."""
    if line and line[0].role == "card":
        return _AFTER_CARD
    if len(line) == _COLUMNS and line[0].text.endswith("  ") and line[2].text.startswith("  "):
        return " " * (sum(cell_len(span.text) for span in line[:2]) + _BETWEEN)
    marked = bool(line) and line[0].text[:2] in _MARKS
    return "  " * marked


_COLUMNS: Final = 3
_BETWEEN: Final = 2
"""The columns of a table in a panel, and the blanks between them."""
_AFTER_CARD: Final = "    "
"""Before the further rows of a line that begins with a card."""


_MARKS: Final = ("+ ", "  ")


def _height(blocks: Sequence[_Wrapped]) -> int:
    """Count the rows of blocks, with a blank one between two."""
    return sum(1 + sum(map(len, block.lines)) for block in blocks) + len(blocks) - 1


def _parted(block: PanelBlock) -> Iterator[list[PanelBlock]]:
    """Yield a block, then its lines in two parts and in three, for as many columns.

    Sentences, which are no list like cards, may at last be fewer.
    """
    for count in range(1, _MOST_PARTS + 1):
        cuts = [len(block.lines) * part // count for part in range(count + 1)]
        yield [
            block._replace(title="" if a else block.title, lines=block.lines[a:b])
            for a, b in pairwise(cuts)
        ]
    for count in range(len(block.lines) - 1, _LEAST_SENTENCES - 1, -1) if not block.drawn else ():
        yield [block._replace(lines=block.lines[:count])]


_LEAST_SENTENCES: Final = 2
_MOST_PARTS: Final = 3


class UnderPanel(Panel):
    """The panel under a list, beside another one."""

    def stop(self, plan: Plan, sheet: Sheet) -> int:
        del plan
        return sheet.width - MARGIN

    def top(self, plan: Plan) -> int:
        """Return the first row, above which the list has a blank one."""
        del plan
        return 0


class PagePanel(Panel):
    """The panel beside a page of text whose heading lies on a band."""

    heading = 1
    """The lines of that heading."""

    def draw(self, model: PanelModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        sheet.grounds[: self._band] = ["band"] * self._band
        return super().draw(model, plan, sheet)

    @property
    def _band(self) -> int:
        """The rows of the band, with the blank ones around the heading."""
        return self.heading + _AROUND_HEADING

    def top(self, plan: Plan) -> int:
        """Return the row of the first title: that of the first line below the heading."""
        del plan
        return self._band + 1


_AROUND_HEADING: Final = 2
"""Blank rows around the heading of a page."""

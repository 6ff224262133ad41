"""Draw the parts of the front screens: head, band, list, page of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face, Look, Spot, Tile
from cuttle_tui.drawing.layout import FRONTS, MARGIN, Plan, TileSize
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.drawing.tiles import draw_back, put_body, suit_ink
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import Words
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.marks import BLANK, put_overflow
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.front.joining import Entry

_SUITS: Final = (0, 1, 2, 3, 0, 1)
"""Suits in turn, like the cards of a rank."""
_PLAIN: Final = 3
"""A spade: its ink is that of tiles without suits."""


@dataclass(frozen=True, slots=True)
class HeadModel:
    """Letters on tiles; an empty letter is the back of a card."""

    letters: tuple[str, ...]
    lifted: int
    beside: tuple[Words, ...] = ()
    suited: bool = True
    """Whether the tiles look like cards; suits would make a code hard to read."""


class Head(Zone[HeadModel]):
    """The zone of the tiles that spell a word."""

    def draw(self, model: HeadModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw a tile for each letter, and the lines beside them; a low zone loses its top."""
        front = FRONTS[plan.name]
        width, height = front.tile
        top = front.head - (front.band - sheet.height)
        for place, letter in enumerate(model.letters):
            x = plan.first + place * (width + 1)
            y = top - (place == model.lifted)
            if letter:
                self._letter(sheet, x, y, plan, model, place)
            else:
                draw_back(sheet, x, y, front.tile, self.brush.glyphs)
        x = plan.first + len(model.letters) * (width + 1) + MARGIN
        for row, line in enumerate(model.beside):
            y = top + height - len(model.beside) + row
            sheet.put(x, y, str(line), "quiet" if row else "ink")
        return []

    def _letter(
        self, sheet: Sheet, x: int, y: int, plan: Plan, model: HeadModel, place: int
    ) -> None:
        width, height = FRONTS[plan.name].tile
        ground: Look = "sel" if place == model.lifted else "paper"
        suit = _SUITS[place % len(_SUITS)] if model.suited else _PLAIN
        sign, ink = self.brush.glyphs.suit(suit), suit_ink(suit)
        if not model.suited or self.brush.glyphs.lettered:
            sign = ""
        tile = Tile(Face(suit, look=ground), x, y, TileSize(width, height))
        put_body(sheet, tile, self.brush.glyphs)
        sheet.put(x + 1, y, model.letters[place] + sign, ink, ground=ground, bold=True)
        if width >= 9:
            sheet.put(x + (width - 1) // 2, y + height // 2, sign, ink, ground=ground)


def even_band(sheet: Sheet, lines: int) -> int:
    """Fill as many rows as centre the lines in the band; return the row of the first line."""
    above = max(0, (sheet.height - lines) // 2)
    rows = min(sheet.height, lines + 2 * above)
    sheet.grounds[:rows] = ["band"] * rows
    return above


class Band(Zone[tuple[Sentence, ...]]):
    """The zone of the news."""

    def draw(self, model: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the state, then the news."""
        top = even_band(sheet, len(model))
        for row, line in enumerate(model):
            fore = "quiet" if row else "ink"
            put_sentence(
                sheet, plan.first, top + row, line, self.brush.glyphs, fore=fore, stop=plan.stop
            )
            spots = spots_in(line, plan.first, top + row, self.brush.glyphs, stop=plan.stop)
            self.keyspots += spots
        return []


@dataclass(frozen=True, slots=True)
class ListModel:
    """The entries of a list, one of them in focus."""

    entries: tuple[Entry, ...]
    focus: int
    whole: bool = False
    """Whether all entries stay visible as long as they fit, down to the row above the bar."""


class EntryList(Zone[ListModel]):
    """The zone of a list of entries."""

    def draw(self, model: ListModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw a row for each entry; the entry in focus has a fill and a mark."""
        top, step = _top(plan), _step(model, plan, sheet.height)
        shown = _shown(model, plan, sheet.height)
        for row, place in enumerate(shown):
            y = top + row * step
            self._entry(sheet, y, model.entries[place], plan, focused=place == model.focus)
        put_overflow(sheet, plan, shown.start, len(model.entries) - shown.stop, top=top - 1)
        return []

    def _entry(self, sheet: Sheet, y: int, entry: Entry, plan: Plan, *, focused: bool) -> None:
        left = plan.left
        key, label, quiet, ground = "key", "ink", "quiet", "felt"
        if focused:
            key, label, quiet, ground = "selink", "selink", "selq", "sel"
            sheet.fill(left + 1, y, plan.content - 2, 1, ground)
            sheet.put(left + 1, y, self.brush.glyphs.turn, "selq", ground=ground)
        sheet.put(left + 3, y, entry.key, key, ground=ground, bold=True)
        sheet.put(left + 6, y, str(entry.label), label, ground=ground, bold=focused)
        sheet.put(left + 34, y, str(entry.description), quiet, ground=ground)

    def row_of(self, y: int, plan: Plan) -> int:
        """Return the index of the entry at a row of the zone, or -1."""
        if self.model is None:
            return -1
        row = (y - _top(plan)) // _step(self.model, plan, self.size.height)
        shown = _shown(self.model, plan, self.size.height)
        return shown.start + row if 0 <= row < len(shown) else -1


def _top(plan: Plan) -> int:
    front = FRONTS[plan.name]
    return front.entries - (front.band + front.band_rows)


def _step(model: ListModel, plan: Plan, height: int) -> int:
    """Return the rows per entry: two if blank rows fit between all of them."""
    step = FRONTS[plan.name].gap + 1
    return step if len(model.entries) * step - step + 1 <= _room(plan, height) else 1


def _room(plan: Plan, height: int) -> int:
    """Return the number of rows for entries."""
    return height - _top(plan) - BLANK


def _shown(model: ListModel, plan: Plan, height: int) -> range:
    """Return the visible entries: all, or as many as fit around the entry in focus."""
    count, room = len(model.entries), _room(plan, height)
    spare = BLANK if model.whole else 0
    if count <= room + spare or _step(model, plan, height) > 1:
        return range(count)
    room -= 1
    first = max(0, min(model.focus - room // 2, len(model.entries) - room))
    return range(first, min(len(model.entries), first + room))


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


class Page(Zone[PageModel]):
    """The zone of a page of text."""

    def draw(self, model: PageModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible lines, and the number of the others."""
        rows = self.rows(model, plan)
        room = page_room(len(rows), sheet.height)
        start = max(0, min(model.scroll, len(rows) - room))
        for row, line in enumerate(rows[start : start + room]):
            put_sentence(sheet, plan.first, row + _PAGE_TOP, line, self.brush.glyphs)
        put_overflow(sheet, plan, start, max(0, len(rows) - start - room))
        return []

    def rows(self, model: PageModel, plan: Plan) -> list[Sentence]:
        """Wrap the lines to the width."""
        width = plan.stop - plan.first
        return [
            part
            for line in model.lines
            for part in (wrap(line, width, self.brush.glyphs, _indent(line)) if line else [()])
        ]


def _indent(line: Sentence) -> str:
    """Indent wrapped text to the column after the keys of a line, if it has any."""
    first = line[0].text
    return " " * cell_len(first) if first.endswith("  ") and first.strip() else "  "

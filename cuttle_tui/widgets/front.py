"""Draw the parts of the front screens above and around their lists: heads, band, page of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Face, Look, Spot, Tile
from cuttle_tui.drawing.layout import FRONTS, MARGIN, Plan, TileSize
from cuttle_tui.drawing.letters import draw_letter
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.drawing.tiles import draw_back
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import Words
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.marks import BLANK, put_overflow
from cuttle_tui.widgets.zone import Zone

_SUITS: Final = (0, 1, 2, 3, 0, 1)
"""Suits in turn, like the cards of a rank."""
_PLAIN: Final = 3
"""A spade: its ink is that of tiles without suits."""
_GAP: Final = 4
"""Columns between tabs."""


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
                draw_back(sheet, x, y, front.tile, self.paint.glyphs)
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
        tile = Tile(Face(suit, look=ground), x, y, TileSize(width, height))
        letter, glyphs = model.letters[place], self.paint.glyphs
        draw_letter(sheet, tile, letter, glyphs, suited=model.suited)


class Title(Zone[tuple[str, str]]):
    """The zone of the head: the title, and the player at the right."""

    def draw(self, model: tuple[str, str], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw both on the second row."""
        left, right = model
        sheet.put(plan.first, 1, left, bold=True)
        sheet.put(plan.stop - len(right), 1, right, "quiet")
        return []


@dataclass(frozen=True, slots=True)
class TabsModel:
    """The names of the lists, the current list, and the player."""

    names: tuple[str, ...]
    present: int
    right: str


class Tabs(Zone[TabsModel]):
    """The zone of the head of several lists."""

    def draw(self, model: TabsModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the names on the second row; the current list is marked and bold."""
        right = plan.stop - cell_len(model.right)
        x = plan.first
        for place, name in enumerate(model.names):
            here = place == model.present
            sheet.put(x - MARGIN, 1, self.paint.glyphs.turn if here else "", "key")
            x = sheet.put(x, 1, name, "ink" if here else "quiet", bold=here) + _GAP
        if x < right:
            sheet.put(right, 1, model.right, "quiet")
        return []

    def tab_at(self, x: int, plan: Plan) -> int:
        """Return the index of the name at a column, or -1."""
        start = plan.first
        for place, name in enumerate(self.model.names if self.model is not None else ()):
            if start <= x < start + cell_len(name):
                return place
            start += cell_len(name) + _GAP
        return -1


class Band(Zone[tuple[Sentence, ...]]):
    """The zone of the news, whose lines may wrap."""

    def draw(self, model: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the first line in ink and the others in quiet, as many as fit, in the middle."""
        glyphs, width = self.paint.glyphs, plan.stop - plan.first
        rows = [
            (part, "quiet" if place else "ink")
            for place, line in enumerate(model)
            for part in wrap(line, width, glyphs, indent="")
        ][: sheet.height]
        top = (sheet.height - len(rows)) // 2
        filled = min(sheet.height, len(rows) + 2 * top)
        sheet.grounds[:filled] = ["band"] * filled
        for y, (line, fore) in enumerate(rows, top):
            put_sentence(sheet, plan.first, y, line, glyphs, fore=fore, stop=plan.stop)
            self.keyspots += spots_in(line, plan.first, y, glyphs, stop=plan.stop)
        return []


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
            put_sentence(sheet, plan.first, row + _PAGE_TOP, line, self.paint.glyphs)
        put_overflow(sheet, plan, start, max(0, len(rows) - start - room))
        return []

    def rows(self, model: PageModel, plan: Plan) -> list[Sentence]:
        """Wrap the lines to the width."""
        width = plan.stop - plan.first
        return [
            part
            for line in model.lines
            for part in (wrap(line, width, self.paint.glyphs, _indent(line)) if line else [()])
        ]


def _indent(line: Sentence) -> str:
    """Indent wrapped text to the column after the keys of a line, if it has any."""
    first = line[0].text
    return " " * cell_len(first) if first.endswith("  ") and first.strip() else "  "

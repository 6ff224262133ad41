"""Draw a page of text: blocks in one column or two, scrolled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.widgets.front import page_room
from cuttle_tui.widgets.hotspots import spots_in
from cuttle_tui.widgets.marks import put_overflow
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.page_types import Block, PageText

_TOP: Final = 1
_GUTTER: Final = 4
"""Blank columns between two columns of text."""
_TILE: Final = 7
"""Columns of a card beside its rule."""
_BESIDE: Final = 2
"""Blank columns after it."""


@dataclass(frozen=True, slots=True)
class PageModel:
    """A page of text, scrolled by some rows."""

    text: PageText
    scroll: int = 0


class _Row(NamedTuple):
    """A row of a column: a sentence, maybe beside a row of a card."""

    line: Sentence = SILENCE
    tile: str | None = None
    """The text on the card in this row; None if there is no card."""
    head: bool = False
    """Whether that is its rank."""


class TextPage(Zone[PageModel]):
    """The zone of a page of text."""

    def draw(self, model: PageModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible rows, and the number of the others."""
        columns = self.columns(model, plan)
        count = max(map(len, columns))
        room = page_room(count, sheet.height)
        start = max(0, min(model.scroll, count - room))
        step = _width(plan, len(columns)) + _GUTTER
        for place, rows in enumerate(columns):
            x = plan.first + place * step
            for y, row in enumerate(rows[start : start + room], _TOP):
                self._row(sheet, x, y, row)
        put_overflow(sheet, plan, start, max(0, count - start - room))
        return []

    def _row(self, sheet: Sheet, x: int, y: int, row: _Row) -> None:
        glyphs = self.paint.glyphs
        if row.tile is not None:
            _put_tile(sheet, x, y, row, glyphs)
            x += _TILE + _BESIDE
        put_sentence(sheet, x, y, row.line, glyphs)
        self.keyspots += spots_in(row.line, x, y, glyphs)

    def count(self, model: PageModel, plan: Plan) -> int:
        """Return how many rows the page has."""
        return max(map(len, self.columns(model, plan)))

    def columns(self, model: PageModel, plan: Plan) -> list[list[_Row]]:
        """Lay the blocks out: in two columns of about the same height if they are wide enough."""
        text, glyphs = model.text, self.paint.glyphs
        two = _width(plan, 2) >= text.narrowest and len(text.blocks) > 1
        width = _width(plan, 1 + two)
        blocks = [_rows_of(block, width, glyphs) for block in text.blocks]
        whole = _width(plan, 1)
        lead = [_Row(part) for line in text.lead for part in _wrapped(line, whole, glyphs)]
        if not two:
            return [[*lead, *_stacked(blocks)]]
        if text.second:
            left, right = _stacked(blocks[: text.second]), _stacked(blocks[text.second :])
            return [[*lead, *left], [*[_Row()] * len(lead), *right]]
        halves = [(_stacked(blocks[:cut]), _stacked(blocks[cut:])) for cut in range(len(blocks))]
        left, right = min(halves[1:], key=lambda half: max(map(len, half)))
        return [[*lead, *left], [*[_Row()] * len(lead), *right]]


def _width(plan: Plan, columns: int) -> int:
    return (plan.stop - plan.first - (columns - 1) * _GUTTER) // columns


def _stacked(blocks: Sequence[list[_Row]]) -> list[_Row]:
    """Put blocks below each other, a blank row apart."""
    rows: list[_Row] = []
    for block in blocks:
        rows += [*([_Row()] if rows else []), *block]
    return rows


def _rows_of(block: Block, width: int, glyphs: Glyphs) -> list[_Row]:
    room = width if block.card is None else width - _TILE - _BESIDE
    lines = [part for line in block.lines for part in _wrapped(line, room, glyphs)]
    head = [_Row(part) for part in _wrapped(block.heading, width, glyphs)] if block.heading else []
    if block.card is None:
        return [*head, *map(_Row, lines)]
    lines += [SILENCE] * (2 - len(lines))
    tile = [glyphs.rank(block.card), block.word]
    told = [
        _Row(line, tile[place] if place < len(tile) else "", head=not place)
        for place, line in enumerate(lines)
    ]
    return [*head, *told]


def _wrapped(line: Sentence, width: int, glyphs: Glyphs) -> list[Sentence]:
    return wrap(line, width, glyphs, _indent(line)) if line else [SILENCE]


def _indent(line: Sentence) -> str:
    """Indent wrapped text to the column after the keys of a line, if it has any."""
    first = line[0].text
    return " " * cell_len(first) if first.endswith("  ") and first.strip() else "  "


def _put_tile(sheet: Sheet, x: int, y: int, row: _Row, glyphs: Glyphs) -> None:
    """Draw a row of a card."""
    sheet.fill(x, y, _TILE, 1, "paper")
    if glyphs.edges:
        sheet.put(x, y, "|", "pq", ground="paper")
        sheet.put(x + _TILE - 1, y, "|", "pq", ground="paper")
    elif glyphs.sides:
        sheet.put(x, y, glyphs.sides[0], "pq", ground="paper")
        sheet.put(x + _TILE - 1, y, glyphs.sides[1], "pq", ground="paper")
    fore = "pS" if row.head else "pq"
    sheet.put(x + 1, y, row.tile or "", fore, ground="paper", bold=row.head)

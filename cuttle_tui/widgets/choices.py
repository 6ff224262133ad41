"""Draw a list of choices with their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import set_cell_size

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.widgets.front import even_band
from cuttle_tui.widgets.marks import BLANK, put_overflow
from cuttle_tui.widgets.zone import Zone

_KEY: Final = 3
_LABEL: Final = 6
_TEXT: Final = 27
_CHOSEN: Final = "+"


@dataclass(frozen=True, slots=True)
class Choosable:
    """A row: something to choose or to change."""

    name: str
    label: str
    text: str
    key: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ChoicesModel:
    """The rows, one of them in focus; None is a blank row."""

    rows: tuple[Choosable | None, ...]
    focus: int


class Choices(Zone[ChoicesModel]):
    """The zone of the list; as much of it as fits, around the row in focus."""

    def draw(self, model: ChoicesModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the visible rows, and the number of the others."""
        shown = self._shown(model, sheet.height)
        for y, place in enumerate(shown, 1):
            row = model.rows[place]
            if row is not None:
                self._row(sheet, y, row, plan, focused=place == model.focus)
        above, below = model.rows[: shown.start], model.rows[shown.stop :]
        put_overflow(sheet, plan, *(len(rows) - rows.count(None) for rows in (above, below)))
        return []

    def _shown(self, model: ChoicesModel, height: int) -> range:
        room = height - 1 - BLANK
        if len(model.rows) > room:
            room -= 1
        first = max(0, min(model.focus - room // 2, len(model.rows) - room))
        return range(first, min(len(model.rows), first + room))

    def _row(self, sheet: Sheet, y: int, row: Choosable, plan: Plan, *, focused: bool) -> None:
        left = plan.left
        key, label, quiet, ground = "key", "ink", "quiet", "felt"
        if focused:
            key, label, quiet, ground = "selink", "selink", "selq", "sel"
            sheet.fill(left + 1, y, plan.content - 2, 1, ground)
            sheet.put(left + 1, y, self.brush.glyphs.turn, "selq", ground=ground)
        mark = _CHOSEN if row.chosen else row.key
        sheet.put(left + _KEY, y, mark, key, ground=ground, bold=True)
        bold = focused or row.chosen
        sheet.put(left + _LABEL, y, row.label, label, ground=ground, bold=bold)
        text, room = row.text, plan.stop - left - _TEXT
        if len(text) > room:
            text = set_cell_size(text, room - 1) + "~"
        colour = label if row.chosen or row.key else quiet
        sheet.put(left + _TEXT, y, text, colour, ground=ground)

    def row_of(self, y: int) -> int:
        """Return the index of the list row at a row of the zone, or -1."""
        if self.model is None:
            return -1
        shown = self._shown(self.model, self.size.height)
        place = shown.start + y - 1
        return place if place in shown else -1


class Title(Zone[tuple[str, str]]):
    """The zone of the head: the title, and the player at the right."""

    def draw(self, model: tuple[str, str], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw both on the second row."""
        left, right = model
        sheet.put(plan.first, 1, left, bold=True)
        sheet.put(plan.stop - len(right), 1, right, "quiet")
        return []


class Digest(Zone[tuple[Sentence, ...]]):
    """The zone of the band, whose lines may wrap."""

    def draw(self, model: tuple[Sentence, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the first line in ink and the others in quiet, as many as fit."""
        glyphs = self.brush.glyphs
        width = plan.stop - plan.first
        rows = [
            (part, place)
            for place, line in enumerate(model)
            for part in wrap(line, width, glyphs, indent="")
        ][: sheet.height]
        top = even_band(sheet, len(rows))
        for y, (line, place) in enumerate(rows, top):
            fore = "quiet" if place else "ink"
            put_sentence(sheet, plan.first, y, line, glyphs, fore=fore, stop=plan.stop)
        return []

"""Draw what is asked below the log: a bar, what can be chosen, the keys, the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.i18n.rich_text import Sentence, Span, say
from cuttle_tui.presenter.view_model import LogModel
from cuttle_tui.widgets.hotspots import Hotspot, spots_in
from cuttle_tui.wording.prompt_types import BAR_INKS, Prompt

_GAP: Final = 3
"""Blank columns after the head of the bar, and between entries."""
_MOST: Final = 3
"""The most columns of entries."""
_KEY: Final = 2
"""Columns of an entry's key."""


class _Grid(NamedTuple):
    """How the entries are laid out."""

    rows: int
    width: int
    """Columns of an entry, with the gap behind it."""


def foot_top(model: LogModel, plan: Plan, sheet: Sheet, glyphs: Glyphs) -> int:
    """Return the first row of what is asked; the bar is beside that of the table if it can be.

    If nothing is asked, that is the row after the last.
    """
    rows = _grid(model.menu, _room(sheet)).rows
    if model.prompt is None:
        return sheet.height - 1 - rows if rows else sheet.height
    needed = 1 + rows + len(_lines(model.prompt, sheet, glyphs)) + bool(rows)
    return min(plan.prompt, sheet.height - 1 - needed)


def draw_foot(model: LogModel, top: int, sheet: Sheet, glyphs: Glyphs) -> list[Hotspot]:
    """Draw what is asked from a row on; return where its keys are."""
    prompt, y = model.prompt, top
    if prompt is None:
        return _entries(model.menu, y, sheet)
    _bar(prompt, y, sheet, glyphs)
    spots = _entries(model.menu, y + 1, sheet)
    rows = _grid(model.menu, _room(sheet)).rows
    y += 1 + rows + bool(rows)
    for line, fore in _lines(prompt, sheet, glyphs):
        put_sentence(sheet, MARGIN, y, line, glyphs, fore=fore)
        spots += spots_in(line, MARGIN, y, glyphs)
        y += 1
    return spots


def _room(sheet: Sheet) -> int:
    return sheet.width - 2 * MARGIN


def _bar(prompt: Prompt, y: int, sheet: Sheet, glyphs: Glyphs) -> None:
    """Draw the bar, with the sentence if it fits."""
    ink = BAR_INKS[prompt.fill]
    sheet.grounds[y] = prompt.fill
    x = sheet.put(MARGIN, y, prompt.head, ink, bold=True) + _GAP
    if _is_on_bar(prompt, sheet, glyphs):
        put_sentence(sheet, x, y, prompt.sentence, glyphs, fore=ink, coloured=False)


def _is_on_bar(prompt: Prompt, sheet: Sheet, glyphs: Glyphs) -> bool:
    """Return whether the sentence stands on the bar; typed text has rows of its own."""
    typing = any(span.role == "cursor" for span in prompt.sentence)
    width = cell_len(prompt.head) + _GAP + sentence_width(prompt.sentence, glyphs)
    return not typing and width <= _room(sheet)


def _lines(prompt: Prompt, sheet: Sheet, glyphs: Glyphs) -> list[tuple[Sentence, str]]:
    """List the rows below the entries with their colours: the sentence, the keys, the reason."""
    room = _room(sheet)
    told: list[tuple[Sentence, str]] = []
    if prompt.sentence and not _is_on_bar(prompt, sheet, glyphs):
        told += [(line, "ink") for line in wrap(prompt.sentence, room, glyphs, indent="")]
        told += [((), "ink")]
    told += [(line, "ink") for line in _aligned(prompt.options, room, glyphs)]
    told += [(line, "quiet") for line in wrap(prompt.why, room, glyphs, indent="") if line]
    return told


def _aligned(options: Sequence[Sentence], room: int, glyphs: Glyphs) -> Iterable[Sentence]:
    """Write options below each other, their labels in one column."""
    wide = max((cell_len(option[0].text) for option in options), default=0)
    for key, *label in options:
        blanks = " " * (wide - cell_len(key.text))
        yield from wrap(say(key, Span(blanks), *label), room, glyphs, indent=" " * (wide + 1))


def _grid(menu: Sequence[tuple[str, str]], room: int) -> _Grid:
    """Choose as many columns as the widest label allows."""
    if not menu:
        return _Grid(0, 1)
    widest = _KEY + max(cell_len(label) for _, label in menu)
    columns = max(1, min(_MOST, (room + _GAP) // (widest + _GAP)))
    return _Grid(-(-len(menu) // columns), (room + _GAP) // columns)


def _entries(menu: Sequence[tuple[str, str]], top: int, sheet: Sheet) -> list[Hotspot]:
    """Draw the entries, downwards in each column."""
    rows, width = _grid(menu, _room(sheet))
    spots = []
    for place, (key, label) in enumerate(menu):
        column, row = divmod(place, rows)
        x, y = MARGIN + column * width, top + row
        label = fitted(label, min(width - _GAP, _room(sheet)) - _KEY)
        sheet.put(x, y, key, "key", bold=True)
        end = sheet.put(x + _KEY, y, label)
        spots.append(Hotspot(x, end, key, y))
    return spots

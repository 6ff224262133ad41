"""Draw the timeline of a replay: what has been seen, the marks, and where we are."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.table.timeline import Cell, Timeline, merged
from engine.record.key_moments import MomentKind

_MARKS: Final[dict[MomentKind, tuple[str, str]]] = {
    "turning": ("?", "threat"),
    "capture": ("x", "threat"),
    "counter": ("!", "key"),
    "lead": ("^", "tkey"),
    "end": ("", "ink"),
}
"""The sign of a mark, and its colour; the end has the mark of a turn."""
_POINTER: Final = ">"
"""Stands before the sign of the cell where we are, as on marked cards."""
_LEAST: Final = 8
"""The minimum columns of a timeline."""


class Place(NamedTuple):
    """The columns of a cell, and the ply to which it leads."""

    x: int
    stop: int
    ply: int


def draw_timeline(
    sheet: Sheet, first: int, stop: int, y: int, timeline: Timeline, glyphs: Glyphs
) -> tuple[Place, ...]:
    """Draw a timeline between two columns, and return where it leads; nothing without room."""
    room = stop - first
    if room < _LEAST or not timeline.cells:
        return ()
    cells = merged(timeline.cells, room)
    edges = [first + place * room // len(cells) for place in range(len(cells) + 1)]
    places = tuple(
        Place(x, end, cell.ply) for (x, end), cell in zip(pairwise(edges), cells, strict=True)
    )
    for place, cell in zip(places, cells, strict=True):
        _draw_cell(sheet, place, y, cell, timeline.ply, glyphs)
    return places


def _draw_cell(sheet: Sheet, place: Place, y: int, cell: Cell, ply: int, glyphs: Glyphs) -> None:
    """Draw a cell: a line that is strong up to where we are, and the mark at its end."""
    here, seen = cell.first <= ply <= cell.last, cell.last <= ply
    line, fore = (glyphs.full, "quiet") if seen or here else (glyphs.empty, "faint")
    sign, ink = _sign_of(cell, glyphs)
    shown = _here(sign, place.stop - place.x, glyphs) if here else sign
    end = place.stop - len(shown)
    sheet.put(place.x, y, line * (end - place.x), fore)
    if here:
        sheet.put(end, y, shown, "selink", ground="sel", bold=True)
    elif sign:
        sheet.put(place.stop - 1, y, sign, ink, bold=True)


def _sign_of(cell: Cell, glyphs: Glyphs) -> tuple[str, str]:
    if cell.mark is None:
        return "", ""
    sign, fore = _MARKS[cell.mark]
    return sign or glyphs.turn, fore


def _here(sign: str, room: int, glyphs: Glyphs) -> str:
    """Return what marks the cell where we are: where fills may not show, more than its sign."""
    if not glyphs.edges:
        return sign or " "
    pointed = f"{_POINTER}{sign}" if sign else glyphs.block
    return pointed if len(pointed) <= room else glyphs.block

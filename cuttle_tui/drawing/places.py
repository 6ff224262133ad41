"""Draw what lies under cards and beside them: empty places, the edges of the deck, the score."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import half_blocks, spelled
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet

_STEP: Final = {"felt": "band", "band": "slot"}
"""The fill of an empty place on each ground: one step from it."""
_DOTTED: Final = ":"
"""The sides of an empty place where fills may not show."""
_PER_EDGE: Final = 10
"""Cards of the deck for each edge in sight."""


def draw_place(
    sheet: Sheet,
    x: int,
    y: int,
    size: TileSize,
    glyphs: Glyphs,
    word: str = "",
    *,
    ground: str | None = None,
) -> None:
    """Draw an empty place, and what it is for; `ground` defaults to the row's own."""
    width, height = size
    fill = _STEP[ground or sheet.ground_of(y)]
    sheet.fill(x, y, width, height, fill)
    if glyphs.edges:
        for row in range(y, y + height):
            sheet.put(x, row, _DOTTED, "quiet", ground=fill)
            sheet.put(x + width - 1, row, _DOTTED, "quiet", ground=fill)
    middle = x + (width - cell_len(word)) // 2
    sheet.put(middle, y + (height - 1) // 2, word, "quiet", ground=fill)


def draw_edges(sheet: Sheet, x: int, y: int, height: int, cards: int, glyphs: Glyphs) -> None:
    """Draw the edges of a deck beside its top card, half a column for each ten cards."""
    whole, half = divmod(cards // _PER_EDGE, 2)
    for row in range(y, y + height):
        after = x
        for _ in range(whole):
            after = sheet.put(after, row, glyphs.edge, "dots", ground="back")
        if half:
            sheet.put(after, row, glyphs.half, "back")


# the score ---------------------------------------------------------------------------------------

NUMERALS: Final = TileSize(13, 4)
"""Columns and rows of a score in large figures, with the goal below it."""
_SEGMENTS: Final = {
    "0": (" _ ", "| |", "|_|"),
    "1": ("   ", "  |", "  |"),
    "2": (" _ ", " _|", "|_ "),
    "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"),
    "5": (" _ ", "|_ ", " _|"),
    "6": (" _ ", "|_ ", "|_|"),
    "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"),
    "9": (" _ ", "|_|", " _|"),
}
"""Figures for terminals without half blocks."""


def figures(number: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Write a number in large figures, three rows high."""
    text = str(number)
    if glyphs.lettered:
        rows = zip(*[_SEGMENTS[figure] for figure in text], strict=True)
        return tuple(" ".join(row) for row in rows)
    return half_blocks(spelled(text))

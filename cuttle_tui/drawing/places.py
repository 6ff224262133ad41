"""Draw what lies under cards and beside them: empty places, the edges of the deck, the score."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.bitmaps import half_blocks, spelled
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rows import Sheet

_FILL: Final = "slot"
"""The fill of an empty place."""
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
) -> None:
    """Draw an empty place, and what it is for."""
    width, height = size
    fill = _FILL
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

NUMERALS: Final = {3: 13, 5: 20}
"""Columns of a score in large figures, by their rows."""
_AROUND: Final = 3
"""Rows of a field for the goal below the figures, and a blank one above and below."""
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


def figures(number: int, height: int, glyphs: Glyphs) -> tuple[str, ...] | None:
    """Write a number in the largest figures that fit in the rows of a field; None if none do."""
    rows = max((rows for rows in NUMERALS if rows + _AROUND <= height + 1), default=0)
    text = str(number)
    if not rows:
        return None
    if glyphs.lettered:
        lines = zip(*[_SEGMENTS[figure] for figure in text], strict=True)
        return tuple(" ".join(line) for line in lines)
    return half_blocks(spelled(text, tall=rows > min(NUMERALS)))

"""Put what has just changed on a fill of its own, with a sign in the free cell beside it."""

from __future__ import annotations

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.rows import Sheet


def put_lit(
    sheet: Sheet, x: int, y: int, text: str, glyphs: Glyphs, *, behind: bool = False
) -> int:
    """Put a text with the sign before it, or behind; tell the column after the text itself."""
    whole = f"{text}{glyphs.lit}" if behind else f"{glyphs.lit}{text}"
    start = x if behind else x - len(glyphs.lit)
    sheet.put(start, y, whole, "litink", ground="lit", bold=True)
    return x + len(text)

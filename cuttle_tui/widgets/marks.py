"""Mark hidden rows and recent changes."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import tr
from cuttle_tui.widgets.hotspots import Hotspot
from cuttle_tui.wording.front.joining import ABOVE, BELOW

BLANK: Final = 1
"""Blank rows between a list and the bar below it."""


UPWARDS: Final = "pageup"
DOWNWARDS: Final = "pagedown"
"""The keys for clicks on the numbers of hidden lines above and below."""
WAYS: Final = {UPWARDS: -1, DOWNWARDS: 1}
"""The way such a click goes."""


def put_overflow(
    sheet: Sheet, plan: Plan, above: int, below: int, *, top: int = 0
) -> list[Hotspot]:
    """Write at the right how many lines are hidden above and below, each at its end of the list.

    `top` is the row over the first line. Returns where the numbers are, with their keys.
    """
    spots = []
    if above:
        left = _put(sheet, plan, top, tr(ABOVE, n=above))
        spots.append(Hotspot(left, plan.stop, UPWARDS, top))
    if below:
        last = sheet.height - 1 - BLANK
        left = _put(sheet, plan, last, tr(BELOW, n=below))
        spots.append(Hotspot(left, plan.stop, DOWNWARDS, last))
    return spots


def _put(sheet: Sheet, plan: Plan, y: int, told: str) -> int:
    """Write a text at the right; return its first column."""
    left = plan.stop - cell_len(told)
    sheet.put(left, y, told, "quiet")
    return left


def put_lit(
    sheet: Sheet, x: int, y: int, text: str, glyphs: Glyphs, *, behind: bool = False
) -> int:
    """Write a text with the sign before or after it; return the column after the text itself."""
    whole = f"{text}{glyphs.lit}" if behind else f"{glyphs.lit}{text}"
    start = x if behind else x - len(glyphs.lit)
    sheet.put(start, y, whole, "litink", ground="lit", bold=True)
    return x + len(text)

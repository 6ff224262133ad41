"""Draw a seat's score line: who, how much of the goal, how many cards in hand."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import tr
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.widgets.highlight import put_lit
from cuttle_tui.wording.table.status_notes import HAND, OF

NAME: Final = 10
"""Columns a name has at least, if it needs them."""
_BESIDE: Final = 64
"""Columns for all that stands on the line beside the name."""
_TOTAL: Final = 12
_DIGITS: Final = 2
_CLOCK_GAP: Final = 3


def fit_name(name: str, width: int) -> str:
    """Cut a long name, and show that it was cut."""
    return name if cell_len(name) <= width else set_cell_size(name, width - 1) + "~"


def draw_score(sheet: Sheet, y: int, model: SeatModel, plan: Plan, glyphs: Glyphs) -> None:
    """Draw the score line of a seat on a row."""
    first = plan.first
    if model.turn:
        sheet.put(plan.left, y, glyphs.turn, "key")
    most = max(NAME, plan.stop - _BESIDE)
    name = fit_name(model.name, most)
    total = max(plan.left + _TOTAL, first + min(model.room, most) + MARGIN)
    if model.empty:
        sheet.put(first, y, f"{glyphs.free} {model.name}", "quiet")
        return
    after = sheet.put(first, y, name, bold=True)
    if model.aim:
        after = put_aim(sheet, after + 1, y, model.aim, glyphs)
    if not model.dealt:
        sheet.put(max(total, after + MARGIN), y, model.note, "quiet")
        return
    x = max(total, after + MARGIN)
    colour = "threat" if model.near else "ink"
    x = put_total(sheet, x, y, model, colour, glyphs) + MARGIN
    x = put_bar(sheet, x, y, model, colour, glyphs) + MARGIN
    sheet.put(x, y, model.note, model.note_role, bold=model.note_role in ("threat", "key"))
    _hand(sheet, y, model, plan, glyphs)


def put_total(
    sheet: Sheet,
    x: int,
    y: int,
    model: SeatModel,
    colour: str,
    glyphs: Glyphs,
    ground: str | None = None,
) -> int:
    """Put how many points a seat has, of how many; tell the column after."""
    score, goal = str(model.score), f" {tr(OF, number=model.goal)}"
    start = x + max(0, _DIGITS - len(score))
    if "goal" in model.lit:
        return put_lit(sheet, start, y, score + goal, glyphs)
    if "score" in model.lit:
        x = put_lit(sheet, start, y, score, glyphs)
    else:
        x = sheet.put(x, y, score.rjust(_DIGITS), colour, ground=ground, bold=True)
    return sheet.put(x, y, goal, "quiet", ground=ground)


def put_bar(
    sheet: Sheet,
    x: int,
    y: int,
    model: SeatModel,
    colour: str,
    glyphs: Glyphs,
    ground: str | None = None,
) -> int:
    """Put as many cells as the goal has points; those that are reached stand out."""
    full = max(0, min(model.score, model.goal))
    x = sheet.put(x, y, glyphs.full * full, colour, ground=ground)
    return sheet.put(x, y, glyphs.empty * (model.goal - full), "faint", ground=ground)


def put_aim(sheet: Sheet, x: int, y: int, letter: str, glyphs: Glyphs) -> int:
    """Put the letter by which a seat is chosen, on a ribbon."""
    text = f"({letter})" if glyphs.edges else f"{letter:>2} "
    return sheet.put(x, y, text, "ribbonink", ground="ribbon", bold=True)


def put_clock(sheet: Sheet, stop: int, y: int, model: SeatModel, ground: str | None = None) -> int:
    """Put the time that is left, ending before a column; tell where it begins."""
    x = stop - len(model.clock)
    colour = "threat" if model.hurried else "quiet"
    sheet.put(x, y, model.clock, colour, ground=ground, bold=model.hurried)
    return x


def _hand(sheet: Sheet, y: int, model: SeatModel, plan: Plan, glyphs: Glyphs) -> None:
    limit = f" {tr(OF, number=model.hand_limit)}" if model.hand_limit is not None else ""
    size = str(model.hand_size)
    x = plan.stop - len(f"{HAND} {size}{limit}")
    put_clock(sheet, x - _CLOCK_GAP, y, model)
    x = put_hand(sheet, x, y, model, glyphs)
    sheet.put(x, y, limit, "quiet")


def put_hand(
    sheet: Sheet, x: int, y: int, model: SeatModel, glyphs: Glyphs, ground: str | None = None
) -> int:
    """Put how many cards a seat holds; tell the column after."""
    if "hand" in model.lit:
        return put_lit(sheet, x, y, f"{HAND} {model.hand_size}", glyphs)
    x = sheet.put(x, y, f"{HAND} ", "quiet", ground=ground)
    return sheet.put(x, y, str(model.hand_size), ground=ground, bold=True)

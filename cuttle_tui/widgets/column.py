"""Draw one of several other seats in its column."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.columns import Column
from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs, suit_of
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.small import draw_strips
from cuttle_tui.i18n.translation import tr
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.widgets.highlight import put_lit
from cuttle_tui.widgets.score import (
    NAME,
    fit_name,
    put_aim,
    put_bar,
    put_clock,
    put_hand,
    put_total,
)
from cuttle_tui.wording.table.status_notes import HAND, OF

_GAP: Final = 2
_BESIDE: Final = 14
"""Columns for what stands on the line beside a name."""


def draw_column(
    sheet: Sheet, seat: SeatModel, column: Column, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw a seat: its name and total, its hand, its cards."""
    left = column.left if column.left > plan.left else 0
    sheet.fill(left, 0, column.right - left, sheet.height, column.ground)
    pen = _Pen(sheet, seat, column, glyphs)
    pen.name(plan.opp_line)
    if seat.empty or not seat.dealt:
        pen.put(column.x, plan.opp_line + 1, seat.note, "quiet")
        return []
    pen.total(plan.opp_line)
    if plan.opp_hand - plan.opp_line > 1:
        pen.bar(plan.opp_line + 1)
    pen.hand(plan.opp_hand)
    top, card = plan.opp_field, plan.compact
    return draw_strips(sheet, top, column, card, seat.points, seat.royals, glyphs)


class _Pen:
    """Writes on the ground of one column."""

    def __init__(self, sheet: Sheet, seat: SeatModel, column: Column, glyphs: Glyphs) -> None:
        self.sheet = sheet
        self.seat = seat
        self.column = column
        self.glyphs = glyphs

    def put(self, x: int, y: int, text: str, fore: str = "ink", *, bold: bool = False) -> int:
        return self.sheet.put(x, y, text, fore, ground=self.column.ground, bold=bold)

    def name(self, y: int) -> None:
        seat, x, room = self.seat, self.column.x, self.column.width - _BESIDE
        if seat.empty:
            self.put(x, y, f"{self.glyphs.free} {seat.name}", "quiet")
            return
        if seat.turn:
            mark = self.put(self.column.left, y, self.glyphs.turn, "key")
            moved = max(0, mark + self.glyphs.lettered - x)  # a letter beside it would be its own
            x, room = x + moved, room - moved
        name = fit_name(seat.name, max(NAME, room))
        x = self.put(x, y, name, bold=True) + 1
        if seat.aim:
            put_aim(self.sheet, x, y, seat.aim, self.glyphs)
        else:
            self.put(x, y, seat.relation, "quiet")

    def total(self, y: int) -> None:
        x = self.column.stop - len(f"{self.seat.score:>2} {tr(OF, number=self.seat.goal)}")
        put_total(self.sheet, x, y, self.seat, self._colour, self.glyphs, self.column.ground)

    @property
    def _colour(self) -> str:
        return "threat" if self.seat.near else "ink"

    def bar(self, y: int) -> None:
        seat, column = self.seat, self.column
        put_bar(self.sheet, column.x, y, seat, self._colour, self.glyphs, column.ground)

    def hand(self, y: int) -> None:
        seat, x = self.seat, self.column.x
        stop, count = self.column.stop, len(f"{HAND} {seat.hand_size}")
        need = len(seat.clock) + len(seat.note) + _GAP * 2 + count
        if seat.clock and (not seat.note or need <= stop - x):
            stop = put_clock(self.sheet, stop, y, seat, self.column.ground) - _GAP
        if seat.note:
            note = fit_name(seat.note, stop - x - count - 1)
            stop -= len(note)
            bold = seat.note_role in ("threat", "key")
            self.put(stop, y, note, seat.note_role, bold=bold)
            stop -= _GAP
        if not seat.known or len(seat.known) < seat.hand_size:
            x = put_hand(self.sheet, x, y, seat, self.glyphs, self.column.ground) + 1
        self._known(x, y, stop)

    def _known(self, x: int, y: int, stop: int) -> None:
        """Write the cards of a hand that can be read, and how many more do not fit."""
        known = self.seat.known
        indices = [self.glyphs.index(card) for card in known]
        shown = len(known)
        while shown and x + _length(indices[:shown], len(known) - shown) > stop:
            shown -= 1
        for card, index in zip(known[:shown], indices, strict=False):
            if card in self.seat.fresh:
                x = put_lit(self.sheet, x, y, index, self.glyphs) + 1
            else:
                x = self.put(x, y, index, "f" + suit_of(card), bold=True) + 1
        if shown < len(known):
            self.put(x, y, f"+{len(known) - shown}", "quiet")


def _length(indices: list[str], more: int) -> int:
    return sum(len(index) + 1 for index in indices) - 1 + (len(f" +{more}") if more else 0)

"""Draw the seats: score lines, hands and fields."""

from __future__ import annotations

from typing import Final

from cuttle_tui.drawing.columns import Column, columns_of
from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs, suit_of
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.rows import Sheet, fitted
from cuttle_tui.drawing.tile_rows import draw_chips, draw_field
from cuttle_tui.drawing.tiles import draw_strips
from cuttle_tui.i18n.translation import tr
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.widgets.marks import put_lit
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.table.status_notes import HAND, OF, hand_limit_note

NAME: Final = 10
"""The minimum columns for a name that needs them."""
_BESIDE: Final = 64
"""Columns for everything on the line beside the name."""
_TOTAL: Final = 12
_DIGITS: Final = 2
_CLOCK_GAP: Final = 3


class _Pen:
    """Writes what is known of a seat, on one ground; each method returns the column after it."""

    def __init__(
        self, sheet: Sheet, seat: SeatModel, glyphs: Glyphs, ground: str | None = None
    ) -> None:
        self.sheet = sheet
        self.seat = seat
        self.glyphs = glyphs
        self.ground = ground
        self._colour = "threat" if seat.near else "ink"

    def put(self, x: int, y: int, text: str, fore: str = "ink", *, bold: bool = False) -> int:
        return self.sheet.put(x, y, text, fore, ground=self.ground, bold=bold)

    def total(self, x: int, y: int) -> int:
        """Write the points of a seat and its goal."""
        seat = self.seat
        score, goal = str(seat.score), f" {tr(OF, number=seat.goal)}"
        start = x + max(0, _DIGITS - len(score))
        if "goal" in seat.lit:
            return put_lit(self.sheet, start, y, score + goal, self.glyphs)
        if "score" in seat.lit:
            x = put_lit(self.sheet, start, y, score, self.glyphs)
        else:
            x = self.put(x, y, score.rjust(_DIGITS), self._colour, bold=True)
        return self.put(x, y, goal, "quiet")

    def bar(self, x: int, y: int) -> int:
        """Draw a cell for each point of the goal, with the points already scored highlighted."""
        seat = self.seat
        full = max(0, min(seat.score, seat.goal))
        x = self.put(x, y, self.glyphs.full * full, self._colour)
        return self.put(x, y, self.glyphs.empty * (seat.goal - full), "faint")

    def aim(self, x: int, y: int) -> int:
        """Write the letter that chooses a seat, on a ribbon."""
        letter = self.seat.aim
        text = f"({letter})" if self.glyphs.edges else f"{letter:>2} "
        return self.sheet.put(x, y, text, "ribbonink", ground="ribbon", bold=True)

    def note(self, x: int, y: int, text: str) -> int:
        """Write what there is to say about a seat."""
        role = self.seat.note_role
        return self.put(x, y, text, role, bold=role in ("threat", "key"))

    def clock(self, stop: int, y: int) -> int:
        """Write the remaining time, ending before a column; return its first column."""
        seat, x = self.seat, stop - len(self.seat.clock)
        self.put(x, y, seat.clock, "threat" if seat.hurried else "quiet", bold=seat.hurried)
        return x

    def hand(self, x: int, y: int) -> int:
        """Write the number of cards in a hand."""
        size = str(self.seat.hand_size)
        if "hand" in self.seat.lit:
            return put_lit(self.sheet, x, y, f"{HAND} {size}", self.glyphs)
        return self.put(self.put(x, y, f"{HAND} ", "quiet"), y, size, bold=True)


def draw_score(sheet: Sheet, y: int, model: SeatModel, plan: Plan, glyphs: Glyphs) -> None:
    """Draw the score line of a seat on a row."""
    first, pen = plan.first, _Pen(sheet, model, glyphs)
    if model.turn:
        sheet.put(plan.left, y, glyphs.turn, "key")
    if model.empty:
        sheet.put(first, y, f"{glyphs.free} {model.name}", "quiet")
        return
    most = max(NAME, plan.stop - _BESIDE)
    after = sheet.put(first, y, fitted(model.name, most), bold=True)
    if model.aim:
        after = pen.aim(after + 1, y)
    x = max(plan.left + _TOTAL, first + min(model.room, most) + MARGIN, after + MARGIN)
    if not model.dealt:
        sheet.put(x, y, model.note, "quiet")
        return
    pen.note(pen.bar(pen.total(x, y) + MARGIN, y) + MARGIN, y, model.note)
    limit = hand_limit_note(model.hand_size, model.hand_limit)
    x = plan.stop - len(f"{HAND} {model.hand_size}{limit}")
    pen.clock(x - _CLOCK_GAP, y)
    sheet.put(pen.hand(x, y), y, limit, "quiet")


_COLUMN_GAP: Final = 2
_BESIDE_NAME: Final = 14
"""Columns for everything on the line beside a name."""


def draw_column(
    sheet: Sheet, seat: SeatModel, column: Column, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw a seat: its name and total, its hand, its cards."""
    left = column.left if column.left > plan.left else 0
    sheet.fill(left, 0, column.right - left, sheet.height, column.ground)
    pen, y = _Pen(sheet, seat, glyphs, column.ground), plan.opp_line
    _column_name(pen, column, y)
    if seat.empty or not seat.dealt:
        pen.put(column.x, y + 1, seat.note, "quiet")
        return []
    pen.total(column.stop - len(f"{seat.score:>2} {tr(OF, number=seat.goal)}"), y)
    if plan.opp_hand - y > 1:
        pen.bar(column.x, y + 1)
    _column_hand(pen, column, plan.opp_hand)
    top, card = plan.opp_field, plan.compact
    return draw_strips(sheet, top, column, card, seat.points, seat.royals, glyphs)


def _column_name(pen: _Pen, column: Column, y: int) -> None:
    seat, glyphs, x, room = pen.seat, pen.glyphs, column.x, column.width - _BESIDE_NAME
    if seat.empty:
        pen.put(x, y, f"{glyphs.free} {seat.name}", "quiet")
        return
    if seat.turn:
        mark = pen.put(column.left, y, glyphs.turn, "key")
        moved = max(0, mark + glyphs.lettered - x)  # no letter right beside it
        x, room = x + moved, room - moved
    x = pen.put(x, y, fitted(seat.name, max(NAME, room)), bold=True) + 1
    if seat.aim:
        pen.aim(x, y)
    else:
        pen.put(x, y, seat.relation, "quiet")


def _column_hand(pen: _Pen, column: Column, y: int) -> None:
    seat, x, stop = pen.seat, column.x, column.stop
    count = len(f"{HAND} {seat.hand_size}")
    need = len(seat.clock) + len(seat.note) + _COLUMN_GAP * 2 + count
    if seat.clock and (not seat.note or need <= stop - x):
        stop = pen.clock(stop, y) - _COLUMN_GAP
    if seat.note:
        note = fitted(seat.note, stop - x - count - 1)
        stop -= len(note)
        pen.note(stop, y, note)
        stop -= _COLUMN_GAP
    if not seat.known or len(seat.known) < seat.hand_size:
        x = pen.hand(x, y) + 1
    _known(pen, x, y, stop)


def _known(pen: _Pen, x: int, y: int, stop: int) -> None:
    """Write the visible cards of a hand, and how many more do not fit."""
    known = pen.seat.known
    indices = [pen.glyphs.index(card) for card in known]
    shown = len(known)
    while shown and x + _length(indices[:shown], len(known) - shown) > stop:
        shown -= 1
    for card, index in zip(known[:shown], indices, strict=False):
        if card in pen.seat.fresh:
            x = put_lit(pen.sheet, x, y, index, pen.glyphs) + 1
        else:
            x = pen.put(x, y, index, "f" + suit_of(card), bold=True) + 1
    if shown < len(known):
        pen.put(x, y, f"+{len(known) - shown}", "quiet")


def _length(indices: list[str], more: int) -> int:
    return sum(len(index) + 1 for index in indices) - 1 + (len(f" +{more}") if more else 0)


class Opponents(Zone[tuple[SeatModel, ...]]):
    """The zone of the opponents."""

    def draw(self, model: tuple[SeatModel, ...], plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw a single seat over the whole width, or several in columns, in turn order."""
        if len(model) == 1:
            return self._across(model[0], plan, sheet)
        spots: list[Spot] = []
        for seat, column in zip(model, columns_of(plan, len(model)), strict=True):
            spots += draw_column(sheet, seat, column, plan, self.paint.glyphs)
        return spots

    def _across(self, seat: SeatModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        glyphs = self.paint.glyphs
        draw_score(sheet, plan.opp_line, seat, plan, glyphs)
        hidden = seat.hand_size - len(seat.known)
        room = plan.stop - plan.first
        end = draw_chips(
            sheet,
            plan.first,
            plan.opp_hand,
            seat.known,
            hidden,
            room,
            glyphs,
            fresh=seat.fresh,
            backs=seat.backs,
        )
        sheet.put(end + 2, plan.opp_hand, seat.hand_note, "quiet")
        return draw_field(
            sheet,
            plan.first,
            plan.stop,
            plan.opp_field,
            plan.field,
            seat.points,
            seat.royals,
            glyphs,
        )


class Me(Zone[SeatModel]):
    """The zone of the player's own seat."""

    def draw(self, model: SeatModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the field, and below it the score line."""
        top = plan.band + plan.band_rows
        glyphs = self.paint.glyphs
        spots = draw_field(
            sheet,
            plan.first,
            plan.stop,
            plan.my_field - top,
            plan.field,
            model.points,
            model.royals,
            glyphs,
        )
        draw_score(sheet, plan.my_line - top, model, plan, glyphs)
        return spots

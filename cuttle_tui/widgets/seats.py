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
from cuttle_tui.wording.table.status_notes import HAND, OF

NAME: Final = 10
"""The minimum columns for a name that needs them."""
_BESIDE: Final = 64
"""Columns for everything on the line beside the name."""
_TOTAL: Final = 12
_DIGITS: Final = 2
_CLOCK_GAP: Final = 3


def draw_score(sheet: Sheet, y: int, model: SeatModel, plan: Plan, glyphs: Glyphs) -> None:
    """Draw the score line of a seat on a row."""
    first = plan.first
    if model.turn:
        sheet.put(plan.left, y, glyphs.turn, "key")
    most = max(NAME, plan.stop - _BESIDE)
    name = fitted(model.name, most)
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
    """Write the points of a seat and its goal; return the column after them."""
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
    """Draw a cell for each point of the goal, with the points already scored highlighted."""
    full = max(0, min(model.score, model.goal))
    x = sheet.put(x, y, glyphs.full * full, colour, ground=ground)
    return sheet.put(x, y, glyphs.empty * (model.goal - full), "faint", ground=ground)


def put_aim(sheet: Sheet, x: int, y: int, letter: str, glyphs: Glyphs) -> int:
    """Write the letter that chooses a seat, on a ribbon."""
    text = f"({letter})" if glyphs.edges else f"{letter:>2} "
    return sheet.put(x, y, text, "ribbonink", ground="ribbon", bold=True)


def put_clock(sheet: Sheet, stop: int, y: int, model: SeatModel, ground: str | None = None) -> int:
    """Write the remaining time, ending before a column; return its first column."""
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
    """Write the number of cards in a hand; return the column after it."""
    if "hand" in model.lit:
        return put_lit(sheet, x, y, f"{HAND} {model.hand_size}", glyphs)
    x = sheet.put(x, y, f"{HAND} ", "quiet", ground=ground)
    return sheet.put(x, y, str(model.hand_size), ground=ground, bold=True)


_COLUMN_GAP: Final = 2
_BESIDE_NAME: Final = 14
"""Columns for everything on the line beside a name."""


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
        seat, x, room = self.seat, self.column.x, self.column.width - _BESIDE_NAME
        if seat.empty:
            self.put(x, y, f"{self.glyphs.free} {seat.name}", "quiet")
            return
        if seat.turn:
            mark = self.put(self.column.left, y, self.glyphs.turn, "key")
            moved = max(0, mark + self.glyphs.lettered - x)  # no letter right beside it
            x, room = x + moved, room - moved
        name = fitted(seat.name, max(NAME, room))
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
        need = len(seat.clock) + len(seat.note) + _COLUMN_GAP * 2 + count
        if seat.clock and (not seat.note or need <= stop - x):
            stop = put_clock(self.sheet, stop, y, seat, self.column.ground) - _COLUMN_GAP
        if seat.note:
            note = fitted(seat.note, stop - x - count - 1)
            stop -= len(note)
            bold = seat.note_role in ("threat", "key")
            self.put(stop, y, note, seat.note_role, bold=bold)
            stop -= _COLUMN_GAP
        if not seat.known or len(seat.known) < seat.hand_size:
            x = put_hand(self.sheet, x, y, seat, self.glyphs, self.column.ground) + 1
        self._known(x, y, stop)

    def _known(self, x: int, y: int, stop: int) -> None:
        """Write the visible cards of a hand, and how many more do not fit."""
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

"""Draw what a seat's field shows besides its cards: places for cards, and the score in large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.places import NUMERALS, draw_place, figures
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.i18n.translation import tr
from cuttle_tui.presenter.view_model import SeatModel
from cuttle_tui.wording.table.status_notes import OF, POINTS, ROYALS

_GAP: Final = 2
"""Minimum columns between two empty places, or between one and a card."""
_BESIDE: Final = 3
"""Minimum columns on either side of the large score."""
_WORD_MARGIN: Final = 1


class Room(NamedTuple):
    """The columns that the cards of a field leave free, and the rows."""

    first: int
    stop: int
    y: int
    height: int

    @property
    def width(self) -> int:
        """How many columns are free."""
        return self.stop - self.first


def draw_seat_field(
    sheet: Sheet, y: int, seat: SeatModel, plan: Plan, glyphs: Glyphs
) -> list[Spot]:
    """Draw the field of a seat over the whole width of the table."""
    spots = draw_field(
        sheet, plan.first, plan.stop, y, plan.field, seat.points, seat.royals, glyphs
    )
    room = Room(plan.first, plan.stop, y, plan.field.height)
    room = draw_empty(sheet, room, seat, spots, plan.field.width, glyphs)
    _draw_numerals(sheet, room, (plan.first + plan.stop) // 2, seat, glyphs)
    return spots


def draw_empty(
    sheet: Sheet,
    room: Room,
    seat: SeatModel,
    spots: Sequence[Spot],
    width: int,
    glyphs: Glyphs,
    *,
    ground: str | None = None,
) -> Room:
    """Draw the places for the points and the royals of a seat that has none.

    Args:
        sheet: the sheet to draw on.
        room: the field.
        seat: the seat.
        spots: its cards, the points first.
        width: the columns of a card; a place is wider if its word is.
        glyphs: the signs to use.
        ground: the ground of the field, by default that of its rows.

    Returns:
        What is still free.
    """
    words = (str(POINTS), str(ROYALS))
    width = max(width, *(cell_len(word) + 2 * _WORD_MARGIN for word in words))
    points, royals = spots[: len(seat.points)], spots[len(seat.points) :]
    first = max((spot.x + spot.width + _GAP for spot in points), default=room.first)
    stop = min((spot.x - _GAP for spot in royals), default=room.stop)
    needed = width * (not points) + width * (not royals)
    needed += _GAP * (not points and not royals)
    room = room._replace(first=first, stop=stop)
    if room.width < needed or any(spot.y > room.y for spot in spots):
        return room
    size, y = TileSize(width, room.height), room.y
    if not points:
        draw_place(sheet, first, y, size, glyphs, words[0], ground=ground)
        room = room._replace(first=first + width + _GAP)
    if not royals:
        draw_place(sheet, stop - width, y, size, glyphs, words[1], ground=ground)
        room = room._replace(stop=stop - width - _GAP)
    return room


def _draw_numerals(sheet: Sheet, room: Room, middle: int, seat: SeatModel, glyphs: Glyphs) -> None:
    """Draw the score in large figures with the goal below it, in the middle if that is free."""
    first, last = room.first + _BESIDE - _GAP, room.stop - _BESIDE + _GAP - NUMERALS.width
    if room.height <= NUMERALS.height or first > last:
        return
    middle -= NUMERALS.width // 2
    x = middle if first <= middle <= last else (first + last) // 2
    y = room.y + (room.height - NUMERALS.height) // 2
    fore = "tkey" if seat.lit & {"score", "goal"} else "threat" if seat.near else "ink"
    for row, line in enumerate(figures(max(0, seat.score), glyphs), y):
        start = x + (NUMERALS.width - len(line)) // 2
        sheet.put(start, row, line, fore, bold=glyphs.lettered)
    goal = tr(OF, number=seat.goal)
    start = x + (NUMERALS.width - cell_len(goal)) // 2
    sheet.put(start, y + NUMERALS.height - 1, goal, "quiet")

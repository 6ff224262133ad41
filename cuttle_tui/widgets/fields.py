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
_ROOMY: Final = 5
"""Minimum rows of a card on fields whose free places are drawn whole, beside cards too."""


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
    least = _least(plan.field.width)
    free = _between(Room(plan.first, plan.stop, y, plan.field.height), seat, spots)
    between = free._replace(
        first=free.first + (least + _GAP) * (not seat.points),
        stop=free.stop - (least + _GAP) * (not seat.royals),
    )
    score = _draw_numerals(sheet, between, (plan.first + plan.stop) // 2, seat, glyphs)
    _draw_places(sheet, free, seat, least, glyphs, score)
    return spots


def draw_empty(
    sheet: Sheet,
    room: Room,
    seat: SeatModel,
    spots: Sequence[Spot],
    width: int,
    glyphs: Glyphs,
) -> None:
    """Draw the places of a field without a large score.

    Args:
        sheet: the sheet to draw on.
        room: the field.
        seat: the seat.
        spots: its cards, the points first.
        width: the columns of a card; a place is wider if its word is.
        glyphs: the signs to use.
    """
    if not any(spot.y > room.y for spot in spots):
        _draw_places(sheet, _between(room, seat, spots), seat, _least(width), glyphs)


def _least(width: int) -> int:
    """Return the least columns of a place: those of a card, and room for the words."""
    return max(width, *(cell_len(str(word)) + 2 * _WORD_MARGIN for word in (POINTS, ROYALS)))


def _between(room: Room, seat: SeatModel, spots: Sequence[Spot]) -> Room:
    """Return what the cards of a field leave free, with a gap beside them."""
    points, royals = spots[: len(seat.points)], spots[len(seat.points) :]
    first = max((spot.x + spot.width + _GAP for spot in points), default=room.first)
    stop = min((spot.x - _GAP for spot in royals), default=room.stop)
    return room._replace(first=first, stop=stop)


def _draw_places(
    sheet: Sheet,
    free: Room,
    seat: SeatModel,
    least: int,
    glyphs: Glyphs,
    score: Room | None = None,
) -> None:
    """Draw the free places for points and royals, on either side of the large score."""
    bare = (not seat.points, not seat.royals)
    if free.width < sum(bare) * least + all(bare) * _GAP:
        return
    if free.height < _ROOMY:
        left, right = free.first + least, free.stop - least
    elif score is not None:
        left, right = score.first, score.stop
    else:
        left = right = free.stop if bare[0] else free.first
        if all(bare):
            left, right = (free.first + free.stop - _GAP) // 2, (free.first + free.stop + _GAP) // 2
    words = (str(POINTS) * bare[0], str(ROYALS) * bare[1])
    places = (free._replace(stop=left), free._replace(first=right))
    for place, word in zip(places, words, strict=True):
        if place.width >= least and (word or free.height >= _ROOMY):
            size = TileSize(place.width, place.height)
            draw_place(sheet, place.first, place.y, size, glyphs, word)


def _draw_numerals(
    sheet: Sheet, free: Room, middle: int, seat: SeatModel, glyphs: Glyphs
) -> Room | None:
    """Draw the score in large figures with the goal below it, in the middle if that is free.

    Returns:
        The columns it takes, margins included; None if there is no room.
    """
    lines = figures(max(0, seat.score), free.height, glyphs)
    if lines is None:
        return None
    width = NUMERALS[len(lines)]
    first, last = free.first + _BESIDE - _GAP, free.stop - _BESIDE + _GAP - width
    if first > last:
        return None
    middle -= width // 2
    x = middle if first <= middle <= last else (first + last) // 2
    y = free.y + (free.height - len(lines) - 1) // 2
    fore = "tkey" if seat.lit & {"score", "goal"} else "threat" if seat.near else "ink"
    for row, line in enumerate(lines, y):
        start = x + (width - len(line)) // 2
        sheet.put(start, row, line, fore, bold=glyphs.lettered)
    goal = tr(OF, number=seat.goal)
    start = x + (width - cell_len(goal)) // 2
    sheet.put(start, y + len(lines), goal, "quiet")
    return free._replace(first=x - _BESIDE, stop=x + width + _BESIDE)

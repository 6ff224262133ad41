"""Compute the columns of the table when several opponents sit side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from cuttle_tui.drawing.layout import (
    BRICK,
    NARROWEST,
    TIGHTEST,
    Plan,
    TileSize,
    card_height,
    row_width,
)

_GAPS: Final = (2, 3, 4, 5)


class Column(NamedTuple):
    """The screen columns of a seat."""

    x: int
    """First column of text."""
    width: int
    left: int
    """First column of its ground; the turn mark goes here."""
    right: int
    """Column after its ground."""
    ground: str
    """Colour role of its ground: every second column has the band's, but never the last."""

    @property
    def stop(self) -> int:
        """Column after the text."""
        return self.x + self.width


def columns_of(plan: Plan, count: int) -> list[Column]:
    """Divide the whole table evenly; the grounds of the outer columns bleed to the edges."""
    first, stop = plan.reach(plan.table if plan.phone != "upright" else 0)
    room = stop - first
    gap = next(gap for gap in _GAPS if (room - gap * (count - 1)) % count == 0)
    width = (room - gap * (count - 1)) // count
    columns = []
    for place in range(count):
        x = first + place * (width + gap)
        columns.append(
            Column(
                x,
                width,
                left=x - 1 if place else 0,
                right=x + width + 1 if place < count - 1 else plan.table,
                ground="felt" if (count - place) % 2 else "band",
            )
        )
    return columns


def seat_under(plan: Plan, count: int, x: int, y: int) -> int | None:
    """Return which of several opponents is drawn at a cell of their zone, or None."""
    if plan.opp_rows:
        place = (y - plan.opp_line) // plan.opp_rows
        return place if 0 <= place < count else None
    columns = enumerate(columns_of(plan, count))
    return next((place for place, one in columns if one.left <= x < one.right), None)


class Strips(NamedTuple):
    """The strips of cards in a column: the size of a card, gaps, and cards per strip."""

    width: int
    height: int
    gap: int
    step: int
    """Rows from one strip to the next."""
    each: int
    """Cards per strip."""
    brick: int = 0
    """Columns by which every second strip is shifted: no two read as one card."""


_LEAST_ROWS: Final = 2
"""Rows of the lowest card."""
_NARROW: Final = 5
"""The width down to which the cards of all seats are alike."""
_NARROW_COLUMN: Final = 22
"""Columns of a seat up to which they are alike at any width, and may be lower in a last strip."""

Thing = TypeVar("Thing")


def strips_for(
    points: int, royals: int, room: TileSize, card: TileSize, *, parted: bool = False
) -> Strips:
    """Choose the largest cards for which there is room, if possible with gaps around them.

    Args:
        points: number of point cards, laid from the left.
        royals: number of royals, laid up to the right.
        room: columns and rows available.
        card: largest size of a card.
        parted: whether strips that touch come last: a card would seem to lie on another.
    """
    touching = (0, 1), (1, 0)
    lower = room._replace(height=room.height + 1)  # the last strip is a row lower
    ways = [(1, 1, room), *([(1, 1, lower)] if room.width <= _NARROW_COLUMN else ())]
    ways += [(*way, room) for way in (*(touching if parted else reversed(touching)), (0, 0))]
    for gap, between, space in ways:
        widths = range(min(card.width, room.width), NARROWEST - 1, -1) if gap else (NARROWEST,)
        strips = [_strips(width, gap, between, (points, royals), space, card) for width in widths]
        fitting = [one for one in strips if one.height >= _LEAST_ROWS]
        if fitting:
            return max(fitting, key=lambda one: one.width * one.height)
    for apart in (2, 1, 0):
        each = (room.width + apart) // (NARROWEST + apart)
        rows = rows_needed(points, royals, each)
        if rows <= room.height - (apart > 1):
            break
    step = 2 if 2 * rows <= room.height + 1 else 1
    free = room.width - (each * (NARROWEST + apart) - apart)
    shift = max(1, min(BRICK, free)) if apart and step == 1 else 0
    return Strips(NARROWEST, 1, apart, step, each, shift)


def common_card(fields: Sequence[tuple[int, int]], room: TileSize, card: TileSize) -> TileSize:
    """Return the largest size of a card at which all seats lay theirs alike.

    Args:
        fields: the number of point cards and of royals of each seat.
        room: columns and rows available to each.
        card: largest size of a card.
    """
    least = NARROWEST if room.width <= _NARROW_COLUMN else _NARROW
    for _ in ("width", "height"):  # a narrower card may be lower in the strips it takes
        strips = [strips_for(*field, room, card) for field in fields]
        width = max(least, min(one.width for one in strips))
        card = TileSize(width, min(one.height for one in strips))
    return card


def _strips(
    width: int, gap: int, between: int, cards: tuple[int, int], room: TileSize, card: TileSize
) -> Strips:
    """Lay cards of a width in strips, as high as they may be."""
    each = (room.width + (gap if width > TIGHTEST else 0)) // (width + gap)
    rows = max(1, rows_needed(*cards, each))
    highest = (room.height + between) // rows - between
    height = min(card_height(width, card.height), highest)
    height *= width <= 2 * height + 1  # a card is not that wide
    return Strips(width, height, gap, height + between, each)


def rows_needed(points: int, royals: int, each: int) -> int:
    """Count the strips; the royals share the last strip of the points if they fit."""
    rows, left = divmod(points, each)
    if left and left + royals <= each:
        royals = 0
    return rows + bool(left) + -(-royals // each)


def lay(
    points: Sequence[Thing], royals: Sequence[Thing], column: Column, strips: Strips
) -> list[tuple[Thing, int, int]]:
    """Return the first column and the strip of each card."""
    pitch, each = strips.width + strips.gap, strips.each

    def at(place: int, row: int) -> int:
        return column.x + place * pitch + strips.brick * (row % 2)

    laid = [
        (card, at(place % each, place // each), place // each) for place, card in enumerate(points)
    ]
    rows, left = divmod(len(points), each)
    first = rows if not left or left + len(royals) <= each else rows + 1
    for start in range(0, len(royals), each):
        part, row = royals[start : start + each], first + start // each
        edge = column.stop - row_width(len(part), strips.width, strips.gap)
        edge = at(each - len(part), row) if strips.brick else edge
        laid += [(card, edge + place * pitch, row) for place, card in enumerate(part)]
    return laid

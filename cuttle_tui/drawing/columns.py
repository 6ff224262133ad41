"""Work out the columns in which several other seats stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from cuttle_tui.drawing.layout import Plan, TileSize

_GAPS: Final = (2, 3, 4, 5)


class Column(NamedTuple):
    """The columns of the screen that one seat has."""

    x: int
    """The first one of text."""
    width: int
    left: int
    """The first one of its ground, where the turn mark stands."""
    right: int
    """The one after its ground."""
    ground: str
    """The ground's colour role: the band's for every second column, but never for the last."""

    @property
    def stop(self) -> int:
        """The column after the last of text."""
        return self.x + self.width


def columns_of(plan: Plan, count: int) -> list[Column]:
    """Divide the table evenly; the grounds of the outer columns bleed to the edges."""
    room = plan.stop - plan.first
    gap = next(gap for gap in _GAPS if (room - gap * (count - 1)) % count == 0)
    width = (room - gap * (count - 1)) // count
    columns = []
    for place in range(count):
        x = plan.first + place * (width + gap)
        columns.append(
            Column(
                x,
                width,
                left=x - 1 if place else plan.left,
                right=x + width + 1 if place < count - 1 else plan.table,
                ground="felt" if (count - place) % 2 else "band",
            )
        )
    return columns


class Strips(NamedTuple):
    """How the cards of a seat lie in its column: how wide, how far apart, how many a strip."""

    width: int
    gap: int
    step: int
    """Rows from one strip to the next."""
    each: int
    """Cards a strip holds."""


_LADDER: Final = ((6, 1, 1), (5, 1, 1), (4, 1, 1), (3, 1, 1), (3, 0, 1), (3, 0, 0))
"""Tile width, columns between tiles, rows between strips: the first that fits is taken."""
_PITCH: Final = 5
"""Columns a card takes that is narrow, but not too narrow to be read well."""

Thing = TypeVar("Thing")


def strips_for(points: int, royals: int, room: TileSize, card: TileSize) -> Strips:
    """Choose how to lay so many cards into a column: large, but in no more strips for that.

    Args:
        points: point cards, from the left.
        court: cards of the court, up to the right.
        room: columns and rows there are.
        card: how large a card is at most.
    """
    strips = Strips(0, 0, 0, 0)
    most = rows_needed(points, royals, (room.width + 1) // _PITCH)
    for width, gap, between in _LADDER:
        if width > card.width:
            continue
        step = card.height + between
        strips = Strips(width, gap, step, (room.width + gap) // (width + gap))
        fits = (room.height + between) // step
        if rows_needed(points, royals, strips.each) <= min(most, fits):
            break
    return strips


def rows_needed(points: int, royals: int, each: int) -> int:
    """Count the strips: the court begins on the last one of the points if it fits there."""
    rows, left = divmod(points, each)
    if left and left + royals <= each:
        royals = 0
    return rows + bool(left) + -(-royals // each)


def lay(
    points: Sequence[Thing], royals: Sequence[Thing], column: Column, strips: Strips
) -> list[tuple[Thing, int, int]]:
    """Return the first column and the strip of each card."""
    pitch = strips.width + strips.gap
    laid = [
        (one, column.x + place % strips.each * pitch, place // strips.each)
        for place, one in enumerate(points)
    ]
    rows, left = divmod(len(points), strips.each)
    first = rows if not left or left + len(royals) <= strips.each else rows + 1
    for start in range(0, len(royals), strips.each):
        part = royals[start : start + strips.each]
        edge = column.stop - len(part) * pitch + strips.gap
        row = first + start // strips.each
        laid += [(one, edge + place * pitch, row) for place, one in enumerate(part)]
    return laid

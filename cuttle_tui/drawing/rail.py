"""Measure a row of points as a race: a card is as wide as its worth, and lies on a rail.

The rail ends where the goal is, so what is missing is a gap. How wide a point is depends on the
window and on the first goal of the rules alone: only the line moves in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, NamedTuple

from cuttle_tui.drawing.layout import NARROWEST, TileSize, card_height

_WIDTHS: Final = ((5, 25), (4, 19), (3, 11), (2, 11))
"""Columns of a point, the widest first, and the least columns beside the rail for royals."""
_EDGED: Final = 3
"""The least columns of a point where edges take one of a card."""
_AFTER: Final = 2
"""Columns for the line, and a blank one after it."""
LEAST: Final = 2
"""The least columns of a point."""
_TILE: Final = 5
_HALF: Final = 2
"""The least columns of a royal in a row of them, and its least rows in two."""


def point_width(goal: int, room: int, *, below: bool = False, edges: bool = False) -> int:
    """Return the columns of a point; 0 if so many for a goal have no room.

    Args:
        goal: the first goal of the rules.
        room: columns from the beginning of the rail.
        below: whether royals lie below the rail, which ends in the last column then.
        edges: whether cards have edges.
    """
    least = _EDGED if edges else LEAST
    return next(
        (
            each
            for each, beside in _WIDTHS
            if each >= least and each * goal + (1 if below else _AFTER + beside) <= room
        ),
        0,
    )


@dataclass(frozen=True, slots=True)
class Lane:
    """The place of a seat's cards on a sheet, and how wide a point is there."""

    x: int
    """First column of the rail."""
    stop: int
    """Column after the royals."""
    y: int
    rows: int
    each: int
    """Columns of a point."""
    first: int
    """The goal without kings: royals are beside it while they can."""
    royal: int = _TILE
    """The most columns of a royal."""
    scale: int | None = None
    """The row of its numbers, if they have one."""
    below: range | None = None
    """The rows of the royals, where they lie below the rail."""


class Place(NamedTuple):
    """The cells of a royal, and whether it has the second fill."""

    x: int
    y: int
    size: TileSize
    second: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """Where everything of a row lies."""

    lane: Lane
    goal: int
    tail: int
    """Columns of a point past the goal."""
    ends: tuple[int, ...]
    """How many points lie up to each card, itself included."""
    royals: tuple[Place, ...] = ()
    edge: int = 9999
    """The column at which the card that crosses the line is cut off."""

    @property
    def total(self) -> int:
        """Points of all cards that lie there."""
        return self.ends[-1] if self.ends else 0

    def at(self, points: int) -> int:
        """Return the first column after so many points."""
        over = max(0, points - self.goal)
        return min(self.edge, self.lane.x + self.lane.each * (points - over) + self.tail * over)

    @property
    def line(self) -> int:
        """The column of the goal: the first one after it."""
        return self.at(self.goal)

    @property
    def end(self) -> int:
        """The column after the cards."""
        return self.at(self.total)

    def cells(self, place: int) -> tuple[int, ...]:
        """Return the first column of each point of a card, and the one after its last."""
        start = self.ends[place - 1] if place else 0
        return tuple(self.at(points) for points in range(start, self.ends[place] + 1))


def lay(lane: Lane, goal: int, worths: Sequence[int], royals: int) -> Laid | None:
    """Lay cards end to end and fold royals; None if they have no room.

    Points past the goal are as wide as the others if there is room, otherwise a column each. Where
    the rail takes the whole width, the last card ends with the window.
    """
    ends = tuple(accumulate(worths))
    ways = [Laid(lane, goal, tail, ends) for tail in (lane.each, 1)]
    if lane.below is not None:
        ways.append(replace(ways[0], edge=lane.stop + 1))
    return next((whole for laid in ways if (whole := _with_royals(laid, royals))), None)


def _with_royals(laid: Laid, count: int) -> Laid | None:
    """Fold royals beside a row or below it; None if one of them has no room."""
    rows = [laid.cells(place) for place in range(len(laid.ends))]
    whole = max(laid.end, laid.line) <= laid.lane.stop
    cut = laid.end == laid.edge and laid.edge - rows[-1][0] >= NARROWEST
    readable = all(cells[-1] - cells[0] >= LEAST for cells in rows)
    places = _folded(laid, count) if readable and (whole or cut) else None
    return None if places is None else replace(laid, royals=places)


def _folded(laid: Laid, count: int) -> tuple[Place, ...] | None:
    lane = laid.lane
    if lane.below is not None:
        return fold(count, (lane.x, lane.x), lane.stop, lane.below, lane.royal)
    near = max(laid.end, laid.line) + _AFTER
    home = max(near, lane.x + lane.each * lane.first + _AFTER)
    rows = range(lane.y, lane.y + lane.rows)
    return fold(count, (home, near), lane.stop, rows, lane.royal)


def fold(
    count: int, starts: tuple[int, int], stop: int, rows: range, widest: int
) -> tuple[Place, ...] | None:
    """Lay royals from the right, the first way that fits: in a row, in two, as chips.

    Args:
        count: number of royals.
        starts: the first column, better and at worst.
        stop: the column after the last.
        rows: the rows they have.
        widest: the most columns of one.
    """
    high, half = len(rows), len(rows) // 2
    ways = [[(1, width, high) for width in range(widest, _TILE - 1, -1)], [(1, _TILE - 1, high)]]
    ways = ways if high > 1 else []
    if half >= _HALF:
        ways.append([(2, width, half) for width in range(_TILE, NARROWEST - 1, -1)])
    for alike in ways:
        for start in starts:
            for lines, width, height in alike:
                each = -(-count // lines)
                if each * (width + 1) - 1 <= stop - start:
                    size = TileSize(width, card_height(width, height))
                    return _grid(count, each, stop, rows.start, size, height)
    return _chips(count, starts[-1], stop, rows)


def _grid(
    count: int, each: int, stop: int, top: int, size: TileSize, step: int, gap: int = 1
) -> tuple[Place, ...]:
    """Lay so many in rows of `each`, which end at a column; those that touch differ."""
    pitch = size.width + gap
    first = stop + gap - each * pitch
    return tuple(
        Place(
            first + pitch * column,
            top + step * row,
            size,
            second=bool((row + column * (not gap)) % 2) and step == size.height,
        )
        for row, column in (divmod(place, each) for place in range(count))
    )


def _chips(count: int, start: int, stop: int, rows: range) -> tuple[Place, ...] | None:
    """Lay royals as chips, a column apart or touching; these may reach into the margin."""
    each, chip = -(-count // len(rows)), TileSize(NARROWEST, 1)
    if each * (NARROWEST + 1) - 1 <= stop - start:
        return _grid(count, each, stop, rows.start, chip, 1)
    if each * NARROWEST <= stop + 1 - start:
        return _grid(count, each, stop + 1, rows.start, chip, 1, gap=0)
    return None

"""Measure a row of points as a race: a card is as wide as its worth, and lies on a rail.

The rail ends where the goal is, so what is missing is a gap. How wide a point is depends on the
window and on the first goal of the rules alone: only the line moves in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from cuttle_tui.drawing.layout import (
    NARROWEST,
    CardSize,
    Plan,
    TileSize,
    card_height,
    game_plan,
    plan_for,
)

_WIDTHS: Final = ((5, 25), (4, 19), (3, 11), (2, 11))
"""Columns of a point, the widest first, and the least columns beside the rail for royals."""
_AFTER: Final = 2
"""Columns for the line, and a blank one after it."""
LEAST: Final = 2
"""The least columns of a point."""
_TILE: Final = 5
_TALL: Final = 6
"""The columns of a royal that has room for a picture, however low the rail is."""
_WORDED: Final = 7
"""The columns of a royal with a margin on both sides of its word."""
_LETTERED: Final = 4
"""The rows from which it can be so wide."""
_HALF: Final = 2
"""The least columns of a royal in a row of them, and its least rows in two."""


def point_widths(goal: int, room: int, *, below: bool = False) -> tuple[int, ...]:
    """Return the columns that a point may have, the most first; none if no goal has room.

    Args:
        goal: the first goal of the rules.
        room: columns from the beginning of the rail.
        below: whether royals lie below the rail, which ends in the last column then.
    """
    widths = _WIDTHS if goal > 0 else ()
    return tuple(
        each for each, beside in widths if each * goal + (1 if below else _AFTER + beside) <= room
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


@dataclass(frozen=True)
class Laid:
    """Where everything of a row lies."""

    lane: Lane
    goal: int
    tail: int
    """Columns of a point past the goal."""
    ends: tuple[int, ...]
    """How many points lie up to each card, itself included."""
    royals: tuple[Place, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    """For each card the first column of each of its points, and the one after its last."""
    edge: int = 9999
    """The column at which the card that crosses the line is cut off."""

    @cached_property
    def total(self) -> int:
        """Points of all cards that lie there."""
        return self.ends[-1] if self.ends else 0

    def at(self, points: int) -> int:
        """Return the first column after so many points."""
        over = max(0, points - self.goal)
        return min(self.edge, self.lane.x + self.lane.each * (points - over) + self.tail * over)

    @cached_property
    def crossing(self) -> int:
        """The place of the card that goes beyond the goal; the first one if none does."""
        return next((place for place, end in enumerate(self.ends) if end > self.goal), 0)

    @cached_property
    def line(self) -> int:
        """The column of the goal: the first one after it."""
        return self.at(self.goal)

    @cached_property
    def end(self) -> int:
        """The column after the cards."""
        return self.at(self.total)

    def cells(self, place: int) -> tuple[int, ...]:
        """Return the first column of each point of a card, and the one after its last."""
        start = self.ends[place - 1] if place else 0
        return tuple(self.at(points) for points in range(start, self.ends[place] + 1))


@lru_cache(maxsize=256)
def lay(lane: Lane, goal: int, worths: tuple[int, ...], royals: int) -> Laid | None:
    """Lay cards end to end and fold royals; None if they have no room.

    Points past the goal are as wide as the others if that takes nothing from the royals, otherwise
    narrower. Where the rail takes the whole width, the last card ends with the window.
    """
    ends = tuple(accumulate(worths))
    ways = [Laid(lane, goal, tail, ends) for tail in range(lane.each, 0, -1)]
    if lane.below is not None:
        ways.append(replace(ways[0], edge=lane.stop + 1))
    found = [whole for laid in ways if (whole := _with_royals(laid, royals))]
    return max(found, key=_shown_of_royals, default=None)


def _shown_of_royals(laid: Laid) -> int:
    """Return the cells of all royals, for which points past the goal give way."""
    return sum(at.size.width * at.size.height for at in laid.royals)


def _with_royals(laid: Laid, count: int) -> Laid | None:
    """Fold royals beside a row or below it; None if one of them has no room."""
    cards = tuple(map(laid.cells, range(len(laid.ends))))
    whole = max(laid.end, laid.line) <= laid.lane.stop
    cut = laid.end == laid.edge and laid.edge - cards[-1][0] >= NARROWEST
    readable = all(cells[-1] - cells[0] >= LEAST for cells in cards)
    places = _folded(laid, count) if readable and (whole or cut) else None
    return None if places is None else replace(laid, royals=places, cards=cards)


def _folded(laid: Laid, count: int) -> tuple[Place, ...] | None:
    lane = laid.lane
    if lane.below is not None:
        return (
            _beside(laid, count, range(lane.y, lane.below.stop))
            or _beside_number(laid, count, lane.below)
            or fold(count, (lane.x, lane.x), lane.stop - 1, lane.below, lane.royal)
        )
    near = max(laid.end + 1, laid.line + _AFTER)  # a card hides the line
    home = max(near, lane.x + lane.each * lane.first + _AFTER)
    rows = range(lane.y, lane.y + lane.rows)
    return fold(count, (home, near), lane.stop, rows, lane.royal)


def _beside(laid: Laid, count: int, rows: range) -> tuple[Place, ...] | None:
    """Lay royals after the line in all rows of a field; None if that has too few columns.

    A column of felt parts them from the line, and from where it could move.
    """
    stop = laid.lane.stop - 1
    room = stop - max(laid.end, laid.line) - 2
    for width in (_TALL, _TILE):
        if count and count * (width + 1) - 1 <= room:
            size = TileSize(width, card_height(width, len(rows)))
            return _grid(count, count, stop, rows.start, size, len(rows))
    return None


def _beside_number(laid: Laid, count: int, rows: range) -> tuple[Place, ...] | None:
    """Lay royals below a rail right of the number of the goal, which ends at the line, or left."""
    lane = laid.lane
    number = min(laid.line, lane.stop - 1) - len(str(laid.goal))
    sides = (laid.line + _AFTER, lane.stop - 1), (lane.x, number - 1)
    for width in (_TILE, _TILE - 1) if count and len(rows) > 1 else ():
        for first, stop in sides:
            if count * (width + 1) - 1 <= stop - first:
                size = TileSize(width, card_height(width, len(rows)))
                return _grid(count, count, stop, rows.start, size, len(rows))
    return None


class FieldSize(NamedTuple):
    """What lies before a seat, as far as its room depends on it."""

    goal: int
    first: int
    """The goal without kings."""
    worths: tuple[int, ...]
    royals: int


def lane_in(
    plan: Plan, y: int, size: TileSize, first: int, each: int, scale: int | None = None
) -> Lane | None:
    """Return the lane of a seat in a plan, with so many columns a point; None if it has no room.

    Args:
        plan: the plan of the table.
        y: the first row of its cards.
        size: that of its royals, with the rows of all its cards.
        first: the goal without kings.
        each: columns of a point.
        scale: the row of the numbers, if they have one.
    """
    if plan.phone != "upright":
        royal = max(size.width, _WORDED) if size.height >= _LETTERED else size.width
        return Lane(plan.first, plan.stop, y, size.height, each, first, royal, scale)
    royals = _ROYALS_BELOW.get(size.height, _MOST_BELOW)
    stop, end = plan.table - 1, y + size.height
    x, below = min(plan.first, stop - each * first), range(end - royals, end)
    if not royals:
        return None
    rows = size.height - royals
    return Lane(x, stop, y, rows, each, first, scale=below.start, below=below)


_ROYALS_BELOW: Final = {2: 0, 3: 1, 4: 1}
"""Rows of the royals below a rail, by the rows of both."""
_MOST_BELOW: Final = 2


def has_room(lane: Lane | None, field: FieldSize) -> bool:
    """Return whether all that lies before a seat can be drawn as a race."""
    return lane is not None and lay(lane, field.goal, field.worths, field.royals) is not None


@lru_cache(maxsize=256)
def table_plan(
    width: int,
    height: int,
    fields: tuple[FieldSize, ...],
    cards: CardSize = "auto",
    *,
    touch: bool = False,
    plated: bool = False,
    won: bool = False,
) -> Plan | None:
    """Choose the plan of a table that is played: a race, if all fields have room as one.

    Args:
        width: columns of the terminal.
        height: its rows.
        fields: what lies before each seat, the reader's own last.
        cards: the player's card size.
        touch: whether nobody presses keys.
        plated: whether the plate of a game that is over is open.
        won: whether the prompt is the banner of a win.
    """

    def planned(*, race: bool) -> Plan | None:
        plan = plan_for(width, height, len(fields), cards, race=race, touch=touch)
        return plan and game_plan(plan, len(fields), plated=plated, won=won)

    plan = planned(race=True)
    if plan is None or not plan.lanes:
        return plan
    each = _point_in(plan, fields)
    return replace(plan, point=each) if each else planned(race=False)


def _point_in(plan: Plan, fields: Sequence[FieldSize]) -> int:
    """Return the most columns of a point with which all fields have room; 0 if there are none."""
    below = plan.phone == "upright"
    room = plan.table - 1 if below else plan.stop - plan.first
    sizes = (*[plan.compact] * plan.lanes, plan.field)
    for each in point_widths(fields[-1].first, room, below=below):
        lanes = (lane_in(plan, 0, size, fields[-1].first, each) for size in sizes)
        if all(map(has_room, lanes, fields)):
            return each
    return 0


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
    ways = [
        [(1, width, high) for width in range(widest, _TALL - 1, -1)],
        [(1, _TILE, high)],
        [(1, _TILE - 1, high)],
    ]
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
    # as chips, a column apart or touching; these may reach into the margin
    each = -(-count // high)
    for gap, edge in ((1, stop), (0, stop), (0, stop + 1)):
        if each * (NARROWEST + gap) - gap <= edge - starts[-1]:
            return _grid(count, each, edge, rows.start, TileSize(NARROWEST, 1), 1, gap)
    return None


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

"""The layout of the screen as data: one table of rows for each class of terminal size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

FLOOR: Final = (80, 22)
"""Minimum columns and rows; a smaller terminal shows a single line."""

MARGIN: Final = 2
"""Blank columns left and right of the content."""


CardSize = Literal["auto", "small", "large"]
"""The player's card size: a comfortable fit, one size less, or the largest that fits."""


class TileSize(NamedTuple):
    """Columns and rows of a card."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows and columns of one terminal size, counted from 0."""

    name: str
    width: int
    """Columns of the terminal."""
    height: int
    """Rows of the terminal."""
    table: int
    """Columns of the table, without the log."""
    left: int
    """First column of the content; fills still bleed to the edge."""
    content: int
    """Columns of the content, margins included."""
    opp_line: int
    opp_hand: int
    opp_field: int
    band: int
    band_rows: int
    band_tiles: int
    my_field: int
    my_line: int
    prompt: int
    lift: int
    field: TileSize
    hand: TileSize
    pile: TileSize
    """Size of the cards in the band."""
    spare: tuple[int, ...]
    """Blank rows, in the order in which they are dropped when rows run short."""

    @property
    def compact(self) -> TileSize:
        """Card size in a column of the table for more than two players."""
        return _COMPACT[self.name]

    @property
    def log(self) -> bool:
        """Whether the log is shown beside the table."""
        return self.table < self.width

    @property
    def keys(self) -> int:
        """Row of the key hints: the last."""
        return self.height - 1

    @property
    def first(self) -> int:
        """First column of text."""
        return self.left + MARGIN

    @property
    def stop(self) -> int:
        """Column after the text."""
        return self.left + self.content - MARGIN


# fmt: off
_S: Final = Plan("S", 80, 24, 80, 0, 80, 0, 1, 3, 7, 3, 7, 11, 14, 15, 18,
                 TileSize(5, 3), TileSize(7, 3), TileSize(5, 3), (22, 10))
_M: Final = Plan("M", 100, 30, 100, 0, 100, 1, 2, 4, 9, 4, 9, 14, 18, 20, 23,
                 TileSize(6, 4), TileSize(8, 4), TileSize(6, 4), (0, 3, 19, 28))
_L: Final = Plan("L", 120, 40, 88, 0, 88, 1, 3, 5, 11, 7, 12, 19, 25, 27, 31,
                 TileSize(7, 5), TileSize(9, 6), TileSize(7, 5), (30, 24, 2, 0, 38))
_XL: Final = Plan("XL", 160, 56, 152, 0, 116, 3, 5, 7, 17, 9, 18, 29, 37, 41, 46,
                  TileSize(9, 7), TileSize(12, 8), TileSize(9, 7), (40, 0, 28, 45, 1, 55))
_MANY: Final[dict[str, dict[str, Any]]] = {
    "S": {"opp_field": 2},
    "L": {"band": 13, "band_rows": 6, "band_tiles": 14, "pile": TileSize(7, 4), "my_field": 20,
          "my_line": 26, "prompt": 28, "lift": 32, "spare": (0, 27, 25, 2, 31, 39)},
}
"""Changes for more than two players, whose columns may need two strips of cards."""
_COMPACT: Final = {
    "S": TileSize(5, 2), "M": TileSize(5, 2), "L": TileSize(5, 3), "XL": TileSize(6, 4),
}
# fmt: on
_LEAST: Final = ((_XL, 160, 56), (_L, 120, 39), (_M, 100, 30))
_TIGHT: Final = ((_XL, 160, 52), (_L, 120, 36), (_M, 100, 27))
"""Minimum columns and rows of each plan, by default and for large cards."""
_LOG_WIDTH: Final = {"XL": 48, "L": 32, "M": 32, "S": 0}
_LOG_NEEDS: Final = 120
_WIDEST: Final = 116


@dataclass(frozen=True, slots=True)
class Front:
    """The rows of a front screen; the prompt is at the bottom."""

    head: int
    """First row of the tiles; a lifted tile is a row higher."""
    tile: TileSize
    band: int
    band_rows: int
    entries: int
    """First row of the list."""
    gap: int
    """Blank rows between its entries."""
    foot: int
    """Blank rows above the keys."""


TITLE_ROWS: Final = 2
"""Rows of a head without tiles."""
FRONTS: Final = {
    "S": Front(2, TileSize(7, 4), 7, 4, 12, 0, 0),
    "M": Front(3, TileSize(8, 4), 9, 5, 15, 0, 1),
    "L": Front(3, TileSize(9, 6), 12, 6, 19, 1, 1),
    "XL": Front(5, TileSize(12, 8), 17, 8, 28, 2, 1),
}


def entries_top(plan: Plan) -> int:
    """Return how far below the band of a front screen its list begins."""
    front = FRONTS[plan.name]
    return front.entries - (front.band + front.band_rows)


_FRONT_WIDEST: Final = 100
LISTS_WIDEST: Final = 148
"""Maximum columns of a list with a panel beside it."""
_PANEL_LEAST: Final = 116
"""Columns that a list with a panel needs."""
_PANEL: Final = 42
_WIDE_PANEL: Final = 56
"""Columns of the panel, margins included, and in the widest windows."""


def panel_width(plan: Plan) -> int:
    """Return the columns of the panel beside a list; 0 if there is no room for one."""
    if plan.content < _PANEL_LEAST:
        return 0
    return _WIDE_PANEL if plan.content == LISTS_WIDEST else _PANEL


@lru_cache(maxsize=256)
def front_plan_for(width: int, height: int, widest: int = _FRONT_WIDEST) -> Plan | None:
    """Choose the plan of a front screen: no log, the prompt at the bottom."""
    plan = plan_for(width, height)
    if plan is None:
        return None
    content = min(width, widest)
    return replace(
        plan,
        table=width,
        content=content,
        left=(width - content) // 2,
        prompt=height - 4 - FRONTS[plan.name].foot,
    )


HAND_LADDER: Final = (6, 5, 4, 3)
CHIP_STEP: Final = 4
"""Columns per chip, when cards take several rows."""
FIELD_LADDER: Final = (5, 4, 3)


@lru_cache(maxsize=256)
def plan_for(
    width: int, height: int, seats: int = 2, cards: CardSize = "auto", *, log: bool = True
) -> Plan | None:
    """Choose the plan that fits; None if the terminal is too small.

    Args:
        width: columns of the terminal.
        height: its rows.
        seats: number of players.
        cards: the player's card size.
        log: whether to show the log beside the table, if there is room.
    """
    if width < FLOOR[0] or height < FLOOR[1]:
        return None
    least = _TIGHT if cards == "large" else _LEAST
    plans = [plan for plan, w, h in least if w <= width and h <= height] + [_S]
    plan = plans[1 if cards == "small" and len(plans) > 1 else 0]
    plan = plan if seats == 2 else replace(plan, **_MANY.get(plan.name, {}))
    table = width - (_LOG_WIDTH[plan.name] if log and width >= _LOG_NEEDS else 0)
    content = min(table, _WIDEST) if plan.name == "XL" else table
    plan = replace(
        plan,
        width=width,
        height=height,
        table=table,
        content=content,
        left=(table - content) // 2,
    )
    below = plan.lift + 1 + plan.hand.height
    return _squeezed(plan, plan.spare[: max(0, below + 2 - height)])


def _squeezed(plan: Plan, spare: tuple[int, ...]) -> Plan:
    """Drop blank rows: the rows below move up, and the band shrinks by its own."""
    rows = {name: getattr(plan, name) for name in _ROWS}
    moved = {name: row - sum(gone < row for gone in spare) for name, row in rows.items()}
    band = range(plan.band, plan.band + plan.band_rows)
    return replace(plan, **moved, band_rows=plan.band_rows - sum(gone in band for gone in spare))


_ROWS: Final = (
    *("opp_line", "opp_hand", "opp_field", "band", "band_tiles"),
    *("my_field", "my_line", "prompt", "lift"),
)
"""The fields of a plan that hold the first row of a zone."""


def across(count: int, plan: Plan) -> int:
    """Return how many of the cards to choose from fit in a row."""
    room = plan.stop - plan.first
    _, gap = fit_width(count, plan.hand.width, HAND_LADDER, room)
    return count if gap else (room + 1) // CHIP_STEP


def fit_width(count: int, widest: int, ladder: tuple[int, ...], room: int) -> tuple[int, int]:
    """Choose the card width and the gap for a row of cards: the first that fits them all.

    Args:
        count: number of cards.
        widest: the width in the plan.
        ladder: smaller widths to try next, in falling order.
        room: columns available.
    """
    for width in (widest, *ladder):
        if count * (width + 1) - 1 <= room:
            return width, 1
    return ladder[-1], 0

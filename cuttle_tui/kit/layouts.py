"""Place the zones of a screen, and send only the cells that changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from textual.geometry import NULL_OFFSET, NULL_SPACING, Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.map_geometry import MapGeometry
from textual.strip import Strip
from textual.widget import Widget

from cuttle_tui.drawing.fronts import ROOMY, TITLE_ROWS, panel_width
from cuttle_tui.drawing.layout import MARGIN, Plan, plan_for
from cuttle_tui.drawing.stack import share
from cuttle_tui.kit.zone import Zone
from cuttle_tui.tty.private_textual import Arranged, CellCompositor, CellsUpdate, ChopsUpdate

Regions = dict[str, Region]


class ZoneLayout(Layout):
    """Put each zone where the plan says; a zone without a place is hidden."""

    name: ClassVar[str] = "zones"

    def __init__(
        self,
        place: Callable[[Plan], Regions],
        planner: Callable[[int, int], Plan | None] = plan_for,
    ) -> None:
        self._place = place
        self._planner = planner

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place each zone in its region."""
        parent.pre_layout(self)
        plan = self._planner(size.width, size.height)
        regions = {"keys": size.region} if plan is None else self._place(plan)
        offset = NULL_OFFSET if plan is None else Offset(0, plan.top)
        return [
            WidgetPlacement(regions[child.id] + offset, NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in regions
        ]


def room_regions(plan: Plan, *, stake: bool = False, talking: bool = False) -> Regions:
    """Place the zones of a table before the deal; the bar and the columns are those of the game.

    The talk takes the column of the terms while it is open.
    """
    top = plan.fields_end - (2 if stake else 0)
    regions = {
        "room": Region(0, 0, plan.table, top),
        "prompt": Region(0, plan.prompt, plan.table, plan.prompt_rows),
        "meanwhile": Region(0, plan.tray, plan.table, plan.tray_rows),
        "keys": Region(0, plan.keys, plan.table, plan.keys_rows),
    }
    if stake:
        regions["stake"] = Region(0, top, plan.table, 2)
    if plan.log:
        regions["aside" if talking else "terms"] = Region(
            plan.table, 0, plan.width - plan.table, plan.height
        )
    return regions


def front_regions(
    plan: Plan, entries: int = 0, *, another: bool = False, board: bool = False
) -> Regions:
    """Place the zones of a front screen with a list of so many entries; a board makes a high head.

    A title takes the place of the head, and the band is low, where the list needs the rows. The
    row of `another` that may come is the last thing that is kept for it.
    """
    return _list_regions(plan, *_head_and_band(plan, entries, another, board))


@lru_cache(maxsize=64)
def _head_and_band(plan: Plan, entries: int, another: bool, board: bool) -> tuple[int, int]:
    front, upright = plan.front, plan.phone == "upright"
    rows = entries * (_HIGH_ENTRY if upright else 1) + _BLANKS
    high, lines = front.band + front.board * board, front.band_rows
    tiles = front.band - front.head + 1
    under = _BLANKS + rows
    grow = f"list {under};" + "".join(f"head {n};" for n in range(tiles + 1, high + 1))
    grow += "".join(f"band {n};" for n in range(_BAND_LINES + 2, lines, 2)) + f"band {lines}"
    least = {"head": tiles, "band": _BAND_LINES, "list": under - (not another)}
    given = share(plan.prompt, least, grow)
    if given["left"] < 0:
        roomy = plan.height >= _ROOMY[upright]
        grow = f"band {_DIGEST_ROWS};" * roomy + f"list {rows} & band {_DIGEST_ROWS};" * upright
        grow += f"list {rows + _BLANKS} & head {TITLE_ROWS + (not upright)}"
        scrolls = TITLE_ROWS + _BAND_LINES + rows > plan.prompt
        title = TITLE_ROWS + (scrolls and not upright and plan.height >= LOW)
        given = share(plan.prompt, {"head": title, "band": _BAND_LINES}, grow)
    return given["head"], given["band"]


def _list_regions(plan: Plan, head: int, band: int) -> Regions:
    return {
        "head": Region(0, 0, plan.width, head),
        "band": Region(0, head, plan.width, band),
        "list": Region(0, head + band, plan.width, plan.prompt - head - band),
        "prompt": Region(0, plan.prompt, plan.width, plan.keys - plan.prompt),
        "keys": Region(0, plan.keys, plan.width, plan.keys_rows),
    }


_SECOND: Final = ((176, 94), (ROOMY, 70), (0, 48))
"""The columns of a page beside another one, margins included, by the least of both."""


def second_page(plan: Plan) -> int:
    """Return the columns that a page leaves another one beside it, margins included."""
    return next(width for least, width in _SECOND if plan.content >= least)


BESIDE_LEAST: Final = 4
_BETWEEN: Final = 8
"""Columns between two pages, at least and where there is room."""


def beside_page(plan: Plan, regions: Regions, widths: tuple[int, int]) -> Regions:
    """Part the region of a page so wide for another one at its right, if both have room."""
    page, other = widths
    start = plan.left + plan.content - second_page(plan)
    if plan.content < ROOMY or plan.first + page + BESIDE_LEAST > start:
        spare = plan.stop - plan.first - page - other
        if spare < BESIDE_LEAST:
            return regions
        start = plan.first + page + min(spare, _BETWEEN) - MARGIN
    whole = regions["page"]
    second = Region(start, whole.y, plan.width - start, whole.height)
    return regions | {"page": Region(0, whole.y, start, whole.height), "beside": second}


class RowsTaken(NamedTuple):
    """The rows that a list takes: in any case, for its lines, and for what stands below it."""

    fixed: int
    lines: int
    below: int = 0


NO_ROWS: Final = RowsTaken(0, 0)


def beside_list(
    plan: Plan, regions: Regions, rows: RowsTaken = NO_ROWS, name: str = "list"
) -> Regions:
    """Part the region of a list or a page, so that a panel stands at its right if it fits.

    Where it does not, it stands below the list; beside a panel, what is under the list stands
    there. The lines of the list are apart in a tall window if they leave it room like that; not
    where thumbs hit them.
    """
    whole, width = regions[name], panel_width(plan)
    part, end = ("under", plan.left + plan.content - width) if width else ("panel", plan.width)
    regions = regions | {name: whole._replace(width=end)}
    if width:
        regions["panel"] = Region(end, whole.y, plan.width - end, whole.height)
    least = _LEAST_UNDER if width else _LEAST_BELOW
    apart = plan.front.tall or (width and plan.height >= APART_FROM)
    ways = ((2, rows.below), (1, least)) if apart else ((1, least),)
    for step, room in ways if rows.below and rows.lines and not plan.phone else ():
        taken = rows.fixed + step * rows.lines
        if whole.height - taken >= room:
            below = Region(plan.left, whole.y + taken, end - plan.left, whole.height - taken)
            return regions | {name: Region(0, whole.y, end, taken), part: below}
    return regions


_LEAST_BELOW: Final = 7
"""Rows below a list that are worth a panel."""
_LEAST_UNDER: Final = 12
"""Rows under a list, beside a panel, that are worth more than blank ones."""
APART_FROM: Final = 39
"""Rows of a screen from which those of a list are apart if all of them fit like that."""


HIGH_TABS: Final = 5
"""Rows of the names of lists that a thumb hits, with a blank one above."""
_HIGH_ENTRY: Final = 2
"""Rows of an entry in an upright window."""
_BAND_LINES: Final = 2
_BLANKS: Final = 1
"""Blank rows between a list and the band above it, and the bar below."""


_ROOMY: Final = (27, 40)
"""Rows from which the band above a long list has blank rows; the second in an upright window, whose
entries have two rows each."""
LOW: Final = 22
"""Rows below which a list gets the blank rows around its title, if it needs them."""
_TITLE_AND_BLANK: Final = TITLE_ROWS + 1
_DIGEST_ROWS: Final = 4


def league_regions(plan: Plan) -> Regions:
    """Place the zones of a page of the league: the names of the pages above the text."""
    head = TITLE_ROWS + (plan.height >= _ROOMY[0] and plan.phone != "upright")
    return {
        "head": Region(0, 0, plan.width, head),
        "page": Region(0, head, plan.width, plan.prompt - head),
        "prompt": Region(0, plan.prompt, plan.width, plan.keys - plan.prompt),
        "keys": Region(0, plan.keys, plan.width, plan.keys_rows),
    }


def list_regions(plan: Plan, rows: int, band: int = _DIGEST_ROWS, *, tabs: bool = False) -> Regions:
    """Place the zones of a front screen with a list of so many rows: a single line for the head.

    Names of several lists take more rows of an upright window, for a thumb.
    """
    if tabs and plan.phone == "upright" and plan.height >= _ROOMY[0]:
        return _list_regions(plan, HIGH_TABS, band)
    if plan.height < LOW:
        band = _BAND_LINES if band == _DIGEST_ROWS else band
        least = {"head": TITLE_ROWS, "band": band, "list": rows + 2 * _BLANKS}
        title_rows = share(plan.prompt, least, f"head {_TITLE_AND_BLANK}")["head"]
        return _list_regions(plan, title_rows, band)
    return _list_regions(plan, _TITLE_AND_BLANK, band)


def code_regions(plan: Plan) -> Regions:
    """Place the zones of a screen that asks for a code."""
    return {
        "room": Region(0, 0, plan.width, plan.prompt),
        "prompt": Region(0, plan.prompt, plan.width, plan.keys - plan.prompt),
        "keys": Region(0, plan.keys, plan.width, plan.keys_rows),
    }


def page_regions(plan: Plan) -> Regions:
    """Place the zones of a page of text."""
    return {
        "page": Region(0, 0, plan.width, plan.prompt),
        "prompt": Region(0, plan.prompt, plan.width, plan.keys - plan.prompt),
        "keys": Region(0, plan.keys, plan.width, plan.keys_rows),
    }


class ZoneCompositor(CellCompositor):
    """A compositor for a screen of zones."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Cut the changed cells out of the zones; leave any other screen to Textual."""
        if not all(isinstance(w, Zone) or w is self.root for w in self.visible_widgets):
            return super().render_partial_update()
        spans = self.take_spans()
        if not spans:
            return None
        cells: list[tuple[int, int, Strip]] = []
        for zone, (region, _) in self.visible_widgets.items():
            if not isinstance(zone, Zone):
                continue
            rows: list[Strip] | None = None
            here = spans[bisect_left(spans, (region.y,)) : bisect_left(spans, (region.bottom,))]
            for y, start, stop in here:
                left, right, row = max(start, region.x), min(stop, region.right), y - region.y
                if left >= right:
                    continue
                rows = zone.strips() if rows is None else rows
                if row < len(rows):  # else its place is newer than its size
                    cells.append((y, left, rows[row].crop(left - region.x, right - region.x)))
        drawn = {y for y, _, _ in cells}
        for y, start, stop in spans:
            if y not in drawn and self.root is not None:  # above or below the zones
                blank = self.root.render_lines(Region(start, y, stop - start, 1))[0]
                cells.append((y, start, blank))
        return CellsUpdate(cells)

    def arrange(self, root: Widget, size: Size) -> Arranged | None:
        """Place the zones, which have no children; leave any other screen to Textual.

        Textual's way lays each of them out as well, and leaves objects in a circle behind.
        """
        arranged = root.arrange(size)
        whole = size.region
        flat = all(isinstance(widget, Zone) for widget in arranged.widgets)
        if (
            not flat
            or root.styles.gutter != NULL_SPACING
            or not whole.contains_region(arranged.total_region)
        ):
            return None
        top = ((0, 0, 0),)
        layer = list(root.layers).index("default")
        places: dict[Widget, MapGeometry] = {}
        for number, placement in enumerate(reversed(arranged.placements)):
            zone, region = placement.widget, placement.region
            if zone.is_mounted:
                places[zone] = MapGeometry(
                    region,
                    (*top, (layer, placement.order, -number)),
                    whole,
                    region.size,
                    region.size,
                    region,
                    arranged.scroll_spacing,
                )
        places[root] = MapGeometry(whole, top, whole, size, size, whole, NULL_SPACING)
        return places, {root, *arranged.widgets}


def table_regions(plan: Plan, *, log_open: bool, stake: bool = False) -> dict[str, Region]:
    """Place the zones of the table; an open log covers the fields and the log's column.

    What is at stake in a rated game has the row above the band, if that is blank at other tables.
    """
    stake = stake and plan.stake is not None
    band_end = plan.band + plan.band_rows
    width = plan.width if log_open else plan.table
    regions = {
        "prompt": Region(0, plan.prompt, width, plan.prompt_rows),
        "keys": Region(0, plan.keys, width, plan.keys_rows),
    }
    if not (log_open and plan.hand_above):
        regions["tray"] = Region(0, plan.tray, width, plan.tray_rows)
    if log_open:
        regions["log"] = Region(0, 0, width, plan.prompt)
        return regions
    regions["plate"] = Region(0, 0, width, plan.fields_end)
    if plan.log:
        regions["aside"] = Region(plan.table, 0, plan.width - plan.table, plan.height)
    regions["others"] = Region(0, 0, plan.table, plan.band - stake)
    if stake:
        regions["stake"] = Region(0, plan.band - 1, plan.table, 1)
    regions["middle"] = Region(0, plan.band, plan.table, plan.band_rows)
    regions["me"] = Region(0, band_end, plan.table, plan.fields_end - band_end)
    return regions

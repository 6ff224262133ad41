"""Draw the plate at the end of a game: who won and how, the scores turn by turn, the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.graph import GROUND, Area, Series, draw_area, draw_ground, draw_ticks
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.race import Run, draw_race
from cuttle_tui.drawing.rail import Lane, point_width
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.drawing.tiles import colon, crown, draw_back, numerals
from cuttle_tui.i18n.translation import SILENCE, Role, Sentence, Span, say
from cuttle_tui.kit.zone import Hotspot, Zone
from cuttle_tui.table.view_model import CoachRow, PlateModel, PlateSeat

if TYPE_CHECKING:
    from cuttle_tui.coach.words import AnalysisModel

_LABEL: Final = 13
"""The minimum columns left of a graph."""
_NAME: Final = 16
"""The maximum columns of a name."""
_GAP: Final = 3
_BESIDE_NAME: Final = 2
"""Blank columns before and after a total beside its name."""
_CHIP: Final = TileSize(3, 1)
"""The back beside a name."""
_BARE: Final = 2
"""Rows of a graph beside which there is only the name and the total."""
_TALLEST: Final = {2: 11, 3: 8, 4: 6}
"""The maximum rows of each graph, by the number of seats."""
_HIGHEST_FIELD: Final = 6
"""The maximum rows of the cards below a graph, with a blank one above."""
_LOWER, _UPPER = "▄", "▀"
"""The halves of a row, where fills show."""
_BOLD: Final = 5
_LARGE: Final = {False: (10, 5), True: (5,)}
"""The rows of figures that need room beside them, by whether they are in letters."""
_LOWEST: Final = 3
"""The rows of the lowest figures."""
_ROOM_FOR_NAME: Final = 8
"""Columns for a name beside large figures, and for no less even if it is shorter."""
_FULL: Final = 19
"""Rows from which the plate of an upright window tells facts that take several."""
_HIGHEST_GOAL: Final = 21
_AROUND_VERDICT: Final = 2
"""Blank columns around good news, on the ground of their own."""
_SAID: Final = 3
"""The maximum rows of what was said since the end."""
_NARROW: Final = 56
"""Columns below which facts take several rows, and a long title that of the rules."""
_COACH_ROWS: Final = (1, 2)
"""The rows of what the coach says, in a wide window and in a narrow one."""
_TWO: Final = 2
"""The seats whose scores are drawn in large figures above the graphs."""
_LEAST_TURNS: Final = 8
"""Turns for which a graph has room at least."""
_IN_LANES: Final = {3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
"""The rows of the figures beside the graphs of more seats, by the rows of a graph."""
_BESIDE_FIGURES: Final = 2
"""Blank columns on either side of figures beside a graph."""
_ROOM_BESIDE: Final = 48
"""The minimum columns of a graph beside which there are figures."""

Part = Literal[
    "top",
    "over figures",
    "figures",
    "names",
    "under figures",
    "over graphs",
    "graph",
    "field",
    "gap",
    "under graphs",
    "turns",
    "coach",
    "first",
    "stakes",
    "others",
    "under facts",
]
"""What has rows of a plate; what is over or under something is a blank one."""
_GROWTH: Final[tuple[tuple[Part, int], ...]] = (
    *(("graph", 2), ("coach", 1), ("stakes", 1), ("figures", 3), ("under facts", 1)),
    *(("over figures", 1), ("first", 1), ("turns", 1), ("others", 1), ("under figures", 1)),
    *(("over graphs", 1), ("under graphs", 1)),
    *(("gap", 1), ("graph", 3), ("graph", 4), ("field", 4), ("figures", 5), ("top", 1)),
    *(("graph", 5), ("field", 5), ("graph", 6), ("figures", 10), ("field", 6)),
    *(("graph", rows) for rows in range(7, 12)),
    *(("top", 2), ("under facts", 2), ("top", 3)),
)
"""Which parts grow to how many rows where there is room: what is worth most first."""
_FIRST_UPRIGHT: Final[tuple[tuple[Part, int], ...]] = (
    *(("names", 1), ("figures", 3), ("coach", 1), ("first", 1), ("stakes", 1), ("graph", 1)),
)
"""Which parts come before these in an upright window, for the score of two."""
_OF_GRAPHS: Final = ("turns", "gap", "field", "over graphs", "under graphs")
"""Parts that are nothing without a graph."""
_NONE_ACROSS: Final[dict[Part, int]] = dict.fromkeys(
    (
        *("over figures", "figures", "names", "under figures"),
        *("over graphs", "under graphs", "under facts"),
    ),
    0,
)
"""Parts whose rows the graphs get on a phone held across."""


class Plate(Zone["PlateModel | AnalysisModel | None"]):
    """The zone of the plate, in place of the fields."""

    def draw(
        self, model: PlateModel | AnalysisModel | None, plan: Plan, sheet: Sheet
    ) -> list[Spot]:
        if isinstance(model, PlateModel):
            model = replace(model, talk=()) if plan.log else model  # the log beside it tells it
            across = plan.phone == "across"
            rows = draw_plate(sheet, plan.first, plan.stop, model, self.paint.glyphs, across=across)
            key = "" if model.coach is None else model.coach.key
            if key:
                self.keyspots += [Hotspot(plan.first, plan.stop, key, y) for y in rows]
        return []

    def ply_at(self, x: int, y: int) -> int | None:
        """Return the ply that a cell stands for: none on the plate of a game."""
        return None


def _tallest_figures(model: PlateModel, width: int, glyphs: Glyphs) -> int:
    """Return the rows of the largest figures beside which the names have room.

    In letters low figures are thin: names, which stand beside the graphs too, are cut instead.
    """
    longest = 0 if glyphs.lettered else max(cell_len(seat.name) for seat in model.seats)
    names = 0 if width < _NARROW else max(_ROOM_FOR_NAME, min(_NAME, longest))
    for rows in _LARGE[glyphs.lettered]:
        figures = max(len(_numerals(seat, rows, glyphs)[0]) for seat in model.seats)
        if 2 * (figures + 2 * _GAP + names) + len(colon(rows, glyphs)[0]) <= width:
            return rows
    return _LOWEST


class GraphRows(NamedTuple):
    """How many rows each seat's graph, field and gap take, and the figures beside a graph."""

    graph: int
    field: int
    """With a blank row above; 0 to leave the fields out."""
    gap: int
    figures: int = 0
    turns: int = 1
    """Of the numbers of the turns below the graphs."""

    @property
    def tight(self) -> bool:
        """Whether low graphs touch: a row of text each, and half a row, set them apart."""
        return self.graph == _BARE and not self.gap


def draw_plate(
    sheet: Sheet,
    first: int,
    stop: int,
    model: PlateModel,
    glyphs: Glyphs,
    *,
    alone: bool = False,
    across: bool = False,
) -> range:
    """Draw the plate between two columns, over all rows of a sheet; return the coach's rows.

    Alone, without a bar below it that says the same, it says how the game was won in a row of its
    own. On a phone held across it leaves that and who won to the bar, for higher graphs.
    """
    sheet.grounds[:] = ["band"] * sheet.height
    headed = not (across and _is_won(model))
    width, head = stop - first, headed + alone
    said = _said(model, width, glyphs)
    facts, rows = _shared(model, width, sheet.height - head - len(said), glyphs, across=across)
    y = rows["top"]
    if headed:
        _head(sheet, first, stop, y, model, glyphs, alone=alone)
    y = _score(sheet, first, stop, y + head, model, rows, glyphs) + rows["over graphs"]
    if rows["graph"]:
        lanes = GraphRows(rows["graph"], rows["field"], rows["gap"])
        figures = _beside_graphs(model, width, rows["graph"], glyphs)
        lanes = lanes._replace(figures=figures, turns=rows["turns"])
        y = draw_graphs(sheet, first, stop, y, model, glyphs, lanes, across=across)
    y += rows["under graphs"]
    end = _counts(sheet, first, stop, y, model, glyphs)
    edge = stop - cell_len(model.caption)
    if not headed and end <= edge:
        sheet.put(edge, y, model.caption, "quiet")
    x = first + _fact_column(model, width)
    coach = range(y + 1, y + 1 + len(facts[0][1])) if facts and model.coach else range(0)
    for name, lines in facts:
        sheet.put(first, y + 1, name, "quiet")
        for row, line in enumerate(lines, y + 1):
            put_sentence(sheet, x, row, line, glyphs, stop=stop)
        y += len(lines)
    for row, line in enumerate(said, y + 1):
        put_sentence(sheet, first, row, line, glyphs, fore="key", stop=stop)
    return coach


def _shared(
    model: PlateModel, width: int, room: int, glyphs: Glyphs, *, across: bool
) -> tuple[list[Fact], Counter[Part]]:
    """Share the rows: facts stand beside each other where they have no room below each other."""
    told = _told(model, width, glyphs)
    if width < _NARROW and room < _FULL:
        told = _short(told, model)
    most = _most(model, width, glyphs)
    if across:
        most |= _NONE_ACROSS
        first = 1 + (model.coach is not None) + model.stakes
        return _grown(model, room, _paired(told, model, width, glyphs)[:first], most, glyphs)
    kept, rows = _grown(model, room, told, most, glyphs)
    if len(kept) == len(told) and rows["gap"]:
        return kept, rows
    return _grown(model, room, _paired(told, model, width, glyphs), most, glyphs)


def _grown(
    model: PlateModel, room: int, told: list[Fact], most: dict[Part, int], glyphs: Glyphs
) -> tuple[list[Fact], Counter[Part]]:
    """Let the parts grow where there is room for their next step; return the facts that have it."""
    seats = len(model.seats)
    weights = {"graph": seats, "field": seats, "gap": seats - 1}
    rows: Counter[Part] = Counter({"graph": 0 if most["names"] else 1})
    coach = int(model.coach is not None)
    first = coach + 1
    after = first + model.stakes
    facts = {"coach": told[:coach], "first": told[coach:1], "stakes": told[first:after]}
    facts["others"] = [*told[1:first], *told[after:]]
    kept: list[Fact] = []
    left = room - seats * rows["graph"] - 1  # the counts
    steps = (*_FIRST_UPRIGHT, *_steps(glyphs)) if most["names"] else _steps(glyphs)
    for part, wanted in steps:
        for fact in facts.get(part, ()):
            if len(fact[1]) <= left and fact not in kept:
                kept.append(fact)
                left -= len(fact[1])
        cost = (wanted - rows[part]) * weights.get(part, 1)
        lone = part in _OF_GRAPHS and not rows["graph"]
        if part in facts or lone or not rows[part] < wanted <= most.get(part, wanted):
            continue
        if cost <= left:
            rows[part] = wanted
            left -= cost
    return [fact for fact in told if fact in kept], rows


def _steps(glyphs: Glyphs) -> Iterator[tuple[Part, int]]:
    """List the steps in which parts grow; in letters only figures of five rows are bold."""
    for part, wanted in _GROWTH:
        if part == "figures" and glyphs.lettered:
            yield part, max(_BOLD, wanted)
        yield part, wanted


def _most(model: PlateModel, width: int, glyphs: Glyphs) -> dict[Part, int]:
    """Return how many rows parts may have at most."""
    seats = len(model.seats)
    upright = width < _NARROW
    large = _tallest_figures(model, width, glyphs) if seats == _TWO else 0
    large *= not upright or bool(model.verdict)
    lying = any(seat.points or seat.royals for seat in model.seats)
    most: dict[Part, int] = {"graph": _TALLEST[seats], "field": _HIGHEST_FIELD * lying}
    most |= {"figures": large, "over figures": large, "under figures": large}
    return most | {"names": int(upright and large > 0)}


Fact = tuple[str, list[Sentence]]
"""A label, and the rows of what it says."""


def _fact_column(model: PlateModel, width: int) -> int:
    """Return how far right of the labels the facts begin."""
    gap = _GAP if width >= _NARROW else _GAP - 1
    labels = [label for label, _ in model.facts]
    if model.coach is not None:
        labels.append(model.coach.label)
    return max(map(cell_len, labels), default=0) + gap


def _told(model: PlateModel, width: int, glyphs: Glyphs) -> list[Fact]:
    """Write each fact in the fullest form that has room; in a narrow window in several rows."""
    room = width - _fact_column(model, width)
    told = [] if model.coach is None else [_coached(model.coach, room, width < _NARROW, glyphs)]
    for name, forms in model.facts:
        fitting = (form for form in forms if sentence_width(form, glyphs) <= room)
        form = next(fitting, forms[-1])
        told.append((name, wrap(form, room, glyphs, "") if width < _NARROW else [form]))
    return told


def _coached(coach: CoachRow, room: int, narrow: bool, glyphs: Glyphs) -> Fact:
    """Write what the coach says; the rows are the same before it is known, and without it."""
    count = _COACH_ROWS[narrow]
    for form in coach.forms:
        rows = wrap(form, room, glyphs, "")
        if len(rows) <= count:
            return coach.label, [*rows, *[SILENCE] * (count - len(rows))]
    return coach.label, [*coach.forms[-1:], *[SILENCE] * count][:count]


def _paired(told: list[Fact], model: PlateModel, width: int, glyphs: Glyphs) -> list[Fact]:
    """Put facts of a row beside each other, two in a row, as far as they fit; stakes stay alone."""
    room = width - _fact_column(model, width)
    start = (model.coach is not None) + (model.stakes and 1 + model.stakes)
    paired = told[:start]
    for label, lines in told[start:]:
        if len(paired) > start and len(lines) == len(paired[-1][1]) == 1:
            before, (above,) = paired[-1]
            beside = say(above, " " * _GAP, Span(label, "quiet"), " " * _BESIDE_NAME, lines[0])
            if sentence_width(beside, glyphs) <= room:
                paired[-1] = before, [beside]
                continue
        paired.append((label, lines))
    return paired


def _short(told: list[Fact], model: PlateModel) -> list[Fact]:
    """Leave out facts of several rows, which are worth less than free ones; analysis tells them.

    The last play and what the coach says stay.
    """
    first = 1 + (model.coach is not None)
    return [*told[:first], *(fact for fact in told[first:] if len(fact[1]) == 1)]


def _said(model: PlateModel, width: int, glyphs: Glyphs) -> list[Sentence]:
    """Return the rows of what was said last."""
    rows = [row for line in model.talk for row in wrap(line, width, glyphs)]
    return rows[-_SAID:]


def draw_graphs(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    model: PlateModel,
    glyphs: Glyphs,
    rows: GraphRows,
    *,
    across: bool = False,
) -> int:
    """Draw the scores of all seats turn by turn; return the row after them."""
    frame = _Frame(sheet, first, stop, model, glyphs, rows, across or stop - first < _NARROW)
    for seat in model.seats:
        _graph(frame, y, seat, rows.graph)
        _field(frame, y + rows.graph, seat, rows.field)
        y += sum(rows[:3])
    y -= rows.gap
    if rows.turns:
        _turns(frame, y)
    return y + rows.turns


class _Frame(NamedTuple):
    """Where the graphs are drawn, between two columns."""

    sheet: Sheet
    first: int
    stop: int
    model: PlateModel
    glyphs: Glyphs
    rows: GraphRows
    phone: bool
    """Whether the line of the goal has its number, and the word for the turns stands by these."""

    @property
    def left(self) -> int:
        """The first column of the graphs, right of the figures, or of the totals beside names."""
        seats, tight = self.model.seats, self.rows.tight
        totals = max(sentence_width(seat.total, self.glyphs) for seat in seats) + _BESIDE_NAME
        return self.named + (totals - _GAP) * tight + self.figured

    @property
    def named(self) -> int:
        """The first column right of the names."""
        beside = self.rows.tight or self.phone
        return self.first + _label_width(self.model, _GAP + beside)  # apart from a number after it

    @property
    def figured(self) -> int:
        """The columns of the figures beside the graphs, with blank ones."""
        return _lane_figures(self.model, self.rows.figures, self.glyphs)


def _lane_figures(model: PlateModel, large: int, glyphs: Glyphs) -> int:
    """Return the columns of figures of so many rows beside the graphs, with blank ones."""
    if not large:
        return 0
    widest = max(len(_numerals(seat, large, glyphs)[0]) for seat in model.seats)
    return widest + 2 * _BESIDE_FIGURES


def _beside_graphs(model: PlateModel, width: int, tall: int, glyphs: Glyphs) -> int:
    """Return the rows of the figures beside the graphs of more than two seats; 0 without room."""
    large = _IN_LANES.get(tall, 0) if len(model.seats) > _TWO else 0
    room = width - _label_width(model) - _lane_figures(model, large, glyphs)
    return large if room >= _ROOM_BESIDE else 0


def _numerals(seat: PlateSeat, large: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the last score of a seat in figures of so many rows."""
    return numerals(max(0, seat.scores[-1]), large, glyphs)


def _field(frame: _Frame, y: int, seat: PlateSeat, tall: int) -> None:
    """Draw the final field of a seat below its graph, if there is room."""
    if not tall:
        return
    x, size = frame.left, TileSize(tall + 1, tall - 1)
    if len(frame.model.seats) > _TWO or not _raced(frame, y + 1, seat, size):
        draw_field(frame.sheet, x, frame.stop, y + 1, size, seat.points, seat.royals, frame.glyphs)


def _raced(frame: _Frame, y: int, seat: PlateSeat, size: TileSize) -> bool:
    """Draw the final field of a seat as a race, if it has room as such."""
    first, glyphs = seat.goals[0], frame.glyphs
    each = point_width(first, frame.stop - frame.left, edges=glyphs.edges) if first > 0 else 0
    if not each:
        return False
    lane = Lane(frame.left, frame.stop, y, size.height, each, first, size.width)
    run = Run(seat.points, seat.royals, max(0, seat.goals[-1]))
    return draw_race(frame.sheet, lane, run, glyphs) is not None


def _head(
    sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs, *, alone: bool
) -> None:
    """Say who won, under which rules and when; and how, unless the bar below says it.

    In an upright window the bar says to a watcher who won as well.
    """
    if stop - first < _NARROW and not alone and (model.verdict or _is_won(model)):
        x = _verdict(sheet, first, y, model, glyphs) + _GAP if model.verdict else first
        caption = fitted(model.caption, stop - x)
        sheet.put(stop - cell_len(caption) if model.verdict else x, y, caption, "quiet")
        return
    edge = stop - cell_len(model.caption)
    title = tuple(span._replace(role="strong") for span in model.title)
    x, wide = first, sentence_width(title, glyphs)
    verdict = str(model.verdict)
    if verdict and first + cell_len(verdict) + _AROUND_VERDICT + _GAP + wide <= stop:
        x = _verdict(sheet, first, y, model, glyphs) + _GAP
    if x + wide + _GAP > edge:
        edge = stop + _GAP
    else:
        sheet.put(edge, y, model.caption, "quiet")
    put_sentence(sheet, x, y, title, glyphs, stop=edge - _GAP)
    if alone:
        put_sentence(sheet, first, y + 1, model.how, glyphs, fore="quiet", stop=stop)


def _verdict(sheet: Sheet, x: int, y: int, model: PlateModel, glyphs: Glyphs) -> int:
    """Write in a word how the game ended, good news in gold; return the column after it."""
    verdict = str(model.verdict)
    if model.lost or glyphs.edges:
        return sheet.put(x, y, verdict, "threat" if model.lost else "key", bold=True)
    return sheet.put(x, y, f" {verdict} ", "sel", ground=GROUND, bold=True)


def _score(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    model: PlateModel,
    rows: Counter[Part],
    glyphs: Glyphs,
) -> int:
    """Draw the score in large figures, the reader's first, a crown above the name of who won.

    The figures are in the middle, on a ground that is dark in every theme. In an upright window
    the names stand below them.

    Returns:
        The row after them.
    """
    large = rows["figures"]
    if not large:
        return y
    below = rows["names"]
    end = y + rows["over figures"] + large + below + rows["under figures"]
    if not glyphs.edges:
        _score_ground(sheet, first, stop, y, end, rows)
    y += rows["over figures"]
    theirs, mine = model.seats
    dots = colon(large, glyphs)
    x = (first + stop - len(dots[0])) // 2
    if not below:
        x = _middle(first, stop, len(dots[0]), model, large, glyphs)
    _figures(sheet, x, y, dots, "quiet" if glyphs.edges else "tgt", glyphs)
    after = x + len(dots[0]) + _GAP
    for seat, left in ((mine, True), (theirs, False)):
        lines, fore = _numerals(seat, large, glyphs), _gold(seat, model, glyphs)
        at = x - _GAP - len(lines[0]) if left else after
        _figures(sheet, at, y, lines, fore, glyphs)
        if below:
            room = range(first, x) if left else range(after, stop)
            name = fitted(seat.name, min(_NAME, len(room)))
            middle = at + (len(lines[0]) - cell_len(name)) // 2
            place = max(room.start, min(middle, room.stop - cell_len(name)))
            _figures(sheet, place, y + large, (name,), fore, glyphs, bold=True)
            continue
        edge = at - _GAP if left else at + len(lines[0]) + _GAP
        name = fitted(seat.name, min(_NAME, edge - first if left else stop - edge))
        signs = (name, crown(glyphs)) if seat.won else (name,)
        for row, sign in enumerate(signs):
            place = edge - cell_len(sign) * left
            _figures(sheet, place, y + large - 1 - row, (sign,), fore, glyphs, bold=True)
    return end


def _middle(first: int, stop: int, dots: int, model: PlateModel, large: int, glyphs: Glyphs) -> int:
    """Return the column of the sign between the figures: the middle, or aside for a long name."""
    right, left = (
        2 * _GAP + len(_numerals(seat, large, glyphs)[0]) + min(_NAME, cell_len(seat.name))
        for seat in model.seats
    )
    earliest, latest = first + left + _BESIDE_NAME, stop - right - dots - _BESIDE_NAME
    middle = (first + stop - dots) // 2
    return max(earliest, min(middle, latest)) if earliest <= latest else middle


def _score_ground(
    sheet: Sheet, first: int, stop: int, y: int, end: int, rows: Counter[Part]
) -> None:
    """Fill the ground of the figures, which reaches half a row into the blank ones around."""
    if rows["over figures"]:
        sheet.put(first, y, _LOWER * (stop - first), GROUND)
    if rows["under figures"]:
        sheet.put(first, end - 1, _UPPER * (stop - first), GROUND)
    height = rows["figures"] + rows["names"]
    sheet.fill(first, y + rows["over figures"], stop - first, height, GROUND)


def _is_won(model: PlateModel) -> bool:
    return any(seat.won for seat in model.seats)


def _gold(seat: PlateSeat, model: PlateModel, glyphs: Glyphs) -> str:
    """Return the colour of the figures of a seat: gold if it won, else quiet, if another did."""
    drawn = not _is_won(model)
    if glyphs.edges:
        return "key" if seat.won else "ink" if drawn else "quiet"
    return "sel" if seat.won else "paper" if drawn else "tgt"


def _figures(
    sheet: Sheet,
    x: int,
    y: int,
    lines: tuple[str, ...],
    fore: str,
    glyphs: Glyphs,
    *,
    bold: bool = False,
) -> None:
    """Draw figures, or what stands beside them, on the ground of a graph where fills show."""
    ground = None if glyphs.edges else GROUND
    for row, line in enumerate(lines, y):
        sheet.put(x, row, line, fore, ground=ground, bold=bold or glyphs.lettered)


def _label_width(model: PlateModel, gap: int = _GAP) -> int:
    return max(_LABEL, 2 + min(_NAME, max(cell_len(seat.name) for seat in model.seats)) + gap)


def _graph(frame: _Frame, y: int, seat: PlateSeat, tall: int) -> None:
    """Draw the name and the total of a seat, and beside them its score turn by turn."""
    sheet, first, stop, model, glyphs, rows, phone = frame
    x, tight = frame.left, rows.tight
    area = _area(frame, y, tall)
    beyond = replace(area, x=x + area.width, width=stop - x - area.width)
    draw_ground(sheet, beyond, glyphs, seat.goals[-1])
    draw_area(sheet, area, Series(seat.scores, seat.goals), glyphs, won=seat.won)
    _beside_graph(frame, y, seat, tall)
    shows_goal = phone and tall > _BARE
    if shows_goal:
        _goal(sheet, area, seat.goals[0])
    y += tight
    if seat.won:
        sheet.put(first, y, glyphs.turn, "key", bold=True)
    lost = phone and not seat.won and any(other.won for other in model.seats)
    name = fitted(seat.name, _NAME)
    end = sheet.put(first + 2, y, name, "quiet" if lost else "ink", bold=True)
    total = _total(seat, model)
    low = x - _BESIDE_NAME - sentence_width(seat.total, glyphs) if tight else x - _BESIDE_NAME
    low -= shows_goal * (len(str(seat.goals[0])) + 1)
    if seat.back and not glyphs.edges and tall > 1 and end + _CHIP.width < low:
        draw_back(sheet, end + 1, y, _CHIP, glyphs.wearing(seat.back))
    if tight:
        at = x - _BESIDE_NAME - sentence_width(seat.total, glyphs)
        put_sentence(sheet, at, y, total, glyphs, fore="quiet", stop=x)
        return
    if tall == 1:
        put_sentence(sheet, max(end + 1, x - 3), y, total[:1], glyphs, stop=x)
        return
    put_sentence(sheet, first + 2, y + 1, total, glyphs, fore="quiet")
    if tall > _BARE:
        sheet.put(first + 2, y + 2, seat.drew, "quiet")


def _area(frame: _Frame, y: int, tall: int) -> Area:
    """Return where a graph is drawn; with few rows its height is the highest goal of the game."""
    model, edges = frame.model, frame.glyphs.edges
    width, low = _graph_width(frame.stop - frame.left, model), tall <= _BARE
    goals = [goal for seat in model.seats for goal in seat.goals]
    scores = [score for seat in model.seats for score in seat.scores]
    top = max(goals) if low else max(_HIGHEST_GOAL, *scores)
    apart, over = frame.rows.tight and not edges, int(edges and tall == _BARE)
    return Area(frame.left, y, width, tall, top, low=low, apart=apart, over=over)


def _total(seat: PlateSeat, model: PlateModel) -> Sentence:
    """Return the total of a seat: in gold if it won, quiet if another did."""
    if not any(other.won for other in model.seats):
        return seat.total
    role: Role = "key" if seat.won else "quiet"
    return tuple(span._replace(role=role) if span.role == "strong" else span for span in seat.total)


def _beside_graph(frame: _Frame, y: int, seat: PlateSeat, tall: int) -> None:
    """Draw the score of a seat in large figures between its name and its graph."""
    sheet, large, glyphs = frame.sheet, frame.rows.figures, frame.glyphs
    if not large:
        return
    if not glyphs.edges:
        sheet.fill(frame.named, y, frame.figured, tall, GROUND)
    lines = _numerals(seat, large, glyphs)
    x = frame.left - _BESIDE_FIGURES - len(lines[0])
    _figures(sheet, x, y + (tall - large) // 2, lines, _gold(seat, frame.model, glyphs), glyphs)


def _goal(sheet: Sheet, area: Area, goal: int) -> None:
    """Number the line of the goal, unless the total stands beside it, which names it too."""
    row = area.height - (area.level(goal) + 1) // 2
    if row != 1:
        sheet.put(area.x - 1 - len(str(goal)), area.y + row, str(goal), "quiet")


def _graph_width(room: int, model: PlateModel) -> int:
    """Return the columns of the turns: in a very short game not all there are."""
    turns = len(model.seats[0].scores) - 1
    return room if turns <= 0 else room * min(turns, _LEAST_TURNS) // _LEAST_TURNS


def _turns(frame: _Frame, y: int) -> None:
    """Number the turns below the graphs."""
    model, x = frame.model, frame.left
    # on a phone not in line with what is said of a seat
    at = x - 1 - cell_len(model.turn) if frame.phone else frame.first + 2
    frame.sheet.put(at, y, model.turn, "quiet")
    width = _graph_width(frame.stop - x, model)
    draw_ticks(frame.sheet, x, x + width, y, len(model.seats[0].scores) - 1)


def _counts(sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs) -> int:
    """Put the counts side by side, as many as fit; return the column after them and a gap."""
    x = first
    wide = sum(sentence_width(count, glyphs) for count in model.counts)
    gap = _GAP if wide + _GAP * (len(model.counts) - 1) <= stop - first else _GAP - 1
    for count in model.counts:
        if x + sentence_width(count, glyphs) > stop:
            break
        x = put_sentence(sheet, x, y, count, glyphs, stop=stop) + gap
    return x

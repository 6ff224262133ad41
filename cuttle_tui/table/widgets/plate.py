"""Draw the plate at the end of a game: who won and how, the scores turn by turn, the numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.graph import GROUND, Area, Series, draw_area, draw_ticks
from cuttle_tui.drawing.layout import Plan, TileSize
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.tile_rows import draw_field
from cuttle_tui.drawing.tiles import colon, crown, numerals
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
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
_BARE: Final = 2
"""Rows of a graph beside which there is only the name and the total."""
_TALLEST: Final = {2: 11, 3: 8, 4: 6}
"""The maximum rows of each graph, by the number of seats."""
_LOWEST: Final = 1
_GRAPH_ABOVE_FIELD: Final = 4
"""The minimum rows of a graph above a field."""
_FIELD_ROWS: Final = (3, 5)
"""The minimum and the maximum rows of the cards below a graph."""
_HIGHEST_MARGIN: Final = 3
_ROOMY: Final = 24
"""Rows from which the plate keeps blank rows around its parts."""
_MARGINS: Final = 3
_HIGHEST_GOAL: Final = 21
_SAID: Final = 3
"""The maximum rows of what was said since the end."""
_NARROW: Final = 56
"""Columns below which facts take several rows, and a long title that of the rules."""
_COACH_ROWS: Final = (1, 2)
"""The rows of what the coach says, in a wide window and in a narrow one."""
_LARGEST: Final = 1
"""The place of the largest play among the facts, after the coach's."""
_TWO: Final = 2
"""The seats whose scores are drawn in large figures."""
_GRAPHS: Final = {5: 4, 3: 2}
"""For the rows of large figures, the least rows of each graph below them."""
_LEAST_TURNS: Final = 8
"""Turns for which a graph has room at least."""


class Plate(Zone["PlateModel | AnalysisModel | None"]):
    """The zone of the plate, in place of the fields."""

    def draw(
        self, model: PlateModel | AnalysisModel | None, plan: Plan, sheet: Sheet
    ) -> list[Spot]:
        if isinstance(model, PlateModel):
            model = replace(model, talk=()) if plan.log else model  # the log beside it tells it
            rows = draw_plate(sheet, plan.first, plan.stop, model, self.paint.glyphs)
            key = "" if model.coach is None else model.coach.key
            if key:
                self.keyspots += [Hotspot(plan.first, plan.stop, key, y) for y in rows]
        return []

    def ply_at(self, x: int, y: int) -> int | None:
        """Return the ply that a cell stands for: none on the plate of a game."""
        return None


class GraphRows(NamedTuple):
    """How many rows each seat's graph, field and gap take, and the blank ones around all."""

    graph: int
    field: int
    """With a blank row above; 0 to leave the fields out."""
    gap: int
    blank: int = 0

    @property
    def tight(self) -> bool:
        """Whether low graphs touch: a row of text each, and a blank one, set them apart."""
        return self.graph == _BARE and not self.gap


def _rows_of(height: int, model: PlateModel, facts: int) -> GraphRows:
    """Share the rows: the graphs first, then the fields if cards fit below each, then blanks."""
    seats = len(model.seats)
    room = height - 1 - 1 - facts  # the turns, the counts
    each = room // seats
    fields = any(seat.points or seat.royals for seat in model.seats)
    field = min(_FIELD_ROWS[-1], each - _GRAPH_ABOVE_FIELD - 2) if fields else 0
    field = field + 1 if field >= _FIELD_ROWS[0] else 0
    gap = 1 if each > _LOWEST + 1 else 0
    graph = min(_TALLEST[seats], max(_LOWEST, each - field - gap))
    return GraphRows(graph, field, gap, max(0, room - (graph + field + gap) * seats + gap))


def draw_plate(
    sheet: Sheet, first: int, stop: int, model: PlateModel, glyphs: Glyphs, *, alone: bool = False
) -> range:
    """Draw the plate between two columns, over all rows of a sheet; return the coach's rows.

    Alone, without a bar below it that says the same, it says how the game was won in a row of its
    own.
    """
    sheet.grounds[:] = ["band"] * sheet.height
    head = 1 + alone
    margins = _MARGINS + alone if sheet.height >= _ROOMY else 0
    room = sheet.height - head - margins
    said = _said(model, stop - first, glyphs)
    room -= len(said)
    facts = _fitting(_told(model, stop - first, glyphs), room - 2 - len(model.seats))
    facts, large = _shared(model, stop - first, room, facts, glyphs)
    rows = _rows_of(room - large, model, _rows_in(facts))
    blank = rows.blank + margins
    y = min(max(0, blank - 2) // 2, _HIGHEST_MARGIN)
    _head(sheet, first, stop, y, model, glyphs, alone=alone)
    _score(sheet, first, y + head, model, large, glyphs)
    y += head + large
    y = draw_graphs(sheet, first, stop, y + (blank > 0), model, glyphs, rows)
    y += blank > 1
    _counts(sheet, first, stop, y, model, glyphs)
    x = first + _fact_column(model, stop - first)
    coach = range(y + 1, y + 1 + len(facts[0][1])) if facts and model.coach else range(0)
    for name, lines in facts:
        sheet.put(first, y + 1, name, "quiet")
        for row, line in enumerate(lines, y + 1):
            put_sentence(sheet, x, row, line, glyphs, stop=stop)
        y += len(lines)
    for row, line in enumerate(said, y + 1):
        put_sentence(sheet, first, row, line, glyphs, fore="key", stop=stop)
    return coach


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


def _fitting(facts: list[Fact], room: int) -> list[Fact]:
    """Keep as many facts as so many rows hold."""
    kept = list(facts)
    while kept and sum(len(lines) for _, lines in kept) > max(0, room):
        kept.pop()
    return kept


def _said(model: PlateModel, width: int, glyphs: Glyphs) -> list[Sentence]:
    """Return the rows of what was said last."""
    rows = [row for line in model.talk for row in wrap(line, width, glyphs)]
    return rows[-_SAID:]


def draw_graphs(
    sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs, rows: GraphRows
) -> int:
    """Draw the scores of all seats turn by turn; return the row after them."""
    frame = _Frame(sheet, first, stop, model, glyphs, tight=rows.tight)
    for seat in model.seats:
        _graph(frame, y, seat, rows.graph)
        _field(frame, y + rows.graph, seat, rows.field)
        y += sum(rows[:3])
    y -= rows.gap
    _turns(frame, y)
    return y + 1


class _Frame(NamedTuple):
    """Where the graphs are drawn, between two columns."""

    sheet: Sheet
    first: int
    stop: int
    model: PlateModel
    glyphs: Glyphs
    tight: bool

    @property
    def left(self) -> int:
        """The first column of the graphs, right of the names, and of the totals beside them."""
        seats = self.model.seats
        totals = max(sentence_width(seat.total, self.glyphs) for seat in seats) + _BESIDE_NAME
        beside = self.tight or self.stop - self.first < _NARROW
        label = _label_width(self.model, _GAP + beside)  # apart from the number that follows it
        return self.first + label + (totals - _GAP) * self.tight


def _field(frame: _Frame, y: int, seat: PlateSeat, tall: int) -> None:
    """Draw the final field of a seat below its graph, if there is room."""
    if not tall:
        return
    x, size = frame.left, TileSize(tall + 1, tall - 1)
    draw_field(frame.sheet, x, frame.stop, y + 1, size, seat.points, seat.royals, frame.glyphs)


def _head(
    sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs, *, alone: bool
) -> None:
    """Say who won, under which rules and when; and how, unless the bar below says it."""
    edge = stop - cell_len(model.caption)
    title = tuple(span._replace(role="strong") for span in model.title)
    x, wide = first, sentence_width(title, glyphs)
    verdict = str(model.verdict)
    if verdict and first + cell_len(verdict) + _GAP + wide <= stop:
        fore = "key" if model.victory else "threat"
        x = sheet.put(first, y, verdict, fore, bold=True) + _GAP
    if stop - first < _NARROW and x + wide + _GAP > edge:
        edge = stop + _GAP
    else:
        sheet.put(edge, y, model.caption, "quiet")
    put_sentence(sheet, x, y, title, glyphs, stop=edge - _GAP)
    if alone:
        put_sentence(sheet, first, y + 1, model.how, glyphs, fore="quiet", stop=stop)


def _rows_in(facts: list[Fact]) -> int:
    return sum(len(lines) for _, lines in facts)


def _shared(
    model: PlateModel, width: int, room: int, facts: list[Fact], glyphs: Glyphs
) -> tuple[list[Fact], int]:
    """Share the rows between facts and large figures, worth more than the largest play."""
    largest = _LARGEST + (model.coach is not None)
    for kept in (facts, [*facts[:largest], *facts[largest + 1 :]]):
        if large := _large(model, width, room, _rows_in(kept), glyphs):
            return kept, large
    return facts, 0


def _large(model: PlateModel, width: int, room: int, told: int, glyphs: Glyphs) -> int:
    """Return the rows of the score in large figures; none where the graphs would be too low."""
    if len(model.seats) != _TWO or width < _NARROW:
        return 0
    for large, least in _GRAPHS.items():
        if glyphs.lettered and large > min(_GRAPHS):
            continue
        rows = _rows_of(room - large, model, told)
        if rows.graph >= least and rows.gap:
            return large
    return 0


def _score(sheet: Sheet, first: int, y: int, model: PlateModel, large: int, glyphs: Glyphs) -> None:
    """Draw the score in large figures, the reader's first, a crown above the name of who won."""
    if not large:
        return
    theirs, mine = model.seats
    x = _scorer(sheet, first + 2, y, mine, large, glyphs) + _GAP
    x = _figures(sheet, x, y, mine, large, glyphs) + _GAP
    dots = colon(large, glyphs)
    for row, line in enumerate(dots, y):
        sheet.put(x, row, line, "quiet")
    x = _figures(sheet, x + len(dots[0]) + _GAP, y, theirs, large, glyphs) + _GAP
    _scorer(sheet, x, y, theirs, large, glyphs)


def _scorer(sheet: Sheet, x: int, y: int, seat: PlateSeat, large: int, glyphs: Glyphs) -> int:
    """Write a name beside the figures, under a crown if it won; return the column after it."""
    last = y + large - 1
    if seat.won:
        sheet.put(x, last - 1, crown(glyphs), "key", bold=glyphs.lettered)
    end = sheet.put(x, last, fitted(seat.name, _NAME), "key" if seat.won else "quiet", bold=True)
    return max(end, x + cell_len(crown(glyphs))) if seat.won else end


def _figures(sheet: Sheet, x: int, y: int, seat: PlateSeat, large: int, glyphs: Glyphs) -> int:
    """Draw the last score of a seat; return the column after it."""
    lines = numerals(max(0, seat.scores[-1]), large, glyphs)
    for row, line in enumerate(lines, y):
        sheet.put(x, row, line, "key" if seat.won else "ink", bold=glyphs.lettered)
    return x + max(map(len, lines))


def _label_width(model: PlateModel, gap: int = _GAP) -> int:
    return max(_LABEL, 2 + min(_NAME, max(cell_len(seat.name) for seat in model.seats)) + gap)


def _graph(frame: _Frame, y: int, seat: PlateSeat, tall: int) -> None:
    """Draw the name and the total of a seat, and beside them its score turn by turn."""
    sheet, first, stop, model, glyphs, tight = frame
    x = frame.left
    top = max(_HIGHEST_GOAL, *(max(other.scores) for other in model.seats))
    sheet.fill(x, y, stop - x, tall, GROUND)
    area = Area(x, y, _graph_width(stop - x, model), tall, top)
    draw_area(sheet, area, Series(seat.scores, seat.goals), glyphs, won=seat.won)
    if stop - first < _NARROW and tall > _BARE:
        _goal(sheet, area, seat.goals[0])
    if seat.won:
        sheet.put(first, y, glyphs.turn, "key", bold=True)
    end = sheet.put(first + 2, y, fitted(seat.name, _NAME), bold=True)
    if tight:
        at = x - _BESIDE_NAME - sentence_width(seat.total, glyphs)
        put_sentence(sheet, at, y, seat.total, glyphs, fore="quiet", stop=x)
        return
    if tall == 1:
        put_sentence(sheet, max(end + 1, x - 3), y, seat.total[:1], glyphs, stop=x)
        return
    put_sentence(sheet, first + 2, y + 1, seat.total, glyphs, fore="quiet")
    if tall > _BARE:
        sheet.put(first + 2, y + 2, seat.drew, "quiet")


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
    frame.sheet.put(frame.first + 2, y, model.turn, "quiet")
    width = _graph_width(frame.stop - x, model)
    draw_ticks(frame.sheet, x, x + width, y, len(model.seats[0].scores) - 1)


def _counts(sheet: Sheet, first: int, stop: int, y: int, model: PlateModel, glyphs: Glyphs) -> None:
    """Put the counts side by side, as many as fit."""
    x = first
    wide = sum(sentence_width(count, glyphs) for count in model.counts)
    gap = _GAP if wide + _GAP * (len(model.counts) - 1) <= stop - first else _GAP - 1
    for count in model.counts:
        if x + sentence_width(count, glyphs) > stop:
            break
        x = put_sentence(sheet, x, y, count, glyphs, stop=stop) + gap

"""Draw the analysis of a game: the chances of each side, and the turning points as a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rich.cells import cell_len, set_cell_size

from cuttle_tui.coach.words import AnalysisModel, AnalysisSide, TurningRow
from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest, fullest_text
from cuttle_tui.drawing.graph import Area, Series, column_of, draw_area, draw_ticks
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.drawing.stack import Rows, stack, within
from cuttle_tui.i18n.translation import C_, Sentence, Span, tr
from cuttle_tui.table.view_model import PlateModel
from cuttle_tui.table.widgets.plate import Plate

_LABEL: Final = 13
"""The minimum columns left of the graph."""
_NAME: Final = 16
"""The maximum columns of a name."""
_GAP: Final = 2
_WHO: Final = C_("a column", "who")
_BRIEF: Final = 3
"""The letters of a name where there is no room for it."""
_FULL: Final = 100
_EVEN: Final = 50
_TURN_MARK: Final = "?"
_BEFORE_BETTER: Final = 3
"""Blank columns before the better plays."""
_WHAT_FOR: Final = (":", ",")
"""What stands between a play and what it does, or what comes of it."""
_HALF: Final = "50%"


class AnalysisPlate(Plate):
    """The zone of an analysis, or of the plate, in place of the fields."""

    def draw(
        self, model: PlateModel | AnalysisModel | None, plan: Plan, sheet: Sheet
    ) -> list[Spot]:
        if not isinstance(model, AnalysisModel):
            return super().draw(model, plan, sheet)
        draw_analysis(sheet, plan.first, plan.stop, model, self.paint.glyphs)
        return []

    def ply_at(self, x: int, y: int) -> int | None:
        plan = None if self._drawn_for is None else self._drawn_for[2]
        if plan is None or not isinstance(self.model, AnalysisModel):
            return None
        return ply_at(self.model, plan.first, plan.stop, self.size.height, x, y)


_PARTS: Final = stack(
    "over title=1 under graph=1 numbers=1 heads=1 list=2 foot end",
    "graph 2; graph 3; list 3; numbers 2; foot 1; list 4; list 6; graph 4;"
    " over 1 & under 1 & end 1; graph 5;"
    + "".join(f"list {rows}; graph {rows // 2 + 2};" for rows in range(7, 32)),
    rest="end",
)
"""An analysis: a graph for each side, with the marks below it, and the list of turning points."""
_TALLEST: Final = 32
"""The maximum rows of all graphs."""


def rows_of(height: int, model: AnalysisModel) -> Rows:
    """Share the rows of a zone among graphs and list: what one leaves is the other's."""
    sides = len(model.sides)
    most = {"graph": _TALLEST // sides, "foot": 1}
    if not model.progress:
        most |= {"list": len(model.rows), "foot": any(row.foot for row in model.rows)}
    return replace(_PARTS, grow=within(_PARTS.grow, most), times={"graph": sides}).rows(height)


def draw_analysis(
    sheet: Sheet, first: int, stop: int, model: AnalysisModel, glyphs: Glyphs
) -> None:
    """Draw an analysis between two columns, over all rows of a sheet."""
    sheet.grounds[:] = ["band"] * sheet.height
    rows = rows_of(sheet.height, model)
    title = fullest_text(stop - first, model.title, model.shorter)
    sheet.put(first, rows.at["title"], title, bold=True)
    x = first + _label_width(model)
    # a graph for each side: what it thought of its chance, from the cards that it saw
    tall = rows.of["graph"]
    high = max(1, tall - 1)
    for place, side in enumerate(model.sides):
        y = rows.at["graph"] + place * tall
        series = Series(side.values, (_EVEN,) * len(side.values))
        area = Area(x, y, stop - x, high, _FULL, ruled=True)
        draw_area(sheet, area, series, glyphs, won=side.won)
        if side.won:
            sheet.put(first, y, glyphs.turn, "key", bold=True)
        sheet.put(first + 2, y, fitted(side.name, _NAME), bold=True)
        sheet.put(x - _GAP - cell_len(side.chance), y, side.chance, "key", bold=True)
        if high > 1:
            sheet.put(first + 2, y + 1, side.accuracy, "quiet")
            sheet.put(x - _GAP - len(_HALF), y + high // 2, _HALF, "quiet")
        below = 2 + (high // 2 == 2)
        if high > below and cell_len(side.seen) <= x - first - 2 - _GAP:
            sheet.put(first + 2, y + below, side.seen, "quiet")
        if tall > 1:
            _draw_marks(sheet, x, stop, y + high, side, model, glyphs)
    if rows.of["numbers"] > 1:
        sheet.put(first + 2, rows.at["numbers"], model.move, "quiet")
        draw_ticks(sheet, x, stop, rows.at["numbers"], model.plies)
    _draw_list(sheet, first, stop, rows, model, glyphs)


def _label_width(model: AnalysisModel) -> int:
    widest = max(
        max(
            min(_NAME, cell_len(side.name)) + _GAP + cell_len(side.chance),
            cell_len(side.accuracy) + _GAP + len(_HALF),
        )
        for side in model.sides
    )
    return max(_LABEL, 2 + widest + _GAP)


def _draw_marks(
    sheet: Sheet,
    x: int,
    stop: int,
    y: int,
    side: AnalysisSide,
    model: AnalysisModel,
    glyphs: Glyphs,
) -> None:
    """Mark the turning points of a side below its graph, and where we are."""
    width = stop - x
    here = x + column_of(model.ply, model.plies, width)
    for column in {x + column_of(ply, model.plies, width) for ply in side.marks} - {here}:
        sheet.put(column, y, _TURN_MARK, "threat", bold=True)
    sign = _TURN_MARK if model.ply in side.marks else " " if glyphs.fills else glyphs.block
    sheet.put(here, y, sign, "selink", ground="sel", bold=True)


def _draw_list(
    sheet: Sheet, first: int, stop: int, rows: Rows, model: AnalysisModel, glyphs: Glyphs
) -> None:
    """Draw the turning points: when, who, what became of the chance, what was played."""
    head = rows.at["heads"]
    if not model.rows:
        sheet.put(first + 2, head + 1, model.empty, "quiet")
    for listed in _forms(model):
        columns = _columns(listed)
        better = _better_column(listed, first + columns[-1], stop, glyphs)
        if better:
            model = listed
            break
    else:
        columns, better = _columns(model), 0
    last = first + columns[-1]
    end = better - _BEFORE_BETTER if better else stop
    if model.rows:
        *heads, played = model.heads
        name = fullest_text(end - last, played, model.played)
        _put_row(sheet, first, stop, head, (*heads, name), columns, "quiet")
        if better:
            sheet.put(better, head, model.better, "quiet")
    progress = wrap(model.progress, stop - first - 2, glyphs, "") if model.progress else []
    for y, line in enumerate(progress, sheet.height - len(progress)):
        put_sentence(sheet, first + 2, y, line, glyphs, fore="quiet")
    if rows.of["foot"] and model.focus >= 0 and not progress:
        foot = model.rows[model.focus].foot
        put_sentence(sheet, first + 2, rows.at["foot"], foot, glyphs, stop=stop)
    listed_rows = range(head + 1, sheet.height - len(progress))
    for y, place in zip(listed_rows, _listed(rows, model), strict=False):
        row, focused = model.rows[place], place == model.focus
        _draw_row(sheet, first, end, y, row, columns, glyphs, focused=focused)
        if better:
            told = _fitting(row.better, stop - better, glyphs)
            put_sentence(sheet, better, y, told, glyphs, fore="quiet", stop=stop)


def _listed(rows: Rows, model: AnalysisModel) -> range:
    """Return the places of the turning points in sight, those around the focus."""
    start = max(0, min(model.focus - rows.of["list"] // 2, len(model.rows) - rows.of["list"]))
    return range(len(model.rows))[start : start + rows.of["list"]]


def _forms(model: AnalysisModel) -> Iterator[AnalysisModel]:
    """Yield the forms in which the list has the better plays, the fullest first.

    Where several play on a side, the graphs do not tell who it was.
    """
    yield model
    move, _, *heads = model.heads
    brief = tuple(replace(row, who=set_cell_size(row.who, _BRIEF).rstrip()) for row in model.rows)
    yield replace(model, heads=(move, tr(_WHO), *heads), rows=brief)
    if len({row.who for row in model.rows}) <= len(model.sides):
        unnamed = tuple(replace(row, who="") for row in model.rows)
        yield replace(model, heads=(move, *heads), rows=unnamed)


def _columns(model: AnalysisModel) -> tuple[int, ...]:
    """Return where each column begins, from the first."""
    widths = [
        max(cell_len(head), *(cell_len(row[place]) for row in map(_cells, model.rows)))
        if model.rows
        else cell_len(head)
        for place, head in enumerate(model.heads[:-1])
    ]
    starts = [2]
    for width in widths:
        starts.append(starts[-1] + min(_NAME, width) + _GAP)
    return tuple(starts)


def _better_column(model: AnalysisModel, last: int, stop: int, glyphs: Glyphs) -> int:
    """Return where the better plays are listed; 0 if there is no room for them all."""
    least = cell_len(model.played)
    for room in (stop, least):
        played, better = (
            [sentence_width(_fitting(cell, room, glyphs), glyphs) for cell in column]
            for column in ([row.played for row in model.rows], [row.better for row in model.rows])
        )
        start = last + max(least, *played, least) + _BEFORE_BETTER
        if start + max(cell_len(model.better), *better, 0) <= stop:
            return start
    return 0


def _fitting(played: Sentence, room: int, glyphs: Glyphs) -> Sentence:
    """Leave out what a play does, or what comes of it, if there is no room for it."""
    forms = [played]
    for mark in _WHAT_FOR:
        kept: list[Span] = []
        for span in forms[-1]:
            text, found, _ = span.text.partition(mark)
            kept.append(span._replace(text=text))
            if found:
                break
        forms.append(tuple(kept))
    return fullest(forms, lambda form: sentence_width(form, glyphs), room)


def _cells(row: TurningRow) -> tuple[str, ...]:
    return (row.move, *([row.who] if row.who else []), row.chances)


def _put_row(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    cells: tuple[str, ...],
    columns: tuple[int, ...],
    fore: str,
) -> None:
    ends = (*(first + start - _GAP for start in columns[1 : len(cells)]), stop)
    for cell, start, end in zip(cells, columns, ends, strict=False):
        sheet.put(first + start, y, fitted(cell, end - first - start), fore)


def _draw_row(
    sheet: Sheet,
    first: int,
    stop: int,
    y: int,
    row: TurningRow,
    columns: tuple[int, ...],
    glyphs: Glyphs,
    *,
    focused: bool,
) -> None:
    if focused:
        sheet.put(first, y, glyphs.turn, "key", bold=True)
    _put_row(sheet, first, stop, y, _cells(row), columns, "ink" if focused else "quiet")
    x = first + columns[-1]
    put_sentence(sheet, x, y, _fitting(row.played, stop - x, glyphs), glyphs, stop=stop)


def ply_at(model: AnalysisModel, first: int, stop: int, height: int, x: int, y: int) -> int | None:
    """Return the ply at a cell of the graph or of the list; None elsewhere."""
    rows, left = rows_of(height, model), first + _label_width(model)
    if rows.at["graph"] <= y <= rows.at["numbers"] and left <= x < stop:
        return -(-(x - left + 1) * model.plies // (stop - left))
    places = dict(enumerate(_listed(rows, model), rows.at["heads"] + 1))
    return model.rows[places[y]].ply if y in places else None

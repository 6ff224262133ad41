"""Draw lists: as many rows as fit around the row in focus, in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, compress
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, TypeVar, overload

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest_text
from cuttle_tui.drawing.layout import Plan
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, wrap
from cuttle_tui.i18n.translation import SILENCE, Sentence, say, tr
from cuttle_tui.kit.layouts import APART_FROM, NO_ROWS, RowsTaken
from cuttle_tui.kit.words import ABOVE, BELOW, Entry
from cuttle_tui.kit.zone import Hotspot, Zone

BLANK: Final = 1
"""Blank rows between a list and the bar below it."""


UPWARDS: Final = "pageup"
DOWNWARDS: Final = "pagedown"
"""The keys for clicks on the numbers of hidden lines above and below."""
WAYS: Final = {UPWARDS: -1, DOWNWARDS: 1}
"""The way such a click goes."""


def put_overflow(
    sheet: Sheet, plan: Plan, above: int, below: int, *, top: int = 0, rest: str = ""
) -> list[Hotspot]:
    """Write at the right how many lines are hidden above and below, each at its end of the list.

    `top` is the row over the first line; `rest` says what is below instead of a number. Returns
    where the numbers are, with their keys.
    """
    spots = []
    if above:
        left = _put(sheet, plan, top, tr(ABOVE, n=above))
        spots.append(Hotspot(left, plan.stop, UPWARDS, top))
    if below:
        last = sheet.height - 1 - BLANK
        left = _put(sheet, plan, last, rest or tr(BELOW, n=below))
        spots.append(Hotspot(left, plan.stop, DOWNWARDS, last))
    return spots


def _put(sheet: Sheet, plan: Plan, y: int, told: str) -> int:
    """Write a text at the right, or on a button across the list; return the first column."""
    left, width = plan.stop - cell_len(told), plan.stop - plan.first
    if plan.phone != "upright":
        sheet.put(left, y, told, "quiet")
        return left
    sheet.fill(plan.first, y, width, 1, _FOCUS)
    sheet.put(plan.first + (width - cell_len(told)) // 2, y, told, "quiet", ground=_FOCUS)
    return plan.first


def put_lit(
    sheet: Sheet, x: int, y: int, text: str, glyphs: Glyphs, *, behind: bool = False
) -> int:
    """Write a text with the sign before or after it; return the column after the text itself."""
    whole = f"{text}{glyphs.lit}" if behind else f"{glyphs.lit}{text}"
    start = x if behind else x - len(glyphs.lit)
    sheet.put(start, y, whole, "litink", ground="lit", bold=True)
    return x + len(text)


T = TypeVar("T")

_KEY: Final = 3
_LABEL: Final = 6
_TEXT: Final = 27
_DESCRIPTION: Final = 34
_CHOSEN: Final = "+"
_LEAST_CELL: Final = 2
"""Columns too few to show anything of a text."""
OFF: Final = "-"
"""Marks an option that is off."""
_FOCUS: Final = "band"
"""The ground of the row in focus: the bar below is the only bright one."""
_BELOW_HEADS: Final = 2
"""Rows of the title and the heads of a list below another one."""
_BEFORE: Final = "< "
_AFTER: Final = " >"
"""Signs around a choice that left and right change."""
_APART: Final = "  "
"""Between the further cells of a row, below its name."""
_USUAL: Final = 78
"""Columns for which the columns of lists are meant."""
_PAIR: Final = 2
"""Cells of a row that is no table: a label and a text."""
_BETWEEN: Final = 2
"""Columns between those of a table that are placed by what stands in them."""
_ROOMY: Final = 3
"""Rows for each line of an empty list from which blank rows part them."""
_NOWHERE: Final = 9999
"""The column of cells that are left out."""
_LEAST_ENTRY: Final = 2
"""Rows of an entry that a thumb hits."""
NOTHING_ELSE: Final[Mapping[int, str]] = MappingProxyType({})
_FREE: Final = "\0"
"""Represents the sign of a free seat in a cell, or of what is still to be done."""
_DONE: Final = "\1"
"""Represents the sign of what is done."""
_STAR: Final = "\2"
"""Represents a star."""


class Cell(NamedTuple):
    """Text in a column of a list, counted from the left edge of the content."""

    column: int
    text: str
    role: str = "ink"
    bold: bool = False
    told: str | None = None
    """The same in words that need no head above them, if the text needs one."""
    brief: str = ""
    """The same in fewer words, where there is no room for the text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list; in focus, its first cell is bold."""

    cells: tuple[Cell, ...]
    key: str = ""
    right: str = ""
    """A last cell, aligned to the right."""
    name: str = ""
    """What the screen calls the row; it is not drawn."""
    stepped: bool = False
    """Whether left and right change the last cell: in focus, it stands between arrows."""


class Heads(NamedTuple):
    """The names of the columns of a list."""

    cells: tuple[Cell, ...]
    right: str = ""


def heads_of(names: tuple[str, ...], columns: tuple[int, ...]) -> Heads:
    """Name columns; the last name is aligned to the right."""
    *left, right = names
    cells = zip(columns, left, strict=True)
    return Heads(tuple(Cell(column, text, "quiet") for column, text in cells), right)


def entry_row(entry: Entry) -> Row:
    """Make the row of an entry with a description."""
    label = Cell(_LABEL, str(entry.label))
    about = Cell(_DESCRIPTION, str(entry.description), "quiet", brief=str(entry.brief))
    return Row((label, about), entry.key)


def choice_row(
    name: str,
    label: str,
    text: str,
    sign: str = "",
    *,
    chosen: bool = False,
    stepped: bool = False,
    brief: str = "",
) -> Row:
    """Make the row of something to choose or to change.

    Args:
        name: what the screen calls it.
        label: its name for the player.
        text: the choice, or a description.
        sign: the key that goes there, or a mark.
        chosen: whether it is on, or not as by default.
        stepped: whether left and right change it.
        brief: the choice or description in fewer words, for a narrow list.
    """
    role = "ink" if chosen or sign not in ("", OFF) else "quiet"
    cells = (Cell(_LABEL, label, bold=chosen), Cell(_TEXT, text, role, brief=brief))
    return Row(cells, _CHOSEN if chosen else sign, name=name, stepped=stepped)


def line_row(
    cells: tuple[str, ...], columns: tuple[int, ...], told: Mapping[int, str] = NOTHING_ELSE
) -> Row:
    """Make a row of cells in columns; the last cell is aligned to the right.

    Some are told in other words where no head stands above them.
    """
    *left, right = cells
    drawn = (
        Cell(column, text, "ink" if place < 2 else "quiet", place == 0, told.get(place))
        for place, (column, text) in enumerate(zip(columns, left, strict=True))
    )
    return Row(tuple(drawn), right=right)


def row_text(row: Row | None) -> Sentence:
    """Return all that a row says, in one line; nothing for a blank row."""
    cells = () if row is None else (*(cell.text for cell in row.cells), row.right)
    return say(" ".join(filter(None, cells)))


class LineRows(Sequence[Row]):
    """The rows of a list's lines, each made when it is drawn: a long list costs no more to show.

    Rows of the same lines are equal if they are made by the same function.
    """

    __slots__ = ("_lines", "_make")

    def __init__(self, lines: tuple[T, ...], make: Callable[[T], Row]) -> None:
        self._lines: tuple[object, ...] = lines
        self._make: Callable[..., Row] = make

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> LineRows: ...
    def __getitem__(self, place: int | slice) -> Row | LineRows:
        if isinstance(place, slice):
            return LineRows(self._lines[place], self._make)
        return self._make(self._lines[place])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LineRows):
            return NotImplemented
        return self._make == other._make and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(self._lines)

    def count(self, value: object) -> int:
        """Return how many rows are blank: none is."""
        return 0 if value is None else super().count(value)


def free_seats(count: int) -> str:
    """Write a cell with a sign for each free seat."""
    return " ".join(_FREE * count)


def dots(done: int, count: int) -> str:
    """Write a cell with a sign for each of so many things, some of which are done."""
    return _DONE * done + _FREE * (count - done)


def stars(count: int) -> str:
    """Write a cell with so many stars."""
    return _STAR * count


def _signed(text: str, glyphs: Glyphs) -> str:
    """Put the signs into the text of a cell."""
    signs = ((_FREE, glyphs.free), (_DONE, glyphs.done), (_STAR, glyphs.star))
    for mark, sign in signs:
        text = text.replace(mark, sign)
    return text


class Window(NamedTuple):
    """The visible rows of a list, and where they are drawn."""

    shown: range
    top: int = 0
    step: int = 1
    """Rows of the screen for each row of the list."""
    heights: tuple[int, ...] = ()
    """The rows of the screen of each visible row, if they are not alike."""

    def drawn(self) -> Iterator[tuple[int, int]]:
        """Yield the screen row and the index of each visible row."""
        heights = self.heights or (self.step,) * len(self.shown)
        return zip(accumulate(heights, initial=self.top), self.shown, strict=False)

    def row_at(self, y: int) -> int:
        """Return the index of the row at a row of the screen, or -1."""
        if self.heights:
            above = [place for top, place in self.drawn() if top <= y]
            return above[-1] if above and y < self.top + sum(self.heights) else -1
        row = (y - self.top) // self.step
        return self.shown[row] if 0 <= row < len(self.shown) else -1


def window_of(count: int, focus: int, room: int, *, top: int, step: int, spare: int = 0) -> Window:
    """Choose the visible rows: all of them, or as many as fit around the row in focus.

    Args:
        count: rows of the list.
        focus: the index of the row in focus.
        room: rows of the screen.
        top: the first of them.
        step: rows from one to the next; fewer if they do not all fit like that.
        spare: further rows of the screen, if all fit then.
    """
    for apart in range(step, 0, -1):
        if (count - 1) * apart < room + spare * (apart == 1):
            return Window(range(count), top, apart)
    room -= 1  # counts the others
    first = max(0, min(focus - room // 2, count - room))
    return Window(range(first, min(count, first + room)), top)


def window_of_heights(heights: Sequence[int], focus: int, room: int, top: int) -> Window:
    """Choose the visible rows around the row in focus where rows are not equally high."""
    if sum(heights) <= room:
        return Window(range(len(heights)), top, heights=tuple(heights))
    room -= 1  # counts the others
    first, stop = focus, focus + 1
    while True:
        above = first > 0 and sum(heights[first - 1 : stop]) <= room
        below = stop < len(heights) and sum(heights[first : stop + 1]) <= room
        if not above and not below:
            return Window(range(first, stop), top, heights=tuple(heights[first:stop]))
        upwards = above and (not below or sum(heights[first:focus]) < sum(heights[focus:stop]))
        first, stop = first - upwards, stop + (not upwards)


class Below(NamedTuple):
    """Another list, to read only."""

    title: str
    heads: Heads
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class ListModel:
    """The rows of a list, one of them in focus; None is a blank row."""

    rows: Sequence[Row | None]
    focus: int
    gap: int = 0
    """Blank rows between the rows, if all of them fit like that."""
    whole: bool = False
    """Whether all rows stay visible as long as they fit, down to the row above the bar."""
    close: bool = False
    """Whether no blank rows part the rows, also below tiles."""
    empty: tuple[Sentence, ...] = ()
    """Shown if there are no rows: a line in ink, and others in quiet."""
    heads: Heads | None = None
    """The names of the columns, in a row of their own."""
    wraps: bool = False
    """Whether rows of a label and a long text take further rows in a narrow window."""
    below: tuple[Below, ...] = ()
    """Other lists, shown below in a large window."""


class RowList(Zone[ListModel]):
    """The zone of a list."""

    BRIEF: ClassVar[bool] = False
    """Whether rows of an upright screen tell one line each, if all of them fit only so."""
    window = Window(range(0))
    """What was drawn last."""
    _starts: tuple[int, ...] = ()
    """The columns of a narrow table, from the left edge; empty if they are the usual ones."""

    def draw(self, model: ListModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        """Draw the heads, the visible rows, and the number of the others."""
        if self.paint.touch:
            model = _without_letters(model)
        if plan.phone == "upright":
            self._upright(model, plan, sheet)
            return []
        plan = plan if sheet.width == plan.width else replace(plan, content=sheet.width - plan.left)
        top = self.top(plan) + (model.heads is not None)
        self.window = window = self._window(model, plan, top, sheet.height - top - BLANK)
        heads, shown = _filled(model.heads, [model.rows[place] for place in window.shown])
        self._starts = self._narrowed(heads, shown, plan)
        if not model.rows:
            self._empty(sheet, top - (heads is not None), model, plan)
        elif heads is not None:
            right = "" if window.shown.start else heads.right
            self._cells(sheet, top - 1, Row(heads.cells, right=right), plan, role="quiet")
        for (y, place), row in zip(window.drawn(), shown, strict=True):
            if row is not None:
                first, *further = self._texts(row, plan) if window.heights else ("",)
                if further:
                    last = row.cells[-1]._replace(text=first)
                    row = replace(row, cells=(*row.cells[:-1], last))
                self._row(sheet, y, row, plan, further, focused=place == model.focus)
        above, below = model.rows[: window.shown.start], model.rows[window.shown.stop :]
        hidden = (len(rows) - rows.count(None) for rows in (above, below))
        self.keyspots += put_overflow(sheet, plan, *hidden, top=top - 1)
        self._below(sheet, window, model.below, plan)
        return []

    def _empty(self, sheet: Sheet, y: int, model: ListModel, plan: Plan) -> None:
        """Say where rows would stand what a list without any tells, spread where there is room."""
        x, glyphs = plan.left + _KEY, self.paint.glyphs
        spread = not model.below and len(model.empty) * _ROOMY <= sheet.height - y
        for place, line in enumerate(model.empty):
            for part in wrap(line, plan.stop - x, glyphs, indent="") if line else [SILENCE]:
                fore = "quiet" if place else "ink"
                put_sentence(sheet, x, y, part, glyphs, fore=fore, stop=plan.stop)
                y += 1
            y += spread and bool(line) and place > 0

    # rows of an upright list, with what they tell below their names

    def _upright(self, model: ListModel, plan: Plan, sheet: Sheet) -> None:
        """Draw the visible rows, each with its further cells below the first, and how many more."""
        top = self.top(plan)
        told = [self._told(row, model.heads, plan) for row in model.rows]
        room = sheet.height - top - BLANK
        if self.BRIEF:
            told = _told_in(told, room)
        least = _LEAST_ENTRY if self.BRIEF else 1
        heights = [max(least, 1 + len(lines)) for lines in told]
        airy = sum(heights) + len(heights) <= room
        heights = [height + airy for height in heights]
        self.window = window = window_of_heights(heights, model.focus, room, top)
        if not model.rows:
            self._empty(sheet, top, model, plan)
        for y, place in window.drawn():
            row = model.rows[place]
            if row is not None:
                self._high_row(sheet, y, row, told[place], plan, focused=place == model.focus)
        above, below = model.rows[: window.shown.start], model.rows[window.shown.stop :]
        hidden = (len(rows) - rows.count(None) for rows in (above, below))
        self.keyspots += put_overflow(sheet, plan, *hidden, top=top - 1)
        if model.rows and len(window.shown) == len(model.rows):
            end = window.top + sum(window.heights) + (not airy)
            self._upright_below(sheet, end, model.below, plan)

    def _upright_below(self, sheet: Sheet, y: int, lists: Sequence[Below], plan: Plan) -> None:
        """Draw other lists below the rows, as much of them as fits."""
        for title, heads, rows in lists:
            told = [(row, self._told(row, heads, plan)) for row in filter(None, rows)]
            ends = accumulate((1 + len(lines) for _, lines in told), initial=y + 1)
            places = [end for end in ends if end <= sheet.height - BLANK]
            if len(places) > 1:
                sheet.put(plan.left + _KEY, y, title, "key", bold=True)
                y = places[-1] + 1
            for at, (row, lines) in zip(places[:-1], told, strict=False):
                self._high_row(sheet, at, row, lines, plan, focused=False)

    def _told(self, row: Row | None, heads: Heads | None, plan: Plan) -> list[str]:
        """Wrap what stands below the name of a row; a bare number follows the head of its cell."""
        if row is None:
            return []
        told = [cell.text if cell.told is None else cell.told for cell in row.cells[1:]]
        cells = [_signed(text, self.paint.glyphs) for text in told]
        names = [cell.text for cell in heads.cells[1:]] if heads is not None else [""] * len(cells)
        parts = [
            f"{name} {text}" if name and cell.told is None and text[:1].isdigit() else text
            for cell, name, text in zip(row.cells[1:], names, cells, strict=False)
            if text.strip()
        ]
        if row.right and not self._fits_beside(row, plan):
            parts.append(row.right)
        room = plan.stop - _name_column(row, plan) - len(_AFTER) * row.stepped
        lines = wrap(say(_APART.join(parts)), room, self.paint.glyphs, indent="") if parts else []
        return ["".join(span.text for span in line) for line in lines]

    def _fits_beside(self, row: Row, plan: Plan) -> bool:
        taken = _name_column(row, plan) + cell_len(row.cells[0].text) + len(_APART)
        return taken + cell_len(row.right) <= plan.stop

    def _high_row(
        self, sheet: Sheet, y: int, row: Row, told: list[str], plan: Plan, *, focused: bool
    ) -> None:
        """Draw a row over several rows of the screen."""
        ground, name = _FOCUS if focused else "felt", row.cells[0]
        if focused:
            rows = max(_LEAST_ENTRY if self.BRIEF else 1, 1 + len(told))
            sheet.fill(plan.left + 1, y, plan.content - 2, rows, ground)
            sheet.put(plan.left + 1, y, self.paint.glyphs.turn, "key", ground=ground)
        off = row.key == OFF
        sheet.put(
            plan.left + _KEY, y, row.key, "quiet" if off else "key", ground=ground, bold=not off
        )
        x = _name_column(row, plan)
        text = fitted(name.text, plan.stop - x)
        sheet.put(x, y, text, name.role, ground=ground, bold=name.bold or focused)
        if row.right and self._fits_beside(row, plan):
            at = plan.stop - cell_len(row.right)
            sheet.put(at, y, row.right, "ink" if focused else "quiet", ground=ground)
        arrows = focused and row.stepped and bool(told)
        lines = [_BEFORE + told[0], *told[1:-1], *told[1:][-1:]] if arrows else told
        lines = _closed(lines) if arrows else lines
        for at, line in enumerate(lines, y + 1):
            sheet.put(x, at, line, "ink" if arrows else "quiet", ground=ground)
        if arrows:
            end = x + cell_len(lines[-1]) - len(_AFTER)
            self.keyspots += [
                Hotspot(plan.left, x + len(_BEFORE), "left", y + 1),
                Hotspot(end, plan.stop + 1, "right", y + len(lines)),
            ]

    def _window(self, model: ListModel, plan: Plan, top: int, room: int) -> Window:
        """Choose the visible rows."""
        if model.wraps and _is_narrow(plan):
            heights = [1 if row is None else len(self._texts(row, plan)) for row in model.rows]
            return window_of_heights(heights, model.focus, room, top)
        if plan.phone:
            entries = 1 + room // _LEAST_ENTRY  # the last may have a single row
            window = window_of(len(model.rows), model.focus, entries, top=top, step=1)
            return window._replace(step=_LEAST_ENTRY)
        gap, spare = self.gap(model, plan), BLANK if model.whole else 0
        taken = self.rows_taken(plan)
        if plan.height >= APART_FROM and taken.fixed + 2 * taken.lines <= top + room + BLANK:
            gap = 1
        count = len(model.rows)
        return window_of(count, model.focus, room, top=top, step=gap + 1, spare=spare)

    def _texts(self, row: Row, plan: Plan) -> list[str]:
        """Wrap the last cell of a row, in fewer words if need be, with room for its arrows."""
        x = plan.left + _column(row.cells[-1].column, row, plan)
        room = plan.stop - x - len(_AFTER) * row.stepped
        lines = wrap(say(_worded(row.cells[-1], room)), room, self.paint.glyphs, indent="")
        return ["".join(span.text for span in line) for line in lines]

    def _below(self, sheet: Sheet, window: Window, lists: tuple[Below, ...], plan: Plan) -> None:
        """Draw other lists below the rows, as much of them as fits."""
        y = window.top + max(1, len(window.shown)) * window.step + 1
        step = window.step if _height_of(lists, window.step) <= sheet.height - y else 1
        tight = _height_of(lists, step) == sheet.height - y + 1  # no row is worth more than a blank
        for title, heads, rows in lists:
            room = (sheet.height - y - _BELOW_HEADS - BLANK * (not tight) + step - 1) // step
            room -= len(rows) > room > 1  # the number of the others
            if not rows or room < 1:
                continue
            sheet.put(plan.left + _KEY, y, title, "key", bold=True)
            named, shown = _filled(heads, rows[:room])
            self._starts = self._narrowed(named, shown, plan)
            if named is not None:
                self._cells(sheet, y + 1, Row(named.cells, right=named.right), plan, role="quiet")
            for place, row in enumerate(filter(None, shown)):
                self._cells(sheet, y + _BELOW_HEADS + place * step, row, plan)
            y += _BELOW_HEADS + min(len(rows), room) * step + 1
            if rows[room:]:
                _put(sheet, plan, y - 1, tr(BELOW, n=len(rows) - room))

    def top(self, plan: Plan) -> int:
        """Return the first row of the list."""
        del plan
        return 1

    def gap(self, model: ListModel, plan: Plan) -> int:
        """Return the blank rows between the rows of the list, if there is room."""
        del plan
        return model.gap

    def _row(
        self, sheet: Sheet, y: int, row: Row, plan: Plan, further: Sequence[str], *, focused: bool
    ) -> None:
        """Draw a row and the rest of its text; the row in focus has a quiet fill and a mark."""
        ground = _FOCUS if focused else "felt"
        last = row.cells[-1]
        x = plan.left + _column(last.column, row, plan)
        if focused:
            sheet.fill(plan.left + 1, y, plan.content - 2, 1 + len(further), ground)
            sheet.put(plan.left + 1, y, self.paint.glyphs.turn, "key", ground=ground)
        if focused and row.stepped:
            row, further = _arrowed(row, closed=not further), _closed(further)
        role = "quiet" if row.key == OFF else "key"
        sheet.put(plan.left + _KEY, y, row.key, role, ground=ground, bold=role == "key")
        self._cells(sheet, y, row, plan, ground=ground, focused=focused)
        for at, text in enumerate(further, y + 1):
            sheet.put(x, at, text, row.cells[-1].role, ground=ground)
        if focused and row.stepped:
            self._note_arrows(x, y, row.cells[-1].text, further, plan)

    def _note_arrows(self, x: int, y: int, text: str, further: Sequence[str], plan: Plan) -> None:
        """Note where the arrows around the last cell are, which clicks take for keys."""
        left, last = x - len(_BEFORE), y + len(further)
        room = plan.stop - left
        end = x + cell_len(further[-1]) if further else left + cell_len(_fitting(text, room))
        self.keyspots += [
            Hotspot(left, x, "left", y),
            Hotspot(end - len(_AFTER), end, "right", last),
        ]

    def _cells(
        self,
        sheet: Sheet,
        y: int,
        row: Row,
        plan: Plan,
        *,
        ground: str = "felt",
        focused: bool = False,
        role: str = "ink",
    ) -> None:
        """Draw the cells of a row, each cut before the next; `role` is that of the right one."""
        glyphs = self.paint.glyphs
        end = plan.stop - cell_len(row.right)
        sheet.put(end, y, row.right, role, ground=ground)
        columns = self._starts or [_column(cell.column, row, plan) for cell in row.cells]
        starts, last = [plan.left + column for column in columns], end + (not row.right)
        stops = [min(start, last) for start in (*starts[1:], last)]
        for place, (cell, x, stop) in enumerate(zip(row.cells, starts, stops, strict=True)):
            if stop - x <= _LEAST_CELL:
                continue
            text = _signed(_worded(cell, stop - x - 1), glyphs)
            stepped = row.stepped and cell is row.cells[-1]
            text = (_fitting if stepped else fitted)(text, stop - x - 1)
            bold = cell.bold or (focused and not place)
            sheet.put(x, y, text, cell.role, ground=ground, bold=bold)

    def _narrowed(
        self, heads: Heads | None, rows: Iterable[Row | None], plan: Plan
    ) -> tuple[int, ...]:
        """Move the columns of a table to the left where a cell would touch the next one otherwise.

        The last ones are left out where cells would be cut even so.
        """
        if heads is None:
            return ()
        table = [Row(heads.cells, right=heads.right), *filter(None, rows)]
        first, room = table[0].cells[0].column, plan.stop - plan.left
        widths = [
            [cell_len(_signed(cell.text, self.paint.glyphs)) for cell in row.cells] for row in table
        ]
        rights = [cell_len(row.right) for row in table]
        usual = [_column(cell.column, table[0], plan) for cell in table[0].cells]
        cells = list(zip(widths, rights, strict=True))
        if all(_fits(usual, *each, room, _BETWEEN) for each in cells):
            return ()
        widest = list(map(max, zip(*widths, strict=True)))
        end = room - max(rights)
        firsts = list[int]()
        for column, width in zip(reversed(usual), reversed(widest), strict=True):
            end = min(column, end - width - _BETWEEN)
            firsts.append(end)
        moved = tuple(reversed(firsts))
        if moved[0] >= first or all(_fits(usual, *each, room) for each in cells):
            return moved if moved[0] >= first else ()
        for kept in range(len(widest) - 1, 1, -1):
            starts = list(accumulate((each + _BETWEEN for each in widest[:kept]), initial=first))
            if starts[-1] + max(rights) <= room:
                return (*starts[:kept], *[_NOWHERE] * (len(widest) - kept))
        return ()

    def rows_of(self, plan: Plan) -> int:
        """Return how many rows the whole list takes with its heads."""
        model = self.model
        if model is None:
            return 0
        if model.wraps and _is_narrow(plan):
            return sum(1 if row is None else len(self._texts(row, plan)) for row in model.rows)
        return len(model.rows) + (model.heads is not None)

    def rows_taken(self, plan: Plan) -> RowsTaken:
        """Return the rows that the list takes with the lists below it, and those around them."""
        model = self.model
        if model is None:
            return NO_ROWS
        heads = self.top(plan) + BLANK + (model.heads is not None)
        below = [rows for _, _, rows in model.below if rows]
        fixed = heads + len(below) * (_BELOW_HEADS + 1)
        lines = max(len(model.rows), len(model.empty)) + sum(map(len, below))
        if model.wraps and _is_narrow(plan):
            lines = self.rows_of(plan)
        return RowsTaken(fixed, lines)

    def beyond(self, way: int) -> int | None:
        """Return the index of the nearest hidden row above (-1) or below (1), if there is one."""
        shown, count = self.window.shown, 0 if self.model is None else len(self.model.rows)
        place = {-1: shown.start - 1, 1: shown.stop}.get(way, -1)
        return place if 0 <= place < count else None

    def row_at(self, y: int) -> int:
        """Return the index of the row drawn at a row of the zone, or -1 if none is."""
        place = self.window.row_at(y)
        return place if place >= 0 and self.model and self.model.rows[place] is not None else -1


def _filled(
    heads: Heads | None, rows: Sequence[Row | None]
) -> tuple[Heads | None, Sequence[Row | None]]:
    """Leave out the columns of a table that no row fills: those before them have their room."""
    cells = [row.cells for row in rows if row is not None]
    if heads is None or not cells:
        return heads, rows
    kept = [any(texts[at].text for texts in cells) or not at for at in range(len(heads.cells))]
    right = any(row.right for row in rows if row is not None)
    if all(kept):
        return (heads if right else heads._replace(right="")), rows
    left = [row and replace(row, cells=tuple(compress(row.cells, kept))) for row in rows]
    return Heads(tuple(compress(heads.cells, kept)), heads.right if right else ""), left


def _height_of(lists: Sequence[Below], step: int) -> int:
    """Count the rows of lists below another one, with a blank row after each."""
    return sum(_BELOW_HEADS + len(rows) * step + 1 for _, _, rows in lists if rows)


def _fits(
    columns: Sequence[int], widths: Sequence[int], right: int, room: int, between: int = 1
) -> bool:
    """Return whether each cell of a row ends before the next one, the last at the right."""
    stops = (*columns[1:], room - right + between * (not right))
    ends = zip(columns, widths, stops, strict=True)
    return all(not width or column + width + between <= stop for column, width, stop in ends)


def _worded(cell: Cell, room: int) -> str:
    """Return the text of a cell, in fewer words if it has no room."""
    return fullest_text(room, cell.text, cell.brief) if cell.brief else cell.text


def _told_in(told: list[list[str]], room: int) -> list[list[str]]:
    """Leave out what takes more than a row below a name, if room is short."""
    if sum(map(len, told)) + len(told) <= room:
        return told
    return [lines if len(lines) < _LEAST_ENTRY else _clause(lines) for lines in told]


def _clause(lines: list[str]) -> list[str]:
    """Keep what stands before the first comma of some lines, if that is a line."""
    first, comma, _ = lines[0].partition(",")
    return [first] if comma else []


def _name_column(row: Row, plan: Plan) -> int:
    """Return the column of the name of a row of an upright list."""
    return plan.left + min(row.cells[0].column, _LABEL)


def _without_letters(model: ListModel) -> ListModel:
    """Leave out the keys of rows where nobody presses keys, and the room of those that had one.

    The sign of an option that is off or on stays.
    """
    rows = [row and replace(row, key="" if row.key.isalnum() else row.key) for row in model.rows]
    if model.heads is None and not any(row.key for row in rows if row is not None):
        rows = [
            row and replace(row, cells=(row.cells[0]._replace(column=_KEY), *row.cells[1:]))
            for row in rows
        ]
    return replace(model, rows=tuple(rows))


def _is_narrow(plan: Plan) -> bool:
    """Return whether a list has fewer columns than its own are meant for."""
    return plan.content < _USUAL


def _column(column: int, row: Row, plan: Plan) -> int:
    """Return a column; those of a table share the room there is.

    In a narrow window the second one stays.
    """
    if len(row.cells) <= _PAIR:
        return min(column, _TEXT) if _is_narrow(plan) else column
    fixed = row.cells[_is_narrow(plan)].column
    if column <= fixed:
        return column
    room = min(plan.content, max(_USUAL, plan.stop - plan.left))  # right of the fixed column
    return fixed + (column - fixed) * (room - fixed) // (_USUAL - fixed)


def _fitting(choice: str, room: int) -> str:
    """Leave out what explains a choice that is too long; the bar tells it whole."""
    name, colon, _ = choice.partition(": ")
    brief = name.rstrip() + (_AFTER if choice.endswith(_AFTER) else "") if colon else ""
    return fitted(fullest_text(room, choice, brief), room)


def _arrowed(row: Row, *, closed: bool) -> Row:
    """Put arrows around the last cell of a row that left and right change, or only before it."""
    *before, last = row.cells
    text = f"{_BEFORE}{last.text}{_AFTER if closed else ''}"
    around = last._replace(column=last.column - len(_BEFORE), text=text, role="ink")
    return replace(row, cells=(*before, around))


def _closed(further: Sequence[str]) -> list[str]:
    """Put the second arrow after the last row of a text."""
    return [*further[:-1], *(f"{text}{_AFTER}" for text in further[-1:])]


class FrontList(RowList):
    """The zone of the list of a front screen with tiles at its head."""

    BRIEF: ClassVar[bool] = True

    def gap(self, model: ListModel, plan: Plan) -> int:
        return 0 if model.close else plan.front.gap

"""Draw the log, and what is asked below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.faces import Spot
from cuttle_tui.drawing.forms import fullest
from cuttle_tui.drawing.layout import MARGIN, Plan
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, fitted, put_sentence, sentence_width, wrap
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, Span, say, tr
from cuttle_tui.kit.board import draw_board, least_rows, most_rows
from cuttle_tui.kit.buttons import Button, buttons_of, draw_buttons, rows_of
from cuttle_tui.kit.lists import DOWNWARDS, UPWARDS
from cuttle_tui.kit.text_types import BAR_INKS, Prompt
from cuttle_tui.kit.words import ABOVE, BELOW
from cuttle_tui.kit.zone import Hotspot, Zone, spots_in
from cuttle_tui.rules.book import card_table, rules_page
from cuttle_tui.table.view_model import LogModel
from cuttle_tui.table.words.status_notes import LOG
from engine.rules.rulesets import Ruleset

_GAP: Final = 3
"""Blank columns after the head of the bar, and between entries."""
_MOST: Final = 3
"""The most columns of entries."""
_KEY: Final = 2
"""Columns of an entry's key."""
_LEAST: Final = 3
"""Lines that stay in sight above the entries of an upright window."""
_BUTTON: Final = 2
"""Rows of an entry in an upright window."""


class _Grid(NamedTuple):
    """How the entries are laid out."""

    rows: int
    width: int
    """Columns of an entry, with the gap behind it."""


def foot_top(model: LogModel, plan: Plan, sheet: Sheet, glyphs: Glyphs) -> int:
    """Return the first row of what is asked; the bar is beside that of the table if it can be.

    If nothing is asked, that is the row after the last.
    """
    rows = _grid(model.menu, _room(sheet)).rows
    if plan.phone and model.menu:
        buttons = _buttons(model, sheet, glyphs)
        return sheet.height - 1 - _button_height(buttons, sheet) * len(buttons)
    if model.prompt is None:
        return sheet.height - 1 - rows if rows else sheet.height
    needed = 1 + rows + len(_lines(model.prompt, sheet, glyphs)) + bool(rows)
    return min(plan.prompt, sheet.height - 1 - needed)


def draw_foot(model: LogModel, top: int, plan: Plan, sheet: Sheet, glyphs: Glyphs) -> list[Hotspot]:
    """Draw what is asked from a row on; return where its keys are."""
    prompt, y = model.prompt, top
    if plan.phone and model.menu:
        buttons, first, stop = _buttons(model, sheet, glyphs), plan.first, plan.stop
        heights = [_button_height(buttons, sheet)] * len(buttons)
        return draw_buttons(sheet, buttons, first, stop, top, heights, glyphs, ground="felt")
    if prompt is None:
        return _entries(model.menu, y, sheet)
    # draw the bar, with the sentence if it fits
    ink = BAR_INKS[prompt.fill]
    sheet.grounds[y] = prompt.fill
    x = sheet.put(MARGIN, y, prompt.head, ink, bold=True) + _GAP
    if _is_on_bar(prompt, sheet, glyphs):
        put_sentence(sheet, x, y, prompt.sentence, glyphs, fore=ink, coloured=False)
    spots = _entries(model.menu, y + 1, sheet)
    rows = _grid(model.menu, _room(sheet)).rows
    y += 1 + rows + bool(rows)
    for line, fore in _lines(prompt, sheet, glyphs):
        put_sentence(sheet, MARGIN, y, line, glyphs, fore=fore)
        spots += spots_in(line, MARGIN, y, glyphs)
        y += 1
    return spots


def _buttons(model: LogModel, sheet: Sheet, glyphs: Glyphs) -> list[list[Button]]:
    """Share the entries among rows of buttons, as many as they need."""
    entries = buttons_of(say(Span(key, "key"), " ", label) for key, label in model.menu)
    return rows_of(entries, _room(sheet), len(entries), glyphs) or [[one] for one in entries]


def _button_height(rows: Sequence[Sequence[Button]], sheet: Sheet) -> int:
    """Return the rows of a button: fewer where the lines would have no room."""
    room = sheet.height - _FIRST - _LEAST - 1
    return fullest((_BUTTON, 1), lambda height: height * len(rows), room)


def _room(sheet: Sheet) -> int:
    return sheet.width - 2 * MARGIN


def _is_on_bar(prompt: Prompt, sheet: Sheet, glyphs: Glyphs) -> bool:
    """Return whether the sentence stands on the bar; typed text has rows of its own."""
    typing = any(span.role == "cursor" for span in prompt.sentence)
    width = cell_len(prompt.head) + _GAP + sentence_width(prompt.sentence, glyphs)
    return not typing and width <= _room(sheet)


def _lines(prompt: Prompt, sheet: Sheet, glyphs: Glyphs) -> list[tuple[Sentence, str]]:
    """List the rows below the entries with their colours: the sentence, the keys, the reason."""
    room = _room(sheet)
    told: list[tuple[Sentence, str]] = []
    if prompt.sentence and not _is_on_bar(prompt, sheet, glyphs):
        told += [(line, "ink") for line in wrap(prompt.sentence, room, glyphs, indent="")]
        told += [((), "ink")]
    wide = max((cell_len(option[0].text) for option in prompt.options), default=0)
    for key, *label in prompt.options:  # their labels are in one column
        blanks = Span(" " * (wide - cell_len(key.text)))
        lines = wrap(say(key, blanks, *label), room, glyphs, indent=" " * (wide + 1))
        told += [(line, "ink") for line in lines]
    told += [(line, "quiet") for line in wrap(prompt.why, room, glyphs, indent="") if line]
    return told


def _grid(menu: Sequence[tuple[str, str]], room: int) -> _Grid:
    """Choose as many columns as the widest label allows."""
    if not menu:
        return _Grid(0, 1)
    widest = _KEY + max(cell_len(label) for _, label in menu)
    columns = max(1, min(_MOST, (room + _GAP) // (widest + _GAP)))
    return _Grid(-(-len(menu) // columns), (room + _GAP) // columns)


def _entries(menu: Sequence[tuple[str, str]], top: int, sheet: Sheet) -> list[Hotspot]:
    """Draw the entries, downwards in each column."""
    rows, width = _grid(menu, _room(sheet))
    spots = []
    for place, (key, label) in enumerate(menu):
        column, row = divmod(place, rows)
        x, y = MARGIN + column * width, top + row
        label = fitted(label, min(width - _GAP, _room(sheet)) - _KEY)
        sheet.put(x, y, key, "key", bold=True)
        end = sheet.put(x + _KEY, y, label)
        spots.append(Hotspot(x, end, key, y))
    return spots


_TITLE: Final = 1
_FIRST: Final = 3
_HANG: Final = 1
"""The columns that the numbers of turns hang out into the margin of a narrow log."""
_NARROW: Final = 60
"""The columns below which a log is narrow."""
_DIGITS: Final = 2
"""The minimum columns of a number, so that the tenth turn moves nothing."""
_STEP: Final = 4
"""Rows by which the newest lines move up at once, so that most plays only add a line."""
_APART: Final = "  "
"""Between the numbers of hidden lines."""
_INDENT: Final = "  "
"""Before the further rows of a line."""
_HIGH: Final = 48
"""Rows from which what stands above the log is told at length."""
_CARDS: Final = N_("what each card does")
_RANK: Final = 2
"""Columns of the rank of a card in a table."""
_SECTIONS: Final = ("goal", "turn")
"""The sections of the rules that are: how to win, and what a turn is."""
_STORY: Final = -1
"""The place of lines that no key reaches."""


class _Row(NamedTuple):
    """A line of the log, or a part of a line that wraps."""

    part: Sentence
    place: int
    """The index of the line."""
    first: bool


class _Window(NamedTuple):
    """All rows of the log, and which of them are visible."""

    rows: list[_Row]
    start: int
    end: int

    @property
    def shown(self) -> list[_Row]:
        """The visible rows."""
        return self.rows[self.start : self.end]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The numbers of lines hidden in whole or in part, in words, each with the key there."""
        beyond = (
            (ABOVE, UPWARDS, self.rows[: self.start]),
            (BELOW, DOWNWARDS, self.rows[self.end :]),
        )
        counts = ((note, key, len({row.place for row in rows})) for note, key, rows in beyond)
        return [(tr(note, n=count), key) for note, key, count in counts if count]


class Log(Zone[LogModel]):
    """The zone of the log: a column beside the table, or on top of it where there is none."""

    def draw(self, model: LogModel, plan: Plan, sheet: Sheet) -> list[Spot]:
        sheet.grounds[:] = ["band"] * sheet.height
        if self.id == "log":
            sheet.grounds[-1] = "felt"  # separates it from a calm bar, which has the same fill
        course = self._course(model, sheet)
        if course:
            put_sentence(sheet, MARGIN, _TITLE, course[0], self.paint.glyphs, fore="quiet")
        elif model.lines or model.story or model.menu or model.empty:
            sheet.put(MARGIN, _TITLE, str(LOG), bold=True)
        if not model.lines and not model.story and not course:
            sheet.put(MARGIN, _FIRST, str(model.empty), "quiet")
        top = foot_top(model, plan, sheet, self.paint.glyphs)
        self.keyspots += draw_foot(model, top, plan, sheet, self.paint.glyphs)
        told = [
            place for place, line in enumerate(model.lines) if any(s.role != "quiet" for s in line)
        ]
        newest, window = told[-1] if told else -1, self._window(model, sheet, top)
        for y, row in enumerate(window.shown, _FIRST):
            self._row(sheet, y, row, model, newest=row.place == newest)
        self._primer(sheet, model, _FIRST + len(window.shown))
        if self.id == "log" or model.focus >= 0 or model.prompt is not None:
            # how many lines are hidden, at the right of the title; clicks may miss by a row
            x = sheet.width - MARGIN - cell_len(_APART.join(told for told, _ in window.hidden))
            for text, key in window.hidden:
                end = sheet.put(x, _TITLE, text, "quiet")
                self.keyspots += [Hotspot(x, end, key, y) for y in range(_FIRST)]
                x = end + len(_APART)
        return []

    def _primer(self, sheet: Sheet, model: LogModel, y: int) -> None:
        """Draw as much of a legend, or of the rules, as fits below the lines, whole parts of it."""
        asks = model.prompt is not None or model.menu
        if self.id != "aside" or asks:
            return
        width, glyphs = sheet.width - 2 * MARGIN, self.paint.glyphs
        rows = range(y + 1, sheet.height - 1)
        if model.board is not None and len(rows) >= least_rows(model.board):
            stop = MARGIN + width
            self.keyspots += draw_board(sheet, MARGIN, stop, model.board, glyphs, rows, over=True)
            y += most_rows(model.board)
        forms: list[list[Sentence]] = [
            [part for line, indent in told for part in wrap(line, width, glyphs, indent)]
            for told in _primers(model, glyphs, high=sheet.height >= _HIGH)
        ]
        told = fullest([*forms, []], len, sheet.height - y - 2)
        for at, line in enumerate(told, sheet.height - len(told) - 1):
            put_sentence(sheet, MARGIN, at, line, glyphs, fore="quiet")

    def _course(self, model: LogModel, sheet: Sheet) -> tuple[Sentence, ...]:
        """Return what stands above the lines, unless the log covers the table; briefly if low."""
        if self.id != "aside" or not model.course:
            return ()
        if sheet.height < _HIGH:
            return (*(line for line in model.course if line[0].role != "quiet"), SILENCE)
        title, *lines = model.course
        apart = ((SILENCE, line) if _starts(line) else (line,) for line in lines)
        return (title, *chain.from_iterable(apart), SILENCE)

    def _row(self, sheet: Sheet, y: int, row: _Row, model: LogModel, *, newest: bool) -> None:
        """Draw a row: its turn; felt and a mark for the line in focus, a sign for other matches.

        The mark or sign is in the first column, with a blank before the text.
        """
        glyphs, focused = self.paint.glyphs, row.place == model.focus != _STORY
        fore = "newest" if focused or newest else "quiet"
        if focused:
            sheet.grounds[y] = "felt"
        if row.first and (focused or row.place in model.found):
            mark = glyphs.turn if focused else glyphs.lit
            sheet.put(0, y, mark, "key", bold=True)
        gutter = _gutter(model, sheet)
        if gutter and _begins(row, model):
            hang = _hang(sheet)
            number = f"{model.numbers[row.place]:>{gutter + hang - 1}}"
            sheet.put(MARGIN - hang, y, number, "quiet")
        put_sentence(sheet, MARGIN + gutter, y, row.part, glyphs, fore=fore)

    def _window(self, model: LogModel, sheet: Sheet, top: int) -> _Window:
        """Show the last rows above `top`, those scrolled to, or those around the focus."""
        rows = self._lines(model, sheet)
        room = max(1, top - 1 - _FIRST)
        if model.focus < 0 and not model.scroll and not model.menu and self.id != "log":
            # the first row to show so that the last fits: a multiple of some rows, or a line
            missing = max(0, len(rows) - room)
            start = -(-missing // _STEP) * _STEP
            start = _whole(rows, start, len(rows))
            half = range(start, min(start + room // 2, len(rows)))
            turns = (at for at in half if _begins(rows[at], model))
            return _Window(rows, next(turns, start) if start else 0, len(rows))
        end = len(rows) - model.scroll
        if model.focus >= 0:
            last = max((at for at, row in enumerate(rows) if row.place == model.focus), default=0)
            end = min(len(rows), last + 1 + room // 2)
        end = max(min(room, len(rows)), end)
        return _Window(rows, _whole(rows, max(0, end - room), end), end)

    def line_at(self, y: int) -> int:
        """Return the index of the log line at a row, or -1."""
        plan = None if self._drawn_for is None else self._drawn_for[2]
        if self.model is None or plan is None:
            return -1
        sheet = Sheet(*self.size)
        top = foot_top(self.model, plan, sheet, self.paint.glyphs)
        rows = self._window(self.model, sheet, top).shown
        return rows[y - _FIRST].place if 0 <= y - _FIRST < len(rows) else -1

    def _lines(self, model: LogModel, sheet: Sheet) -> list[_Row]:
        width = sheet.width - 2 * MARGIN - _gutter(model, sheet)
        above = [
            *((line, _indent(line) + _hung(line)) for line in self._course(model, sheet)[1:]),
            *((line, "") for line in model.story),
            *([(SILENCE, "")] if model.story and model.lines else ()),
        ]
        told = [(_STORY, *line) for line in above]
        brief = dict(model.brief)
        told += [
            (place, line if place == model.focus else brief.get(line, line), _INDENT)
            for place, line in enumerate(model.lines)
        ]
        return [
            _Row(part, place, first=not number)
            for place, line, indent in told
            for number, part in enumerate(wrap(line, width, self.paint.glyphs, indent))
        ]


_Told = list[tuple[Sentence, str]]
"""Lines, each with the indent of its further rows."""


def _primers(model: LogModel, glyphs: Glyphs, *, high: bool) -> list[_Told]:
    """List what may be told below the lines, the fullest first: the legend, or of the rules.

    Where rows are many, that begins with what each card does, and is no more below a course.
    """
    if model.legend:
        return [[(line, "") for line in model.legend]]
    if model.rules is None:
        return []
    table = [_cards_told(model.rules, glyphs)] if high else []
    if model.course:
        return table
    told = (section for section in rules_page(model.rules) if section.name in _SECTIONS)
    sections = [
        [(SILENCE, ""), (say(Span(one.heading, "strong")), ""), *((say(x), "") for x in one.lines)]
        for one in told
    ]
    rules = [*chain(*sections)]
    more = (rules, *sections)
    return [*([*told, *also] for told in table for also in more), *table, *more]


def _cards_told(ruleset: Ruleset, glyphs: Glyphs) -> _Told:
    """Tell what each card does, in three columns: its rank, its word, and the rule."""
    lines = list(card_table(ruleset))
    wide = max(cell_len(line.word) for line in lines)
    told: _Told = [(SILENCE, ""), (say(Span(str(_CARDS), "strong")), "")]
    for card, word, rule in lines:
        rank = f"{glyphs.rank(card):>{_RANK}}"
        named = " " * (wide - cell_len(word)) if word else ""
        indent = " " * (_RANK + len(_APART) + (wide + len(_APART) if word else 0))
        parts = (word, named + _APART) if word else ("",)
        told.append((say(Span(rank, "strong"), _APART, *parts, rule), indent))
    return told


def _starts(line: Sentence) -> bool:
    """Return whether a line above the log is not indented further than a mark."""
    return len(_indent(line)) <= len(_INDENT)


def _indent(line: Sentence) -> str:
    """Return the blanks with which a line begins."""
    text = line[0].text if line else ""
    return " " * (len(text) - len(text.lstrip(" ")))


def _hung(line: Sentence) -> str:
    """Return the blanks below the sign, or the number, with which a line begins."""
    if line and (number := _NUMBERED.match(line[0].text)):
        return " " * (number.end() - len(_indent(line)))
    return _INDENT if line and line[0].text.lstrip(" ").startswith(_STEPS) else ""


_NUMBERED: Final = re.compile(r" *(?:\S )?\d+ {2,}")
"""A number before a title, with a mark if it is done."""
_STEPS: Final = ("- ", "+ ")
"""The signs of a step that is to be done, or is done."""


def _hang(sheet: Sheet) -> int:
    return _HANG if sheet.width < _NARROW else 0


def _gutter(model: LogModel, sheet: Sheet) -> int:
    """Return how many columns the numbers of the turns push the text aside."""
    if not model.numbers:
        return 0
    return max(_DIGITS, len(str(max(model.numbers)))) + 1 - _hang(sheet)


def _begins(row: _Row, model: LogModel) -> bool:
    """Return whether a row is the first of a turn, which has its number."""
    numbered = row.first and row.place != _STORY and bool(model.numbers)
    return numbered and bool(model.numbers[row.place])


def _whole(rows: Sequence[_Row], start: int, end: int) -> int:
    """Skip the rest of a cut line, if a whole line follows."""
    return next((at for at in range(start, end) if rows[at].first), start)

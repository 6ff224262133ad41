"""Show today's deal: begin the one try, copy how it went, watch yesterday's games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from cuttle_tui.daily import words as wording
from cuttle_tui.i18n.translation import N_, SILENCE, Sentence, plain, tell, tr
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import Section, Sections
from cuttle_tui.kit.list_screen import CHOOSE, MOVE, ListScreen, Menu, straight_to
from cuttle_tui.kit.lists import Below, Cell, ListModel, Row, RowList, entry_row, heads_of
from cuttle_tui.kit.screen import BACK
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import ONE_MOMENT, Entry, lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ports import DailyPage, LobbyError, TryLine
from cuttle_tui.ports.daily import Line
from engine.record.record import Record


class DealScreen(ListScreen):
    """Today's deal and yesterday's, with the tables of both days."""

    FINDS: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, page: DailyPage) -> None:
        super().__init__(paint, Menu(wording.entries(page), self._choose))
        self._page = page
        self._why: Sentence = SILENCE

    def on_screen_resume(self) -> None:
        """Show how the player stands by now."""
        self._show()
        self.ask_lobby(self.cuttle.lobby.daily.page(), self._take, self.tell_refusal)

    def use(self, paint: PaintContext) -> None:
        super().use(paint)
        if self.is_mounted:
            self.reword()

    def _take(self, page: DailyPage) -> None:
        self._page, self.menu.entries = page, wording.entries(page)
        self._focus = min(self._focus, len(self.menu.entries) - 1)
        self._show()

    def _show(self) -> None:
        ascii, now, page = self.paint.glyphs.lettered, self.cuttle.now(), self._page
        about = "" if page.own is not None else " ".join(map(plain, wording.today_lines(page)))
        self.query_one(Title).show((tr(wording.NAME), about or page.day))
        self.query_one(Band).show(wording.band(page, now, ascii=ascii))
        tables = (tr("today"), page.lines or (page.own,)), (tr("yesterday"), page.lines_before)
        below = tuple(
            Below(title, heads_of(("", "", ""), _COLUMNS), _rows(filter(None, lines), ascii))
            for title, lines in tables
            if any(lines)
        )
        rows = tuple(map(entry_row, self.menu.entries))
        self.query_one(RowList).show(ListModel(rows, self._focus, below=below))
        self._panel = wording.panel(now, ascii=ascii)
        question = tell(self.in_focus.question)
        self._show_prompt(Prompt("bar", tr(wording.TITLE), question, why=self._why))

    @property
    def answered(self) -> object:
        return self.in_focus

    def tell_refusal(self, error: LobbyError) -> None:
        self._tell(lobby_line(error))

    def _tell(self, line: Sentence) -> None:
        self._why = line
        self._show()

    def move(self, step: int) -> None:
        self._why = SILENCE
        super().move(step)

    def _choose(self) -> None:
        actions: dict[Entry, Callable[[], None]] = {
            wording.BEGIN: self._play,
            wording.GO_ON: self._play,
            wording.COPY: self._copy,
            wording.BEST: lambda: self._watch("best"),
            wording.COACH: lambda: self._watch("coach"),
        }
        self._tell(SILENCE)
        actions[self.in_focus]()

    def _play(self) -> None:
        self.sit(self.cuttle.lobby.daily.play())

    def _copy(self) -> None:
        own = self._page.own
        if own is not None:
            ascii = self.paint.glyphs.lettered
            text = wording.share_text(self._page.day, own, ascii=ascii)
            self._tell(self.cuttle.copy(text))

    def _watch(self, whose: Line) -> None:
        self._tell(tell(ONE_MOMENT))
        self.ask_lobby(self.cuttle.lobby.daily.record(whose), self._open, self.tell_refusal)

    def _open(self, record: Record) -> None:
        self._why = SILENCE
        self.cuttle.watch_game(record)

    def sections(self) -> Sections:
        return (self._LIST, straight_to(self.menu.entries))

    _LIST: ClassVar[Section[Any]] = Section(N_("the list"), (MOVE, CHOOSE, BACK))
    SECTIONS: ClassVar[Sections] = (_LIST,)


_COLUMNS: Final = (3, 25)
"""Of the name and the result."""


def _rows(lines: Iterable[TryLine], ascii: bool) -> tuple[Row, ...]:
    """Make the rows of the table of a day; the reader's own is bold."""
    rows = []
    for line in lines:
        *told, race = wording.cells(line, ascii=ascii)
        cells = map(Cell, _COLUMNS, told, ("ink", "quiet"), (line.mine, line.mine))
        rows.append(Row(tuple(cells), right=race))
    return tuple(rows)

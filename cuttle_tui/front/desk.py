"""What a secretary does: settle reports, and correct results, each with a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar, Final

from cuttle_tui.front import desk_words as wording
from cuttle_tui.i18n.translation import N_, SILENCE, Message, Sentence, say, tr
from cuttle_tui.kit.dialogue import EDIT_REPLY, REPLY_TYPED, Question, Request, replies
from cuttle_tui.kit.heads import Band, Title
from cuttle_tui.kit.keymap import ERASE, SPACE, Command, Section, Sections, bound, to, typing
from cuttle_tui.kit.list_screen import MOVE, ListScreen, Menu
from cuttle_tui.kit.lists import ListModel, RowList, heads_of, line_row
from cuttle_tui.kit.screen import BACK
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import lobby_line
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.desk import Desk, RatedLine, ReportLine

_LONGEST: Final = 200
"""Characters of a reason."""
_ROWS: Final = 24
"""Rows of a window from which a report has some below the list."""


class DeskScreen(ListScreen):
    """The reports that wait, and beside them the latest rated games."""

    def __init__(self, paint: PaintContext, desk: Desk) -> None:
        super().__init__(paint, Menu(choose=self._choose))
        self._desk = desk
        self._reports: tuple[ReportLine, ...] = ()
        self._results: tuple[RatedLine, ...] = ()
        self._on_results = False

    def on_mount(self) -> None:
        self._read()

    @property
    def _lines(self) -> tuple[ReportLine | RatedLine, ...]:
        return self._results if self._on_results else self._reports

    @property
    def _chosen(self) -> ReportLine | RatedLine | None:
        return self._lines[self._focus] if self._lines else None

    @property
    def answered(self) -> object:
        return self._chosen

    def _read(self, why: Sentence = SILENCE) -> None:
        """Read the list anew."""
        self._show(why)

        def reports(found: tuple[ReportLine, ...]) -> None:
            self._reports = found
            self._show(why)

        def results(found: tuple[RatedLine, ...]) -> None:
            self._results = found
            self._show(why)

        if self._on_results:
            self.ask_lobby(self._desk.results(), results, self.tell_refusal)
        else:
            self.ask_lobby(self._desk.reports(), reports, self.tell_refusal)

    def tell_refusal(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def _show(self, why: Sentence = SILENCE) -> None:
        self._focus = max(0, min(self._focus, len(self._lines) - 1))
        self.query_one(Title).show((tr(wording.TITLE), self.cuttle.lobby.player))
        self.query_one(Band).show(wording.band(len(self._lines), results=self._on_results))
        self.query_one(RowList).show(self._list())
        chosen = self._chosen
        self._panel = ()
        if isinstance(chosen, ReportLine):
            self._panel = wording.report_panel(chosen)
            if self.app.size.height < _ROWS:
                why = why or say(chosen.text)
        self._show_prompt(self._prompt(why))

    def _list(self) -> ListModel:
        heads: tuple[Message, ...] = wording.REPORT_HEADS
        columns: tuple[int, ...] = wording.REPORT_COLUMNS
        cells = [*map(wording.report_cells, self._reports)]
        if self._on_results:
            heads, columns = wording.RESULT_HEADS, wording.RESULT_COLUMNS
            cells = [*map(wording.result_cells, self._results)]
        nothing = wording.NO_RESULTS if self._on_results else wording.NO_REPORTS
        return ListModel(
            tuple(line_row(each, columns) for each in cells),
            self._focus,
            heads=heads_of(tuple(map(str, heads)), columns),
            empty=(say(nothing),),
        )

    def _prompt(self, why: Sentence) -> Prompt:
        if self._on_results:
            return wording.result_prompt(self._results[self._focus] if self._results else None, why)
        return wording.report_prompt(self._reports[self._focus] if self._reports else None, why)

    # keys

    def sections(self) -> Sections:
        return (self._LIST,) if self.asker.asked is None else (self.asker.asked.section,)

    def _turn(self) -> None:
        self._on_results, self._focus = not self._on_results, 0
        self._read()

    def _choose(self) -> None:
        match self._chosen:
            case ReportLine() as report:
                self.asker.begin(self._close(report))
            case RatedLine() as game:
                self.asker.begin(self._correct(game))

    async def _close(self, line: ReportLine) -> None:
        await self._decide(
            wording.VERDICT, lambda reason: self._desk.settle(line.number, reason), wording.SETTLED
        )

    async def _correct(self, line: RatedLine) -> None:
        verdict = await Question[str](self._JUDGING, lambda _: wording.verdict_prompt(line))
        if not verdict:
            self._show()
            return
        await self._decide(
            wording.REASON,
            lambda reason: self._desk.correct(line.game, verdict, reason),
            wording.CORRECTED,
        )

    async def _decide(
        self, about: Message, decision: Callable[[str], Awaitable[None]], done: Message
    ) -> None:
        """Ask for a reason, until there is one that will do, and carry the decision out."""
        asked = Question[str | None](
            self._WRITING, lambda text: wording.reason_prompt(about, text), _LONGEST
        )
        while (reason := await asked) is not None:
            try:
                await Request(decision(reason))
            except LobbyError as error:
                asked = replace(asked, typed=reason, why=lobby_line(error))
            else:
                self._read(say(done))
                return
        self._show()

    @property
    def verb(self) -> Message:
        return N_("correct it") if self._on_results else N_("settle it")

    @property
    def _other_list(self) -> Message:
        return N_("reports") if self._on_results else N_("results")

    _LIST: ClassVar[Section[Any]] = Section(
        N_("the desk"),
        (
            MOVE,
            Command(
                to("enter space", _choose),
                N_("settle the report, or correct the result"),
                when=lambda screen: bool(screen._lines),
                label_of=lambda screen: screen.verb,
            ),
            Command(
                to("tab left right", _turn),
                N_("reports, or results of rated games"),
                label_of=lambda screen: screen._other_list,
            ),
            BACK,
        ),
    )
    _JUDGING: ClassVar[Section[DeskScreen]] = Section(
        N_("when asked who won"),
        (
            Command(replies("1", "P0"), N_("the first player won"), label=N_("the first")),
            Command(replies("2", "P1"), N_("the second player won"), label=N_("the second")),
            Command(replies("s", "stalemate"), N_("nobody won"), label=N_("stalemate")),
            Command(replies("v", "void"), N_("the game counts for nothing"), label=N_("void")),
            Command(replies("p", "as-played"), N_("as it was played"), label=N_("as played")),
            Command(replies("escape q", ""), N_("change nothing"), label=N_("back")),
        ),
    )
    _WRITING: ClassVar[Section[DeskScreen]] = Section(
        N_("when asked for a reason"),
        (
            Command(bound(SPACE, EDIT_REPLY), N_("the reason"), typed=typing(EDIT_REPLY)),
            Command(bound(ERASE, EDIT_REPLY), N_("delete a letter, a word, or everything")),
            Command(to("enter", REPLY_TYPED), N_("decide it so"), label=N_("decide")),
            Command(replies("escape", None), N_("change nothing"), label=N_("back")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LIST, _JUDGING, _WRITING)

"""Show who is here, the tables that wait, the games in play, the finished games."""

from __future__ import annotations

from functools import partial

from textual.app import ComposeResult

from cuttle_tui.archive.export import Source
from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.ports import GameLine, LobbyError, News, OnlineLobby, PersonLine, TableLine
from cuttle_tui.presenter.view_model import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.keymap import Sections
from cuttle_tui.screens.keys.lobby import LISTS, REPORTING
from cuttle_tui.screens.layouts import Regions, new_table_regions
from cuttle_tui.screens.newtable import NewTableScreen
from cuttle_tui.widgets.front import Band
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.lines import Lines, LinesModel, Tabs, TabsModel, free_seats
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.front import lobby as wording
from cuttle_tui.wording.front.joining import VERSION, lobby_line
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.prompt_types import Prompt
from engine.rules.rulesets import Ruleset

TABLES, GAMES, PEOPLE, FINISHED = range(4)


class LobbyScreen(ZoneScreen):
    """Lists of what goes on; enter sits down, watches, or plays again what was played."""

    SECTIONS = (LISTS, REPORTING)
    CLICKS = (words.TAB_CLICKS, words.LIST_CLICKS, words.BAR_CLICKS)
    BAR_KEY = "enter"

    def __init__(self, brush: PaintContext, lobby: OnlineLobby, tab: int = TABLES) -> None:
        super().__init__()
        self._brush = brush
        self._lobby = lobby
        self._tab = tab
        self._focus: list[str] = [""] * len(wording.NAMES)
        """The id of what is in focus in each list."""
        self._places = [0] * len(wording.NAMES)
        """Where that stood: what takes its place is in focus once it is gone."""
        self._finished: tuple[GameLine, ...] | None = None
        self._reporting: PersonLine | None = None

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return new_table_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Tabs(self._brush, "head", front_plan_for)
        yield Band(self._brush, "band", front_plan_for)
        yield Lines(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_screen_resume(self) -> None:
        """Show the lists as they are now, and ask for the finished games."""
        self._show()
        self.ask_lobby(self._lobby.games(), self._take_finished, self._refused)

    def _take_finished(self, games: tuple[GameLine, ...]) -> None:
        self._finished = games
        self._show()

    def hear(self, news: News) -> None:
        """Show the lists anew."""
        if self.is_current:
            self._show()

    # the lists

    def _tables(self, running: bool) -> tuple[TableLine, ...]:
        return tuple(one for one in self._lobby.tables() if one.running == running)

    def _lists(self) -> tuple[tuple[TableLine | PersonLine | GameLine, ...], ...]:
        lobby = self._lobby
        return (self._tables(False), self._tables(True), lobby.people(), self._finished or ())

    @property
    def lines(self) -> int:
        """Count the lines of the list one looks at."""
        return len(self._lists()[self._tab])

    def _chosen(self) -> TableLine | PersonLine | GameLine | None:
        """Give what is in focus; of what is gone, what stands in its place."""
        lines, tab = self._lists()[self._tab], self._tab
        if not lines:
            return None
        ids = [one.id for one in lines]
        if self._focus[tab] in ids:
            self._places[tab] = ids.index(self._focus[tab])
        self._places[tab] = min(self._places[tab], len(lines) - 1)
        chosen = lines[self._places[tab]]
        self._focus[tab] = chosen.id
        return chosen

    def _cells(self, line: TableLine | PersonLine | GameLine) -> tuple[str, ...]:
        if isinstance(line, PersonLine):
            return wording.person_cells(line)
        if isinstance(line, GameLine):
            return wording.finished_cells(line)
        if line.running:
            return wording.game_cells(line)
        return wording.table_cells(line, free_seats(line.free))

    def _show(self, why: Sentence = SILENCE) -> None:
        lobby, lists, tab = self._lobby, self._lists(), self._tab
        chosen = self._chosen()
        counts = [len(one) for one in lists[:FINISHED]]
        names = wording.tab_names([*counts, None])
        empty = wording.EMPTY[tab]
        if tab == FINISHED and self._finished is None:
            empty = wording.LOADING
        rows = tuple(map(self._cells, lists[tab]))
        model = LinesModel(rows, wording.COLUMNS[tab], self._places[tab], say(empty))
        self.query_one(Tabs).show(TabsModel(names, tab, wording.right_of(lobby.player)))
        self.query_one(Band).show(wording.band(lobby))
        self.query_one(Lines).show(model)
        self.query_one(PromptBar).show(self._prompt(chosen, why))
        self.query_one(Keys).show(KeysModel(self.hints(), VERSION))

    def _prompt(self, chosen: TableLine | PersonLine | GameLine | None, why: Sentence) -> Prompt:
        if self._reporting is not None:
            return wording.report_prompt(self._reporting.name)
        if self._tab == PEOPLE:
            return wording.person_prompt(chosen if isinstance(chosen, PersonLine) else None, why)
        if self._tab == FINISHED:
            return wording.finished_prompt(chosen if isinstance(chosen, GameLine) else None, why)
        ask = wording.game_prompt if self._tab == GAMES else wording.table_prompt
        return ask(chosen if isinstance(chosen, TableLine) else None, why)

    # keys

    def sections(self) -> Sections:
        """Give what keys do: along the lists, or to tell why somebody is reported."""
        return (LISTS,) if self._reporting is None else (REPORTING,)

    @property
    def rules_to_read(self) -> Ruleset:
        """The rules of the next table."""
        return self.cuttle.ruleset

    def press(self, key: str) -> None:
        """Answer a key; should the lobby refuse, say why."""
        try:
            super().press(key)
        except LobbyError as error:
            self._refused(error)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        if self._reporting is None:
            self._show()

    def _refused(self, error: LobbyError) -> None:
        self._show(lobby_line(error))

    def _go(self, turn: int, step: int) -> None:
        """Go to another list, or along the present one."""
        self._tab = (self._tab + turn) % len(wording.NAMES)
        lines, tab = self._lists()[self._tab], self._tab
        if lines and step:
            self._places[tab] = max(0, min(len(lines) - 1, self._places[tab] + step))
            self._focus[tab] = lines[self._places[tab]].id
        self._show()

    def _enter(self) -> None:
        chosen, lobby = self._chosen(), self._lobby
        if isinstance(chosen, GameLine):
            source = Source(game=chosen.id)
            watch = partial(self.cuttle.watch_game, source=source)
            self.ask_lobby(lobby.replay(chosen.id), watch, self._refused)
        elif isinstance(chosen, TableLine):
            held = lobby.held() if chosen.mine else None
            sit = lobby.watch if chosen.running else lobby.sit_at
            self.cuttle.sit_down((held or sit(chosen.id),))
        elif self._tab == TABLES:
            self._new()

    def _watch(self) -> None:
        chosen = self._chosen()
        if self._tab == GAMES and isinstance(chosen, TableLine):
            self._enter()
        else:
            self._tab = GAMES
            self._show(say(wording.NOT_A_GAME) if self._tables(True) else SILENCE)

    def _person(self) -> PersonLine | None:
        """Give the person in focus; say why there is none."""
        chosen = self._chosen()
        if not isinstance(chosen, PersonLine):
            self._tab = PEOPLE
            self._show(say(wording.NOT_HERE))
            return None
        if chosen.me:
            self._show(say(wording.NOT_YOURSELF))
            return None
        return chosen

    def _block(self) -> None:
        person = self._person()
        if person is not None:
            self._lobby.block(person.id, not person.blocked)
            self._show(wording.blocked_line(person, now=not person.blocked))

    def _report(self) -> None:
        self._reporting = self._person()
        if self._reporting is not None:
            self._show()

    def _report_for(self, why: str) -> None:
        person, self._reporting = self._reporting, None
        if person is not None:
            self._lobby.report(person.id, why)
            self._show(wording.reported_line(person))

    def _report_nobody(self) -> None:
        self._reporting = None
        self._show()

    def _new(self) -> None:
        self.cuttle.show_page(NewTableScreen(self._brush, who="room"))

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.cuttle.go_home()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a name of a list for going there, one on a row for choosing it."""
        plan = self.plan(self.size.width, self.size.height)
        if message.zone == "head" and plan is not None:
            tab = self.query_one(Tabs).tab_at(message.x, plan)
            self._go(tab - self._tab if tab >= 0 else 0, 0)
        elif message.zone == "list":
            place = self.query_one(Lines).row_of(message.y)
            if place == self._places[self._tab]:
                self.press("enter")
            elif place >= 0:
                self._go(0, place - self._places[self._tab])

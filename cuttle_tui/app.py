"""Run the app: the same class locally and over ssh, with different drivers."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Key
from textual.screen import Screen

from cuttle_tui.drawing.glyphs import ASCII
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import Words, adopt
from cuttle_tui.learn.progress import Progress, SavedProgress
from cuttle_tui.notifications import NotifyingApp
from cuttle_tui.ports import QUICK_TIMINGS, RATED_TIMINGS, Chair, Hosting, Lobby
from cuttle_tui.ports.archive import NOWHERE, Source
from cuttle_tui.preferences.settings import Settings
from cuttle_tui.preferences.stores import Preferences, SaveError, store_of
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.home import HomeScreen
from cuttle_tui.screens.lobby import LobbyScreen
from cuttle_tui.screens.naming import NameScreen
from cuttle_tui.screens.pages import HelpScreen
from cuttle_tui.screens.replay import ReplayScreen
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.table.table_options import TableOptions
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.widgets.zone import paint_context_for
from engine.record.record import Record
from engine.record.replay import Replay
from engine.rules.rulesets import Ruleset
from engine.table.clocks import is_correspondence


class CuttleApp(NotifyingApp):
    """Cuttle for one player at one terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        lobby: Lobby,
        *,
        terminal: Terminal | None = None,
        chair: Chair | None = None,
        record: Record | None = None,
        source: Source = NOWHERE,
        notice: Words = "",
        hosting: Hosting | None = None,
        preferences: Preferences | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Create the app.

        Args:
            lobby: where tables are found.
            terminal: what the player's terminal can show.
            chair: a seat to begin in; otherwise the home screen comes first.
            record: a game to replay, and nothing else.
            source: where that record came from.
            notice: one line for the home screen.
            hosting: opens a room for friends in this process, if possible.
            preferences: what the player has set; by default, what the account stores.
            driver_class: connects the app to a terminal.
        """
        super().__init__(driver_class=driver_class, ansi_color=False)
        self.lobby = lobby
        self.preferences = preferences or Preferences(store_of(lobby.account))
        self._shown_on = terminal or Terminal()
        self.brush = paint_context_for(self._shown_on, self.settings)
        self.wish = TableOptions()
        self.clocks = {False: QUICK_TIMINGS[0], True: RATED_TIMINGS[0]}
        """The clocks chosen for quick matches, by whether they are rated."""
        self.animation_level = "none"
        self._chair = chair
        self._record = record
        self._source = source
        self._notice = notice
        self.hosting = hosting
        self.progress: Progress = SavedProgress(self._recall, self._note)
        """Which lessons and puzzles are done."""
        self.muted: set[str] = set()
        """Names whose chat is hidden during this visit."""

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.preferences.settings

    def use_settings(self, settings: Settings) -> Awaitable[None]:
        """Apply settings to every screen; the result saves them, or raises `SaveError`."""
        kept = self.preferences.take(settings)
        self.brush = paint_context_for(self._shown_on, settings)
        other = self._speak()
        for screen in self.screen_stack:
            if isinstance(screen, ZoneScreen):
                screen.use(self.brush)
                if other:
                    screen.reword()
        return kept

    def on_load(self) -> None:
        """Set the player's language for every task of the app, before any screen is made."""
        self._speak()

    def _speak(self) -> bool:
        """Use the language of the settings or the terminal; return whether it changed."""
        chosen = self.settings.language
        language = self._shown_on.language if chosen == "auto" else chosen
        return adopt(language, ascii=self.brush.glyphs is ASCII)

    def _recall(self, name: str) -> Any:
        return self.preferences.recall(name)

    def _note(self, name: str, value: Any) -> None:
        """Save a value beside the settings; if that fails, it lasts for this visit."""
        kept = self.preferences.note(name, value)

        async def keep() -> None:
            with suppress(SaveError):
                await kept

        self.run_worker(keep())

    def get_default_screen(self) -> Screen[None]:
        """Ask for a name on a first visit, otherwise open the first screen."""
        account = self.lobby.account
        if account is not None and not self._named:
            return NameScreen(self.brush, account)
        return self._first_screen()

    def _first_screen(self) -> Screen[None]:
        """Return the replay or the table to open, otherwise the home screen."""
        if self._record is not None:
            return ReplayScreen(Replay(self._record), self.brush, source=self._source)
        if self._chair is not None:
            return TableScreen((self._chair,), self.brush)
        return HomeScreen(self.brush, self._notice)

    def start(self) -> None:
        """Open the first screen, now that the player has a name."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.preferences = Preferences(store_of(self.lobby.account))
        self._speak()
        self._chair = self._chair or self.held()
        self.push_screen(self._first_screen())

    # navigation

    def held(self) -> Chair | None:
        """Return the seat a server holds for this player, if any."""
        online = self.lobby.online
        return None if online is None else online.held()

    def _meet(self) -> None:
        """Go to the table of a quick match, unless its screen is already open."""
        chair = self.held()
        if chair is not None and not any(chair in table.seating for table in self._tables()):
            self.sit_down((chair,))
            self.call_attention("paired")

    def go_home(self) -> None:
        """Close the screens above the home screen; open one if there is none."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen(self.brush))

    def sit_down(
        self, chairs: Sequence[Chair], *, lobby: Lobby | None = None, notice: Sentence = SILENCE
    ) -> None:
        """Go to a table, and leave any other.

        Args:
            chairs: the player's, or everyone's at one keyboard.
            lobby: the table's lobby, if it is not the app's own.
            notice: shown there until the first key.
        """
        for screen in self._tables():
            screen.stand_up()
        table = TableScreen(chairs, self.brush, lobby=lobby, notice=notice)
        if is_correspondence(table.state.timing):
            self._back_to_list()
        elif not (table.seating.watching and isinstance(self.screen, LobbyScreen)):
            self.go_home()
        self.push_screen(table)

    def _back_to_list(self) -> None:
        """Close the screens above the lobby; go home if it is not open."""
        if any(isinstance(screen, LobbyScreen) for screen in self.screen_stack):
            while not isinstance(self.screen, LobbyScreen):
                self.pop_screen()
        else:
            self.go_home()

    def practise(self, chair: Chair) -> None:
        """Open a practice table on top of the one where the player waits."""
        self.push_screen(TableScreen((chair,), self.brush))

    def _tables(self) -> list[TableScreen]:
        return [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]

    def bring_forward(self, table: ZoneScreen) -> None:
        """Close the screens above a table, and drop a practice game there."""
        if table not in self.screen_stack:
            return
        while self.screen is not table:
            if isinstance(self.screen, TableScreen):
                self.screen.stand_up()
            self.pop_screen()

    def close_table(self) -> None:
        """Return from a table to the one where the player waits, to the lobby, or home."""
        below = self.screen_stack[-2:-1]
        if below and isinstance(below[0], TableScreen | LobbyScreen):
            self.pop_screen()
        else:
            self.go_home()

    @property
    def door(self) -> str:
        """The host name to give to ssh to reach the server of this app."""
        account = self.lobby.account
        return "HOST" if account is None else account.door

    def close_door(self) -> None:
        """Close the room that was opened for friends."""
        if self.hosting is not None:
            self.run_worker(self.hosting.close(), group="door")

    def leave_all(self) -> None:
        """Leave every table, and exit."""
        for screen in self._tables():
            screen.stand_up()
        self.exit()

    def show_page(self, screen: ZoneScreen) -> None:
        """Open a screen on top of the current one."""
        self.push_screen(screen)

    def show_help(self, screen: ZoneScreen) -> None:
        """Open the help of a screen on top of it."""
        self.push_screen(HelpScreen(screen, self.brush))

    def watch_game(
        self,
        record: Record,
        seat: int = 0,
        source: Source = NOWHERE,
        *,
        ply: int = 0,
        find: bool = False,
    ) -> None:
        """Open a replay on top of the current screen.

        Args:
            record: the game.
            seat: whose side it is seen from.
            source: where the record came from.
            ply: where to begin.
            find: ask at once what to search for.
        """
        replay = ReplayScreen(Replay(record), self.brush, seat, source=source, ply=ply, find=find)
        self.push_screen(replay)

    def close_screen(self) -> None:
        """Close the current screen; exit if it is the last one or covers the naming screen."""
        below = self.screen_stack[-2:-1]
        first = isinstance(below[0], NameScreen) and self._named if below else True
        if first:
            self.exit()
        else:
            self.pop_screen()

    @property
    def _named(self) -> bool:
        account = self.lobby.account
        return account is None or account.guest or account.named

    @property
    def ruleset(self) -> Ruleset:
        """The rules chosen last for a new table."""
        return self.wish.ruleset

    def action_interrupt(self) -> None:
        """Ask the current screen to leave, after the keys already pressed."""
        if self.screen_stack:
            self.screen.post_message(Key("ctrl+c", None))
        else:
            self.call_later(self.exit)

"""Run the app: the same class locally and over ssh, with different drivers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Key
from textual.screen import Screen
from textual.worker import Worker, WorkType

from cuttle_tui.coach.comments import SeenAnalyses
from cuttle_tui.front.account_words import FIRST, HOST, OTHER, numbered_names, usual_names
from cuttle_tui.front.code import CodeScreen
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.front.naming import HomeNameScreen, NameScreen
from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.front.page_screen import HelpScreen, rules_screen
from cuttle_tui.front.settings import SettingsScreen
from cuttle_tui.i18n.translation import SILENCE, Sentence, Words, adopt, plain, say
from cuttle_tui.kit.board import BoardModel
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.seating import LOOKING, QuestionGuard, TaskKind
from cuttle_tui.kit.words import DECLINED, copied_line, news_line, reason_of
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.ladder import offered_level, rungs_of
from cuttle_tui.learn.mistakes import SPARE_AFTER, Mistakes, look_at_games
from cuttle_tui.learn.puzzles import Progress, SavedProgress
from cuttle_tui.learn.screen import task_board, task_list, task_offers
from cuttle_tui.learn.tasks import Puzzles, Task
from cuttle_tui.local.user import given_login_name
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import (
    BY_CODE,
    NOWHERE,
    QUICK_TIMINGS,
    RATED_TIMINGS,
    Chair,
    ChallengeLine,
    Guest,
    HomeLobby,
    Hosting,
    LadderGame,
    Lobby,
    LobbyError,
    News,
    Source,
    WantedTable,
)
from cuttle_tui.preferences import RULES, Preferences, SaveError, Settings, store_of
from cuttle_tui.replay.result_text import where_to_watch
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.table_view import TableView
from cuttle_tui.table.words.status_notes import NAME, Kind, title_of
from cuttle_tui.tty.driver import LookChanged
from cuttle_tui.tty.output import Attention, Clipboard, Copied, Questions, TextRequests
from cuttle_tui.tty.terminal import Terminal
from engine.bots.levels import USUAL_LEVEL, level_of
from engine.coach.analysis import AnalysisBook
from engine.record.record import Record
from engine.record.summary import Replay
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset
from engine.table.controls import is_correspondence

if TYPE_CHECKING:
    from textual.timer import Timer, TimerCallback


class SandboxedApp(App[None]):
    """A Textual app that cannot touch files, processes or browsers."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    CSS = "Screen { overflow: hidden; background: black; }"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Create an app whose screens have no tooltips or toasts, each a widget and a task."""
        super().__init__(*arguments, **options)
        self._disable_tooltips = self._disable_notifications = True

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """Call a function after a delay, however long the process is held up.

        Textual skips what is overdue as it begins to wait, even if it was to happen just once: on a
        busy machine a screen would never hear of its new size.
        """
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer

    def action_suspend_process(self) -> None:
        """Do nothing: the process may be a server that others play on."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Write nothing: the disk may be a server's."""

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Write nothing: the disk may be a server's."""
        return None

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""


def _lasting(challenge: ChallengeLine | None) -> ChallengeLine | None:
    """Return what does not change of a challenge while it waits."""
    return None if challenge is None else replace(challenge, left=0.0)


def _table_on(screen: Screen[Any]) -> TableView | None:
    """Return the table that a screen shows, if it shows one."""
    body = screen.body if isinstance(screen, ZoneScreen) else None
    return body if isinstance(body, TableView) else None


_READ_BY_TABLES: Final = ("free_text", "friend_text", "counter", "marks")
"""Settings that change what a table shows or asks."""


T = TypeVar("T")


class CuttleApp(SandboxedApp):
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
        room: Lobby | None = None,
        wanted: WantedTable | None = None,
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
            room: the lobby of that seat, if it is in a room that this player hosts.
            wanted: the table they came for; a guest is asked for a name first.
            record: a game to replay, and nothing else.
            source: where that record came from.
            notice: one line for the home screen.
            hosting: opens a room for friends in this process, if possible.
            preferences: what the player has set; by default, what the account stores.
            driver_class: connects the app to a terminal.
        """
        super().__init__(driver_class=driver_class, ansi_color=False)
        self.attention = Attention(lambda: self._driver, NAME)
        self.text_requests = TextRequests(lambda: self._driver)
        self.questions = Questions(lambda: self._driver)
        self._clipboard_out = Clipboard(
            lambda: self._driver, known_missing=terminal is not None and not terminal.clipboard
        )
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self.lobby: Lobby = lobby
        online = lobby.online
        self._unsubscribe: Callable[[], None] = lambda: None
        """Ends the news of the lobby; those that come before the first screen wait for it."""
        if online is not None:
            self._unsubscribe = online.subscribe(self._take)
        self.preferences = preferences or Preferences(store_of(lobby.account))
        self._shown_on = terminal or Terminal()
        self.paint = paint_context_for(self._shown_on, self.settings, lobby.back)
        self.table_options = TableOptions()
        """The choices for the player's next table."""
        self.challenge_options: TableOptions | None = None
        """Those for the next challenge, once there was one."""
        self.clocks = {False: QUICK_TIMINGS[0], True: RATED_TIMINGS[0]}
        """The clocks chosen for quick matches, by whether they are rated."""
        self.animation_level = "none"
        self.offered_level = USUAL_LEVEL
        """The level for a player who has chosen none: the ladder's next, once it is known."""
        self._chair, self._room = chair, room
        self.wanted = wanted or WantedTable()
        """The table that somebody came for."""
        self._record = record
        self._source = source
        self._notice = notice
        self.hosting = hosting
        self.progress: Progress = SavedProgress(
            lambda name: self.preferences.recall(name), self._note
        )
        """Which lessons and puzzles are done."""
        self.analyses = AnalysisBook()
        """What the coach thought of games during this visit."""
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.today: Callable[[], date] = lambda: self.now().date()
        """The day of UTC: everybody has the same puzzle on it."""
        self.mistakes = Mistakes(
            lambda name: self.preferences.recall(name), self._note, lambda: self.today()
        )
        """The player's own mistakes, which come back as puzzles."""
        self.has_played = False
        """Whether the player has finished a game during this visit; of guests no more is known."""
        self.seen_analyses = SeenAnalyses(lambda name: self.preferences.recall(name), self._note)
        """The games whose analysis the player has seen."""
        self._looking: Worker[None] | None = None
        """Looks for mistakes in the player's games."""
        self._spare: Timer | None = None
        self.muted: set[str] = set()
        """Names whose chat is hidden during this visit."""
        self.challenge_guard = QuestionGuard()
        """Tells answers to the present challenge from those to one before."""
        self._challenged: ChallengeLine | None = None
        self._invited: tuple[str, Sentence] | None = None
        """The friend of whom was told last that they wait, and what was told."""
        self._aside: ChallengeLine | None = None
        """The challenge that waits in a line, since the player went on with something else."""

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.preferences.settings

    @property
    def level(self) -> str:
        """The level of computers that the player chose last, else the one that is offered."""
        return level_of(str(self.preferences.recall("level") or self.offered_level)).name

    def choose_level(self, level: str) -> None:
        """Choose the level of computers, and remember it."""
        self._note("level", level)

    def use_settings(self, settings: Settings) -> Awaitable[None]:
        """Apply settings to every screen; the result saves them, or raises `SaveError`."""
        before = self.settings
        kept = self.preferences.take(settings)
        self._paint_anew()
        other = self._speak() or any(
            getattr(before, name) != getattr(settings, name) for name in _READ_BY_TABLES
        )
        for screen in self.screen_stack:
            if other and isinstance(screen, ZoneScreen):
                screen.reword()
        return kept

    def on_look_changed(self, news: LookChanged) -> None:
        """Follow a terminal whose ground, or whose wish for stillness, has changed."""
        self._shown_on = replace(self._shown_on, light=news.light, still=news.still)
        self._paint_anew()

    def _paint_anew(self) -> None:
        """Let every screen paint for the settings and the terminal as they are now."""
        self.paint = paint_context_for(self._shown_on, self.settings, self.lobby.back)
        for screen in self.screen_stack:
            if isinstance(screen, ZoneScreen):
                screen.use(self.paint)

    @property
    def moves(self) -> bool:
        """Whether what just happened lights up, and cards move."""
        return self.settings.highlight and not self._shown_on.still

    def on_load(self) -> None:
        """Set the player's language for every task of the app, before any screen is made."""
        self._speak()

    def _speak(self) -> bool:
        """Use the language of the settings or the terminal; return whether it changed."""
        chosen = self.settings.language
        language = self._shown_on.language if chosen == "auto" else chosen
        return adopt(language, ascii=self.paint.glyphs.lettered)

    def keep_rules(self) -> None:
        """Remember at home the rules chosen last."""
        if self.lobby.home is not None and self.preferences.recall(RULES) != self.ruleset.name:
            self._note(RULES, self.ruleset.name)

    def _note(self, name: str, value: Any) -> None:
        """Save a value beside the settings; if that fails, it lasts for this visit."""
        save = self.preferences.note(name, value)

        async def keep() -> None:
            with suppress(SaveError):
                await save()

        begin: Callable[[WorkType[None]], Worker[None]] = self.run_worker
        begin(keep)  # by the worker, or never if the app ends at once

    # news of the lobby

    def on_mount(self) -> None:
        if self.lobby.online is not None:
            self.run_worker(self._listen(), group="news")

    def on_unmount(self) -> None:
        self._unsubscribe()

    async def _listen(self) -> None:
        """Pass news to the screens; merge repeated news."""
        while True:
            pending = [await self._news.get()]
            while not self._news.empty():
                pending.append(self._news.get_nowait())
            for news in dict.fromkeys(pending):
                self._spread(news)

    def _take(self, news: News) -> None:
        """Keep news for the screens; those of the lists wake nobody whose table covers them all.

        Of tables only one in the queue shows who else is here; none has a code. Screens below look
        around again when they are shown.
        """
        if news.kind == "lobby":
            top = _table_on(self.screen_stack[-1]) if self.screen_stack else None
            if (
                top is not None
                and top.screen.is_mounted
                and (top.dealt or top.table.state.by_code)
                and self._challenged is None
                and self._invited is None
                and self.challenge is None
            ):
                return
        self._news.put_nowait(news)

    def _spread(self, news: News) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, ZoneScreen) and screen.is_mounted:
                screen.take_news(news)  # a screen still being created reads the lobby itself
                screen.show_challenge()
        shown = _table_on(self.screen) if news.kind in ("your-move", "game-over") else None
        if shown is not None and shown.table.state.title == news.text:
            return  # the table says so itself
        # note when somebody else asks: keys meant for the one before must not answer them
        challenge = _lasting(self.challenge)
        if challenge != self._challenged:
            self._challenged = challenge
            self.challenge_guard.change()
            self.screen.call_after_refresh(self.challenge_guard.show)
        line = (self.call_back if news.kind == "sat-down" else SILENCE) or news_line(news)
        self.tell(line)
        self._note_invitation(news, line)
        if news.kind in ("sat-down", "challenged", "invited"):
            self.call_attention(news.kind)
        elif news.kind == "paired":
            # go to the table of a quick match, unless its screen is already open
            chair = self.held()
            if chair is not None and self._table_at(chair) is None:
                self.sit_down((chair,), new=True)
                if isinstance(self.screen, ZoneScreen):
                    self.screen.note_change(LOOKING)
                self.call_attention("paired")

    def _note_invitation(self, news: News, line: Sentence) -> None:
        """Note the friend who has just begun to wait; take back what was told once they do not."""
        if news.kind == "invited":
            self._invited = news.text, line
        elif self._invited is not None:
            who, told = self._invited
            if not any(friend.name == who and friend.code for friend in self.lobby.friends()):
                self._invited = None
                for screen in self.screen_stack:
                    if isinstance(screen, ZoneScreen) and screen.is_mounted:
                        screen.withdraw(told)

    def tell(self, line: Sentence) -> None:
        """Show a line on the current screen until the next key."""
        if line and isinstance(self.screen, ZoneScreen):
            self.screen.announce(line)

    @property
    def challenge(self) -> ChallengeLine | None:
        """The challenge that waits for this player's answer, if any."""
        for line in () if self.lobby.online is None else self.lobby.online.challenges():
            if not line.mine:
                return line
        return None

    @property
    def challenge_is_aside(self) -> bool:
        """Whether the player has gone on with something else since the challenge came."""
        return self._aside is not None and self._aside == _lasting(self.challenge)

    def put_challenge_aside(self) -> None:
        """Give the bar back to what the screen asks; the challenge waits in a line below it."""
        self._aside = _lasting(self.challenge)

    def accept_challenge(self) -> None:
        """Accept the challenge, and go to the table; if the lobby refuses, show why."""
        online = self.lobby.online
        if online is None:
            return
        self._wait_for_lobby(online.accept(), lambda chair: self.sit_down((chair,), new=True))

    def _wait_for_lobby(self, work: Awaitable[T], then: Callable[[T], None]) -> None:
        """Await a request to the lobby before the screen answers anything else."""
        if isinstance(self.screen, ZoneScreen):
            self.screen.wait_for_lobby(work, then)

    def decline_challenge(self) -> None:
        """Decline the challenge."""
        if self.challenge is not None and self.lobby.online is not None:
            self._wait_for_lobby(self.lobby.online.decline(), lambda _: self.tell(say(DECLINED)))

    def call_attention(self, kind: Kind, table: str = "") -> None:
        """Ring the bell and set the window title, unless the player looks at the table already.

        The app may have focus, and still show something else than the table that calls.
        """
        away = kind == "sat-down" and self.waiting_table is not None
        if kind != "paired" and self.app_focus and not away:
            return
        self.attention.call(title_of(kind, table), bell=self.settings.bell)

    def copy(self, text: str) -> Sentence:
        """Send a text of our own to the terminal's clipboard; return what to say about it."""
        return copied_line(self.send_to_clipboard(text))

    def send_to_clipboard(self, text: str) -> Copied:
        """Send a text of our own to the terminal's clipboard; return what became of it."""
        return self._clipboard_out.copy(text)

    def deliver_file(self, name: str, kind: str, text: str) -> bool:
        """Let the player save a file, where the terminal is a page; return whether it is one."""
        deliver = getattr(self._driver, "deliver_file", None)
        return deliver is not None and bool(deliver(name, kind, text.encode()))

    def watch_app_focus(self, focus: bool) -> None:
        """Restore the window title when the app gains focus."""
        if focus:
            self.attention.come_back()

    def exit(self, *args: Any, **options: Any) -> None:
        """Restore the window title, and exit."""
        self.attention.end()
        super().exit(*args, **options)

    # the first screen

    def get_default_screen(self) -> Screen[None]:
        """Ask for a name on a first visit, otherwise open the first screen."""
        account, guest = self.lobby.account, self._guest
        if account is not None and not self._named:
            leave, lost = self.exit, self.wanted.lost
            return NameScreen(self.paint, account, self.start, leave, account=account, lost=lost)
        if guest is not None and self.wanted.find_chair is not None:
            return NameScreen(self.paint, guest, self.start, self.start)
        return self._first_screen()

    @property
    def _guest(self) -> Guest | None:
        online = self.lobby.online
        return None if online is None else online.guest

    def _first_screen(self) -> Screen[None]:
        """Return the replay or the table to open, otherwise the home screen."""
        if self._record is not None:
            return ReplayScreen(Replay(self._record), self.paint, source=self._source)
        if self._chair is not None:
            return TableScreen((self._chair,), self.paint, lobby=self._room)
        if self.wanted.lost is not None:
            return CodeScreen(self.paint, lost=self.wanted.lost, code=self.wanted.code)
        if self.lobby.online is not None and self.lobby.online.may_be_cut_off:
            return CodeScreen(self.paint, cut_off=True)
        return HomeScreen(self.paint, self._notice)

    def start(self) -> None:
        """Open the first screen, now that the player has a name."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.preferences = Preferences(store_of(self.lobby.account))
        self._paint_anew()
        self._speak()

        def begin(asked_for: Chair | None) -> None:
            self._chair = self._chair or asked_for or self.held()
            self.push_screen(self._first_screen())

        self._wait_for_lobby(self._asked_for(), begin)

    async def _asked_for(self) -> Chair | None:
        """Return the table a new player asked for; if the lobby refuses, the next screen says why.

        They may have a seat there, and can get back to it.
        """
        try:
            if self.wanted.find_chair is None:
                return None
            games: tuple[LadderGame, ...] = ()
            with suppress(LobbyError):  # the table matters more
                if self._guest is None:
                    games = (await self.lobby.ladder(self.ruleset.name)).games
            self.offered_level = offered_level(rungs_of(games))
            return await self.wanted.find_chair()
        except LobbyError as error:
            if error.reason in BY_CODE:
                self.wanted = replace(self.wanted, lost=error)
            else:
                self._notice = reason_of(error)
            return None

    def expect_at(self, code: str) -> None:
        """Sit down by a code that a new player has pasted, once they have a name."""
        online = self.lobby.online
        if online is not None:
            self.wanted = WantedTable(partial(online.join_room, code), code=code)

    # the player's mistakes

    def look_soon(self) -> None:
        """Look for mistakes in the player's games in a while, in spare time."""
        if self._guest is None:
            if self._spare is not None:
                self._spare.stop()
            self._spare = self.set_timer(SPARE_AFTER, self.look_at_games)

    def look_at_games(self) -> None:
        """Look for mistakes in the player's latest games, unless that goes on."""
        if self._looking is None or self._looking.is_finished:
            begin: Callable[[WorkType[None]], Worker[None]] = self.run_worker
            self._looking = begin(self._look_at_games)

    async def _look_at_games(self) -> None:
        waited = self.mistakes.waiting
        with suppress(LobbyError):  # nobody asked for it
            await look_at_games(self.lobby, self.analyses, self.mistakes)
        if self.mistakes.waiting != waited and isinstance(self.screen, HomeScreen):
            self.screen.on_screen_resume()

    # while a table waits

    @property
    def waiting_table(self) -> TableScreen | None:
        """The table below the current screen that waits for players, this one among them."""
        below = (table for table in self._tables() if table is not self.screen)
        return next((table for table in below if table.situation.waits), None)

    @property
    def call_back(self) -> Sentence:
        """Call the player back to the table that waits, if the others wait for them."""
        table = self.waiting_table
        return SILENCE if table is None else table.meanwhile.call

    @property
    def puzzles(self) -> Puzzles:
        """How the player stands with puzzles."""
        return Puzzles(self.progress, self.today, self.lobby.puzzles)

    def task_offers(self) -> tuple[Sentence, ...]:
        """Name the next puzzle and the next lesson."""
        return task_offers(self.progress, self.today)

    def task_board(self) -> BoardModel | None:
        """Return the next puzzle in small."""
        return task_board(self.progress, self.today)

    def open_task(self, kind: TaskKind) -> None:
        """Open the next puzzle or lesson, over the list of all."""
        tasks = task_list(kind, self.paint, self.progress, self.puzzles)
        self.push_screen(tasks)
        tasks.open_focused()

    def sit_at_task(self, task: Task) -> None:
        """Open the table of a lesson or a puzzle over the current screen."""
        self.push_screen(TableScreen((task.contest,), self.paint, task=task))

    def open_practice(
        self, chair: Chair, notice: Sentence = SILENCE, *, branched_at: int | None = None
    ) -> None:
        """Open a practice game over the current screen; `TableScreen` explains the arguments."""
        table = TableScreen((chair,), self.paint, notice=notice, branched_at=branched_at)
        self.push_screen(table)

    # navigation

    def held(self) -> Chair | None:
        """Return the seat a server holds for this player, if any."""
        online = self.lobby.online
        return None if online is None else online.held()

    def go_home(self, told: Sentence = SILENCE) -> None:
        """Close the screens above the home screen; open one if there is none.

        `told` is a line for it, until the next key.
        """
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if isinstance(self.screen, HomeScreen):
            self.tell(told)
        else:
            self.push_screen(HomeScreen(self.paint, plain(told)))

    def sit_down(
        self,
        chairs: Sequence[Chair],
        *,
        lobby: Lobby | None = None,
        notice: Sentence = SILENCE,
        new: bool = False,
    ) -> None:
        """Go to a table, and leave any other; a table that is open already comes forward.

        Args:
            chairs: the player's, or everyone's at one keyboard.
            lobby: the table's lobby, if it is not the app's own.
            notice: shown there until the first key.
            new: whether the cards have just been dealt there.
        """
        if (opened := self._table_at(chairs[0])) is not None:
            self.bring_forward(opened)  # the news of a seat may arrive before the seat
            return
        for screen in self._tables():
            screen.stand_up()
        table = TableScreen(chairs, self.paint, lobby=lobby, notice=notice, new=new)
        over_lobby = is_correspondence(table.state.timing) and any(
            isinstance(screen, LobbyScreen) for screen in self.screen_stack
        )
        while over_lobby and not isinstance(self.screen, LobbyScreen):
            self.pop_screen()
        if not (isinstance(self.screen, LobbyScreen) and (over_lobby or table.seating.watching)):
            self.go_home()
        self.push_screen(table)

    def name_player(self, name: str) -> None:
        """Use a name for the player at home, and remember it."""
        if self.lobby.home is not None:
            self.lobby.home.rename(name)
            self._note("name", name)

    def ask_host_name(self, then: Callable[[], None]) -> None:
        """Ask somebody without a name what their friends should call them, then go on."""

        def take(names: tuple[str, ...]) -> None:
            self.name_player(names[0])
            self.pop_screen()
            then()

        offers = (given_login_name(),)
        self.push_screen(HomeNameScreen(self.paint, HOST, offers, take, self.close_screen))

    def share_keyboard(self, ruleset: str, computers: int = 0) -> None:
        """Ask who plays at this keyboard, and open a table; with computers alone nobody is asked.

        A player without a name is asked first. One who gives none is the first player, for this
        table: a name that is given is remembered.
        """
        home, count = self.lobby.home, parse_ruleset(ruleset).seats - computers - 1
        if home is None:
            return
        if count < 1:
            self.sit_down(home.hot_seat(ruleset, computers, level=self.level))
            return
        if home.named:
            self._ask_companions(home, ruleset, computers, usual_names(count))
            return
        first, *others = numbered_names(count + 1)

        def take(names: tuple[str, ...]) -> None:
            self.pop_screen()
            if names[0] == first:
                self._ask_companions(home, ruleset, computers, others, own=first)
            else:
                self.name_player(names[0])
                self.share_keyboard(ruleset, computers)

        self.push_screen(HomeNameScreen(self.paint, FIRST, (first,), take, self.close_screen))

    def _ask_companions(
        self, home: HomeLobby, ruleset: str, computers: int, usual: Sequence[str], *, own: str = ""
    ) -> None:
        """Ask who the others at this keyboard are, remember it, and open a table."""

        def play(names: tuple[str, ...]) -> None:
            self._note("companions", [*names, *known[len(names) :]])
            self.pop_screen()
            self.sit_down(home.hot_seat(ruleset, computers, names, self.level, own=own))

        recalled = self.preferences.recall("companions")
        known = [name for name in recalled if isinstance(name, str)] if recalled else []
        offers = (*known[: len(usual)], *usual[len(known) :])
        taken = (own or self.lobby.player,)
        screen = HomeNameScreen(self.paint, OTHER, offers, play, self.close_screen, taken=taken)
        self.push_screen(screen)

    def _tables(self) -> list[TableScreen]:
        """List the tables at which the player is; one that began the app stays below when left."""
        tables = (screen for screen in self.screen_stack if isinstance(screen, TableScreen))
        return [table for table in tables if not table.left]

    def _table_at(self, chair: Chair) -> TableScreen | None:
        """Return the open screen of a chair's table, if there is one."""
        return next((table for table in self._tables() if chair in table.seating), None)

    def bring_forward(self, table: ZoneScreen) -> None:
        """Close the screens above a table; a practice game is the table's own to close."""
        if table not in self.screen_stack:
            return
        while self.screen is not table:
            if isinstance(self.screen, TableScreen):
                self.screen.on_unmount()
            self.pop_screen()

    def close_table(self, told: Sentence = SILENCE) -> None:
        """Return from a table to the one where the player waits, to the lobby, or home.

        `told` is a line for that screen, until the next key.
        """
        below = self.screen_stack[-2:-1]
        if below and isinstance(below[0], TableScreen | LobbyScreen):
            self.pop_screen()
            self.tell(told)
        else:
            self.go_home(told)

    @property
    def door(self) -> str:
        """The host name to give to ssh to reach the server of this app."""
        online = self.lobby.online
        return "HOST" if online is None else online.door

    def where_to_watch(self, game: str) -> str:
        """Return the address or the command that shows a game of the server; empty at home."""
        online = self.lobby.online
        return "" if online is None else where_to_watch(game, online.link, online.door)

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
        self.push_screen(HelpScreen(screen, self.paint))

    def show_rules(self, ruleset: Ruleset) -> None:
        """Open the rules on top of the current screen."""
        self.push_screen(rules_screen(self.paint, ruleset))

    def show_settings(self) -> None:
        """Open the settings on top of the current screen."""
        self.push_screen(SettingsScreen(self.paint))

    def watch_game(
        self,
        record: Record,
        seat: int = 0,
        source: Source = NOWHERE,
        *,
        ply: int = 0,
        analyse: bool = False,
    ) -> None:
        """Open a replay on top of the current screen; `ReplayScreen` explains the arguments."""
        replay = Replay(record)
        screen = ReplayScreen(replay, self.paint, seat, source=source, ply=ply, analyse=analyse)
        self.push_screen(screen)

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
        return self.table_options.ruleset

    def action_interrupt(self) -> None:
        """Ask the current screen to leave, after the keys already pressed."""
        if self.screen_stack:
            self.screen.post_message(Key("ctrl+c", None))
        else:
            self.call_later(self.exit)

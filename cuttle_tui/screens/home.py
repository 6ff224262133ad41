"""Show the home screen: what can be played, and under which rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.i18n.translation import Words
from cuttle_tui.ports import RATED, Chair, Lobby, LobbyError, News, OnlineLobby, TablePlan
from cuttle_tui.screens.account import AccountScreen
from cuttle_tui.screens.archive import ArchiveScreen
from cuttle_tui.screens.base import HELP
from cuttle_tui.screens.code import CodeScreen
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.screens.learn import LearnScreen
from cuttle_tui.screens.lobby import LobbyScreen
from cuttle_tui.screens.newtable import NewTableScreen
from cuttle_tui.screens.pages import friend_screen
from cuttle_tui.screens.settings import SettingsScreen
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import home, joining
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.replay.archive import not_kept_line
from engine.rules.rulesets import Ruleset


class HomeScreen(FrontScreen):
    """Choose what to do."""

    CLICKS = (words.ENTRY_CLICKS, words.BAR_CLICKS)
    AT_ONCE = True
    WHOLE_LIST = True  # at 80x24 ten entries fill the list: none of them should have to be sought

    def __init__(self, brush: PaintContext, notice: Words = "") -> None:
        super().__init__(brush)
        self._why: Sentence = say(notice)
        self._quitting = False
        self._opening = False
        """Whether a door for friends is being opened."""

    @property
    def length(self) -> int:
        """How much there is to choose from."""
        return len(self._entries or self._offered())

    def on_screen_resume(self) -> None:
        """Show the list as it is now: a seat may be held since."""
        shelf = self.cuttle.lobby.shelf
        focused = self._entries[self._focus] if self._entries else None
        self._entries = self._offered()
        self._focus = self._entries.index(focused) if focused in self._entries else 0
        if shelf is not None and shelf.trouble is not None:
            self._why = not_kept_line(shelf.trouble)
        self._show()

    def hear(self, news: News) -> None:
        """Look again whether a seat is held; most news of a lobby changes nothing here."""
        if self.is_current and self._offered() != self._entries:
            self.on_screen_resume()

    def _offered(self) -> tuple[Entry, ...]:
        lobby = self.cuttle.lobby
        return home.entries(
            online=lobby.online is not None,
            held=self.cuttle.held() is not None,
            kept=lobby.shelf is not None,
            hosting=self.cuttle.hosting is not None,
            account=lobby.account,
        )

    def _show(self) -> None:
        lobby = self.cuttle.lobby
        prompt = home.home_prompt(self._entries[self._focus], self._entries, self._why)
        if self._quitting:
            prompt = joining.quit_prompt()
        band = home.home_band(lobby, self.cuttle.ruleset)
        self._show_front(HeadModel(tuple(joining.NAME), 2, joining.MOTTO), band, prompt)

    def sections(self) -> Sections:
        """Give what keys do: they answer the question whether to quit, or choose from the list."""
        if self._quitting:
            return (_QUITTING, _QUIT)
        return (_LIST, _straight(self._entries, self.cuttle.lobby.online is not None), _QUIT)

    @property
    def rules_to_read(self) -> Ruleset:
        """The rules of the next table."""
        return self.cuttle.ruleset

    def press(self, key: str) -> None:
        """Answer a key; what was said is gone with the next one."""
        if not self._quitting:
            self._why = ()
        super().press(key)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._show()

    def _step(self, key: str) -> None:
        self._focus = (self._focus + (1 if key == "down" else -1)) % len(self._entries)
        self._show()

    def _choose_entry(self, key: str, place: int) -> None:
        self._focus = place
        self._choose()

    def _settings(self) -> None:
        self.cuttle.show_page(SettingsScreen(self._brush))

    def _stay(self) -> None:
        self._quitting = False
        self._show()

    def _quit(self) -> None:
        self.cuttle.leave_all()

    def _choose(self) -> None:
        """Do what is focused; should the lobby refuse, say why."""
        show, brush = self.cuttle.show_page, self._brush
        lobby, ruleset = self.cuttle.lobby, self.cuttle.ruleset
        actions: dict[Entry, Callable[[], None]] = {
            home.RESUME: self._resume,
            home.OPEN: self._open,
            home.COMPUTER: lambda: self._sit(lobby.play_computer(ruleset.name)),
            home.NEW: self._new,
            home.INVITE: self._invite,
            home.WATCH: self._watch,
            home.FRIEND: lambda: show(friend_screen(brush, inviting=home.INVITE in self._entries)),
            home.ACCOUNT: self._account,
            home.GUEST: self._account,
            home.LEARN: lambda: show(LearnScreen(brush)),
            home.QUIT: self.app.exit,
        }
        if (online := lobby.online) is not None:
            actions |= self._online_actions(online)
        if (at_home := lobby.home) is not None:
            actions[home.HOT_SEAT] = lambda: self.cuttle.sit_down(at_home.hot_seat(ruleset.name))
        try:
            actions[self._entries[self._focus]]()
        except LobbyError as error:
            self._why = joining.lobby_line(error)
        if self.is_current:
            self._show()

    def _online_actions(self, lobby: OnlineLobby) -> dict[Entry, Callable[[], None]]:
        show, brush, rules = self.cuttle.show_page, self._brush, self.cuttle.ruleset.name
        return {
            home.QUICK: lambda: self._sit(lobby.quick_match(rules)),
            home.RANKED: lambda: self._sit(lobby.quick_match(RATED, rated=True)),
            home.JOIN: lambda: show(CodeScreen(brush)),
            home.LOBBY: lambda: show(LobbyScreen(brush, lobby)),
        }

    def _sit(self, chair: Chair) -> None:
        self.cuttle.sit_down((chair,))

    def _resume(self) -> None:
        chair = self.cuttle.held()
        if chair is not None:
            self._sit(chair)

    def _new(self) -> None:
        self.cuttle.show_page(NewTableScreen(self._brush))

    def _open(self) -> None:
        self.cuttle.show_page(NewTableScreen(self._brush, who="room"))

    def _watch(self) -> None:
        shelf = self.cuttle.lobby.shelf
        if shelf is not None:
            self.cuttle.show_page(ArchiveScreen(self._brush, shelf, self.cuttle.lobby.player))

    def _account(self) -> None:
        account = self.cuttle.lobby.account
        if account is not None:
            self.cuttle.show_page(AccountScreen(self._brush, account))

    def _invite(self) -> None:
        """Open a door for friends in this process, and sit down behind it."""
        hosting = self.cuttle.hosting
        if hosting is None or self._opening:
            return
        self._opening = True
        self._why = say(home.OPENING)
        plan = TablePlan(self.cuttle.ruleset.name)
        self.ask_lobby(hosting.open(plan), self._opened, self._not_opened)

    def _opened(self, door: tuple[Lobby, Chair]) -> None:
        self._opening, self._why = False, ()
        lobby, chair = door
        self.cuttle.sit_down((chair,), lobby=lobby)

    def _not_opened(self, error: LobbyError) -> None:
        self._opening, self._why = False, joining.lobby_line(error)
        self._show()

    def interrupt(self) -> None:
        """Ask whether to quit; quit when asked twice."""
        if self._quitting or not self.cuttle.settings.confirm:
            self.cuttle.leave_all()
            return
        self._quitting = True
        self._show()


@lru_cache(maxsize=64)
def _straight(entries: tuple[Entry, ...], online: bool) -> Section[HomeScreen]:
    """Make a command of each entry that has no other."""
    aliases = home.ALIASES if online else {}
    commands = (
        Command(
            (one.key, *(alias for alias, key in aliases.items() if key == one.key)),
            Purpose(one.label),
            partial(HomeScreen._choose_entry, place=place),
        )
        for place, one in enumerate(entries)
    )
    return Section(words.STRAIGHT, tuple(commands))


_LIST: Final[Section[HomeScreen]] = Section(
    words.LIST,
    (
        Command(("up", "down"), words.MOVE, HomeScreen._step),
        Command(("enter",), words.CHOOSE, call(HomeScreen._choose)),
        Command(("s",), words.SETTINGS, call(HomeScreen._settings)),
        HELP,
    ),
)
_QUITTING: Final[Section[HomeScreen]] = Section(
    words.QUITTING,
    (
        Command(("y", "q"), words.YES_QUIT, call(HomeScreen._quit)),
        Command(("n", "escape"), words.NO_STAY, call(HomeScreen._stay)),
    ),
)
_QUIT: Final[Section[HomeScreen]] = Section(
    words.ANYWHERE, (Command(("ctrl+c",), words.QUIT, call(HomeScreen.interrupt)), HELP)
)
HomeScreen.SECTIONS = (_LIST, _QUITTING, _QUIT)

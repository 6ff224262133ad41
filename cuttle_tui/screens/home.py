"""Show the home screen: what can be played, and under which rules."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import LobbyError
from cuttle_tui.prose import Sentence, say
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.code import CodeScreen
from cuttle_tui.screens.newtable import NewTableScreen
from cuttle_tui.screens.pages import friend_screen, help_screen, rules_screen
from cuttle_tui.screens.plans import Regions, front_regions
from cuttle_tui.screens.shelf import ShelfScreen
from cuttle_tui.widgets.front import Band, EntryList, Head, HeadModel, ListModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording import front
from cuttle_tui.wording.shelf import not_kept_line


class HomeScreen(ZoneScreen):
    """Choose what to do."""

    def __init__(self, brush: Brush, notice: str = "") -> None:
        super().__init__()
        self._brush = brush
        self._why: Sentence = say(notice)
        self._focus = 0
        self._quitting = False
        self._entries: tuple[front.Entry, ...] = ()

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return front_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Head(self._brush, "head", front_plan_for)
        yield Band(self._brush, "band", front_plan_for)
        yield EntryList(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_screen_resume(self) -> None:
        """Show the list as it is now: a seat may be held since."""
        lobby = self.cuttle.lobby
        shelf = lobby.shelf
        self._entries = front.entries(
            online=lobby.online, held=lobby.held() is not None, kept=shelf is not None
        )
        if shelf is not None and shelf.trouble:
            self._why = not_kept_line(shelf.trouble)
        self._focus = min(self._focus, len(self._entries) - 1)
        self._show()

    def _show(self) -> None:
        lobby = self.cuttle.lobby
        band = front.home_band(lobby.player, self.cuttle.ruleset, online=lobby.online)
        entry = self._entries[self._focus]
        prompt = front.home_prompt(entry, self._entries, self._why)
        if self._quitting:
            prompt = front.quit_prompt()
        self.query_one(Head).show(HeadModel(tuple(front.NAME), 2, front.MOTTO))
        self.query_one(Band).show(band)
        self.query_one(EntryList).show(ListModel(self._entries, self._focus))
        self.query_one(PromptBar).show(prompt)
        self.query_one(Keys).show(KeysModel(front.HINTS, front.VERSION))

    def press(self, key: str) -> None:
        """Move, choose, or go straight to what has that key."""
        if self._quitting:
            self._press_quitting(key)
            return
        self._why = ()
        keys = [entry.key for entry in self._entries]
        if key in ("up", "down"):
            self._focus = (self._focus + (1 if key == "down" else -1)) % len(keys)
        elif key == "?":
            self.app.push_screen(help_screen(self._brush, self.cuttle.ruleset))
        elif key in keys:
            self._focus = keys.index(key)
            self._choose()
            return
        elif key == "enter":
            self._choose()
            return
        self._show()

    def _press_quitting(self, key: str) -> None:
        if key in ("y", "q"):
            self.app.exit()
        elif key in ("n", "escape"):
            self._quitting = False
        self._show()

    def _choose(self) -> None:
        """Do what is focused; should the lobby refuse, say why."""
        actions: dict[front.Entry, Callable[[], None]] = {
            front.RESUME: self._resume,
            front.QUICK: self._quick,
            front.OPEN: self._open,
            front.JOIN: lambda: self.cuttle.show_page(CodeScreen(self._brush)),
            front.COMPUTER: self._computer,
            front.HOT_SEAT: self._hot_seat,
            front.NEW: lambda: self.cuttle.show_page(NewTableScreen(self._brush)),
            front.WATCH: self._watch,
            front.FRIEND: lambda: self.cuttle.show_page(friend_screen(self._brush)),
            front.RULES: self._rules,
            front.QUIT: lambda: self.app.exit(),
        }
        try:
            actions[self._entries[self._focus]]()
        except LobbyError as error:
            self._why = front.lobby_line(error)
        if self.is_current:
            self._show()

    def _resume(self) -> None:
        chair = self.cuttle.lobby.held()
        if chair is not None:
            self.cuttle.sit_down((chair,))

    def _quick(self) -> None:
        self.cuttle.sit_down((self.cuttle.lobby.quick_match(self.cuttle.ruleset.name),))

    def _open(self) -> None:
        self.cuttle.sit_down((self.cuttle.lobby.open_room(self.cuttle.ruleset.name),))

    def _computer(self) -> None:
        self.cuttle.sit_down((self.cuttle.lobby.play_computer(self.cuttle.ruleset.name),))

    def _hot_seat(self) -> None:
        self.cuttle.sit_down(self.cuttle.lobby.hot_seat(self.cuttle.ruleset.name))

    def _watch(self) -> None:
        shelf = self.cuttle.lobby.shelf
        if shelf is not None:
            self.cuttle.show_page(ShelfScreen(self._brush, shelf))

    def _rules(self) -> None:
        self.cuttle.show_page(rules_screen(self._brush, self.cuttle.ruleset))

    def interrupt(self) -> None:
        """Ask whether to quit; quit when asked twice."""
        if self._quitting:
            self.app.exit()
            return
        self._quitting = True
        self._show()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on an entry for its key."""
        plan = self.plan(self.size.width, self.size.height)
        if message.zone != "list" or plan is None:
            return
        row = self.query_one(EntryList).row_of(message.y, plan)
        if 0 <= row < len(self._entries):
            self.press(self._entries[row].key)

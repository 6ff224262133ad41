"""Run the app: the same class at home and over ssh, only the driver differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from cuttle_tui.ports import Chair, Lobby
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.home import HomeScreen
from cuttle_tui.screens.replay import ReplayScreen
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.terminal import Terminal
from cuttle_tui.widgets.zone import brush_for
from cuttle_tui.wish import Wish
from engine.record import Record
from engine.replay import Replay
from engine.rulesets import Ruleset


class CuttleApp(App[None]):
    """Cuttle for one player at one terminal."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    ALLOW_SELECT: ClassVar[bool] = False
    CSS = "Screen { overflow: hidden; background: black; }"
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
        notice: str = "",
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app.

        Args:
            lobby: where tables are found.
            terminal: what the player's terminal can show.
            chair: a seat to begin in; otherwise the home screen comes first.
            record: a game to watch again, and nothing else.
            notice: one line for the home screen to say.
            driver_class: what connects the app to a terminal.
        """
        super().__init__(driver_class=driver_class, ansi_color=False)
        self.lobby = lobby
        self.brush = brush_for(terminal or Terminal())
        self.wish = Wish()
        self.animation_level = "none"
        self._chair = chair
        self._record = record
        self._notice = notice

    def get_default_screen(self) -> Screen[None]:
        """Begin with the game to watch or at the table, if there is one, else at home."""
        if self._record is not None:
            return ReplayScreen(Replay(self._record), self.brush)
        if self._chair is not None:
            return TableScreen((self._chair,), self.brush)
        return HomeScreen(self.brush, self._notice)

    def go_home(self) -> None:
        """Take away what lies over the home screen; make one where there was none."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen(self.brush))

    def sit_down(self, chairs: Sequence[Chair]) -> None:
        """Go to a table."""
        self.go_home()
        self.push_screen(TableScreen(chairs, self.brush))

    def show_page(self, screen: ZoneScreen) -> None:
        """Lay a screen over the present one."""
        self.push_screen(screen)

    def watch_game(self, record: Record, seat: int = 0) -> None:
        """Lay a replay over the present screen, seen from behind a seat."""
        self.push_screen(ReplayScreen(Replay(record), self.brush, seat))

    def return_to(self, screen: ZoneScreen) -> None:
        """Take away what lies over a screen."""
        while screen in self.screen_stack and self.screen is not screen:
            self.pop_screen()

    def close_screen(self) -> None:
        """Take the present screen away; end with the last one."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit()

    @property
    def ruleset(self) -> Ruleset:
        """The rules in use: those chosen last for a new table."""
        return self.wish.ruleset

    def action_interrupt(self) -> None:
        """Let the present screen ask whether to leave."""
        if isinstance(self.screen, ZoneScreen):
            self.screen.interrupt()

    def action_suspend_process(self) -> None:
        """Stay: the process may be a server that others play on."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Write nothing: the disk may be a server's."""

    def deliver_screenshot(
        self,
        filename: str | None = None,
        path: str | None = None,
        time_format: str | None = None,
    ) -> str | None:
        """Write nothing: the disk may be a server's."""
        return None

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

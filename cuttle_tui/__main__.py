"""Play at this terminal: ``python -m cuttle_tui``."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any, ClassVar, Final

from platformdirs import user_data_path
from textual import on
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from cuttle_tui.app import CuttleApp
from cuttle_tui.coach.analyst import has_spare_cores
from cuttle_tui.i18n.translation import N_, broken_line, language_of, say, speak
from cuttle_tui.local.launch_options import LaunchOptions, kept_table, preferences
from cuttle_tui.local.lobby import LocalLobby, data_lobby, thinkers
from cuttle_tui.local.user import log_crash, own_name
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import Hosting, Lobby, Source
from cuttle_tui.replay.archive_screen import ArchiveScreen
from cuttle_tui.tty.driver import home_driver
from cuttle_tui.tty.output import on_termination, use_own_size
from cuttle_tui.tty.private_textual import end_at_once, error_of, forget_errors, paint_whole
from cuttle_tui.tty.terminal import Terminal, local_terminal
from engine.bots.levels import level_of
from engine.record.record import Record

HOME: Final = LaunchOptions()
"""Start on the home screen with the saved settings."""


FRIENDS_WOULD_WAIT: Final = N_("the room is in this process: your friends would have to wait")


class HomeApp(CuttleApp):
    """The app on this terminal; if it crashes, the player sees no traceback."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend", show=False, priority=True)
    ]

    def __init__(
        self,
        lobby: Lobby,
        *,
        terminal: Terminal,
        launch: LaunchOptions = HOME,
        browses: bool = False,
        **more: Any,
    ) -> None:
        """Create the app; `launch` says how it begins, `browses` with the games kept here."""
        if terminal.colours == "true":
            os.environ["COLORTERM"] = "truecolor"  # where the library looks
        super().__init__(lobby, terminal=terminal, **more)
        self.table_options = launch.table or kept_table(self.preferences)
        self._level = launch.level
        """The level of the computer to sit down with; empty for none."""
        self._browses = browses

    def get_driver_class(self) -> type[Driver]:
        """Use a driver that ignores mouse motion and notices when the terminal is gone."""
        return home_driver(super().get_driver_class(), self.cut_off)

    def cut_off(self) -> None:
        """End because the terminal is gone, or a signal came: nobody has conceded.

        A game at home is kept; a room for friends is closed, and its game ends without a result.
        """
        for screen in self._tables():
            if screen.lobby.home is not None:
                screen.stand_up()
        self.exit()

    def _first_screen(self) -> Screen[None]:
        """Sit down against the computer, if that was asked for."""
        if self._level and self.lobby.home is not None:
            level, self._level = level_of(self._level).name, ""
            chair = self.lobby.home.alone(self.table_options.text, level)
            return TableScreen((chair,), self.paint)
        if self._browses and self.lobby.archive is not None:
            return ArchiveScreen(self.paint, self.lobby.archive, self.lobby.player)
        return super()._first_screen()

    def action_suspend(self) -> None:
        """Give the terminal back to the shell, as ctrl+z does anywhere else; `fg` comes back.

        Without a shell nobody could: then nothing happens. The friends in a room would wait.
        """
        if any(table.hosts_others for table in self._tables()):
            self.tell(say(FRIENDS_WOULD_WAIT))
        elif hasattr(signal, "SIGTSTP") and os.getpgrp() != os.getsid(0):
            self.app_suspend_signal.publish(self)
            os.killpg(os.getpgrp(), signal.SIGTSTP)  # with the processes that think

    @on(Driver.SignalResume)
    def paint_again(self) -> None:
        """Paint everything: the terminal shows what the shell left there."""
        paint_whole(self)

    def _fatal_error(self) -> None:
        """Exit at once; the error is reported after the terminal is restored."""
        end_at_once(self)

    def _print_error_renderables(self) -> None:
        """Print nothing while the app still owns the terminal."""
        forget_errors(self)


def main(hosting: Hosting | None = None, launch: LaunchOptions = HOME) -> int:
    """Run the app on this terminal; `hosting` opens a room for friends in this process."""
    return run(_app(launch, home_lobby(launch.seed), hosting=hosting, launch=launch), hosting)


def watch(record: Record, launch: LaunchOptions = HOME, file: str = "") -> int:
    """Step through a recorded game on this terminal; `file` is where it was read from."""
    return run(_app(launch, home_lobby(), record=record, source=Source(file=file)))


def browse(launch: LaunchOptions = HOME) -> int:
    """Choose a game among those kept here, and step through it on this terminal."""
    return run(_app(launch, home_lobby(), browses=True))


def _app(given: LaunchOptions, lobby: LocalLobby, **more: Any) -> HomeApp:
    """Create the app of the terminal at hand, with the settings given."""
    kept = preferences(given.settings)
    return HomeApp(lobby, terminal=local_terminal(os.environ), preferences=kept, **more)


def run(app: HomeApp, hosting: Hosting | None = None) -> int:
    """Run an app to its end and return the exit status."""
    speak(language_of(os.environ))  # set here, so that the app's language still holds after it ends
    lobby = app.lobby

    async def live_and_close() -> None:
        try:
            await live(app)
        finally:
            if isinstance(lobby, LocalLobby):
                lobby.close()
            if hosting is not None:
                await hosting.close()

    asyncio.run(live_and_close())
    return ended(app)


def ended(app: HomeApp) -> int:
    """Return the exit status of a finished app; a crash is written to a file."""
    error = error_of(app)
    if error is None:
        return 0
    sys.stderr.write(f"cuttle: {broken_line(error, log_crash(error))}\n")
    return 1


async def live(app: HomeApp) -> None:
    """Run an app; a termination signal makes it leave its tables first."""
    on_termination(lambda: app.call_later(app.cut_off))
    await app.run_async()


def home_lobby(seed: bytes | None = None) -> LocalLobby:
    """Return the lobby of the player at this terminal, with the games stored here."""
    data, along = user_data_path("cuttle"), has_spare_cores()
    return data_lobby(data, own_name(), seed=seed, thinker=thinkers(), along=along)


if __name__ == "__main__":
    use_own_size(os.environ)
    sys.exit(main())

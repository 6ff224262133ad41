"""Step through a recorded game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.scene import Desk, Mode
from cuttle_tui.screens.pages import PageScreen
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.staging_replay import moment_of, sides_of, stage_replay
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording.replay import replay_page
from engine.replay import Replay

_STEPS: Final = {
    "right": 1,
    "space": 1,
    "left": -1,
    "backspace": -1,
    "down": 10,
    "pagedown": 10,
    "up": -10,
    "pageup": -10,
}
_LONGEST: Final = 5


class ReplayScreen(TableZones):
    """A table on which a recorded game is played again, forth and back."""

    def __init__(self, replay: Replay, brush: Brush, seat: int = 0) -> None:
        """Begin at the deal, with all hands open.

        Args:
            replay: the game.
            brush: what to paint with.
            seat: who sits at the bottom of the screen.
        """
        super().__init__(brush)
        self.desk = Desk()
        self.typed: str | None = None
        self._replay = replay
        self._sides = sides_of(replay.ruleset.seats, seat)
        self._side = 0
        self.moment = moment_of(replay, 0, self._sides[0])
        self.state = self.moment.state

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return self.moment.ply

    def on_mount(self) -> None:
        """Show the deal."""
        self._set_desk(self.desk)

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(stage_replay(self.moment, desk, self.typed))

    def _go(self, ply: int) -> None:
        """Go to a ply, or as near as there is one."""
        ply = max(0, min(self._replay.plies, ply))
        self.moment = moment_of(self._replay, ply, self._sides[self._side])
        self.state = self.moment.state
        self._set_desk(Desk())

    def press(self, key: str) -> None:
        """Answer a key."""
        if self.desk.mode is Mode.SCRAP:
            self._press_scrap(key)
        elif self.desk.mode is Mode.LOG:
            self._press_log(key)
        elif self.typed is not None:
            self._press_number(key, self.typed)
        elif key in _STEPS:
            self._go(self.ply + _STEPS[key])
        elif key in _COMMANDS:
            _COMMANDS[key](self)

    def _press_number(self, key: str, typed: str) -> None:
        """Take the digits of a ply, then go there."""
        if key.isdecimal() and key.isascii():
            self.typed = (typed + key)[:_LONGEST]
        elif key == "backspace":
            self.typed = typed[:-1]
        elif key in ("enter", "escape", "q", "g"):
            self.typed = None
            if key == "enter" and typed:
                self._go(int(typed))
        self._set_desk(self.desk)

    def _ask_number(self) -> None:
        self.typed = ""
        self._set_desk(self.desk)

    def _turn_side(self) -> None:
        self._side = (self._side + 1) % len(self._sides)
        self._go(self.ply)

    def _open_help(self) -> None:
        self.app.push_screen(PageScreen("REPLAY", replay_page(), self._brush))

    def interrupt(self) -> None:
        """Leave: nothing is lost by that."""
        self.cuttle.close_screen()


_COMMANDS: Final[dict[str, Callable[[ReplayScreen], None]]] = {
    "home": lambda screen: screen._go(0),
    "end": lambda screen: screen._go(screen.moment.plies),
    "g": ReplayScreen._ask_number,
    "s": ReplayScreen._turn_side,
    "l": ReplayScreen._open_log,
    "z": ReplayScreen._open_scrap,
    "?": ReplayScreen._open_help,
    "q": ReplayScreen.interrupt,
    "escape": ReplayScreen.interrupt,
}

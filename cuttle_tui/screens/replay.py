"""Step through a recorded game, or let it play; find things in it, share it, play on from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from cuttle_tui.branch import branch_off
from cuttle_tui.ports import LobbyError
from cuttle_tui.prose import SILENCE
from cuttle_tui.reel import further, nearest
from cuttle_tui.scene import Mode
from cuttle_tui.screens.branch import BranchTable
from cuttle_tui.screens.pages import PageScreen
from cuttle_tui.screens.sharing import SharedReplay
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording import branch as branch_words
from cuttle_tui.wording import moments as moment_words
from cuttle_tui.wording import replay as wording
from cuttle_tui.wording.front import lobby_line
from engine.branch import BranchError
from engine.moments import KINDS, Moment, MomentKind, moments_of

_LONGEST: Final = 5
"""Digits of a ply."""
_CANCEL: Final = ("escape", "q")
_WHILE_PLAYING: Final = ("+", "=", "-")
_IN_LOG: Final = ("left", "right", "n", "N")


class ReplayScreen(SharedReplay):
    """A table on which a recorded game is played again, forth and back."""

    @cached_property
    def _moments(self) -> tuple[Moment, ...]:
        return moments_of(self._replay)

    def _menu(self) -> Sequence[Moment]:
        """Give what can be looked for, while that is asked."""
        return self._moments if self.reel.asked == "find" else ()

    def _found(self, kind: MomentKind | None) -> list[Moment]:
        return [moment for moment in self._moments if moment.kind == kind]

    # keys

    def press(self, key: str) -> None:
        """Answer a key: any but those of the speed stops what plays by itself."""
        if self._playing.on and key not in _WHILE_PLAYING:
            self._stop()
            if key in ("space", "escape"):
                return
        if self.reel.notice:
            self._tell(SILENCE)
        if self.reel.asked:
            _ANSWERS[self.reel.asked](self, key)
        elif self.desk.mode is Mode.SCRAP:
            self._press_scrap(key)
        elif self.desk.mode is Mode.LOG and key not in _IN_LOG:
            self._press_log(key)
        elif key in _COMMANDS:
            _COMMANDS[key](self)
        elif key.isdecimal() and key.isascii():
            self._ask("go", key)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a key in the rows below for that key; any other click stops."""
        key = ""
        if message.zone == "prompt":
            key = self._prompt.key_at(message.x, message.y)
        elif message.zone == "keys":
            key = self._keys.key_at(message.x)
        if key:
            self.press(key)
        else:
            self._stop()

    def on_zone_card_clicked(self) -> None:
        """Stop: cards do nothing here."""
        self._stop()

    # going to a ply, and finding one

    def _press_number(self, key: str) -> None:
        """Take the digits of a ply, then go there."""
        typed = self.reel.typed
        if key.isdecimal() and key.isascii():
            self._ask("go", (typed + key)[:_LONGEST])
        elif key == "backspace":
            self._ask("go", typed[:-1])
        elif key in ("enter", "g", *_CANCEL):
            self._ask("")
            if key == "enter" and typed:
                self._go(int(typed))

    def _press_kind(self, key: str) -> None:
        """Take the number of what is looked for, and go to the nearest."""
        if key in ("f", *_CANCEL):
            self._ask("")
        elif key in _KIND_KEYS:
            kind = _KIND_KEYS[key]
            found = self._found(kind)
            if not found:
                self._tell(moment_words.no_such_line(kind))
                return
            self.reel = replace(self.reel, asked="", sought=kind)
            self._show_moment(nearest(found, self.ply), found)

    def _seek(self, step: int) -> None:
        """Go to the next of what was found, or to the one before."""
        kind = self.reel.sought
        if kind is None:
            self._ask("find")
            return
        found = self._found(kind)
        moment = further(found, self.ply, step)
        if moment is None:
            self._tell(moment_words.no_further_line(kind, len(found), step))
        else:
            self._show_moment(moment, found)

    def _show_moment(self, moment: Moment, found: Sequence[Moment]) -> None:
        self._go(moment.ply)
        line = moment_words.found_line(moment, found, self.frame.view, self.frame.told.names)
        self._tell(line)

    def _turn_side(self) -> None:
        self._side = (self._side + 1) % len(self._sides)
        self._go(self.ply)
        side = self.frame.side
        self._tell(wording.side_line(self.frame.viewer, all_hands=side.all_hands))

    # elsewhere

    def _branch(self) -> None:
        """Practise from here, if the game was finished and goes on here."""
        title = branch_words.title(self.ply)
        try:
            branch = branch_off(self._replay, self.ply, self.frame.side.viewer, title=title)
            chair = self.cuttle.lobby.play_on(branch)
        except BranchError as error:
            self._tell(branch_words.obstacle_line(error))
        except LobbyError as error:
            self._tell(lobby_line(error))
        else:
            self.cuttle.show_page(BranchTable(chair, self.ply, self._brush))

    def _open_help(self) -> None:
        keys = [(names, deed) for names, deed, _ in _KEYS]
        self.cuttle.show_page(PageScreen("REPLAY", wording.replay_page(keys), self._brush))


def _by(step: int) -> Callable[[ReplayScreen], None]:
    return lambda screen: screen._go(screen.ply + step)


_KEYS: Final[tuple[tuple[tuple[str, ...], str, Callable[[ReplayScreen], None]], ...]] = (
    (("space",), "play", ReplayScreen._play),
    (("+", "="), "faster", lambda screen: screen._change_speed(1)),
    (("-",), "slower", lambda screen: screen._change_speed(-1)),
    (("right",), "next", _by(1)),
    (("left", "backspace"), "back", _by(-1)),
    (("down", "pagedown"), "ten on", _by(10)),
    (("up", "pageup"), "ten back", _by(-10)),
    (("home",), "deal", lambda screen: screen._go(0)),
    (("end",), "end", lambda screen: screen._go(screen.frame.plies)),
    (("g",), "go", lambda screen: screen._ask("go")),
    (("f",), "find", lambda screen: screen._ask("find")),
    (("n",), "again", lambda screen: screen._seek(1)),
    (("N",), "before", lambda screen: screen._seek(-1)),
    (("v",), "side", ReplayScreen._turn_side),
    (("b",), "branch", ReplayScreen._branch),
    (("s",), "share", ReplayScreen._ask_to_share),
    (("z",), "scrap", ReplayScreen._open_scrap),
    (("l",), "log", ReplayScreen._open_log),
    (("?",), "help", ReplayScreen._open_help),
    (("q", "escape"), "leave", ReplayScreen.interrupt),
)
_COMMANDS: Final = {key: command for keys, _, command in _KEYS for key in keys}
_KIND_KEYS: Final = {str(number): kind for number, kind in enumerate(KINDS, 1)}
_ANSWERS: Final[dict[str, Callable[[ReplayScreen, str], None]]] = {
    "go": ReplayScreen._press_number,
    "find": ReplayScreen._press_kind,
    "share": ReplayScreen._press_share,
    "copy": ReplayScreen._press_name,
}

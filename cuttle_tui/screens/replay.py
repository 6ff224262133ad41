"""Step through a recorded game, or let it play; find things in it, share it, play on from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from textual.events import Paste

from cuttle_tui.branch import branch_off
from cuttle_tui.export import NotWritten, Source, file_name, write_copy
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.reel import Asked, Reel, further, nearest
from cuttle_tui.scene import Desk, Mode
from cuttle_tui.screens.branch import BranchTable
from cuttle_tui.screens.pages import PageScreen
from cuttle_tui.screens.playing import Playing
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.staging_replay import frame_of, sides_of, stage_replay
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording import branch as branch_words
from cuttle_tui.wording import moments as moment_words
from cuttle_tui.wording import replay as wording
from cuttle_tui.wording import sharing
from engine.branch import BranchError
from engine.moments import KINDS, Moment, MomentKind, moments_of
from engine.replay import Replay

_LONGEST: Final = 5
"""Digits of a ply."""
_LONGEST_NAME: Final = 400
"""Characters of a file's name."""
_CANCEL: Final = ("escape", "q")
_WHILE_PLAYING: Final = ("+", "=", "-")
_IN_LOG: Final = ("left", "right", "n", "N")


class ReplayScreen(TableZones):
    """A table on which a recorded game is played again, forth and back."""

    def __init__(
        self, replay: Replay, brush: Brush, seat: int = 0, *, source: Source | None = None
    ) -> None:
        """Begin at the deal, with all hands open.

        Args:
            replay: the game.
            brush: what to paint with.
            seat: who sits at the bottom of the screen.
            source: where the game came from.
        """
        super().__init__(brush)
        self.desk = Desk()
        self.reel = Reel(source=source or Source())
        self._replay = replay
        self._sides = sides_of(replay.ruleset.seats, seat)
        self._side = 0
        self._playing = Playing(self, self._play_on)
        self.frame = frame_of(replay, 0, self._sides[0])
        self.state = self.frame.state

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return self.frame.ply

    @cached_property
    def _moments(self) -> tuple[Moment, ...]:
        return moments_of(self._replay)

    def _found(self, kind: MomentKind | None) -> list[Moment]:
        return [moment for moment in self._moments if moment.kind == kind]

    def on_mount(self) -> None:
        """Show the deal."""
        self._set_desk(self.desk)

    def on_screen_suspend(self) -> None:
        """Stop playing under another screen."""
        self._stop()

    def on_unmount(self) -> None:
        """Stop playing."""
        self._playing.stop()

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        found = self._moments if self.reel.asked == "find" else ()
        self._show_scene(stage_replay(self.frame, desk, self.reel, found))

    def _use(self, reel: Reel) -> None:
        """Watch in another way from now on."""
        self.reel = reel
        self._set_desk(self.desk)

    def _tell(self, line: Sentence) -> None:
        self._use(replace(self.reel, notice=line))

    def _go(self, ply: int) -> None:
        """Go to a ply, or as near as there is one; the log stays open."""
        ply = max(0, min(self._replay.plies, ply))
        self.frame = frame_of(self._replay, ply, self._sides[self._side])
        self.state = self.frame.state
        self._set_desk(Desk(mode=Mode.LOG if self.desk.mode is Mode.LOG else Mode.GAME))

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

    def on_paste(self, event: Paste) -> None:
        """Take a pasted file name."""
        event.stop()
        if self.reel.asked == "copy":
            self._type(event.text)

    # playing by itself

    def _play(self) -> None:
        """Play from here; from the deal, if this is the end."""
        if self.ply == self._replay.plies:
            self._go(0)
        self._playing.start(self.reel.speed)
        self._use(replace(self.reel, playing=True))

    def _stop(self) -> None:
        self._playing.stop()
        if self.reel.playing:
            self._use(replace(self.reel, playing=False))

    def _play_on(self) -> None:
        if self.ply + 1 >= self._replay.plies:
            self._playing.stop()
            self.reel = replace(self.reel, playing=False)
        self._go(self.ply + 1)

    def _change_speed(self, step: int) -> None:
        self._use(self.reel.faster(step))
        if self._playing.on:
            self._playing.start(self.reel.speed)
        else:
            self._tell(wording.speed_line(self.reel.speed))

    # going to a ply, and finding one

    def _ask(self, asked: Asked, typed: str = "") -> None:
        self._use(replace(self.reel, asked=asked, typed=typed))

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

    # sharing

    def _ask_to_share(self) -> None:
        """Tell how others see this game; at home it may be copied, on a server never."""
        shelf, source = self.cuttle.lobby.shelf, self.reel.source
        if shelf is not None and not source.file and not source.game:
            source = replace(source, file=shelf.where(self._replay.record))
        self.reel = replace(self.reel, source=source, may_copy=shelf is not None)
        self._ask("share")

    def _press_share(self, key: str) -> None:
        if key in ("s", *_CANCEL):
            self._ask("")
        elif key == sharing.COPY_KEY and self.reel.may_copy:
            self._ask("copy", file_name(self._replay.record))

    def _press_name(self, key: str) -> None:
        """Take a file's name, letter by letter, then write the copy."""
        if key == "escape":
            self._ask("share")
        elif key == "enter":
            if self.reel.typed:
                self._copy(self.reel.typed)
        elif key in ("backspace", "ctrl+u"):
            self._ask("copy", self.reel.typed[:-1] if key == "backspace" else "")
        elif key == "space" or len(key) == 1:
            self._type(" " if key == "space" else key)

    def _type(self, text: str) -> None:
        text = "".join(sign for sign in text if sign.isprintable())
        self._ask("copy", (self.reel.typed + text)[:_LONGEST_NAME])

    def _copy(self, name: str) -> None:
        try:
            path = write_copy(self._replay.record, name)
        except NotWritten as error:
            self._tell(sharing.not_written_line(error))
            return
        self._ask("")
        self._tell(sharing.written_line(path))

    # elsewhere

    def _branch(self) -> None:
        """Practise from here, if the game was finished and goes on here."""
        title = branch_words.title(self.ply)
        try:
            branch = branch_off(self._replay, self.ply, self.frame.side.viewer, title=title)
        except BranchError as error:
            self._tell(branch_words.obstacle_line(error))
            return
        chair = self.cuttle.lobby.play_on(branch)
        self.cuttle.show_page(BranchTable(chair, self.ply, self._brush))

    def _open_help(self) -> None:
        keys = [(names, deed) for names, deed, _ in _KEYS]
        self.cuttle.show_page(PageScreen("REPLAY", wording.replay_page(keys), self._brush))

    def interrupt(self) -> None:
        """Leave: nothing is lost by that."""
        self._playing.stop()
        self.cuttle.close_screen()


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

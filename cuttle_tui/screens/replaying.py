"""Show a recorded game, a ply at a time or playing by itself; what the keys do is up to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cuttle_tui.archive.export import NOWHERE, Source
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.presenter.replay import Frame, frame_of, present_replay, sides_of
from cuttle_tui.presenter.view_model import Desk, Mode
from cuttle_tui.screens.autoplay import Autoplay
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.table.log_search import ply_at
from cuttle_tui.table.replay_state import Asked, ReplayState
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.replay import replay_prompts as wording
from engine.record.key_moments import Moment
from engine.record.replay import Replay


class ReplayTable(TableZones):
    """A table on which a recorded game is shown at one of its plies."""

    reel: ReplayState
    frame: Frame

    def __init__(
        self,
        replay: Replay,
        brush: PaintContext,
        seat: int = 0,
        *,
        source: Source = NOWHERE,
        ply: int = 0,
        find: bool = False,
    ) -> None:
        """Begin with all hands open.

        Args:
            replay: the game.
            brush: what to paint with.
            seat: who sits at the bottom of the screen.
            source: where the game came from.
            ply: where to begin, or as near as there is one; the deal by default.
            find: ask at once what is looked for.
        """
        super().__init__(brush)
        self.desk = Desk()
        self.reel = ReplayState(source=source, asked="find" if find else "")
        self._replay = replay
        self._sides = sides_of(replay.ruleset.seats, seat)
        self._side = 0
        self._playing = Autoplay(self, self._play_on)
        self.frame = frame_of(replay, min(ply, replay.plies), self._sides[0])
        self.state = self.frame.state

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return self.frame.ply

    @property
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""
        return self.frame.side.seat

    def on_mount(self) -> None:
        """Show the ply."""
        self._set_desk(self.desk)

    def on_screen_suspend(self) -> None:
        """Stop playing under another screen."""
        self._stop()

    def on_unmount(self) -> None:
        """Stop playing, and be dark."""
        self.glowing.stop()
        self._playing.stop()

    def _menu(self) -> Sequence[Moment]:
        """Give what can be looked for, while that is asked."""
        return ()

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(present_replay(self.frame, desk, self.reel, self._menu()))

    def _use(self, reel: ReplayState) -> None:
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
        self._light(self.frame.happened, self.frame.before, self.frame.view, alone=True)
        reading = replace(self.desk.reading, line=-1)
        mode = Mode.LOG if self.desk.mode is Mode.LOG else Mode.GAME
        self._set_desk(Desk(mode=mode, reading=reading))

    def _look_back(self, line: int) -> None:
        """Go to the ply of a line of the log, and close it."""
        ply = ply_at(self.frame.told.places, self.state.steps, line)
        self.desk = replace(self.desk, mode=Mode.GAME)
        self._go(self.ply if ply is None else ply)

    def _ask(self, asked: Asked, typed: str = "") -> None:
        self._use(replace(self.reel, asked=asked, typed=typed))

    def reword(self) -> None:
        """Word the ply again."""
        self.frame = frame_of(self._replay, self.ply, self._sides[self._side])
        self._set_desk(self.desk)

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

    def interrupt(self) -> None:
        """Leave: nothing is lost by that."""
        self._playing.stop()
        self.cuttle.close_screen()

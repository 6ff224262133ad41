"""Show a recorded game, a ply at a time or playing by itself; what the keys do is up to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cuttle_tui.export import NOWHERE, Source
from cuttle_tui.prose import Sentence
from cuttle_tui.reel import Asked, Reel
from cuttle_tui.scene import Desk, Mode
from cuttle_tui.screens.playing import Playing
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.staging_replay import frame_of, sides_of, stage_replay
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording import replay as wording
from engine.moments import Moment
from engine.replay import Replay


class ReplayTable(TableZones):
    """A table on which a recorded game is shown at one of its plies."""

    def __init__(
        self, replay: Replay, brush: Brush, seat: int = 0, *, source: Source = NOWHERE
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
        self.reel = Reel(source=source)
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

    def on_mount(self) -> None:
        """Show the deal."""
        self._set_desk(self.desk)

    def on_screen_suspend(self) -> None:
        """Stop playing under another screen."""
        self._stop()

    def on_unmount(self) -> None:
        """Stop playing."""
        self._playing.stop()

    def _menu(self) -> Sequence[Moment]:
        """Give what can be looked for, while that is asked."""
        return ()

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(stage_replay(self.frame, desk, self.reel, self._menu()))

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

    def _ask(self, asked: Asked, typed: str = "") -> None:
        self._use(replace(self.reel, asked=asked, typed=typed))

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

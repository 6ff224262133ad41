"""Practise at a table that branched off a recorded game; leaving leads back to the replay."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.ports import Chair
from cuttle_tui.presenter.replay import present_practice
from cuttle_tui.presenter.view_model import Desk, Mode, Scene
from cuttle_tui.screens.keys.around import OVER
from cuttle_tui.screens.keys.cards import IN_GAME
from cuttle_tui.screens.keys.looking import alone
from cuttle_tui.screens.keys.table import AT_CARDS, OVER_GAME
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.keys import table as words
from cuttle_tui.wording.names import names_of
from cuttle_tui.wording.replay.practice import begin_line


class BranchTable(TableScreen):
    """An ordinary table but that nothing of it is kept, and leaving it costs nothing."""

    LOOK, OUT = alone(words.TO_REPLAY)
    SECTIONS = (*IN_GAME, LOOK, *OVER_GAME, OVER)
    CLICKS = AT_CARDS
    RECORDED = False

    def __init__(self, chair: Chair, ply: int, brush: PaintContext) -> None:
        """Sit down.

        Args:
            chair: the seat.
            ply: where the branch began.
            brush: what to paint with.
        """
        names = names_of(chair.state().sitters, chair.seat)
        super().__init__((chair,), brush, notice=begin_line(names))
        self._from = ply

    def _facts(self, desk: Desk) -> Desk:
        return replace(desk, watching=False, online=False)

    def _show_scene(self, scene: Scene) -> None:
        view, mode = self.state.view, self.desk.mode
        if view is not None and mode is Mode.GAME and self._told is not None:
            scene = present_practice(scene, view, self._told.names, self._from)
        super()._show_scene(scene)

    def _ask_to_leave(self) -> None:
        self.interrupt()

    def interrupt(self) -> None:
        """Go back to the replay: nothing is lost by that."""
        self.stand_up()
        self.cuttle.close_screen()

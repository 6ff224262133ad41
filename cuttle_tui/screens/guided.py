"""Show a table on which something is to be done: the ordinary one, with a task laid over it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from cuttle_tui import offered
from cuttle_tui.guidance import Guidance, guide
from cuttle_tui.scene import Desk, Mode
from cuttle_tui.screens.seating import Seating
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.staging import stage
from cuttle_tui.widgets.zone import Brush, Zone
from engine.contest import Contest


class GuidedTable(TableScreen):
    """A table with a task; leaving it costs nothing."""

    def __init__(self, contest: Contest, brush: Brush) -> None:
        super().__init__((contest,), brush)
        self.contest = contest
        self._hinted = False

    @abstractmethod
    def guidance(self) -> Guidance:
        """Tell what is to be said now."""

    @abstractmethod
    def go_on(self) -> None:
        """Go on from a task that is done."""

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether the task is done."""

    @property
    @abstractmethod
    def missed(self) -> bool:
        """Whether it cannot be done any more from here."""

    def lay_out(self, contest: Contest) -> None:
        """Set up another table in place of this one."""
        self.on_unmount()
        self.contest, self._hinted = contest, False
        self.seating, self._sent = Seating((contest,)), None
        self.desk = Desk()
        self._unsubscribe = self.seating.subscribe(self._changes.put_nowait)
        self._refresh_table()

    def _facts(self, desk: Desk) -> Desk:
        return replace(desk, watching=False, online=False)

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        scene = stage(self.state, self.seating.seat, desk, self._told)
        if desk.mode is Mode.GAME:
            view = self.state.view
            assert view is not None
            step = offered.step_of(view, desk.choice)
            choosing = step == "card" and desk.choice.card is None and not desk.notice
            answering = step in ("answer", "pick", "take")
            fresh = not self.state.log
            scene = guide(
                scene, self.guidance(), choosing=choosing, answering=answering, fresh=fresh
            )
            if desk.notice:
                scene = replace(scene, prompt=replace(scene.prompt, why=desk.notice))
        self._show_scene(scene)

    def press(self, key: str) -> None:
        """Answer a key: those of the task first, then those of the table."""
        if self.desk.mode is not Mode.GAME or not self._press_task(key):
            super().press(key)

    def _press_task(self, key: str) -> bool:
        """Answer a key of the task; tell whether it was one."""
        if self.done or self.missed:
            return self._press_judged(key)
        if key == "u" and self.state.log:
            self.try_again()
        elif key == "h" and not self._aiming:
            self._turn_hint()
        else:
            return key == "t"  # nobody is here to talk to
        return True

    def _press_judged(self, key: str) -> bool:
        """Answer a key once it is known what came of it; the cards take none then."""
        if self.done and key in ("enter", "space", "n"):
            self.go_on()
        elif key in ("r", "u") or key in ("enter", "space", "escape"):
            self.try_again()
        elif key == "h":
            self._turn_hint()
        else:
            return key not in _LOOKING
        return True

    def _turn_hint(self) -> None:
        self._hinted = not self._hinted
        self._set_desk(self.desk)

    @property
    def _aiming(self) -> bool:
        view = self.state.view
        return view is not None and offered.step_of(view, self.desk.choice) == "target"

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Let cards lie once it is known what came of the task."""
        if self.done or self.missed:
            message.prevent_default()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on the bar for enter then."""
        if (self.done or self.missed) and self.desk.mode is Mode.GAME:
            message.prevent_default()
            if message.zone == "prompt":
                self.press("enter")

    def try_again(self) -> None:
        """Set the table up as it was."""
        self._hinted = False
        self.desk = Desk()
        self.contest.again()
        self._refresh_table()

    def _ask_to_leave(self) -> None:
        self.interrupt()

    def interrupt(self) -> None:
        """Go back to the list: nothing is lost by that."""
        self.stand_up()
        self.cuttle.close_screen()


_LOOKING: Final = ("q", "?", "z", "l", "i")
"""Keys of the table that are good for looking."""

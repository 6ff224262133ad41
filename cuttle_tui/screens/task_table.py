"""Show a table on which something is to be done: the ordinary one, with a task laid over it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Final

from cuttle_tui.presenter.table import stage
from cuttle_tui.presenter.task_overlay import Guidance, guide
from cuttle_tui.presenter.view_model import Desk, Mode
from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.screens.keys.cards import IN_GAME
from cuttle_tui.screens.keys.looking import alone
from cuttle_tui.screens.keys.table import AT_CARDS, OVER_GAME, game_sections
from cuttle_tui.screens.seating import Seating
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.table import choices
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.keys import table as words
from engine.play.view import Ask
from engine.solver.challenge import Challenge


class GuidedTable(TableScreen):
    """A table with a task; leaving it costs nothing."""

    CLICKS = AT_CARDS

    def __init__(self, contest: Challenge, brush: PaintContext) -> None:
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

    def lay_out(self, contest: Challenge) -> None:
        """Set up another table in place of this one."""
        self.on_unmount()
        self.contest, self._hinted = contest, False
        self.seating, self._sent = Seating((contest,)), None
        self.desk = Desk()
        self.following.begin(self.seating.subscribe)
        self._refresh_table()

    def _facts(self, desk: Desk) -> Desk:
        return replace(desk, watching=False, online=False)

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        scene = stage(self.state, self.seating.seat, desk, self._told)
        if desk.mode is Mode.GAME:
            view = self.state.view
            assert view is not None
            step = choices.step_of(view, desk.choice)
            choosing = step == "card" and desk.choice.card is None and not desk.notice
            fresh = not self.state.log
            answering = step in ("answer", "pick", "take") or (fresh and view.ask is Ask.SEVEN)
            answering = answering and not desk.explain
            scene = guide(
                scene, self.guidance(), choosing=choosing, answering=answering, fresh=fresh
            )
            if desk.notice:
                scene = replace(scene, prompt=replace(scene.prompt, why=desk.notice))
        self._show_scene(scene)

    def sections(self) -> Sections:
        """Give what keys do: those of the task first, then those of the table."""
        if self.desk.mode is not Mode.GAME:
            return super().sections()
        if self.done:
            return (_DONE, _JUDGED, self.LOOK)
        return (_JUDGED, self.LOOK) if self.missed else (_TASK, *game_sections(self))

    @property
    def explains(self) -> bool:
        """Let cards be told about until it is known what came of the task."""
        return not (self.done or self.missed)

    def _turn_hint(self) -> None:
        self._hinted = not self._hinted
        self._set_desk(self.desk)

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Let cards lie once it is known what came of the task."""
        if (self.done or self.missed) and self.desk.mode is Mode.GAME:
            message.prevent_default()

    def bar_key(self) -> str:
        """Give enter then."""
        judged = (self.done or self.missed) and self.desk.mode is Mode.GAME
        return "enter" if judged else super().bar_key()

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


_HINT: Final[Command[GuidedTable]] = Command(
    ("h",),
    words.HINT,
    call(GuidedTable._turn_hint),
    when=lambda table: not table._aiming,
    now=lambda table: () if table.done else ("h",),
)
_TASK: Final[Section[GuidedTable]] = Section(
    words.TASK,
    (
        _HINT,
        Command(
            ("u",),
            words.FROM_START,
            call(GuidedTable.try_again),
            when=lambda table: bool(table.state.log),
        ),
    ),
)
_DONE: Final[Section[GuidedTable]] = Section(
    words.JUDGED, (Command(("enter", "space", "n"), words.GO_ON, call(GuidedTable.go_on)),)
)
_JUDGED: Final[Section[GuidedTable]] = Section(
    words.JUDGED,
    (
        Command(
            ("enter", "space", "escape", "r", "u"), words.TRY_AGAIN, call(GuidedTable.try_again)
        ),
        _HINT,
    ),
)


def keys_at(back: Purpose) -> tuple[Sections, Section[Any], Section[Any]]:
    """Make the keys of a table with a task: all, those for looking, those for leaving."""
    look, out = alone(back)
    return (_TASK, _DONE, _JUDGED, *IN_GAME, look, *OVER_GAME), look, out

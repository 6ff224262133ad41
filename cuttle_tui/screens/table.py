"""Show a table to the player in one of its chairs, and turn keys into actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cuttle_tui import choose, offered
from cuttle_tui.objections import vain_key
from cuttle_tui.scene import Mode
from cuttle_tui.screens.pages import help_screen
from cuttle_tui.screens.pointing import PointedTable
from cuttle_tui.wording.away import CALL_OFF_KEY, CLAIM_KEY
from cuttle_tui.wording.leaving import LEAVE_KEYS, SHOW_KEY
from cuttle_tui.wording.shelf import unreadable_line
from cuttle_tui.wording.why import refusal_line
from engine.actions import Action
from engine.errors import IllegalAction, StaleAction
from engine.record import RecordError, parse_record
from engine.rulesets import Ruleset
from engine.view import View


class TableScreen(PointedTable):
    """A table, played through one chair, or through every chair at one keyboard; or watched."""

    def press(self, key: str) -> None:
        """Answer a key."""
        if self.desk.notice:
            self.desk = replace(self.desk, notice=())
        handler = _BY_MODE.get(self.desk.mode, TableScreen._press_game)
        handler(self, key)

    @property
    def _over(self) -> bool:
        view = self.state.view
        return view is not None and (view.outcome is not None or self.state.called_off)

    def _press_game(self, key: str) -> None:
        view = self.state.view
        aiming = view is not None and offered.step_of(view, self.desk.choice) == "target"
        if not aiming and self._press_command(key):
            return
        if view is None:
            self._press_waiting(key)
        elif self._over:
            self._press_over(key)
        elif key in (CLAIM_KEY, CALL_OFF_KEY) and self.state.claimable and not aiming:
            self._end_alone(key)
        elif not self.seating.watching:
            self._press_card(view, key)

    def _press_command(self, key: str) -> bool:
        """Answer a key that has nothing to do with the cards; tell whether it was one."""
        desk = self.desk
        if key == "q":
            self._ask_to_leave()
        elif key == "?":
            self.app.push_screen(help_screen(self._brush, self._ruleset))
        elif key == "t":
            self._open_talk()
        elif self.state.view is None:
            return False
        elif key == "z":
            self._open_scrap()
        elif key == "l":
            self._open_log()
        elif key == "i":
            self._set_desk(replace(desk, explain=not desk.explain))
        else:
            return False
        return True

    def _press_waiting(self, key: str) -> None:
        """Answer a key before the cards are dealt."""
        chair, seat = self.seating.chair, self.seating.seat
        if key == "c" and self.desk.queue:
            self._try(self._practise)
        elif key == "c" and self.state.host == seat:
            if any(sitter.kind == "nobody" for sitter in self.state.sitters):
                self._try(chair.fill)
        elif key == "enter" and not self.desk.queue and not self.seating.watching:
            self._try(lambda: chair.ready(seat not in self.state.ready))
        self._refresh_table()

    def _practise(self) -> None:
        mine = next(one for one in self.desk.queue if one.me)
        self.cuttle.practise(self.lobby.play_computer(mine.ruleset))

    def _press_over(self, key: str) -> None:
        if key == "r" and not self.seating.watching:
            self._try(self.seating.ready)
            self._refresh_table()
        elif key == "w":
            self._watch_again()

    def _end_alone(self, key: str) -> None:
        """End a game that the others left alone."""
        chair = self.seating.chair
        if key == CLAIM_KEY:
            self._try(chair.claim)
        elif self.state.may_call_off:
            self._try(chair.call_off)
        self._refresh_table()

    def _press_card(self, view: View, key: str) -> None:
        assert self.scene is not None
        seat = self.seating.seat
        result = choose.press(view, self.desk.choice, key, seat, self.scene.order)
        if isinstance(result, Action):
            self._submit(result, view.ply)
            return
        if self._sent is not None:  # the cards stay as they are until the table has moved
            return
        vain = vain_key(view, result, key, seat) if result == self.desk.choice else None
        self._set_desk(replace(self.desk, choice=result))
        if vain is not None:
            self._object(view, vain)

    def _submit(self, action: Action, ply: int) -> None:
        """Play an action; should the table refuse it, say why and lose nothing.

        The table may show it only later: until then the choice stays as it is.
        """
        try:
            self.seating.chair.submit(action, ply)
        except StaleAction as error:
            if self._sent is None:
                self.desk = replace(self.desk, notice=refusal_line(error))
        except IllegalAction as error:
            self.desk = replace(self.desk, notice=refusal_line(error))
        else:
            self._sent = ply
        self._refresh_table()

    def _watch_again(self) -> None:
        text = self.seating.chair.record()
        try:
            if text is not None:
                self.cuttle.watch_game(parse_record(text), self.seating.seat)
        except RecordError as error:
            self._tell(unreadable_line(str(error)))

    def _press_cover(self, key: str) -> None:
        if key == "enter":
            self.desk = self._fresh_desk(Mode.GAME)
            self._refresh_table()
        elif key == "q":
            self._ask_to_leave()

    # leaving

    def _ask_to_leave(self) -> None:
        """Ask first, unless nothing is lost by it, or only a table that may be lost unasked."""
        view = self.state.view
        idle = view is None or not offered.standing(view)
        if self.seating.watching or (idle and not self.cuttle.settings.confirm):
            self.leave_table()
        else:
            self._set_desk(replace(self.desk, mode=Mode.LEAVE))

    def _press_leave(self, key: str) -> None:
        view = self.state.view
        standing = {} if view is None else offered.standing(view)
        action = standing.get(LEAVE_KEYS[key]) if key in LEAVE_KEYS else None
        if key == "y":
            self.leave_table()
        elif key == SHOW_KEY and standing and self.desk.online and not self.state.rated:
            mine = self.seating.seat in self.state.showing
            self._try(lambda: self.seating.chair.show_hands(not mine))
            self._refresh_table()
        elif view is not None and action is not None:
            self.desk = replace(self.desk, mode=Mode.GAME)
            self._submit(action, view.ply)
        elif key in ("n", "escape"):
            self.desk = replace(self.desk, mode=Mode.GAME)
            if self.seating.shared:
                self.seating.forget()
            self._refresh_table()

    def stand_up(self) -> None:
        """Leave the table, whatever it says to that."""
        self.on_unmount()
        self.seating.leave()

    def leave_table(self) -> None:
        """Stand up and go home, or back to where one waits."""
        self.stand_up()
        if self._lobby is not None:
            self.cuttle.close_door()
        self.cuttle.close_table()

    def interrupt(self) -> None:
        """Ask whether to leave; leave and quit when asked twice."""
        if self.desk.mode is Mode.LEAVE or not self.cuttle.settings.confirm:
            self.cuttle.leave_all()
        else:
            self._ask_to_leave()

    @property
    def _ruleset(self) -> Ruleset:
        view = self.state.view
        return self.cuttle.ruleset if view is None else view.ruleset


_BY_MODE: Final[dict[Mode, Callable[[TableScreen, str], None]]] = {
    Mode.SCRAP: TableScreen._press_scrap,
    Mode.LOG: TableScreen._press_log,
    Mode.TALK: TableScreen._press_talk,
    Mode.COVER: TableScreen._press_cover,
    Mode.LEAVE: TableScreen._press_leave,
}

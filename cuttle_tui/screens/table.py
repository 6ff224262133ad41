"""Show a table to the player in one of its chairs, and turn keys into actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui import choose, offered
from cuttle_tui.objections import objection_to, vain_aim, vain_key
from cuttle_tui.pointing import key_of_card, key_of_seat
from cuttle_tui.ports import Chair, Change, TableState
from cuttle_tui.scene import Desk, Mode
from cuttle_tui.screens.pages import help_screen
from cuttle_tui.screens.seating import Seating
from cuttle_tui.screens.zones import TableZones
from cuttle_tui.staging import new_events_ask, stage
from cuttle_tui.staging_table import Told, tell
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording.leaving import LEAVE_KEYS
from cuttle_tui.wording.shelf import unreadable_line
from cuttle_tui.wording.why import CARD_FIRST, objection_line, refusal_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.errors import IllegalAction
from engine.record import RecordError, parse_record
from engine.rulesets import Ruleset
from engine.view import View


class TableScreen(TableZones):
    """A table, played through one chair, or through every chair at one keyboard."""

    def __init__(self, chairs: Sequence[Chair], brush: Brush) -> None:
        """Sit down.

        Args:
            chairs: the player's chair; or one for each seat and a watcher's for between turns.
            brush: what to paint with.
        """
        super().__init__(brush)
        self.seating = Seating(chairs)
        self.desk = Desk(mode=Mode.COVER if self.seating.shared else Mode.GAME)
        self.state: TableState = self.seating.state(covered=self.seating.shared)
        self._told: Told | None = None
        self._changes: asyncio.Queue[Change] = asyncio.Queue()
        self._unsubscribe: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Begin to listen to the table."""
        self._unsubscribe = self.seating.subscribe(self._changes.put_nowait)
        self._refresh_table()
        self.run_worker(self._listen(), group="table")

    def on_unmount(self) -> None:
        """Stop listening."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None

    async def _listen(self) -> None:
        while True:
            await self._changes.get()
            while not self._changes.empty():
                self._changes.get_nowait()
            self._refresh_table()

    def _refresh_table(self) -> None:
        """Read the table again, keep what is still possible of the choice, and show it."""
        before = self.state.view
        desk = self.desk
        if desk.mode is not Mode.LEAVE and self.seating.moved_on():
            desk = Desk(mode=Mode.COVER)
        covered = desk.mode is Mode.COVER
        self.state = self.seating.state(covered=covered)
        self._told = tell(self.state, self.seating.seat, covered=covered)
        view = self.state.view
        if view is not None:
            choice = choose.settle(view, desk.choice, self.seating.seat)
            desk = replace(desk, choice=choice)
            if new_events_ask(before, view) and desk.mode in (Mode.SCRAP, Mode.LOG):
                desk = replace(desk, mode=Mode.GAME)
            if before is not None and before.outcome is not None and view.outcome is None:
                self.cuttle.return_to(self)
        self._set_desk(desk)

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self._show_scene(stage(self.state, self.seating.seat, desk, self._told))

    def press(self, key: str) -> None:
        """Answer a key."""
        if self.desk.notice:
            self.desk = replace(self.desk, notice=())
        handler = _BY_MODE.get(self.desk.mode, TableScreen._press_game)
        handler(self, key)

    def _press_game(self, key: str) -> None:
        view = self.state.view
        aiming = view is not None and offered.step_of(view, self.desk.choice) == "target"
        if not aiming and self._press_command(key):
            return
        if view is None:
            self._set_desk(self.desk)
        elif view.outcome is not None:
            if key == "r":
                self._rematch()
            elif key == "w":
                self._watch_again()
        else:
            self._press_card(view, key)

    def _press_command(self, key: str) -> bool:
        """Answer a key that has nothing to do with the cards; tell whether it was one."""
        desk = self.desk
        if key == "q":
            self._set_desk(replace(desk, mode=Mode.LEAVE))
        elif key == "?":
            self.app.push_screen(help_screen(self._brush, self._ruleset))
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

    def _press_card(self, view: View, key: str) -> None:
        assert self.scene is not None
        seat = self.seating.seat
        result = choose.press(view, self.desk.choice, key, seat, self.scene.order)
        if isinstance(result, Action):
            self._submit(result, view.ply)
            return
        vain = vain_key(view, result, key, seat) if result == self.desk.choice else None
        self._set_desk(replace(self.desk, choice=result))
        if vain is not None:
            self._object(view, vain)

    def _object(self, view: View, action: Action) -> None:
        """Say why something cannot be done, if it cannot."""
        objection = objection_to(view, action)
        if objection is not None and self._told is not None:
            notice = objection_line(view, objection, self._told.names)
            self._set_desk(replace(self.desk, notice=notice))

    def _submit(self, action: Action, ply: int) -> None:
        """Play an action; should the table refuse it, say why and lose nothing."""
        try:
            self.seating.chair.submit(action, ply)
        except IllegalAction as error:
            self.desk = replace(self.desk, notice=refusal_line(error))
        else:
            self.desk = Desk(mode=self.desk.mode)
        self._refresh_table()

    def _rematch(self) -> None:
        self.seating.rematch()
        self._refresh_table()

    def _watch_again(self) -> None:
        text = self.seating.chair.record()
        try:
            if text is not None:
                self.cuttle.watch_game(parse_record(text), self.seating.seat)
        except RecordError as error:
            self._set_desk(replace(self.desk, notice=unreadable_line(str(error))))

    def _press_cover(self, key: str) -> None:
        if key == "enter":
            self.desk = Desk()
            self._refresh_table()
        elif key == "q":
            self._set_desk(replace(self.desk, mode=Mode.LEAVE))

    def _press_leave(self, key: str) -> None:
        view = self.state.view
        standing = {} if view is None else offered.standing(view)
        action = standing.get(LEAVE_KEYS[key]) if key in LEAVE_KEYS else None
        if key == "y":
            self.leave_table()
        elif view is not None and action is not None:
            self.desk = replace(self.desk, mode=Mode.GAME)
            self._submit(action, view.ply)
        elif key in ("n", "escape"):
            self.desk = replace(self.desk, mode=Mode.GAME)
            if self.seating.shared:
                self.seating.forget()
            self._refresh_table()

    def leave_table(self) -> None:
        """Stand up and go home."""
        self.on_unmount()
        self.seating.leave()
        self.cuttle.go_home()

    def interrupt(self) -> None:
        """Ask whether to leave; leave and quit when asked twice."""
        if self.desk.mode is Mode.LEAVE:
            self.on_unmount()
            self.seating.leave()
            self.app.exit()
        else:
            self._set_desk(replace(self.desk, mode=Mode.LEAVE))

    @property
    def _ruleset(self) -> Ruleset:
        view = self.state.view
        return self.cuttle.ruleset if view is None else view.ruleset

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Take a click on a card for its key; say why it is none of those to choose from."""
        assert self.scene is not None
        view = self.state.view
        key = key_of_card(self.scene, view, self.desk.choice, message.card)
        if key:
            self.press(key)
        elif view is not None and self.desk.mode is Mode.GAME and view.outcome is None:
            self._point_in_vain(view, message.card)

    def _point_in_vain(self, view: View, card: Card) -> None:
        aimed = vain_aim(view, self.desk.choice, card)
        if aimed is None and offered.step_of(view, self.desk.choice) == "card":
            self._set_desk(replace(self.desk, notice=CARD_FIRST))
        else:
            self._object(view, aimed or Action(Kind.DRAW))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click beside the cards for the seat that is drawn there."""
        view = self.state.view
        plan = self.plan(self.size.width, self.size.height)
        if view is not None and plan is not None and self.desk.mode is Mode.GAME:
            seat, choice = self.seating.seat, self.desk.choice
            key = key_of_seat(view, choice, plan, seat, message.zone, message.x)
            if key:
                self.press(key)


_BY_MODE: Final[dict[Mode, Callable[[TableScreen, str], None]]] = {
    Mode.SCRAP: TableScreen._press_scrap,
    Mode.LOG: TableScreen._press_log,
    Mode.COVER: TableScreen._press_cover,
    Mode.LEAVE: TableScreen._press_leave,
}

"""Show a table to the player in one of its chairs, and turn keys into actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui import choose, offered
from cuttle_tui.layout import Plan, plan_for
from cuttle_tui.ports import Chair, Change, TableState
from cuttle_tui.scene import Desk, Mode, Scene
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.pages import help_screen
from cuttle_tui.screens.plans import Regions, table_regions
from cuttle_tui.screens.seating import Seating
from cuttle_tui.staging import new_events_ask, stage
from cuttle_tui.staging_table import Told, tell
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.log import Log
from cuttle_tui.widgets.me import Me
from cuttle_tui.widgets.mid import Middle
from cuttle_tui.widgets.opp import Others
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.tray import Tray
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording.why import refusal_line
from engine.actions import Action
from engine.errors import IllegalAction
from engine.view import View

_BACK: Final = ("escape", "q", "enter")
_PAGE: Final = 10


class TableScreen(ZoneScreen):
    """A table, played through one chair, or through every chair at one keyboard."""

    def __init__(self, chairs: Sequence[Chair], brush: Brush) -> None:
        """Sit down.

        Args:
            chairs: the player's chair; or one for each seat and a watcher's for between turns.
            brush: what to paint with.
        """
        super().__init__()
        self.seating = Seating(chairs)
        self.desk = Desk(mode=Mode.COVER if self.seating.shared else Mode.GAME)
        self.state: TableState = self.seating.state(covered=self.seating.shared)
        self.scene: Scene | None = None
        self._told: Told | None = None
        self._brush = brush
        self._others = Others(brush, "others")
        self._middle = Middle(brush, "middle")
        self._me = Me(brush, "me")
        self._prompt = PromptBar(brush, "prompt")
        self._tray = Tray(brush, "tray")
        self._keys = Keys(brush, "keys")
        self._aside = Log(brush, "aside")
        self._log = Log(brush, "log")
        self._changes: asyncio.Queue[Change] = asyncio.Queue()
        self._unsubscribe: Callable[[], None] | None = None

    def plan(self, width: int, height: int) -> Plan | None:
        """Choose the plan for a size."""
        return plan_for(width, height)

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return table_regions(plan, log_open=self.desk.mode is Mode.LOG)

    def compose(self) -> ComposeResult:
        """Hand over the zones."""
        yield from (self._others, self._middle, self._me, self._prompt)
        yield from (self._tray, self._keys, self._aside, self._log)

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
        self._set_desk(desk)

    def _set_desk(self, desk: Desk) -> None:
        self.desk = desk
        self.scene = scene = stage(self.state, self.seating.seat, desk, self._told)
        self._others.show(scene.others)
        self._middle.show(scene.mid)
        self._me.show(scene.me)
        self._prompt.show(scene.prompt)
        self._tray.show(scene.tray)
        self._keys.show(scene.keys)
        self._aside.show(replace(scene.log, scroll=0))
        self._log.show(scene.log)
        self._log.display = log_open = desk.mode is Mode.LOG
        for zone in (self._others, self._middle, self._me):
            zone.display = not log_open

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
        else:
            self._press_card(view, key)

    def _press_command(self, key: str) -> bool:
        """Answer a key that has nothing to do with the cards; tell whether it was one."""
        desk = self.desk
        if key == "q":
            self._set_desk(replace(desk, mode=Mode.LEAVE))
        elif key == "?":
            self.app.push_screen(help_screen(self._brush))
        elif self.state.view is None:
            return False
        elif key == "z":
            look = choose.move(desk.look, "right", self.state.view.scrap[::-1])
            self._set_desk(replace(desk, mode=Mode.SCRAP, look=replace(look, card=None)))
        elif key == "l":
            self._set_desk(replace(desk, mode=Mode.LOG, scroll=0))
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
        else:
            self._set_desk(replace(self.desk, choice=result))

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

    def _press_scrap(self, key: str) -> None:
        if key in (*_BACK, "z"):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
            return
        view = self.state.view
        scrap = view.scrap[::-1] if view is not None else ()
        self._set_desk(replace(self.desk, look=choose.move(self.desk.look, key, scrap)))

    def _press_log(self, key: str) -> None:
        if key in (*_BACK, "l"):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
            return
        step = {"up": 1, "down": -1, "pageup": _PAGE, "pagedown": -_PAGE}.get(key, 0)
        most = len(self.scene.log.lines) if self.scene is not None else 0
        scroll = max(0, min(most, self.desk.scroll + step))
        self._set_desk(replace(self.desk, scroll=scroll))

    def _press_cover(self, key: str) -> None:
        if key == "enter":
            self.desk = Desk()
            self._refresh_table()
        elif key == "q":
            self._set_desk(replace(self.desk, mode=Mode.LEAVE))

    def _press_leave(self, key: str) -> None:
        if key == "y":
            self.leave_table()
        elif key in ("g", "o"):
            self._end_game(offered.concession if key == "g" else offered.stalemate_offer)
        elif key in ("n", "escape"):
            self.desk = replace(self.desk, mode=Mode.GAME)
            if self.seating.shared:
                self.seating.forget()
            self._refresh_table()

    def _end_game(self, way: Callable[[View], Action | None]) -> None:
        """Give up or offer a draw, without leaving the table."""
        view = self.state.view
        action = None if view is None else way(view)
        if view is not None and action is not None:
            self.desk = replace(self.desk, mode=Mode.GAME)
            self._submit(action, view.ply)

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

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Take a click on a card for its key."""
        assert self.scene is not None
        key = next((face.key for face in self.scene.tray if face.card == message.card), "")
        if not key and self.state.view is not None:
            aims = offered.aims(self.state.view, self.desk.choice, self.scene.order)
            key = next((aim.key for aim in aims if self._lies_on(aim.card, message.card)), "")
        if key:
            self.press(key)

    def _lies_on(self, aim: int | None, card: int) -> bool:
        view = self.state.view
        if view is None or aim is None:
            return False
        placed = (one for side in view.seats for one in (*side.points, *side.court))
        return any(one.card == card and aim in (card, *one.stack) for one in placed)


_BY_MODE: Final[dict[Mode, Callable[[TableScreen, str], None]]] = {
    Mode.SCRAP: TableScreen._press_scrap,
    Mode.LOG: TableScreen._press_log,
    Mode.COVER: TableScreen._press_cover,
    Mode.LEAVE: TableScreen._press_leave,
}

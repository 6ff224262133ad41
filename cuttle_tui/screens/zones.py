"""Hold what every screen with a table on it shares: its zones, its scrap and its log."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult

from cuttle_tui import choose
from cuttle_tui.layout import Plan, plan_for
from cuttle_tui.offered import browsable
from cuttle_tui.ports import TableState
from cuttle_tui.scene import Desk, Mode, Scene
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.plans import Regions, table_regions
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.log import Log
from cuttle_tui.widgets.me import Me
from cuttle_tui.widgets.mid import Middle
from cuttle_tui.widgets.opp import Others
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.tray import Tray
from cuttle_tui.widgets.zone import Brush

_BACK: Final = ("escape", "q", "enter")
_PAGE: Final = 10
_OPEN_LOG: Final = (Mode.LOG, Mode.TALK)


class TableZones(ZoneScreen):
    """A table that can be looked at; what else can be done there is up to others."""

    state: TableState
    desk: Desk

    def __init__(self, brush: Brush) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self._brush = brush
        self._others = Others(brush, "others", self.plan)
        self._middle = Middle(brush, "middle", self.plan)
        self._me = Me(brush, "me", self.plan)
        self._prompt = PromptBar(brush, "prompt", self.plan)
        self._tray = Tray(brush, "tray", self.plan)
        self._keys = Keys(brush, "keys", self.plan)
        self._aside = Log(brush, "aside", self.plan)
        self._log = Log(brush, "log", self.plan)

    def plan(self, width: int, height: int) -> Plan | None:
        """Choose the plan for a size and as many seats as there are."""
        return plan_for(width, height, len(self.state.sitters), self._brush.cards)

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return table_regions(plan, log_open=self.desk.mode in _OPEN_LOG)

    def compose(self) -> ComposeResult:
        """Hand over the zones."""
        yield from (self._others, self._middle, self._me, self._prompt)
        yield from (self._tray, self._keys, self._aside, self._log)

    @abstractmethod
    def _set_desk(self, desk: Desk) -> None:
        """Keep the desk, and show the table with it."""

    def _show_scene(self, scene: Scene) -> None:
        """Give each zone its part of the scene."""
        self.scene = scene
        self._others.show(scene.others)
        self._middle.show(scene.mid)
        self._me.show(scene.me)
        self._prompt.show(scene.prompt)
        self._tray.show(scene.tray)
        self._keys.show(scene.keys)
        self._aside.show(replace(scene.log, scroll=0, menu=()))
        self._log.show(scene.log)
        self._log.display = log_open = self.desk.mode in _OPEN_LOG
        for zone in (self._others, self._middle, self._me):
            zone.display = not log_open

    def _open_scrap(self) -> None:
        scrap = browsable(self.state.view) if self.state.view is not None else ()
        look = replace(choose.move(self.desk.look, "right", scrap), card=None)
        self._set_desk(replace(self.desk, mode=Mode.SCRAP, look=look))

    def _open_log(self) -> None:
        self._set_desk(replace(self.desk, mode=Mode.LOG, scroll=0))

    def _press_scrap(self, key: str) -> None:
        if key in (*_BACK, "z"):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
            return
        view = self.state.view
        scrap = browsable(view) if view is not None else ()
        self._set_desk(replace(self.desk, look=choose.move(self.desk.look, key, scrap)))

    def _press_log(self, key: str) -> None:
        if key in (*_BACK, "l"):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
            return
        self._scroll_log(key)

    def _scroll_log(self, key: str) -> None:
        step = {"up": 1, "down": -1, "pageup": _PAGE, "pagedown": -_PAGE}.get(key, 0)
        most = len(self.scene.log.lines) if self.scene is not None else 0
        scroll = max(0, min(most, self.desk.scroll + step))
        self._set_desk(replace(self.desk, scroll=scroll))

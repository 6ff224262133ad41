"""Hold what every screen with a table on it shares: its zones, its scrap and its log."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult

from cuttle_tui.drawing.layout import Plan, across, plan_for
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.highlight import NO_HIGHLIGHT, highlight_of, highlighted
from cuttle_tui.presenter.view_model import Desk, LogModel, Mode, Scene, TrayModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.highlight import HighlightTimer
from cuttle_tui.screens.layouts import Regions, table_regions
from cuttle_tui.table import log_search, selection
from cuttle_tui.table.choices import browsable
from cuttle_tui.table.log_search import AT_NEWEST
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.log import Log
from cuttle_tui.widgets.me import Me
from cuttle_tui.widgets.middle import Middle
from cuttle_tui.widgets.opponents import Opponents
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.tray import Tray
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.table.status_notes import NOTHING_YET
from engine.cards import Card
from engine.play.events import Event
from engine.play.view import View

_BACK: Final = ("escape", "q", "enter")
_PAGE: Final = 10
_OPEN_LOG: Final = (Mode.LOG, Mode.TALK)
_PLACES: Final = {"deck": "d", "scrap": "z", "log": "l"}
"""What a click on a pile, or on what is told of the game, is the same as."""
_LINES: Final = ("up", "down")
_WHEELS: Final = {Mode.LOG: _LINES, Mode.TALK: _LINES, Mode.SCRAP: ("left", "right")}
"""What the wheel stands for in what lies over the table."""


class TableZones(ZoneScreen):
    """A table that can be looked at; what else can be done there is up to others."""

    WHEEL: ClassVar[tuple[str, ...]] = ()
    """What the wheel stands for over the table itself: no card is to be chosen by it."""
    state: TableState
    desk: Desk

    def __init__(self, brush: PaintContext) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self._brush = brush
        self._others = Opponents(brush, "others", self.plan)
        self._middle = Middle(brush, "middle", self.plan)
        self._me = Me(brush, "me", self.plan)
        self._prompt = PromptBar(brush, "prompt", self.plan)
        self._tray = Tray(brush, "tray", self.plan)
        self._keys = Keys(brush, "keys", self.plan)
        self._aside = Log(brush, "aside", self.plan)
        self._log = Log(brush, "log", self.plan)
        self.glowing = HighlightTimer(self, self._show_zones)

    @property
    @abstractmethod
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""

    def plan(self, width: int, height: int) -> Plan | None:
        """Choose the plan for a size and as many seats as there are."""
        seats = len(self.state.sitters)
        return plan_for(width, height, seats, self._brush.cards, log=self.dealt)

    @property
    def dealt(self) -> bool:
        """Whether there is a game; before it nothing stands beside the table."""
        return self.state.view is not None

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return table_regions(plan, log_open=self.desk.mode in _OPEN_LOG)

    def compose(self) -> ComposeResult:
        """Hand over the zones."""
        yield from (self._others, self._middle, self._me, self._prompt)
        yield from (self._tray, self._keys, self._aside, self._log)

    def _light(
        self, events: Iterable[Event], before: View | None, after: View | None, *, alone: bool
    ) -> None:
        """Let the places glow where something has just happened, unless that is not wanted."""
        glow = NO_HIGHLIGHT
        if after is not None and self.cuttle.settings.highlight:
            glow = highlight_of(events, before, after)
        self.glowing.light(glow, alone=alone)

    @abstractmethod
    def _set_desk(self, desk: Desk) -> None:
        """Keep the desk, and show the table with it."""

    def _show_scene(self, scene: Scene) -> None:
        """Show a scene, with the keys worth telling."""
        self.scene = scene  # some hints are read from it
        self.scene = replace(scene, keys=replace(scene.keys, hints=self.hints()))
        self._show_zones()

    def _show_zones(self) -> None:
        """Give each zone its part of the scene, with what glows in it."""
        if self.scene is None:
            return
        scene = highlighted(self.scene, self.glowing.glow, self.seat_below)
        self._others.show(scene.others)
        self._middle.show(scene.mid)
        self._me.show(scene.me)
        self._prompt.show(scene.prompt)
        self._tray.show(TrayModel(scene.tray, scene.held, scene.backs))
        self._keys.show(scene.keys)
        log_open = self.desk.mode in _OPEN_LOG
        self._aside.show(_beside(scene.log))
        self._aside.display = self.dealt and not log_open
        self._log.show(scene.log)
        self._log.display = log_open
        for zone in (self._others, self._middle, self._me):
            zone.display = not log_open

    def across(self, count: int) -> int:
        """Tell how many of so many cards to choose from stand in one row."""
        plan = self.plan(self.size.width, self.size.height)
        return count if plan is None else across(count, plan)

    def _open_scrap(self) -> None:
        scrap = browsable(self.state.view) if self.state.view is not None else ()
        look = replace(selection.move(self.desk.look, "right", scrap), card=None)
        self._set_desk(replace(self.desk, mode=Mode.SCRAP, look=look))

    def _open_log(self) -> None:
        self._set_desk(replace(self.desk, mode=Mode.LOG, reading=AT_NEWEST))

    def _press_scrap(self, key: str) -> None:
        if key in (*_BACK, "z"):
            self._set_desk(replace(self.desk, mode=Mode.GAME))
            return
        view = self.state.view
        scrap = browsable(view) if view is not None else ()
        look = selection.move(self.desk.look, key, scrap, self.across(len(scrap)))
        self._set_desk(replace(self.desk, look=look))

    def _press_log(self, key: str) -> None:
        """Move in the log, search it, close it, or see the table as it was at a line of it."""
        reading, lines = self.desk.reading, self._log_lines
        if key == "enter" and not reading.typing:
            self._look_back(reading.place(len(lines)))
            return
        now = log_search.press(reading, key, lines)
        mode = Mode.GAME if now is None else Mode.LOG
        self._set_desk(replace(self.desk, mode=mode, reading=now or AT_NEWEST))

    def _click_log(self, y: int) -> None:
        """Take a click on a line for going there and looking back: the log would move under it."""
        line = self._log.line_at(y)
        if line >= 0:
            there = log_search.focus(self.desk.reading, line, len(self._log_lines))
            self._set_desk(replace(self.desk, reading=there))
            self.press("enter")

    # the mouse

    @property
    def engaged(self) -> bool:
        """Whether letters mean something else now than looking around."""
        return self.desk.mode is not Mode.GAME

    def wheel_keys(self) -> tuple[str, ...]:
        """Give the keys along what lies over the table, or those of the table itself."""
        return self.WHEEL if self.desk.mode is Mode.GAME else _WHEELS.get(self.desk.mode, ())

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Take a click on a card of the open scrap for looking at it."""
        if self.desk.mode is Mode.SCRAP and self._in_tray(message.card):
            self.attend()
            self._set_desk(replace(self.desk, look=replace(self.desk.look, card=message.card)))

    def _in_tray(self, card: Card) -> bool:
        """Tell whether a card is one of those to choose from, or to look through."""
        return self.scene is not None and any(face.card == card for face in self.scene.tray)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on a line of the open log, on a pile, or on what is told of the game."""
        if message.zone == "log" and self.desk.mode is Mode.LOG:
            self._click_log(message.y)
        elif not self.engaged:
            place = "log" if message.zone == "aside" else ""
            if message.zone == "middle":
                place = self._middle.place_at(message.x, message.y)
            if place:
                self.answer(_PLACES[place])

    @property
    def _log_lines(self) -> tuple[Sentence, ...]:
        return () if self.scene is None else self.scene.log.lines

    @abstractmethod
    def _look_back(self, line: int) -> None:
        """Show the table as it was at a line of the log."""

    def _scroll_log(self, key: str) -> None:
        step = {"up": 1, "down": -1, "pageup": _PAGE, "pagedown": -_PAGE}.get(key, 0)
        most = len(self.scene.log.lines) if self.scene is not None else 0
        scroll = max(0, min(most, self.desk.scroll + step))
        self._set_desk(replace(self.desk, scroll=scroll))


def _beside(log: LogModel) -> LogModel:
    """Give what stands beside the table: what the band does not tell."""
    return LogModel(log.lines[log.banded :], empty=NOTHING_YET)

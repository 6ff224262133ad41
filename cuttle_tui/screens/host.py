"""Declare what screens need of the app, and what the parts of a table need of its screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Any, Protocol

from textual.geometry import Size
from textual.screen import Screen

from cuttle_tui.drawing.layout import Plan
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.keymap.commands import Intent
from cuttle_tui.learn.progress import Progress
from cuttle_tui.ports import Chair, ChallengeLine, Hosting, Lobby, Source, TableState
from cuttle_tui.preferences.settings import Settings
from cuttle_tui.preferences.stores import Preferences
from cuttle_tui.presenter.digest import ChatFilter, TableDigest
from cuttle_tui.presenter.view_model import TableModel
from cuttle_tui.screens.seating import Seating
from cuttle_tui.table.situation import Situation
from cuttle_tui.table.table_options import TableOptions
from cuttle_tui.table.ui import TableUi
from cuttle_tui.tty.attention import Attention
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.table.status_notes import Kind
from engine.actions import Action
from engine.play.view import View
from engine.record.record import Record
from engine.rules.rulesets import Ruleset

Below = Screen[None]


class Host(Protocol):
    """The app, as seen by its screens."""

    lobby: Lobby
    preferences: Preferences
    table_options: TableOptions
    hosting: Hosting | None
    progress: Progress
    muted: set[str]
    clocks: dict[bool, str]
    attention: Attention
    today: Callable[[], date]

    @property
    def settings(self) -> Settings: ...
    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def door(self) -> str: ...
    @property
    def screen(self) -> Screen[Any]: ...
    @property
    def screen_stack(self) -> Sequence[Screen[Any]]: ...

    def held(self) -> Chair | None: ...
    def use_settings(self, settings: Settings) -> Awaitable[None]: ...
    @property
    def challenge(self) -> ChallengeLine | None: ...

    def tell(self, line: Sentence) -> None: ...
    def accept_challenge(self) -> None: ...
    def decline_challenge(self) -> None: ...
    def call_attention(self, kind: Kind, table: str = "") -> None: ...

    def start(self) -> None: ...
    def go_home(self) -> None: ...
    def sit_down(
        self, chairs: Sequence[Chair], *, lobby: Lobby | None = None, notice: Sentence = ()
    ) -> None: ...
    def bring_forward(self, table: Below) -> None: ...
    def close_table(self) -> None: ...
    def close_door(self) -> None: ...
    def leave_all(self) -> None: ...
    def show_page(self, screen: Below) -> None: ...
    def show_help(self, screen: Below) -> None: ...
    def close_screen(self) -> None: ...
    def watch_game(
        self,
        record: Record,
        seat: int = 0,
        source: Source = ...,
        *,
        ply: int = 0,
        find: bool = False,
    ) -> None: ...


class PlayedTable(Protocol):
    """A table's screen, as seen by its parts."""

    seating: Seating
    state: TableState
    ui: TableUi
    model: TableModel | None
    digest: TableDigest | None
    sent: int | None
    paint: PaintContext

    @property
    def cuttle(self) -> Host: ...
    @property
    def lobby(self) -> Lobby: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def size(self) -> Size: ...

    def plan(self, width: int, height: int) -> Plan | None: ...
    def chat_filter(self) -> ChatFilter: ...
    def refresh_table(self) -> None: ...
    def show_ui(self, ui: TableUi) -> None: ...
    def tell(self, line: Sentence) -> None: ...
    def try_to(self, call: Callable[[], None]) -> None: ...
    def reject(self, view: View, action: Action) -> None: ...
    def attend(self) -> None: ...
    def take(self, intent: Intent | None) -> None: ...

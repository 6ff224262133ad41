"""The least app that can be played over a wire: it counts keys and shows colours."""

from __future__ import annotations

import gc
import weakref
from random import randrange
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.widgets import Static

from cuttle_tui.ports import LobbyError, TablePlan
from engine.table.seats import Ready
from server.sessions.app import Visit

MADE: weakref.WeakSet[App[Any]] = weakref.WeakSet()


class FloorApp(App[None]):
    """Shows who plays, how many keys came and how large the screen is."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", "quit")]

    def __init__(self, visit: Visit) -> None:
        super().__init__(driver_class=visit.driver_class)
        self.visit = visit
        self.keys = 0
        self.noisy = False
        MADE.add(self)

    def compose(self) -> ComposeResult:
        """Make the only widget."""
        yield Static(id="board")

    def on_resize(self, event: Resize) -> None:
        """Show the new size."""
        self._show(event.size.width, event.size.height)

    async def on_key(self, event: Key) -> None:
        """Count, or do as the letter says: crash, print, or sit down at a table."""
        self.keys += 1
        if event.key == "x":
            raise RuntimeError("asked to crash")
        if event.key == "p":
            print("printed by an app")  # noqa: T201
        if event.key == "n":
            self.noisy = True
        if event.key == "o":
            self.visit = await self._at_table()
        if event.key == "r" and self.visit.chair is not None:
            self.visit.chair.ask(Ready())
        self._show(*self.size)

    async def _at_table(self) -> Visit:
        visit = self.visit
        online = visit.lobby.online
        assert online is not None
        chair = await online.open_table(TablePlan("standard"))
        return Visit(visit.lobby, visit.terminal, chair, visit.notice, visit.driver_class)

    def _show(self, width: int, height: int) -> None:
        lines = [
            f"player={self.visit.lobby.player} keys={self.keys} size={width}x{height}",
            f"notice={self.visit.notice} {self._table()}",
        ]
        colour = Text("colour", Style.parse("#12ab34 on #100020"))
        rows = [*map(Text, lines), colour, *(self._noise(width) for _ in range(height - 4))]
        self.query_one("#board", Static).update(Text("\n").join(rows))

    def _noise(self, width: int) -> Text:
        """Make a line that costs many bytes, another one each time."""
        if not self.noisy:
            return Text()
        colours = [f"#{randrange(1 << 24):06x}" for _ in range(width // 2)]
        return Text.assemble(*(("##", colour) for colour in colours))

    def _table(self) -> str:
        chair = self.visit.chair
        if chair is None:
            return "no table"
        state = chair.state()
        away = ",".join(sitter.name for sitter in state.sitters if not sitter.present)
        started = "dealt" if state.view else "waiting"
        return f"seat={chair.seat} code={state.code} {started} away={away}."


def floor_app(visit: Visit) -> App[Any]:
    """Make a floor app for a session."""
    return FloorApp(visit)


def apps_alive() -> int:
    """Count the floor apps that something still holds."""
    gc.collect()
    return len(MADE)


__all__ = ["MADE", "FloorApp", "LobbyError", "apps_alive", "floor_app"]

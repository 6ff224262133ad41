"""Choose one of the games that were kept."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import Kept, Shelf
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.plans import Regions, front_regions
from cuttle_tui.shelf import MOST
from cuttle_tui.widgets.front import Band, EntryList, Head, HeadModel, ListModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone
from cuttle_tui.wording import shelf as wording
from cuttle_tui.wording.front import NAME, VERSION
from engine.record import RecordError

_STEPS: Final = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5, "home": -9999, "end": 9999}


class ShelfScreen(ZoneScreen):
    """The games that were kept, newest first; enter watches one."""

    def __init__(self, brush: Brush, shelf: Shelf) -> None:
        super().__init__()
        self._brush = brush
        self._shelf = shelf
        self._games: tuple[Kept, ...] = shelf.games()
        self._focus = 0

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return front_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Head(self._brush, "head", front_plan_for)
        yield Band(self._brush, "band", front_plan_for)
        yield EntryList(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show the list."""
        self._show(SILENCE)

    def _show(self, why: Sentence) -> None:
        count = len(self._games)
        entries = tuple(map(wording.entry_of, self._games))
        self.query_one(Head).show(HeadModel(tuple(NAME), 2))
        self.query_one(Band).show(wording.shelf_band(count, MOST))
        self.query_one(EntryList).show(ListModel(entries, self._focus))
        self.query_one(PromptBar).show(wording.shelf_prompt(count, why))
        self.query_one(Keys).show(KeysModel(wording.HINTS, VERSION))

    def press(self, key: str) -> None:
        """Move, watch, or go back."""
        if key in ("escape", "q", "w"):
            self.interrupt()
        elif key == "enter":
            self._watch()
        elif key in _STEPS and self._games:
            last = len(self._games) - 1
            self._focus = max(0, min(last, self._focus + _STEPS[key]))
            self._show(SILENCE)

    def _watch(self) -> None:
        """Open the game in focus; should it be broken, say so."""
        if not self._games:
            return
        try:
            record = self._shelf.record(self._games[self._focus].name)
        except RecordError as error:
            self._show(wording.unreadable_line(str(error)))
            return
        self.cuttle.watch_game(record)

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.cuttle.close_screen()

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Focus the game that was clicked, and watch it at the second click."""
        plan = self.plan(self.size.width, self.size.height)
        if message.zone != "list" or plan is None:
            return
        row = self.query_one(EntryList).row_of(message.y, plan)
        if row == self._focus:
            self._watch()
        elif 0 <= row < len(self._games):
            self._focus = row
            self._show(SILENCE)

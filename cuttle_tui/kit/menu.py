"""Entries to choose from, below letters on tiles: how much room they have, what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cuttle_tui.drawing.layout import Plan
from cuttle_tui.kit.layouts import Regions, front_regions
from cuttle_tui.kit.lists import Heads, ListModel, Row, entry_row
from cuttle_tui.kit.words import Entry


class MenuRoom(NamedTuple):
    """What other zones give up blank rows for."""

    entries: int = 0
    """The number of entries to make room for."""
    another: bool = False
    """Whether one more may come, for which the blank row below the list is kept."""
    board: bool = False
    """Whether there is a position to show, for which the head is higher."""


@dataclass
class Menu:
    """The entries of a screen, and what choosing one does."""

    entries: tuple[Entry, ...] = ()
    choose: Callable[[], None] = lambda: None
    """Does what the entry in focus says."""
    room: Callable[[], MenuRoom] = MenuRoom
    whole: bool = False
    """Whether the whole list stays visible, down to the row above the bar."""
    close: bool = False
    """Whether its rows have no blank ones between them in any window."""

    def regions(self, plan: Plan) -> Regions:
        """Place the zones of a menu."""
        entries, another, board = self.room()
        return front_regions(plan, entries, another=another, board=board)

    def model(
        self, focus: int, rows: Sequence[Row] | None = None, heads: Heads | None = None
    ) -> ListModel:
        """Return the list, by default with a row for each entry; heads only above some rows."""
        rows = tuple(map(entry_row, self.entries) if rows is None else rows)
        shown = heads if rows else None
        return ListModel(rows, focus, heads=shown, whole=self.whole, close=self.close)

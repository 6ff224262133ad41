"""Show a table to one of its seats, or to somebody who watches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.errors import NotYourTurn
from engine.record.record import record_text
from engine.table.state import Listener, TableState

if TYPE_CHECKING:
    from engine.table.table import Table


class TableChair:
    """A table as one seat sees it; a watcher's chair has seat None."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._table = table
        self._seat = seat

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""
        return self._seat

    def state(self) -> TableState:
        """Give the table as this seat may know it."""
        return self._table.state(self._seat)

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions of the present game."""
        return self._table.past(self._seat, ply)

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self._seat is None:
            raise NotYourTurn("a watcher has no seat")
        self._table.submit(self._seat, action, ply)

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or take that back."""
        if self._seat is not None:
            self._table.ready(self._seat, yes)

    def cut(self, word: str) -> None:
        """Cut the next deck with a word of one's own."""
        if self._seat is not None:
            self._table.cut(self._seat, word)

    def claim(self) -> None:
        """Claim the game from those who stayed away."""
        if self._seat is not None:
            self._table.claim(self._seat)

    def call_off(self) -> None:
        """End the game without a result, for the others stayed away."""
        if self._seat is not None:
            self._table.call_off(self._seat)

    def show_hands(self, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back."""
        if self._seat is not None:
            self._table.show_hands(self._seat, yes)

    def fill(self) -> None:
        """Leave the free seats free: computers are seated by whoever opened the table."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say nothing: nobody else listens at home."""

    def record(self) -> str | None:
        """Give the record of the game once it is over; until then it would tell the deal."""
        if not self._table.over or self._table.called_off:
            return None
        return record_text(self._table.record())

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        return self._table.subscribe(self._seat, listener)

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""
        if self._seat is not None:
            self._table.leave(self._seat)

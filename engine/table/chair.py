"""A table as a seat or a watcher may see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from engine.actions import Action
from engine.errors import NotYourTurn
from engine.record.record import Record, record_text
from engine.table.state import Listener, TableState


class TakeBack(Protocol):
    """The moves of a seat that can be taken back."""

    @property
    def possible(self) -> bool:
        """Whether there is a move to take back."""

    def take_back(self) -> Action | None:
        """Take this seat's last move back and return it; None if there is none."""


class Seats(Protocol):
    """What a chair needs of its table."""

    def state(self, viewer: int | None) -> TableState:
        """Return the table as a viewer may know it."""

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        """Return the table as a viewer saw it at a ply."""

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`."""

    def ready(self, seat: int, yes: bool = True) -> None:
        """Ask for the next game, or withdraw that."""

    def finished(self) -> Record | None:
        """Return the record of a finished game; None before that."""

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change; return a function that unsubscribes it."""

    def leave(self, seat: int) -> None:
        """Leave a seat for good."""


class TableChair:
    """A table as a seat sees it; a watcher's chair has seat None."""

    chat: Final = None
    online: Final = None

    def __init__(self, table: Seats, seat: int | None) -> None:
        self._table = table
        self._seat = seat

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""
        return self._seat

    @property
    def practice(self) -> TakeBack | None:
        """How to take moves back; None if moves are final."""
        return None

    def state(self) -> TableState:
        """Return the table as this seat may know it."""
        return self._table.state(self._seat)

    async def past(self, ply: int) -> TableState | None:
        """Return the table as this seat saw it at a ply of the current game."""
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
        """Ask for the next game, or withdraw that."""
        if self._seat is not None:
            self._table.ready(self._seat, yes)

    def record(self) -> str | None:
        """Return the record of a finished game as text; None before that."""
        record = self._table.finished()
        return None if record is None else record_text(record)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change; return a function that unsubscribes it."""
        return self._table.subscribe(self._seat, listener)

    def leave(self) -> None:
        """Leave for good; a running game is conceded."""
        if self._seat is not None:
            self._table.leave(self._seat)

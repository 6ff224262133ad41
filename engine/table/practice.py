"""Let a finished game go on from one of its plies, as practice: another end for the same cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Literal

from engine.actions import Action, Kind
from engine.errors import CuttleError, IllegalAction, StaleAction
from engine.play.events import Event
from engine.play.observe import observe, redacted
from engine.record.game import Game
from engine.record.record import Record
from engine.record.replay import printable
from engine.table.history_view import past_state
from engine.table.state import Change, Listener, Sitter, TableState

Obstacle = Literal["unfinished", "over", "gone"]


class BranchError(CuttleError):
    """No game can go on from there; `obstacle` says why, for others to word."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle: Final = obstacle


class Branch:
    """A game with the cards and the chance of a finished one; each seat is told only what is its.

    It has no record and counts for nothing. It ends when its one person leaves.
    """

    def __init__(self, record: Record, ply: int, seat: int, *, title: str = "") -> None:
        """Play a finished game up to a ply.

        Args:
            record: the game.
            ply: actions of it that stand, 0 to all but the last.
            seat: where the person sits; computers take the other seats, under the old names.
            title: the table's name.

        Raises:
            BranchError: the game was not finished, is over at that ply, or the seat has left it.
        """
        if record.outcome is None:
            raise BranchError("unfinished")
        self.seat: Final = seat
        self._record, self._ply, self._title = record, ply, title
        self._closed = False
        self._listeners: dict[object, Listener] = {}
        self._sitters = tuple(
            Sitter(printable(name), "person" if other == seat else "computer")
            for other, name in enumerate(record.players)
        )
        self._lay_out()
        position = self._game.position
        if position.outcome is not None:
            raise BranchError("over")
        if seat in (*position.retired, *position.absent):
            raise BranchError("gone")

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self._sitters)

    def chair(self, seat: int) -> BranchChair:
        """Give the chair of a seat."""
        return BranchChair(self, seat)

    def state(self, seat: int) -> TableState:
        """Give the table as a seat may know it; nobody is shown a game that was left."""
        closed = self._closed
        view = None if closed else observe(self._game.position, seat)
        log = () if closed else self._logs[seat]
        score = (0,) * self.seats
        return TableState(self._title, None, self._sitters, score, view, log, steps=self._steps)

    def past(self, seat: int, ply: int) -> TableState | None:
        """Give the table as a seat could see it after so many actions."""
        return None if self._closed else past_state(self.state(seat), self._game, ply, seat)

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self._closed:
            raise StaleAction("you left the game")
        self._note(self._game.submit(seat, action, ply))
        self._tell()

    def again(self) -> None:
        """Go back to where the branch began."""
        self._lay_out()
        self._tell()

    def leave(self, seat: int) -> None:
        """Close the game when the person goes; a computer that cannot go on gives it up."""
        if seat == self.seat:
            self._closed = True
            self._listeners.clear()
        else:
            with suppress(IllegalAction):
                self.submit(seat, Action(Kind.CONCEDE, seat=seat), self._game.position.ply)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change; the result ends that."""
        token = object()
        self._listeners[token] = listener

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def _lay_out(self) -> None:
        self._game: Game = self._record.game()
        self._logs: dict[int, tuple[Event, ...]] = dict.fromkeys(range(self.seats), ())
        self._steps: tuple[int, ...] = ()
        self._note([self._game.opening])
        for entry in self._record.entries[: self._ply]:
            ply = self._game.position.ply
            self._note(self._game.submit(entry.seat, entry.action, ply))

    def _note(self, events: Iterable[Event]) -> None:
        """Write down what each seat may know of what happened."""
        events, position = tuple(events), self._game.position
        for seat in self._logs:
            self._logs[seat] += tuple(redacted(position, event, seat) for event in events)
        self._steps = (*self._steps, len(self._logs[self.seat]))

    def _tell(self) -> None:
        for listener in [*self._listeners.values()]:
            listener(Change(()))


class BranchChair:
    """One seat of a branch."""

    def __init__(self, branch: Branch, seat: int) -> None:
        self._branch = branch
        self._seat = seat

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""
        return self._seat

    def state(self) -> TableState:
        """Give the table as this seat may know it."""
        return self._branch.state(self._seat)

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions."""
        return self._branch.past(self._seat, ply)

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        self._branch.submit(self._seat, action, ply)

    def ready(self, yes: bool = True) -> None:
        """Go back to where the branch began."""
        if yes:
            self._branch.again()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        return self._branch.subscribe(listener)

    def leave(self) -> None:
        """Stand up for good."""
        self._branch.leave(self._seat)

    def record(self) -> str | None:
        """Give no record: this is practice."""
        return None

    # What a table has and practice has not

    def claim(self) -> None:
        """Claim nothing: nobody is away."""

    def call_off(self) -> None:
        """Call nothing off."""

    def show_hands(self, yes: bool = True) -> None:
        """Show nothing: nobody watches."""

    def fill(self) -> None:
        """Seat nobody: every seat is taken."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say nothing: nobody listens."""

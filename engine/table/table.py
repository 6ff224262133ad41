"""Seat players at a table where a match is played, and let each do what may be done now.

The table is synchronous and has no clock of its own. The same class serves a game at home and the
server. Everything that happens is a table event, which is saved and then applied. A listener is
called in the task of the player who acted: it may only put something on a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from engine.actions import Action
from engine.errors import IllegalAction, NotYourTurn, StaleAction, TableError
from engine.record.fair_deal import LONGEST_CUT, is_cut
from engine.rules.rulesets import Ruleset
from engine.table.chair import TableChair
from engine.table.clocks import TimeControl
from engine.table.events import (
    Acted,
    CalledOff,
    ClockRestarted,
    Cut,
    Disconnected,
    Joined,
    Left,
    Readied,
    Reconnected,
    Showed,
    TableEvent,
    TimedOut,
    Vacated,
)
from engine.table.history import TAKES_BACK, News, TableConfig
from engine.table.queries import TableQueries
from engine.table.state import Change, ChatLine, Listener, Sitter, TableState
from engine.table.write_ahead import Keep, Listeners, WriteAhead, at_once

__all__ = [
    "HOLD",
    "Change",
    "ChatLine",
    "Listener",
    "Sitter",
    "Table",
    "TableChair",
    "TableError",
    "TableState",
]

HOLD = 180.0
"""Seconds the seat of a player who is away is safe from a claim."""


class Table(TableQueries):
    """A match between seats, as it goes on: what may be done now, and who listens."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: bytes,
        *,
        title: str = "",
        clock: Callable[[], float] = lambda: 0.0,
        control: TimeControl | None = None,
        rated: bool = False,
        hold: float = HOLD,
        keep: Keep = at_once,
    ) -> None:
        """Open a table with every seat free.

        Args:
            ruleset: how it is played.
            seed: where every secret of the match comes from; nobody may know it.
            title: the table's name.
            clock: tells the time in seconds since 1970.
            control: how long seats may think; None for as long as they like.
            rated: whether the games count; hands are never opened to watchers then.
            hold: seconds the seat of a player who is away is safe from a claim.
            keep: keeps entries, and says when each of them is kept.
        """
        super().__init__(
            TableConfig(ruleset, seed, control, rated), title=title, clock=clock, hold=hold
        )
        self._listeners = Listeners()
        self._write_ahead = WriteAhead(self._history, clock, keep, self._listeners.tell)

    # who sits where

    def sit(
        self,
        seat: int,
        name: str,
        kind: Literal["person", "computer"],
        nonce: bytes = b"",
        *,
        who: str = "",
        ready: bool = True,
    ) -> TableChair:
        """Take a free seat; the first game starts when all are taken and every person is ready.

        Args:
            seat: the seat, 0 to n-1.
            name: who sits down.
            kind: a person or a computer player.
            nonce: what the seat adds to the chance of every deal.
            who: who that is, for the keeper of the table.
            ready: whether the player is ready for the first game.

        Raises:
            TableError: the seat is taken, or the game has begun.
        """
        if seat not in self.free_seats():
            raise TableError("seat {seat} is not free", seat=seat)
        self._write_ahead.post(Joined(self._clock(), seat, who, name, kind, nonce.hex(), ready))
        return TableChair(self, seat)

    def chair(self, seat: int) -> TableChair:
        """Return the chair of a seat that was taken."""
        return TableChair(self, seat)

    def watch(self) -> TableChair:
        """Take a watcher's chair, which sees what is public; all hands, if the table agreed."""
        return TableChair(self, None)

    def stand(self, seat: int) -> None:
        """Free a seat before the game has begun; one that is being dealt is given up as well.

        Raises:
            TableError: the game has begun.
        """
        if self.started:
            raise TableError("the game has started")
        if self._write_ahead.waits:  # a deal is being saved: its cards would go to an empty seat
            self.leave(seat)
            return
        self._write_ahead.post(Vacated(self._clock(), seat))

    def set_present(self, seat: int, present: bool) -> None:
        """Record that a person's connection was lost, or is back."""
        if self.sitters[seat].present != present:
            self._write_ahead.post((Reconnected if present else Disconnected)(self._clock(), seat))

    def leave(self, seat: int) -> None:
        """Stand up for good: the running game is given up, and no further one is dealt.

        Where a side concedes only as a whole, the seat plays on by rote instead.
        """
        if self.sitters[seat].kind != "nobody":
            self._write_ahead.post(Left(self._clock(), seat))

    # what is done

    def ready(self, seat: int, yes: bool = True) -> None:
        """Ask for the next game; it is dealt once every seat is taken and every person asked.

        Raises:
            TableError: a game is running.
        """
        if self.running:
            raise TableError("the game is not over")
        if (seat in self._history.seats.ready) != yes:
            self._write_ahead.post(Readied(self._clock(), seat, yes))

    def cut(self, seat: int, word: str) -> None:
        """Cut the next deck: a word of the player's own becomes part of the deal.

        Raises:
            TableError: the deck is dealt already, or the word cannot be shown.
        """
        if self.running or self._write_ahead.waits:
            raise TableError("the cards are dealt: cut before the next game")
        word = word.strip()
        if not is_cut(word):
            raise TableError("cut with up to {most} letters or digits", most=LONGEST_CUT)
        self._write_ahead.post(Cut(self._clock(), seat, word))

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self.game is None or self.called_off:
            raise NotYourTurn("no game is running")
        self.game.check(seat, action, ply)
        if self._write_ahead.waits:
            raise StaleAction("the last action is still being saved")
        if action.kind in TAKES_BACK and not self._history.may_take_back(seat):
            raise IllegalAction("wait until somebody has played before you undo that again")
        self._write_ahead.post(Acted(self._clock(), seat, ply, str(action)))

    def show_hands(self, seat: int, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """
        if not self._history.may_show:
            raise TableError("hands are hidden from watchers here")
        if (seat in self._history.seats.showing) != yes:
            self._write_ahead.post(Showed(self._clock(), seat, yes))

    # time and absence

    def claim(self, seat: int) -> None:
        """Claim the game from those who stayed away: they leave it.

        Raises:
            TableError: nobody has been away for long enough.
        """
        seats = self.claimable(seat)
        if not seats:
            raise TableError("nobody has been away long enough")
        for other in seats:
            self._write_ahead.post(Left(self._clock(), other, "absent"))

    def call_off(self, seat: int) -> None:
        """End the running game without a result.

        Raises:
            TableError: somebody else is here, or has not been away for long enough.
        """
        if not self.may_call_off(seat):
            raise TableError("you cannot call off the game alone")
        self.abandon()

    def abandon(self) -> None:
        """End the running game without a result, as its keeper: everybody has left it."""
        if self.running:
            self._write_ahead.post(CalledOff(self._clock()))

    def check_time(self) -> None:
        """Take the game from a person whose time has run out."""
        if self._write_ahead.waits or self._trouble:  # nobody can answer
            return
        now = self._clock()
        seat = self.timeouts.overdue(now)
        if seat is not None:
            self._write_ahead.post(TimedOut(now, seat))

    def restart_clocks(self) -> None:
        """Begin the present decision and every absence anew: nobody could come or answer."""
        if self.running or any(since is not None for since in self.away):
            self._write_ahead.post(ClockRestarted(self._clock()))

    def set_trouble(self, why: str) -> None:
        """Set why actions cannot be saved just now; empty if they can."""
        self._trouble = why
        self.tell()

    # entries and listeners

    def restore(self, entries: Iterable[TableEvent]) -> None:
        """Bring the table back to where its entries lead."""
        self._write_ahead.restore(entries)

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change with what is new for this viewer."""
        return self._listeners.add(viewer, listener)

    def tell(self, news: News | None = None) -> None:
        """Notify every listener of a change, with the events it may know."""
        self._listeners.tell(news or {})

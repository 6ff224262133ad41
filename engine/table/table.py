"""A table where players sit down and play a match; its events are saved before they apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Concatenate, Literal, ParamSpec

from engine.actions import Action
from engine.errors import IllegalAction, NotYourTurn, StaleAction, TableError
from engine.record.record import SCHEME, is_name
from engine.rules.options import parse_ruleset, with_match
from engine.rules.rulesets import Ruleset
from engine.table import events
from engine.table.controls import TimeControl
from engine.table.events import DealtOut, TableEvent
from engine.table.history import TAKES_BACK, News, TableConfig, TableHistory
from engine.table.queries import TableChair, TableQueries
from engine.table.seats import Cut, SeatRequest
from engine.table.state import Change, Listener

P = ParamSpec("P")
Keep = Callable[[TableEvent, Callable[[], None]], None]
"""Saves an event, then calls the function."""


def at_once(entry: TableEvent, then: Callable[[], None]) -> None:
    """Apply an event without saving it."""
    del entry
    then()


class Listeners:
    """The listeners of a table, each for a viewer."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[int | None, Listener]] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener with this viewer's news; return a function that unsubscribes it."""
        token = object()
        self._listeners[token] = (viewer, listener)

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def notify(self, news: News) -> None:
        for viewer, listener in [*self._listeners.values()]:
            listener(Change(news.get(viewer, ())))


class WriteAhead:
    """Saves events, applies them to the history, and notifies the listeners."""

    def __init__(
        self,
        history: TableHistory,
        clock: Callable[[], float],
        keep: Keep,
        notify: Callable[[News], None],
        won: Callable[[], tuple[int, ...] | None] = lambda: None,
    ) -> None:
        """Begin without an event.

        Args:
            clock: returns the time in seconds since 1970.
            keep: saves events, and reports when each is saved.
            won: returns the games each seat has won in a match that is kept elsewhere.
        """
        self._history = history
        self._clock = clock
        self._keep = keep
        self._notify = notify
        self._won = won
        self._waiting = 0

    @property
    def waits(self) -> bool:
        """Whether an event is still being saved before it is applied."""
        return self._waiting > 0

    def replay(self, entries: Iterable[TableEvent]) -> None:
        """Apply saved events, of which more may follow."""
        for entry in entries:
            self._history.apply(entry)

    def restore(self, entries: Iterable[TableEvent]) -> None:
        """Apply saved events, and go on from there."""
        self.replay(entries)
        self._go_on()

    def post(self, entry: TableEvent) -> None:
        """Save an event and apply it, in the order that the event requires."""
        if not entry.saved_first:
            self._keep(entry, lambda: None)
            self._happen(entry)
            return
        self._waiting += 1

        def kept() -> None:
            self._waiting -= 1
            self._happen(entry)

        self._keep(entry, kept)

    def _happen(self, entry: TableEvent) -> None:
        self._notify(self._history.apply(entry))
        self._go_on()

    def _go_on(self) -> None:
        """Deal the next game once it is due."""
        if self._history.due and not self.waits:
            self.post(DealtOut(self._clock(), self._won(), SCHEME))


HOLD = 180.0
"""Seconds before the seat of an absent player may be claimed."""


class Table(TableQueries):
    """A table with its actions and listeners; a seat that it does not have is a `TableError`."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: bytes,
        *,
        title: str = "",
        clock: Callable[[], float] = lambda: 0.0,
        control: TimeControl | None = None,
        rated: bool = False,
        goes_on: bool = False,
        played: int = 0,
        hold: float = HOLD,
        keep: Keep = at_once,
    ) -> None:
        """Open a table with every seat free.

        Args:
            seed: the secret source of all secrets of the match.
            clock: returns the time in seconds since 1970.
            control: the time control; None for no limit.
            rated: whether games are rated; their hands are never shown to watchers.
            goes_on: whether a match that people leave undecided goes on at another table.
            played: how many games of a match that goes on here were played elsewhere.
            hold: seconds before the seat of an absent player may be claimed.
            keep: saves events, and reports when each is saved.
        """
        super().__init__(
            TableConfig(ruleset, seed, control, rated, goes_on, played),
            title=title,
            clock=clock,
            hold=hold,
        )
        self.won_before: Callable[[], tuple[int, ...] | None] = lambda: None
        """Returns the games each seat has won in a match that the table's owner keeps, if any."""
        self._listeners = Listeners()
        self._write_ahead = WriteAhead(
            self._history, clock, keep, self._listeners.notify, lambda: self.won_before()
        )

    # Seats

    def sit(
        self,
        seat: int,
        name: str,
        kind: Literal["person", "computer"],
        *,
        who: str = "",
        ready: bool = True,
        back: str | None = None,
    ) -> TableChair:
        """Take a free seat; the first game starts once all are taken and every person is ready.

        `who` is the id of the player for the table's owner; `name` is what others see, and `back`
        what the player's cards wear.

        Raises:
            TableError: the seat is taken, the game has begun, or records cannot hold the name.
        """
        self.check_seat(seat)
        if not is_name(name):
            raise TableError("a name is one line, without blanks around it: {name!r}", name=name)
        if seat not in self.free_seats():
            raise TableError("seat {seat} is not free", seat=seat)
        self._write_ahead.post(
            events.Joined(self._clock(), seat, who, name, kind, ready, back=back)
        )
        return TableChair(self, seat)

    def chair(self, seat: int) -> TableChair:
        """Return the chair of a taken seat."""
        self.check_seat(seat)
        return TableChair(self, seat)

    def watch(self) -> TableChair:
        """Return a watcher's chair, which sees public cards, and all hands if the table agreed."""
        return TableChair(self, None)

    def stand(self, seat: int) -> None:
        """Free a seat before the game begins; leave a game that is being dealt.

        Raises:
            TableError: the game has begun.
        """
        self.check_seat(seat)
        if self.started:
            raise TableError("the game has started")
        if self._write_ahead.waits:  # a deal is being saved and would go to an empty seat
            self.leave(seat)
            return
        self.post(events.Vacated, seat)

    def admit(self, seat: int, who: str) -> None:
        """Let the player of a seat come back under another id, as the table's owner has decided.

        Raises:
            TableError: no person sits there.
        """
        self.check_seat(seat)
        if self.sitters[seat].kind != "person":
            raise TableError("there is no seat {seat}", seat=seat)
        self.post(events.Admitted, seat, who)

    def set_present(self, seat: int, present: bool) -> None:
        """Record that a person disconnected or reconnected."""
        self.check_seat(seat)
        if self.sitters[seat].present != present:
            event = events.Reconnected if present else events.Disconnected
            self.post(event, seat)

    def leave(self, seat: int) -> None:
        """Leave for good and concede the running game; no other game is dealt.

        If only whole sides can concede, the seat plays on automatically instead.
        """
        self.check_seat(seat)
        if self.sitters[seat].kind != "nobody":
            self.post(events.Left, seat)

    def ask(self, seat: int, request: SeatRequest) -> None:
        """Carry out what the player in a seat asks.

        Raises:
            TableError: the seat may not do this now.
        """
        request.carry_out(self, seat)

    def post(
        self, event: Callable[Concatenate[float, P], TableEvent], *more: P.args, **named: P.kwargs
    ) -> None:
        """Let an event happen now."""
        self._write_ahead.post(event(self._clock(), *more, **named))

    # Play

    def ready(self, seat: int, yes: bool = True) -> None:
        """Ask for the next game; it is dealt once every seat is taken and every person is ready.

        Raises:
            TableError: a game is running.
        """
        self.check_seat(seat)
        if self.running:
            raise TableError("the game is not over")
        if (seat in self._history.seats.ready) != yes:
            self.post(events.Readied, seat, yes)

    def set_length(self, seat: int, option: str) -> None:
        """Change the length of the match to an option's, as the host of a table that waits.

        Raises:
            RulesetError: there is no such option.
            TableError: the game has begun, somebody else is the host, or the table is rated.
        """
        self.check_seat(seat)
        rules = parse_ruleset(with_match(self.ruleset.name, option))
        waits = not self.started and not self._write_ahead.waits
        if not waits or self.host != seat or self.config.rated:
            raise TableError("only the host of a table that waits changes the match")
        self.post(events.LengthSet, seat, rules.name)

    def cut(self, seat: int, word: str) -> None:
        """Cut the next deck: the player's word becomes part of the deal.

        Raises:
            TableError: the deck is already dealt, or the word is unprintable.
        """
        self.check_seat(seat)
        if self.running or self._write_ahead.waits:
            raise TableError("the cards are dealt: cut before the next game")
        Cut(word).check()
        self.post(events.Cut, seat, word.strip())

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
        self.post(events.Acted, seat, ply, str(action))

    def show_hands(self, seat: int, yes: bool = True) -> None:
        """Agree to show hands to watchers, or withdraw that.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """
        self.check_seat(seat)
        if not self._history.may_show:
            raise TableError("hands are hidden from watchers here")
        if (seat in self._history.seats.showing) != yes:
            self.post(events.Showed, seat, yes)

    # Time and absence

    def claim(self, seat: int) -> None:
        """Claim the game from players who stayed away.

        Raises:
            TableError: nobody has been away long enough, or it is this seat's own move.
        """
        self.check_seat(seat)
        seats = self.claimable(seat)
        if not seats and self.mover == seat:
            raise TableError("it is your own move: play, then claim")
        if not seats:
            raise TableError("nobody has been away long enough")
        for other in seats:
            self.post(events.Left, other, "absent")

    def call_off(self, seat: int) -> None:
        """End the running game without a result.

        Raises:
            TableError: another player is here, or has not been away long enough.
        """
        self.check_seat(seat)
        if not self.may_call_off(seat):
            raise TableError("you cannot call off the game alone")
        self.abandon()

    def abandon(self) -> None:
        """End the running game without a result, as the table's owner."""
        if self.running:
            self.post(events.CalledOff)

    def check_time(self) -> None:
        """End the game of a person whose time has run out; deal a game that waited for days."""
        if self._write_ahead.waits or self._trouble:  # nobody can answer
            return
        now = self._clock()
        seat = self.timeouts.overdue(now)
        if seat is not None:
            self._write_ahead.post(events.TimedOut(now, seat))
        for late in self.timeouts.late_for_next(now):
            self._write_ahead.post(events.Readied(now, late, True))

    def restart_clocks(self, lost: float | None = None) -> None:
        """Restart the current decision and every absence after an interruption.

        A decision of days goes on where it was; `lost` seconds, if known, are not charged for.
        """
        control = self.config.control
        if control is not None and control.days:
            if self.running and lost:
                self.post(events.ClockRestarted, lost)
        elif self.running or any(since is not None for since in self.away):
            self.post(events.ClockRestarted)

    def leave_out(self, lost: float) -> None:
        """Charge nobody for seconds in which nobody could play; below 0 if the date was set back.

        Nobody was cut off: a decision and an absence go on where they were.
        """
        if self.running or any(since is not None for since in self.away):
            self.post(events.ClockRestarted, lost)

    def set_vacation(self, seat: int, until: float | None) -> None:
        """Stop a seat's clock of days until then; None ends that."""
        self.check_seat(seat)
        if self._history.vacations.until(seat, self._clock()) != until:
            self.post(events.VacationSet, seat, until)

    def set_trouble(self, why: str) -> None:
        """Set why actions cannot be saved now; empty if they can."""
        self._trouble = why
        self.notify()

    # Events and listeners

    def replay(self, entries: Iterable[events.TableEvent]) -> None:
        """Apply events of a table that is run elsewhere; `restore` goes on from there."""
        self._write_ahead.replay(entries)

    def restore(self, entries: Iterable[events.TableEvent]) -> None:
        self._write_ahead.restore(entries)

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        if viewer is not None:
            self.check_seat(viewer)
        return self._listeners.add(viewer, listener)

    def notify(self, news: News | None = None) -> None:
        """Notify every listener of a change, with the events it may know."""
        self._listeners.notify(news or {})

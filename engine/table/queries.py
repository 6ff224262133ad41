"""Query a table: its owner sees everything, a seat or a watcher what it may know."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from math import ceil
from typing import Final, Protocol

from engine.actions import Action
from engine.errors import NotYourTurn, TableError
from engine.play.observe import observe
from engine.record.record import Game, Record, record_text
from engine.rules.rulesets import Ruleset
from engine.table.history import TableConfig, TableHistory
from engine.table.seats import SeatRequest
from engine.table.state import Listener, Sitter, TableState, clock_steps, in_steps, past_state


class Timeouts:
    """The time limits of a running game, in seconds since 1970."""

    def __init__(self, history: TableHistory, hold: float) -> None:
        """Read the times of a table; `hold` is in seconds until an absent player's seat is lost."""
        self._history = history
        self._hold = hold

    def at_rest(self, *, watched: bool) -> bool:
        """Return whether nothing changes by itself, or only the time of players whom nobody awaits.

        `watched` says whether somebody without a seat sees the table.
        """
        history = self._history
        if history.config.control is not None:
            return False
        seats = history.seats.away
        away = len(seats) - seats.count(None)
        return not away or (not watched and away == len(history.seats.persons()))

    def times(self, now: float) -> tuple[int, ...]:
        """Return the seconds each seat has left; those of a running clock rounded for display."""
        clocks = self._history.clocks
        if clocks is None or not self._history.running:
            return ()
        seats = range(self._history.ruleset.seats)
        left = [clocks.left(seat, now) for seat in seats]
        if clocks.control.days:
            return tuple(map(in_steps, left))
        return tuple(
            clock_steps(time) if seat == clocks.running else ceil(time)
            for seat, time in enumerate(left)
        )

    def left(self, seat: int, now: float) -> float | None:
        """Return the seconds a seat has left, to be told to its player; None without clocks."""
        clocks = self._history.clocks
        return None if clocks is None or not self._history.running else clocks.left(seat, now)

    def deadline(self, now: float) -> str:
        """Return when the running clock runs out, for display; empty unless it runs for days."""
        clocks = self._history.clocks
        if clocks is None or not clocks.control.days or not self._history.running:
            return ""
        at = clocks.deadline(now)
        return "" if at is None else _shown(at)

    def vacations(self, now: float) -> tuple[str, ...]:
        """Return until when each seat is on vacation, for display; empty for those that are not."""
        ends = (
            self._history.vacations.until(seat, now) for seat in range(self._history.ruleset.seats)
        )
        shown = tuple("" if end is None else _shown(end) for end in ends)
        return shown if any(shown) else ()

    def late_for_next(self, now: float) -> set[int]:
        """Return who has kept the next game of a correspondence match waiting for a whole move."""
        history = self._history
        control = history.config.control
        if control is None or not control.days or not history.awaits_next:
            return set()
        return {
            seat
            for seat in history.seats.persons() - history.seats.ready
            if now - history.ended_at - history.vacations.within(seat, history.ended_at, now)
            >= control.decision
        }

    def absences(self, now: float) -> tuple[int | None, ...]:
        """Return the seconds until each absent seat may be claimed, rounded for display."""
        if not self._history.running:
            return ()
        away = self._history.seats.away
        return tuple(
            None if since is None else in_steps(since + self._hold - now) for since in away
        )

    def overdue(self, now: float) -> int | None:
        """Return the seat of a person whose time has run out."""
        clocks = self._history.clocks
        if clocks is None or clocks.running is None or not self._history.running:
            return None
        seat = clocks.running
        is_person = self._history.seats.sitters[seat].kind == "person"
        return seat if is_person and clocks.left(seat, now) <= 0 else None


def _shown(at: float) -> str:
    """Return a moment as ``2026-11-25 14:00``, in UTC."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"


class TableQueries:
    """The read-only part of a table."""

    def __init__(
        self, config: TableConfig, *, title: str, clock: Callable[[], float], hold: float
    ) -> None:
        """Create a table with every seat free, from the arguments of `Table`."""
        self.config = config
        self.title = title
        self.code: str | None = None
        self.invitation = ""
        self.link = ""
        self.deal_day = ""
        """The day whose deal the first game is; empty at other tables."""
        self._history = TableHistory(config)
        self._clock = clock
        self._trouble = ""
        """Why actions cannot be saved now."""
        self.timeouts = Timeouts(self._history, hold)
        """The time limits of the seats."""

    @property
    def ruleset(self) -> Ruleset:
        return self._history.ruleset

    @property
    def seats(self) -> int:
        return self.ruleset.seats

    @property
    def game(self) -> Game | None:
        """The current game with every hand, for the table's owner only."""
        return self._history.game

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits in each seat."""
        return tuple(self._history.seats.sitters)

    @property
    def owners(self) -> tuple[str, ...]:
        """The id of each seat's player for the table's owner; empty for a seat never taken."""
        return tuple(self._history.seats.owners)

    @property
    def earlier(self) -> tuple[tuple[str, ...], ...]:
        """The ids under which each seat's player was known before, for the table's owner."""
        return tuple(self._history.seats.earlier)

    @property
    def away(self) -> tuple[float | None, ...]:
        """When each absent person left, in seconds since 1970."""
        return tuple(self._history.seats.away)

    @property
    def started(self) -> bool:
        """Whether cards have been dealt."""
        return self.game is not None

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self._history.over

    @property
    def settled(self) -> bool:
        """Whether the game and its match are over."""
        return self.over and not self._history.awaits_next

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self._history.running

    @property
    def left_match(self) -> tuple[int, ...]:
        """The seats that have left an undecided match after its last played game, in order."""
        return self._history.left_match

    @property
    def awaits_next(self) -> bool:
        """Whether the match goes on with another game, and nobody has left."""
        return self._history.awaits_next

    @property
    def ready_seats(self) -> frozenset[int]:
        """The seats that asked for the next game."""
        return frozenset(self._history.seats.ready)

    @property
    def came(self) -> bool:
        """Whether the match that was played first had begun at another table."""
        return self._history.came

    @property
    def mover(self) -> int | None:
        """The seat whose decision it is; None while no game runs."""
        game = self.game
        seats = game.position.prompt.seats if game is not None and self.running else ()
        return seats[0] if seats else None

    @property
    def unplayed(self) -> bool:
        """Whether the game ended before anybody had played, since a player left or was late."""
        return self._history.unplayed

    @property
    def called_off(self) -> bool:
        """Whether the current game ended without a result."""
        return self._history.called_off

    @property
    def score(self) -> tuple[int, ...]:
        """The games won by each seat in this match, or in the series of single games."""
        match = self._history.match
        if match is None or self.ruleset.match == "single":
            return tuple(self._history.series)
        return match.score

    @property
    def games(self) -> int:
        """How many games were dealt."""
        return self._history.games

    @property
    def day(self) -> str:
        """The day whose deal the current game is; empty for any other game."""
        return self.deal_day if self.games <= 1 else ""

    @property
    def ended_at(self) -> float:
        """When the last game ended, in seconds since 1970."""
        return self._history.ended_at

    @property
    def host(self) -> int | None:
        """The seat of the person who has sat here longest."""
        return self._history.seats.host

    def free_seats(self) -> list[int]:
        """List the seats that nobody has taken yet."""
        return [] if self.started else self._history.seats.free()

    def check_seat(self, seat: int) -> None:
        """Raise unless the table has a seat of this number.

        Raises:
            TableError: it has none.
        """
        if not 0 <= seat < self.seats:
            raise TableError("there is no seat {seat}", seat=seat)

    def state(self, viewer: int | None) -> TableState:
        """Return the table as a viewer may know it.

        Raises:
            TableError: there is no such seat.
        """
        if viewer is not None:
            self.check_seat(viewer)
        history, now = self._history, self._clock()
        game, deal = history.game, history.deal
        coming = history.upcoming().commitment(self.ruleset).hex()
        view = None
        if game is not None:
            view = observe(game.position, viewer, all_hands=history.open_hands)
        return TableState(
            title=self.title,
            code=self.code if self.free_seats() else None,
            invitation=self.invitation,
            link=self.link,
            sitters=self.sitters,
            score=self.score,
            view=view,
            log=history.logs.get(viewer, ()),
            steps=history.steps,
            turns=history.turns,
            match_winners=history.match_winners,
            commitment=deal.commitment(self.ruleset).hex() if deal else coming,
            secret=deal.secret.hex() if deal and self.over else "",
            next_commitment=coming if self.over else "",
            cuts=history.cuts if deal else tuple(history.seats.cuts),
            next_cuts=tuple(history.seats.cuts) if self.over else (),
            host=None if self.started else self.host,
            ruleset=self.ruleset,
            timing=self.config.control.name if self.config.control else "none",
            clocks=self.timeouts.times(now),
            deadline=self.timeouts.deadline(now),
            vacations=self.timeouts.vacations(now),
            away=self.timeouts.absences(now),
            claimable=viewer is not None and bool(self.claimable(viewer)),
            may_call_off=viewer is not None and self.may_call_off(viewer),
            called_off=self.called_off,
            given_up=tuple(history.given_up.items()),
            open_hands=history.open_hands,
            rated=self.config.rated,
            goes_on=history.goes_on,
            day=self.day,
            trouble=self._trouble,
            **history.seats.asked(),
        )

    def claimable(self, seat: int) -> set[int]:
        """Return the seats that a seat may claim because their players stayed away too long.

        Nobody claims while the game waits for them: whoever is away may be back by the time it
        waits for the others.
        """
        return set() if self.mover == seat else self._stayed_away(seat)

    def may_call_off(self, seat: int) -> bool:
        """Return whether a seat may end the game alone: every other person stayed away too long."""
        others = self._history.seats.persons() - {seat}
        return bool(others) and others <= self._stayed_away(seat)

    def _stayed_away(self, seat: int) -> set[int]:
        """Return the seats whose players stayed away too long from one who is present."""
        if self._trouble or not self.sitters[seat].present:
            return set()
        absences = self.timeouts.absences(self._clock())
        return {other for other, left in enumerate(absences) if left == 0}

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        """Return the table as a viewer could see it at a ply; None before the deal."""
        now = self.state(viewer)
        return None if self.game is None else past_state(now, self.game, ply, viewer)

    def finished(self) -> Record | None:
        return self.record() if self.over and not self.called_off else None

    def record(self) -> Record:
        """Return the record of the current game with its secret.

        Raises:
            TableError: no game has begun.
        """
        if self.game is None:
            raise TableError("the game has not started")
        return self._history.record(self.game)


class TakeBack(Protocol):
    """The moves of a seat that can be taken back."""

    @property
    def possible(self) -> bool:
        """Whether there is a move to take back."""

    @property
    def counts(self) -> bool:
        """Whether the game counts, until the seat has a hint or takes a move back."""

    def take_back(self) -> Action | None:
        """Take this seat's last move back and return it; None if there is none."""

    def note_help(self) -> bool:
        """Note that the seat had a hint; return whether the game counted until now.

        A move taken back is noted anyway.
        """


class Seats(Protocol):
    """What a chair needs of its table."""

    def state(self, viewer: int | None) -> TableState:
        """Return the table as a viewer may know it."""

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        """Return the table as a viewer saw it at a ply."""

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`."""

    def ask(self, seat: int, request: SeatRequest) -> None:
        """Carry out what the player in a seat asks."""

    def finished(self) -> Record | None:
        """Return the record of a finished game; None before that."""

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change; return a function that unsubscribes it."""

    def leave(self, seat: int) -> None:
        """Leave a seat for good."""


class TableChair:
    """A table as a seat sees it; a watcher's chair has seat None."""

    chat: Final = None

    def __init__(self, table: Seats, seat: int | None) -> None:
        self._table = table
        self.seat: Final = seat

    @property
    def practice(self) -> TakeBack | None:
        """How to take moves back; None if moves are final."""
        return None

    def state(self) -> TableState:
        return self._table.state(self.seat)

    async def past(self, ply: int) -> TableState | None:
        return self._table.past(self.seat, ply)

    def submit(self, action: Action, ply: int) -> None:
        if self.seat is None:
            raise NotYourTurn("a watcher has no seat")
        self._table.submit(self.seat, action, ply)

    def ask(self, request: SeatRequest) -> None:
        if self.seat is not None:
            self._table.ask(self.seat, request)

    def record(self) -> str | None:
        """Return the record of a finished game as text; None before that."""
        record = self._table.finished()
        return None if record is None else record_text(record)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._table.subscribe(self.seat, listener)

    def leave(self) -> None:
        if self.seat is not None:
            self._table.leave(self.seat)

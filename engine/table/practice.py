"""Practice against computers: take moves back, or play on from a finished game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Literal

from engine.actions import Action, Kind, parse_action
from engine.errors import CuttleError, IllegalAction, StaleAction
from engine.play.events import Event
from engine.play.observe import observe, redacted
from engine.play.position import check_seat
from engine.record.record import Game, Record
from engine.record.summary import printable
from engine.rules.rulesets import Ruleset
from engine.table.events import Acted, DealtOut, Helped, TableEvent
from engine.table.queries import TableChair, TakeBack
from engine.table.seats import Ready, SeatRequest
from engine.table.state import Listener, Sitter, TableState, past_state
from engine.table.table import Keep, Listeners, Table, at_once

Obstacle = Literal["unfinished", "over", "gone"]


class PracticeError(CuttleError):
    """Play cannot go on from there; `obstacle` is the reason."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle)
        self.obstacle: Final = obstacle


class PracticeChair(TableChair):
    """A seat among computers, whose last move can be taken back."""

    def __init__(self, table: PracticeTable | PracticeGame, seat: int) -> None:
        super().__init__(table, seat)
        self._practice = table
        self._mine = seat

    @property
    def practice(self) -> TakeBack:
        return self

    @property
    def possible(self) -> bool:
        return self._practice.last_move(self._mine) is not None

    @property
    def counts(self) -> bool:
        return self._practice.counts

    def take_back(self) -> Action | None:
        return self._practice.take_back(self._mine)

    def note_help(self) -> bool:
        return self._practice.note_help(self._mine)


class PracticeTable(Table):
    """A table with a person and computers."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: bytes,
        *,
        title: str = "",
        clock: Callable[[], float],
        keep: Keep = at_once,
        cut_back: Callable[[int], None] = lambda count: None,
    ) -> None:
        """Open a table with every seat free.

        Args:
            seed: the secret source of all secrets of the match.
            clock: returns the time in seconds since 1970.
            keep: saves events, and reports when each is saved.
            cut_back: forgets all saved events but the first so many, after a move was taken back.
        """
        self._entries: list[TableEvent] = []
        self._save, self._cut_back = keep, cut_back
        super().__init__(ruleset, seed, title=title, clock=clock, keep=self._remember)

    def _remember(self, entry: TableEvent, then: Callable[[], None]) -> None:
        self._entries.append(entry)
        self._save(entry, then)

    def restore(self, entries: Iterable[TableEvent]) -> None:
        """Restore the table from its events, which can be taken back as well."""
        self._entries = [*entries]
        super().restore([*self._entries])

    def last_move(self, seat: int) -> tuple[int, Action] | None:
        """Return the index of the seat's last move among the entries, and the move."""
        for place in reversed(range(len(self._entries))):
            entry = self._entries[place]
            if isinstance(entry, DealtOut):
                break
            if isinstance(entry, Acted) and entry.seat == seat:
                return place, parse_action(entry.action)
        return None

    def take_back(self, seat: int) -> Action | None:
        """Take back the seat's last move of this game and all that followed; return it."""
        last = self.last_move(seat)
        if last is None:
            return None
        del self._entries[last[0] :]
        self._cut_back(len(self._entries))
        self.note_help(seat)
        self._history.reset()
        self.restore(self._entries)
        self.notify()
        return last[1]

    def note_help(self, seat: int) -> bool:
        """Note, once a game, that a seat had a hint or took a move back; return if it was now."""
        first = not self.helped
        if first:
            self._remember(Helped(self._clock(), seat), lambda: None)
        return first

    @property
    def counts(self) -> bool:
        """Whether nobody has had help in this game."""
        return not self.helped

    @property
    def helped(self) -> bool:
        """Whether a seat had help in the game that was dealt last."""
        for entry in reversed(self._entries):
            if isinstance(entry, DealtOut | Helped):
                return isinstance(entry, Helped)
        return False


class PracticeGame:
    """A finished game, played on from one of its plies with the same deal.

    It has no record and no result, and ends when its person leaves.
    """

    def __init__(self, record: Record, ply: int, seat: int, *, title: str = "") -> None:
        """Play a finished game up to a ply, 0 to all actions but the last, from a person's seat.

        Computers take the other seats with their old names.

        Raises:
            PracticeError: the game was not finished, is over at that ply, or the seat has left it.
            SeatError: there is no such seat.
        """
        check_seat(seat, record.ruleset.seats)
        if record.outcome is None:
            raise PracticeError("unfinished")
        self.seat: Final = seat
        self._record, self._ply, self._title = record, ply, title
        self._closed = False
        self._listeners = Listeners()
        self._sitters = tuple(
            Sitter(printable(name), "person" if other == seat else "computer")
            for other, name in enumerate(record.players)
        )
        self._replay([])
        position = self._game.position
        if position.outcome is not None:
            raise PracticeError("over")
        if seat in (*position.retired, *position.absent):
            raise PracticeError("gone")

    @property
    def seats(self) -> int:
        return len(self._sitters)

    def chair(self, seat: int) -> PracticeChair:
        return PracticeChair(self, seat)

    def state(self, viewer: int | None) -> TableState:
        """Return the table as a seat may know it, without a view once the person has left."""
        closed = self._closed
        view = None if closed else observe(self._game.position, viewer)
        log = () if closed else self._logs[viewer]
        score = (0,) * self.seats
        return TableState(
            self._title, self._sitters, score, view, log, steps=self._steps, turns=self._turns
        )

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        if self._closed:
            return None
        return past_state(self.state(viewer), self._game, ply, viewer)

    def submit(self, seat: int, action: Action, ply: int) -> None:
        if self._closed:
            raise StaleAction("you left the game")
        self._play(seat, action, ply)
        self._listeners.notify({})

    def ask(self, seat: int, request: SeatRequest) -> None:
        """Go back to the first ply of the practice, if another game is asked for."""
        if request == Ready():
            self._replay([])
            self._listeners.notify({})

    def last_move(self, seat: int) -> tuple[int, Action] | None:
        """Return the index of the seat's last move in practice, and the move."""
        places = reversed(range(len(self._played)))
        moves = ((place, self._played[place]) for place in places)
        return next(((place, action) for place, (who, action) in moves if who == seat), None)

    def take_back(self, seat: int) -> Action | None:
        """Take back the seat's last move in practice and all that followed; return it."""
        last = self.last_move(seat)
        if last is None:
            return None
        self._replay(self._played[: last[0]])
        self._listeners.notify({})
        return last[1]

    counts: Final = False
    """Nobody counts how practice ends."""

    def note_help(self, seat: int) -> bool:
        """Return False: there is nothing to lose."""
        return False

    def finished(self) -> None:
        """Return None: practice has no record."""

    def leave(self, seat: int) -> None:
        """Close the game when the person leaves; concede for a computer."""
        if seat == self.seat:
            self._closed = True
            self._listeners = Listeners()
        else:
            with suppress(IllegalAction):
                self.submit(seat, Action(Kind.CONCEDE, seat=seat), self._game.position.ply)

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        return self._listeners.add(viewer, listener)

    def _replay(self, moves: Iterable[tuple[int, Action]]) -> None:
        """Replay the game up to where practice begins, then these moves."""
        self._game: Game = self._record.game()
        self._logs: dict[int | None, tuple[Event, ...]] = dict.fromkeys(range(self.seats), ())
        self._steps: tuple[int, ...] = ()
        self._turns: tuple[int, ...] = ()
        self._log([self._game.opening])
        self._played: list[tuple[int, Action]] = []
        for entry in self._record.entries[: self._ply]:
            self._play(entry.seat, entry.action, self._game.position.ply)
        self._played.clear()
        for seat, action in moves:
            self._play(seat, action, self._game.position.ply)

    def _play(self, seat: int, action: Action, ply: int) -> None:
        self._log(self._game.submit(seat, action, ply))
        self._played.append((seat, action))

    def _log(self, events: list[Event]) -> None:
        """Log events, redacted for each seat."""
        for seat in self._logs:
            self._logs[seat] += redacted(self._game.position, events, seat)
        self._steps = (*self._steps, len(self._logs[self.seat]))
        self._turns = (*self._turns, self._game.position.turn)

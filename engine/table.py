"""Seat players at a table where a match is played, and tell each seat what it may know.

The table is synchronous and has no clock of its own. The same class serves a game at home and the
server. A listener is called in the task of whoever acted: it may only put something on a queue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from engine.actions import Action, Kind
from engine.deals import Deal
from engine.errors import CuttleError, NotYourTurn
from engine.events import Event
from engine.game import Game
from engine.generate import standing_actions
from engine.match import Match
from engine.observe import observe, redacted
from engine.record import Record, record_of, record_text
from engine.rulesets import Ruleset
from engine.view import View


class TableError(CuttleError):
    """A seat cannot be taken or given up now."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat."""

    name: str
    kind: Literal["person", "computer", "nobody"]
    present: bool = True
    """False while a person's connection is lost and the seat is held, or once it was left."""


NOBODY = Sitter("", "nobody", present=False)


@dataclass(frozen=True, slots=True)
class TableState:
    """All that one seat may know of its table."""

    title: str
    """The table's name, one short word."""
    code: str | None
    """The room code to hand to a friend, while a seat is free."""
    sitters: tuple[Sitter, ...]
    score: tuple[int, ...]
    """Games won by each seat in this match."""
    view: View | None
    """None until every seat is taken and the cards are dealt."""
    log: tuple[Event, ...]
    """This game's events so far, redacted for this seat."""
    ready: tuple[int, ...] = ()
    """The seats that asked for another game."""
    match_winners: tuple[int, ...] = ()
    """Who has won the match, where one of several games is decided."""
    commitment: str = ""
    """The hash of this game's secret, in hex."""
    secret: str = ""
    """The secret itself, once the game is over."""
    invitation: str = ""
    """The line with which a friend gets here, while there is a code."""
    next_commitment: str = ""
    """The hash of the next game's secret, once this one is over."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something changed at the table; `events` are new, redacted for the listening seat."""

    events: tuple[Event, ...]


Listener = Callable[[Change], None]


class Table:
    """A match between seats: who sits where, the games one after another, who listens."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: bytes,
        *,
        title: str = "",
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Open a table with every seat free.

        Args:
            ruleset: how it is played.
            seed: where every secret of the match comes from; nobody may know it.
            title: the table's name.
            clock: tells the time in seconds since 1970, for records.
        """
        self.ruleset = ruleset
        self.title = title
        self.code: str | None = None
        self.invitation = ""
        self.game: Game | None = None
        self.deal: Deal | None = None
        self.match: Match | None = None
        self._seed = seed
        self._clock = clock
        self._games = 0
        self._began = 0.0
        self._seconds: list[float] = []
        self._sitters = [NOBODY] * ruleset.seats
        self._nonces = [b""] * ruleset.seats
        self._series = [0] * ruleset.seats
        self._ready: set[int] = set()
        self._open_to_watchers = False
        self._logs: dict[int | None, list[Event]] = {}
        self._listeners: dict[object, tuple[int | None, Listener]] = {}

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.ruleset.seats

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits in each seat."""
        return tuple(self._sitters)

    @property
    def started(self) -> bool:
        """Whether cards have been dealt."""
        return self.game is not None

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self.game is not None and self.game.outcome is not None

    def free_seats(self) -> list[int]:
        """List the seats that nobody has taken yet."""
        if self.started:
            return []
        return [seat for seat, sitter in enumerate(self._sitters) if sitter.kind == "nobody"]

    def sit(
        self, seat: int, name: str, kind: Literal["person", "computer"], nonce: bytes = b""
    ) -> TableChair:
        """Take a free seat; the last one taken starts the first game.

        Args:
            seat: the seat, 0 to n-1.
            name: who sits down.
            kind: a person or a computer player.
            nonce: what the seat adds to the chance of every deal.

        Raises:
            TableError: the seat is taken, or the game has begun.
        """
        if seat not in self.free_seats():
            raise TableError(f"seat {seat} is not free")
        self._sitters[seat] = Sitter(name, kind)
        self._nonces[seat] = nonce
        chair = TableChair(self, seat)
        if self.free_seats():
            self._notify([])
        else:
            self._deal()
        return chair

    def stand(self, seat: int) -> None:
        """Give a seat up before the game has begun.

        Raises:
            TableError: the game has begun.
        """
        if self.started:
            raise TableError("the game has begun")
        self._sitters[seat] = NOBODY
        self._notify([])

    def watch(self) -> TableChair:
        """Take a watcher's chair, which sees what is public; all hands, if the table agreed."""
        return TableChair(self, None)

    def open_to_watchers(self) -> None:
        """Show watchers every hand from now on; every seat must have agreed to that.

        Raises:
            TableError: the rules in play keep hands from watchers.
        """
        if self.ruleset.spectators == "public":
            raise TableError("these rules keep hands from watchers")
        self._open_to_watchers = True
        self._notify([])

    def set_present(self, seat: int, present: bool) -> None:
        """Note that a person's connection was lost, or is back."""
        self._sitters[seat] = replace(self._sitters[seat], present=present)
        self._notify([])

    def state(self, viewer: int | None) -> TableState:
        """Give the table as a viewer may know it."""
        view = None
        if self.game is not None:
            view = observe(self.game.position, viewer, all_hands=self._open_to_watchers)
        return TableState(
            title=self.title,
            code=self.code if self.free_seats() else None,
            invitation=self.invitation,
            sitters=self.sitters,
            score=self.score,
            view=view,
            log=tuple(self._logs.get(viewer, ())),
            ready=tuple(sorted(self._ready)),
            match_winners=self._match_winners(),
            commitment=(self.deal or self._upcoming()).commitment.hex(),
            secret=self.deal.secret.hex() if self.deal and self.over else "",
            next_commitment=self._upcoming().commitment.hex() if self.over else "",
        )

    @property
    def score(self) -> tuple[int, ...]:
        """Count the games won by each seat: in this match, or in the series of single games."""
        if self.match is None or self.ruleset.match == "single":
            return tuple(self._series)
        return self.match.score

    def _match_winners(self) -> tuple[int, ...]:
        if self.match is None or self.ruleset.match == "single":
            return ()
        return self.match.winners

    def record(self) -> Record:
        """Give the record of the current game; its secret is in it, so keep it until the end.

        Raises:
            TableError: no game has begun.
        """
        if self.game is None:
            raise TableError("no game has begun")
        return record_of(
            self.game,
            tuple(sitter.name for sitter in self._sitters),
            self._seconds,
            started=datetime.fromtimestamp(self._began, UTC),
            deal=self.deal,
        )

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self.game is None:
            raise NotYourTurn("the game has not begun")
        events = self.game.submit(seat, action, ply)
        self._seconds.append(round(max(0.0, self._clock() - self._began), 1))
        if self.game.outcome is not None and self.match is not None:
            self.match.outcomes.append(self.game.outcome)
            for winner in self.game.outcome.winners:
                self._series[winner] += 1
        self._notify(events)

    def ask_rematch(self, seat: int) -> None:
        """Ask for the next game; it is dealt once every person at the table asked."""
        if not self.over:
            raise TableError("the game is not over")
        self._ready.add(seat)
        persons = {s for s, sitter in enumerate(self._sitters) if sitter.kind == "person"}
        if "nobody" not in {sitter.kind for sitter in self._sitters} and persons <= self._ready:
            self._deal()
        else:
            self._notify([])

    def leave(self, seat: int) -> None:
        """Stand up for good: the running game is given up, and no further one is dealt.

        Where a side concedes only as a whole, the seat plays on by rote instead.
        """
        if self.game is not None and self._sitters[seat].kind != "nobody":
            kind = Kind.LEAVE if self.ruleset.concede_mode == "side" else Kind.CONCEDE
            action = Action(kind, seat=seat)
            if action in standing_actions(self.game.position, seat):
                self.submit(seat, action, self.game.position.ply)
        sitter = self._sitters[seat]
        self._sitters[seat] = replace(sitter, kind="nobody", present=False)
        self._ready.discard(seat)
        self._notify([])

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change with what is new for this viewer."""
        token = object()
        self._listeners[token] = (viewer, listener)

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def _deal(self) -> None:
        self.deal = self._upcoming()
        if self.match is None:
            self.match = Match(self.ruleset, self.deal.first(self.seats))
        elif self.match.decided:
            self.match = self.match.next_match()
        deck, first = self.deal.deck(self.ruleset), self.match.next_first()
        self.game = Game(self.ruleset, deck, first=first, seed=self.deal.seed)
        self._games += 1
        self._began = self._clock()
        self._seconds = []
        self._ready.clear()
        self._logs = {viewer: [] for viewer in (None, *range(self.seats))}
        self._notify([self.game.opening])

    def _upcoming(self) -> Deal:
        """Give the chance of the next game."""
        number = self._games.to_bytes(4, "big")
        secret = hashlib.sha256(b"cuttle secret" + self._seed + number).digest()
        return Deal(secret, tuple(self._nonces))

    def _notify(self, events: list[Event]) -> None:
        news: dict[int | None, tuple[Event, ...]] = {}
        for viewer, log in self._logs.items():
            assert self.game is not None
            position = self.game.position
            news[viewer] = tuple(redacted(position, event, viewer) for event in events)
            log.extend(news[viewer])
        for viewer, listener in list(self._listeners.values()):
            listener(Change(news.get(viewer, ())))


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

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self._seat is None:
            raise NotYourTurn("a watcher has no seat")
        self._table.submit(self._seat, action, ply)

    def rematch(self) -> None:
        """Ask for the next game once one is over."""
        if self._seat is not None:
            self._table.ask_rematch(self._seat)

    def record(self) -> str | None:
        """Give the record of the game once it is over; until then it would tell the deal."""
        return record_text(self._table.record()) if self._table.over else None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""
        return self._table.subscribe(self._seat, listener)

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""
        if self._seat is not None:
            self._table.leave(self._seat)

"""Seat players at a table where a match is played, and tell each seat what it may know.

The table is synchronous and has no clock of its own. The same class serves a game at home and the
server. Whatever happens is an entry: it goes to whoever keeps the table, and is applied then. A
listener is called in the task of whoever acted: it may only put something on a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from engine.actions import Action
from engine.chair import TableChair
from engine.clocks import TimeControl
from engine.course import Course, News, Terms
from engine.deals import Deal
from engine.entries import (
    Acted,
    Afresh,
    Back,
    CalledOff,
    DealtOut,
    Entry,
    Gone,
    Lapsed,
    Left,
    Readied,
    Sat,
    Showed,
    Stood,
)
from engine.errors import CuttleError, NotYourTurn, StaleAction
from engine.game import Game
from engine.lookback import past_state
from engine.observe import observe
from engine.record import Record
from engine.rulesets import Ruleset
from engine.tablestate import Change, ChatLine, Listener, Sitter, TableState, in_steps

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
Keep = Callable[[Entry, Callable[[], None]], None]
"""Keeps an entry for good, and calls what was given then."""


class TableError(CuttleError):
    """What was asked of the table cannot be done now."""


def _at_once(entry: Entry, then: Callable[[], None]) -> None:
    """Keep nothing."""
    del entry
    then()


class Table:
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
        keep: Keep = _at_once,
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
        self.terms = Terms(ruleset, seed, control, rated)
        self.title = title
        self.code: str | None = None
        self.invitation = ""
        self._course = Course(self.terms)
        self._clock = clock
        self._hold = hold
        self._keep = keep
        self._keeping = 0
        """Entries that must be kept before they are applied, and are not yet."""
        self._trouble = ""
        self._listeners: dict[object, tuple[int | None, Listener]] = {}

    # what it is like

    @property
    def ruleset(self) -> Ruleset:
        """How it is played."""
        return self.terms.ruleset

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.ruleset.seats

    @property
    def game(self) -> Game | None:
        """The current game; it holds every hand, so it is for the table's keeper alone."""
        return self._course.game

    @property
    def deal(self) -> Deal | None:
        """The chance of the current game; for the table's keeper alone until it is over."""
        return self._course.deal

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits in each seat."""
        return tuple(self._course.seating.sitters)

    @property
    def owners(self) -> tuple[str, ...]:
        """Who took each seat, as the table's keeper calls them; empty for a seat never taken."""
        return tuple(self._course.seating.owners)

    @property
    def away(self) -> tuple[float | None, ...]:
        """Since when each person has been away, in seconds since 1970."""
        return tuple(self._course.seating.away)

    @property
    def started(self) -> bool:
        """Whether cards have been dealt."""
        return self.game is not None

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self._course.over

    @property
    def settled(self) -> bool:
        """Whether nothing is left to play here: the game is over, and its match as well."""
        match, course = self._course.match, self._course
        goes_on = match is not None and self.ruleset.match != "single" and not match.decided
        return self.over and (self.called_off or not goes_on or bool(course.seating.free()))

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self._course.running

    @property
    def called_off(self) -> bool:
        """Whether the current game ended without a result."""
        return self._course.called_off

    @property
    def score(self) -> tuple[int, ...]:
        """Count the games won by each seat: in this match, or in the series of single games."""
        match = self._course.match
        if match is None or self.ruleset.match == "single":
            return tuple(self._course.series)
        return match.score

    @property
    def games(self) -> int:
        """Count the games that were dealt."""
        return self._course.games

    @property
    def host(self) -> int | None:
        """The seat of the person who has sat here longest."""
        return self._course.seating.host

    def free_seats(self) -> list[int]:
        """List the seats that nobody has taken yet."""
        return [] if self.started else self._course.seating.free()

    def state(self, viewer: int | None) -> TableState:
        """Give the table as a viewer may know it."""
        course, now = self._course, self._clock()
        game, deal, match = course.game, course.deal, course.match
        coming = course.upcoming().commitment.hex()
        view = None
        if game is not None:
            view = observe(game.position, viewer, all_hands=course.open_hands)
        single = match is None or self.ruleset.match == "single"
        return TableState(
            title=self.title,
            code=self.code if self.free_seats() else None,
            invitation=self.invitation,
            sitters=self.sitters,
            score=self.score,
            view=view,
            log=course.logs.get(viewer, ()),
            steps=course.steps,
            ready=tuple(sorted(course.seating.ready)),
            match_winners=() if single or match is None else match.winners,
            commitment=deal.commitment.hex() if deal else coming,
            secret=deal.secret.hex() if deal and self.over else "",
            next_commitment=coming if self.over else "",
            host=None if self.started else self.host,
            timing=self.terms.control.name if self.terms.control else "none",
            clocks=self.times(now),
            away=self.absences(now),
            claimable=viewer is not None and bool(self.claimable(viewer)),
            may_call_off=viewer is not None and self.may_call_off(viewer),
            called_off=self.called_off,
            lost_by=course.lost_by,
            showing=tuple(sorted(course.seating.showing)),
            open_hands=course.open_hands,
            rated=self.terms.rated,
            trouble=self._trouble,
        )

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        """Give the table as a viewer could see it after so many actions; None before the deal."""
        return None if self.game is None else past_state(self.state(viewer), self.game, ply, viewer)

    def record(self) -> Record:
        """Give the record of the current game; its secret is in it, so keep it until the end.

        Raises:
            TableError: no game has begun.
        """
        if self.game is None:
            raise TableError("no game has begun")
        return self._course.record(self.game)

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
            who: who that is, for whoever keeps the table.
            ready: whether the player is ready for the first game.

        Raises:
            TableError: the seat is taken, or the game has begun.
        """
        if seat not in self.free_seats():
            raise TableError("seat {seat} is not free", seat=seat)
        self._post(Sat(self._clock(), seat, who, name, kind, nonce.hex(), ready))
        return TableChair(self, seat)

    def chair(self, seat: int) -> TableChair:
        """Give the chair of a seat that was taken."""
        return TableChair(self, seat)

    def watch(self) -> TableChair:
        """Take a watcher's chair, which sees what is public; all hands, if the table agreed."""
        return TableChair(self, None)

    def stand(self, seat: int) -> None:
        """Give a seat up before the game has begun; one that is being dealt is given up as well.

        Raises:
            TableError: the game has begun.
        """
        if self.started:
            raise TableError("the game has begun")
        if self._keeping:  # the cards are on their way: they would be dealt to an empty seat
            self.leave(seat)
            return
        self._post(Stood(self._clock(), seat))

    def set_present(self, seat: int, present: bool) -> None:
        """Note that a person's connection was lost, or is back."""
        if self.sitters[seat].present != present:
            self._post((Back if present else Gone)(self._clock(), seat))

    def leave(self, seat: int) -> None:
        """Stand up for good: the running game is given up, and no further one is dealt.

        Where a side concedes only as a whole, the seat plays on by rote instead.
        """
        if self.sitters[seat].kind != "nobody":
            self._post(Left(self._clock(), seat))

    # what is done

    def ready(self, seat: int, yes: bool = True) -> None:
        """Ask for the next game; it is dealt once every seat is taken and every person asked.

        Raises:
            TableError: a game is running.
        """
        if self.running:
            raise TableError("the game is not over")
        if (seat in self._course.seating.ready) != yes:
            self._post(Readied(self._clock(), seat, yes))

    def submit(self, seat: int, action: Action, ply: int) -> None:
        """Play an action that a seat chose at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """
        if self.game is None or self.called_off:
            raise NotYourTurn("no game is running")
        self.game.check(seat, action, ply)
        if self._keeping:
            raise StaleAction("the last action is still being kept")
        self._post(Acted(self._clock(), seat, ply, str(action)))

    def show_hands(self, seat: int, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """
        if not self._course.may_show:
            raise TableError("hands are kept from watchers here")
        if (seat in self._course.seating.showing) != yes:
            self._post(Showed(self._clock(), seat, yes))

    # time and absence

    def times(self, now: float) -> tuple[int, ...]:
        """Tell the seconds each seat has left, in the steps in which they are shown."""
        clocks = self._course.clocks
        if clocks is None or not self.running:
            return ()
        return tuple(in_steps(clocks.left(seat, now)) for seat in range(self.seats))

    def absences(self, now: float) -> tuple[int | None, ...]:
        """Tell the seconds until each absent person's seat may be claimed, in steps."""
        if not self.running:
            return ()
        away = self._course.seating.away
        return tuple(None if one is None else in_steps(one + self._hold - now) for one in away)

    def claimable(self, seat: int) -> set[int]:
        """Name the seats against which a seat may claim: their players stayed away too long."""
        if not self.running or self._trouble or not self.sitters[seat].present:
            return set()
        return {other for other, left in enumerate(self.absences(self._clock())) if left == 0}

    def claim(self, seat: int) -> None:
        """Claim the game from those who stayed away: they leave it.

        Raises:
            TableError: nobody has been away for long enough.
        """
        seats = self.claimable(seat)
        if not seats:
            raise TableError("nobody has been away for long enough")
        for other in seats:
            self._post(Left(self._clock(), other, "absent"))

    def may_call_off(self, seat: int) -> bool:
        """Tell whether a seat may end the game alone: every other person stayed away too long."""
        others = self._course.seating.persons() - {seat}
        return bool(others) and others <= self.claimable(seat)

    def call_off(self, seat: int) -> None:
        """End the running game without a result.

        Raises:
            TableError: somebody else is here, or has not been away for long enough.
        """
        if not self.may_call_off(seat):
            raise TableError("the game is not yours alone to call off")
        self.abandon()

    def abandon(self) -> None:
        """End the running game without a result, as its keeper: everybody has left it."""
        if self.running:
            self._post(CalledOff(self._clock()))

    def check_time(self) -> None:
        """Take the game from a person whose time has run out."""
        clocks = self._course.clocks
        if clocks is None or clocks.running is None or not self.running:
            return
        if self._keeping or self._trouble:  # nobody can answer
            return
        seat, now = clocks.running, self._clock()
        if self.sitters[seat].kind == "person" and clocks.left(seat, now) <= 0:
            self._post(Lapsed(now, seat))

    def begin_afresh(self) -> None:
        """Begin the present decision and every absence anew: nobody could come or answer."""
        if self.running or any(since is not None for since in self.away):
            self._post(Afresh(self._clock()))

    def set_trouble(self, why: str) -> None:
        """Tell the seats why actions cannot be kept just now, or (with no text) that they can."""
        self._trouble = why
        self.tell()

    # entries and listeners

    def restore(self, entries: Iterable[Entry]) -> None:
        """Bring the table back to where its entries lead."""
        for entry in entries:
            self._course.apply(entry)
        self._go_on()

    def _post(self, entry: Entry) -> None:
        """Have an entry kept; what must be kept first is applied only then."""
        if not entry.kept_first:
            self._keep(entry, lambda: None)
            self._happen(entry)
            return
        self._keeping += 1

        def kept() -> None:
            self._keeping -= 1
            self._happen(entry)

        self._keep(entry, kept)

    def _happen(self, entry: Entry) -> None:
        self.tell(self._course.apply(entry))
        self._go_on()

    def _go_on(self) -> None:
        """Deal the next game once it is due."""
        if self._course.due and not self._keeping:
            self._post(DealtOut(self._clock()))

    def subscribe(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change with what is new for this viewer."""
        token = object()
        self._listeners[token] = (viewer, listener)

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def tell(self, news: News | None = None) -> None:
        """Tell every listener that something has changed, with the events it may know."""
        for viewer, listener in list(self._listeners.values()):
            listener(Change((news or {}).get(viewer, ())))

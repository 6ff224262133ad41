"""Tell how a table stands: to its keeper all of it, to each seat what that seat may know."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import TableError
from engine.play.observe import observe
from engine.record.fair_deal import Deal
from engine.record.game import Game
from engine.record.record import Record
from engine.rules.rulesets import Ruleset
from engine.table.history import Course, Terms
from engine.table.history_view import past_state
from engine.table.state import Sitter, TableState
from engine.table.timeouts import Patience


class Standing:
    """A table as it stands now; nothing is done to it here."""

    def __init__(
        self, terms: Terms, *, title: str, clock: Callable[[], float], hold: float
    ) -> None:
        """Begin with every seat free.

        Args:
            terms: what the table was opened with.
            title: the table's name.
            clock: tells the time in seconds since 1970.
            hold: seconds the seat of a player who is away is safe from a claim.
        """
        self.terms = terms
        self.title = title
        self.code: str | None = None
        self.invitation = ""
        self._course = Course(terms)
        self._clock = clock
        self._trouble = ""
        """Why actions cannot be kept just now."""
        self.patience = Patience(self._course, hold)
        """How long the table waits for its seats."""

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
            ruleset=self.ruleset,
            timing=self.terms.control.name if self.terms.control else "none",
            clocks=self.patience.times(now),
            away=self.patience.absences(now),
            claimable=viewer is not None and bool(self.claimable(viewer)),
            may_call_off=viewer is not None and self.may_call_off(viewer),
            called_off=self.called_off,
            lost_by=course.lost_by,
            showing=tuple(sorted(course.seating.showing)),
            open_hands=course.open_hands,
            rated=self.terms.rated,
            trouble=self._trouble,
        )

    def claimable(self, seat: int) -> set[int]:
        """Name the seats against which a seat may claim: their players stayed away too long."""
        return set() if self._trouble else self.patience.claimable(seat, self._clock())

    def may_call_off(self, seat: int) -> bool:
        """Tell whether a seat may end the game alone: every other person stayed away too long."""
        others = self._course.seating.persons() - {seat}
        return bool(others) and others <= self.claimable(seat)

    def past(self, viewer: int | None, ply: int) -> TableState | None:
        """Give the table as a viewer could see it after so many actions; None before the deal."""
        return None if self.game is None else past_state(self.state(viewer), self.game, ply, viewer)

    def finished(self) -> Record | None:
        """Return the record of a game that is over; before that it would give the deal away."""
        return self.record() if self.over and not self.called_off else None

    def record(self) -> Record:
        """Give the record of the current game; its secret is in it, so keep it until the end.

        Raises:
            TableError: no game has begun.
        """
        if self.game is None:
            raise TableError("the game has not started")
        return self._course.record(self.game)

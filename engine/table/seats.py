"""The seats of a table: who sits there, who is ready or away, their clocks, what a seat may ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.errors import TableError
from engine.record.record import LONGEST_CUT, is_cut
from engine.rules.options import MATCHES
from engine.table.controls import TimeControl
from engine.table.events import Joined
from engine.table.state import NOBODY, Sitter

if TYPE_CHECKING:
    from engine.table.table import Table


class TableSeats:
    """The seats of a table."""

    def __init__(self, seats: int) -> None:
        self.sitters = [NOBODY] * seats
        self.nonces = [b""] * seats
        """What each seat adds to deals of the first scheme, game after game."""
        self.cuts = [""] * seats
        """The word with which each seat cut the next deck; empty if it did not."""
        self.owners = [""] * seats
        """The id of each seat's player for the table's owner; kept after they leave."""
        self.earlier: list[tuple[str, ...]] = [()] * seats
        """The ids under which each seat's player was known before, the first one first."""
        self.away: list[float | None] = [None] * seats
        """When each absent person left."""
        self.ready: set[int] = set()
        self.showing: set[int] = set()
        self.left: list[int] = []
        """The seats whose players left for good, in order."""
        self._order: list[int] = []

    def free(self) -> list[int]:
        """List the seats nobody sits in."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "nobody"]

    def persons(self) -> set[int]:
        """Return the seats with a person."""
        return {seat for seat, sitter in enumerate(self.sitters) if sitter.kind == "person"}

    def names(self) -> tuple[str, ...]:
        return tuple(sitter.name for sitter in self.sitters)

    def asked(self) -> dict[str, Any]:
        """Return the seats that ask for something, as fields of the state that all may see."""
        return {"ready": tuple(sorted(self.ready)), "showing": tuple(sorted(self.showing))}

    @property
    def host(self) -> int | None:
        """The seat of the person who has sat here longest."""
        return self._order[0] if self._order else None

    def sit(self, entry: Joined) -> None:
        seat = entry.seat
        self.sitters[seat] = Sitter(entry.called, entry.kind, back=entry.back or "")
        self.nonces[seat] = bytes.fromhex(entry.nonce)
        self.cuts[seat] = ""
        self.owners[seat], self.earlier[seat] = entry.who, ()
        if entry.kind == "person":
            self._order.append(seat)
        if entry.ready:
            self.ready.add(seat)

    def admit(self, seat: int, who: str) -> None:
        """Know a seat's player by another id; one by which they were known before ends later ones.

        So of two who claim to be the player of a seat the one who was there first is believed.
        """
        known = (*self.earlier[seat], self.owners[seat])
        self.earlier[seat] = known[: known.index(who)] if who in known else known
        self.owners[seat] = who

    def cut(self, seat: int, word: str) -> None:
        """Cut the next deck with a player's word."""
        self.nonces[seat] = word.encode()
        self.cuts[seat] = word

    def stand(self, seat: int) -> None:
        """Free a seat."""
        self.sitters[seat] = NOBODY
        self.owners[seat] = self.cuts[seat] = ""
        self.earlier[seat] = ()
        self._forget(seat)

    def leave(self, seat: int) -> None:
        """Free a seat for good but keep its name."""
        self.sitters[seat] = replace(self.sitters[seat], kind="nobody", present=False)
        self.left.append(seat)
        self._forget(seat)

    def _forget(self, seat: int) -> None:
        self.away[seat] = None
        self.ready.discard(seat)
        self.showing.discard(seat)
        if seat in self._order:
            self._order.remove(seat)

    def set_ready(self, seat: int, yes: bool) -> None:
        """Set whether a seat asks for the next game."""
        (self.ready.add if yes else self.ready.discard)(seat)

    def set_showing(self, seat: int, yes: bool) -> None:
        """Set whether a seat agrees to show its hand to watchers."""
        (self.showing.add if yes else self.showing.discard)(seat)

    def set_away(self, seat: int, since: float | None) -> None:
        """Set when a person left; None if they are back."""
        if self.sitters[seat].kind == "nobody":
            return
        self.away[seat] = since
        self.sitters[seat] = replace(self.sitters[seat], present=since is None)


class Vacations:
    """When the clock of each seat stands still: spans of time, by seat."""

    def __init__(self, seats: int) -> None:
        self._spans: list[list[tuple[float, float]]] = [[] for _ in range(seats)]

    def begin(self, seat: int, at: float, until: float) -> None:
        """Stop the clock of a seat until then; what was left of an earlier vacation is dropped."""
        self.end(seat, at)
        if until > at:
            self._spans[seat].append((at, until))

    def end(self, seat: int, at: float) -> None:
        """End a seat's vacation."""
        self._spans[seat] = [
            (begin, min(end, at)) for begin, end in self._spans[seat] if begin < min(end, at)
        ]

    def until(self, seat: int, now: float) -> float | None:
        """Return when a seat's vacation ends; None if it has none now."""
        return next((end for begin, end in self._spans[seat] if begin <= now < end), None)

    def within(self, seat: int, since: float, now: float) -> float:
        """Return how many of the seconds since then were vacation."""
        return sum(max(0.0, min(now, end) - max(since, begin)) for begin, end in self._spans[seat])


@dataclass(slots=True)
class Clocks:
    """The clocks of a game; at most a single clock runs."""

    control: TimeControl
    banks: list[float]
    running: int | None = None
    """The seat whose clock runs."""
    since: float = 0.0
    """When its decision began."""
    asked: object = None
    """The key of its decision; another key is another decision."""
    vacations: Vacations = field(default_factory=lambda: Vacations(0))

    def press(self, seat: int | None, asked: object, at: float) -> None:
        """Run the clock of the deciding seat, after charging the last decision."""
        if (seat, asked) == (self.running, self.asked):
            return
        if self.running is not None:
            beyond = max(0.0, self._thought(self.running, at) - self.control.decision)
            self.banks[self.running] = max(0.0, self.banks[self.running] - beyond)
        self.running, self.asked, self.since = seat, asked, at

    def restart(self, at: float) -> None:
        """Restart the current decision."""
        self.since = at

    def shift(self, lost: float, at: float) -> None:
        """Leave an interruption out of the current decision."""
        self.since = min(at, self.since + lost)

    def _thought(self, seat: int, now: float) -> float:
        """Return the seconds of the current decision."""
        rested = self.vacations.within(seat, self.since, now) if self.control.days else 0.0
        return max(0.0, now - self.since - rested)

    def left(self, seat: int, now: float) -> float:
        """Return the seconds a seat has left, including its decision if it is deciding."""
        if seat != self.running:
            return self.control.decision if self.control.days else self.banks[seat]
        return max(0.0, self.control.decision + self.banks[seat] - self._thought(seat, now))

    def deadline(self, now: float) -> float | None:
        """Return when the running clock will have run out, if its player does nothing."""
        if self.running is None:
            return None
        until = self.vacations.until(self.running, now) if self.control.days else None
        return (now if until is None else until) + self.left(self.running, now)


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Something that the player in a seat asks of the table.

    Its name and its fields, in their order, are also its form between the nodes of a server.
    """

    name: ClassVar[str]
    limited: ClassVar[bool] = False
    """Whether a server counts it against the player's limit on changes."""

    def check(self) -> None:
        """Refuse what no table would do.

        Raises:
            TableError: the request makes no sense.
        """

    def carry_out(self, table: Table, seat: int) -> None:
        """Do it at a table, for a seat; do nothing if only the table's owner can.

        Raises:
            TableError: the seat may not do this now.
        """


@dataclass(frozen=True, slots=True)
class Ready(SeatRequest):
    """Ask for the next game, or withdraw that; it starts once everybody has asked."""

    name = "ready"
    limited = True
    yes: bool = True

    def carry_out(self, table: Table, seat: int) -> None:
        table.ready(seat, self.yes)


@dataclass(frozen=True, slots=True)
class Cut(SeatRequest):
    """Cut the next deck with a word, which enters its shuffle."""

    name = "cut"
    limited = True
    word: str

    def check(self) -> None:
        if not is_cut(self.word.strip()):
            raise TableError("cut with up to {most} letters or digits", most=LONGEST_CUT)

    def carry_out(self, table: Table, seat: int) -> None:
        table.cut(seat, self.word)


@dataclass(frozen=True, slots=True)
class SetLength(SeatRequest):
    """Choose another length of the match, as the host of a table that waits."""

    name = "length"
    limited = True
    option: str
    """Its option of the rules; empty for one game."""

    def check(self) -> None:
        if self.option.partition("=")[0] not in ("", *MATCHES):
            raise TableError("only the length of the match can be changed here")

    def carry_out(self, table: Table, seat: int) -> None:
        self.check()
        table.set_length(seat, self.option)


@dataclass(frozen=True, slots=True)
class Claim(SeatRequest):
    """Claim the game from players who stayed away."""

    name = "claim"

    def carry_out(self, table: Table, seat: int) -> None:
        table.claim(seat)


@dataclass(frozen=True, slots=True)
class CallOff(SeatRequest):
    """Call off the game, because everybody else stayed away."""

    name = "call_off"

    def carry_out(self, table: Table, seat: int) -> None:
        table.call_off(seat)


@dataclass(frozen=True, slots=True)
class ShowHands(SeatRequest):
    """Allow or forbid watchers to see this hand."""

    name = "show_hands"
    limited = True
    yes: bool = True

    def carry_out(self, table: Table, seat: int) -> None:
        table.show_hands(seat, self.yes)


@dataclass(frozen=True, slots=True)
class LetIn(SeatRequest):
    """Let somebody who stands at the door sit down in the seat of a player who is away."""

    name = "let_in"
    limited = True
    caller: int
    """The number of who stands there: nobody else gets in by this nod."""
    place: int
    """The seat."""


@dataclass(frozen=True, slots=True)
class SendAway(SeatRequest):
    """Send away somebody who stands at the door."""

    name = "send_away"
    limited = True
    caller: int


@dataclass(frozen=True, slots=True)
class Fill(SeatRequest):
    """Seat computers of a level in every free seat, as the host of a waiting table."""

    name = "fill"
    level: str


REQUESTS: Final[Mapping[str, type[SeatRequest]]] = {
    kind.name: kind
    for kind in (Ready, Cut, SetLength, Claim, CallOff, ShowHands, LetIn, SendAway, Fill)
}
"""Every request, by its name."""

"""Table events: everything that happens at a table, as values with a text form.

A table is saved as its events, and restored by applying them in order to an empty table. An event
that comes too late, because another was saved first, changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from engine.actions import parse_action
from engine.errors import NotationError
from engine.record.record import SCHEME, SCHEMES
from engine.rules.options import parse_ruleset

if TYPE_CHECKING:
    from engine.play.events import Event
    from engine.table.history import TableHistory


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table; `at` is in seconds since 1970."""

    name: ClassVar[str]
    saved_first: ClassVar[bool] = False
    """Whether it must be saved before it is applied."""
    at: float

    def apply(self, history: TableHistory) -> Sequence[Event]:
        """Change the table; return what its viewers may hear of it. By default, nothing."""
        return ()


@dataclass(frozen=True, slots=True)
class _Seated(TableEvent):
    """Something that a seat did."""

    seat: int


@dataclass(frozen=True, slots=True)
class Joined(_Seated):
    """Somebody took a free seat."""

    name = "sat"
    who: str
    """The id of the player for the table's owner; hidden from the table."""
    called: str
    """The name that others see."""
    kind: Literal["person", "computer"]
    ready: bool
    """Whether the player is ready for the first game at once."""
    nonce: str = ""
    """The seat's contribution to deals of the first scheme, in hex; empty since."""
    back: str | None = None
    """What the player's cards wear on their backs; None if the table's owner does not say."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.sit(self)
        return ()


@dataclass(frozen=True, slots=True)
class Vacated(_Seated):
    """A seat was given up before the first game."""

    name = "stood"

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.stand(self.seat)
        return ()


@dataclass(frozen=True, slots=True)
class Admitted(_Seated):
    """The player of a seat came back as somebody whom the table's owner did not know."""

    name = "admitted"
    who: str
    """The id of the player for the table's owner from now on."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.admit(self.seat, self.who)
        return ()


@dataclass(frozen=True, slots=True)
class Cut(_Seated):
    """A seat cut the next deck with a word."""

    name = "cut"
    word: str

    def apply(self, history: TableHistory) -> Sequence[Event]:
        if not history.running:
            history.seats.cut(self.seat, self.word)
        return ()


@dataclass(frozen=True, slots=True)
class Readied(_Seated):
    """A seat asked for the next game, or withdrew that."""

    name = "readied"
    yes: bool

    def apply(self, history: TableHistory) -> Sequence[Event]:
        if not history.running:  # withdrawn too late
            history.seats.set_ready(self.seat, self.yes)
        return ()


@dataclass(frozen=True, slots=True)
class LengthSet(_Seated):
    """The host has chosen another length of the match, before its first game."""

    name = "length"
    ruleset: str
    """The rules with it."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.set_length(parse_ruleset(self.ruleset))
        return ()


@dataclass(frozen=True, slots=True)
class DealtOut(TableEvent):
    """The next game was dealt."""

    name = "dealt"
    saved_first = True
    won: tuple[int, ...] | None = None
    """Games each seat has won before in the match that goes on, if the table's owner keeps it."""
    scheme: int = 1
    """How the deck follows from the secret (`engine.record.record`); events that do not say
    are older than the second scheme."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        return history.begin_game(self)


@dataclass(frozen=True, slots=True)
class Acted(_Seated):
    """A seat played an action."""

    name = "acted"
    saved_first = True
    ply: int
    action: str

    def apply(self, history: TableHistory) -> Sequence[Event]:
        return history.play(self.seat, parse_action(self.action), self.ply, self.at)


@dataclass(frozen=True, slots=True)
class Left(_Seated):
    """A player left for good and gave up the running game."""

    name = "left"
    saved_first = True
    why: Literal["left", "absent"] = "left"
    """Whether the player left, or others claimed the game from an absent player."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        events = history.give_up(self.seat, self.at, self.why)
        history.seats.leave(self.seat)
        return events


@dataclass(frozen=True, slots=True)
class TimedOut(_Seated):
    """A seat's time ran out."""

    name = "lapsed"
    saved_first = True

    def apply(self, history: TableHistory) -> Sequence[Event]:
        return history.give_up(self.seat, self.at, "time")


@dataclass(frozen=True, slots=True)
class CalledOff(TableEvent):
    """The running game was ended without a result."""

    name = "called-off"
    saved_first = True

    def apply(self, history: TableHistory) -> Sequence[Event]:
        if history.running:
            history.ended_at, history.called_off = self.at, True
        return ()


@dataclass(frozen=True, slots=True)
class Disconnected(_Seated):
    """A player's connection was lost."""

    name = "gone"

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.set_away(self.seat, self.at)
        return ()


@dataclass(frozen=True, slots=True)
class Reconnected(_Seated):
    """A player reconnected."""

    name = "back"

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.set_away(self.seat, None)
        return ()


@dataclass(frozen=True, slots=True)
class Showed(_Seated):
    """A seat agreed to show its hand to watchers, or withdrew that."""

    name = "showed"
    yes: bool

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.seats.set_showing(self.seat, self.yes)
        return ()


@dataclass(frozen=True, slots=True)
class ClockRestarted(TableEvent):
    """The current decision and all absences restarted after an interruption, or went on after it.

    They go on where a decision takes days, and where nobody was cut off: they are only not charged
    for the interruption.
    """

    name = "afresh"
    saved_first = True
    lost: float | None = None
    """Seconds of the interruption, where decisions go on; below 0 if the date was set back."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        history.restart_clocks(self.lost, self.at)
        return ()


@dataclass(frozen=True, slots=True)
class VacationSet(_Seated):
    """A player went on vacation, or came back: the clock of the seat stands still meanwhile."""

    name = "vacation"
    until: float | None
    """In seconds since 1970; None: the vacation has ended."""

    def apply(self, history: TableHistory) -> Sequence[Event]:
        if self.until is None:
            history.vacations.end(self.seat, self.at)
        else:
            history.vacations.begin(self.seat, self.at, self.until)
        return ()


@dataclass(frozen=True, slots=True)
class Helped(_Seated):
    """A seat had help in the running game: a hint, or a move taken back."""

    name = "helped"


_KINDS: Final[dict[str, type[TableEvent]]] = {
    kind.name: kind
    for kind in (
        Joined,
        Vacated,
        Admitted,
        Cut,
        Readied,
        LengthSet,
        DealtOut,
        Acted,
        Left,
        TimedOut,
        CalledOff,
        Disconnected,
        Reconnected,
        Showed,
        ClockRestarted,
        VacationSet,
        Helped,
    )
}


def table_event_text(entry: TableEvent) -> str:
    """Return an event as a line of JSON."""
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    said = {name: value for name, value in values.items() if value is not None}
    return json.dumps({"entry": entry.name, **said}, separators=(",", ":"), sort_keys=True)


def parse_table_event(text: str) -> TableEvent:
    """Parse an event.

    Raises:
        NotationError: it is not a table event.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        if "won" in values:
            values["won"] = tuple(values["won"])
        kind = _KINDS[values.pop("entry")]
        if values.get("scheme", SCHEME) not in SCHEMES:
            raise ValueError("dealt by a scheme of a later version")
        if kind is VacationSet:
            values.setdefault("until", None)
        return kind(**values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError("not a table event: {text!r}", text=text[:80]) from error

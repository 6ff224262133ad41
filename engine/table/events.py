"""Table events: everything that can happen at a table, as values with a text form.

Applied in order to an empty table they give the same table, with its clocks. That is how a table is
saved and restored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Literal

from engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table, at a moment in seconds since 1970."""

    name: ClassVar[str]
    saved_first: ClassVar[bool] = False
    """Whether it must be saved for good before anybody sees what comes of it."""
    at: float


@dataclass(frozen=True, slots=True)
class _Seated(TableEvent):
    """Something that one seat did."""

    seat: int


@dataclass(frozen=True, slots=True)
class Joined(_Seated):
    """Somebody took a free seat."""

    name = "sat"
    who: str
    """Who it is, for the keeper of the table; nobody at the table sees it."""
    called: str
    """What the others see."""
    kind: Literal["person", "computer"]
    nonce: str
    """In hex: what the seat adds to the chance of every deal."""
    ready: bool
    """Whether it asks for the first game by sitting down."""


@dataclass(frozen=True, slots=True)
class Vacated(_Seated):
    """A seat was given up before the first game."""

    name = "stood"


@dataclass(frozen=True, slots=True)
class Cut(_Seated):
    """A seat cut the next deck: its word takes the place of the nonce that was drawn for it."""

    name = "cut"
    word: str


@dataclass(frozen=True, slots=True)
class Readied(_Seated):
    """A seat asked for the next game, or takes that back."""

    name = "readied"
    yes: bool


@dataclass(frozen=True, slots=True)
class DealtOut(TableEvent):
    """The next game was dealt."""

    name = "dealt"
    saved_first = True


@dataclass(frozen=True, slots=True)
class Acted(_Seated):
    """A seat played an action."""

    name = "acted"
    saved_first = True
    ply: int
    action: str


@dataclass(frozen=True, slots=True)
class Left(_Seated):
    """A seat was given up for good, and the running game with it."""

    name = "left"
    saved_first = True
    why: Literal["left", "absent"] = "left"
    """By the player's own will, or claimed by the others from one who stayed away."""


@dataclass(frozen=True, slots=True)
class TimedOut(_Seated):
    """A seat's time ran out."""

    name = "lapsed"
    saved_first = True


@dataclass(frozen=True, slots=True)
class CalledOff(TableEvent):
    """The running game was given up without a result."""

    name = "called-off"
    saved_first = True


@dataclass(frozen=True, slots=True)
class Disconnected(_Seated):
    """A player's connection was lost."""

    name = "gone"


@dataclass(frozen=True, slots=True)
class Reconnected(_Seated):
    """A player is here again."""

    name = "back"


@dataclass(frozen=True, slots=True)
class Showed(_Seated):
    """A seat agreed to show its hand to watchers, or takes that back."""

    name = "showed"
    yes: bool


@dataclass(frozen=True, slots=True)
class ClockRestarted(TableEvent):
    """The present decision and every absence begin anew, for nobody could come or answer."""

    name = "afresh"
    saved_first = True


_KINDS: Final[dict[str, type[TableEvent]]] = {
    kind.name: kind
    for kind in (
        Joined,
        Vacated,
        Cut,
        Readied,
        DealtOut,
        Acted,
        Left,
        TimedOut,
        CalledOff,
        Disconnected,
        Reconnected,
        Showed,
        ClockRestarted,
    )
}


def table_event_text(entry: TableEvent) -> str:
    """Return an event as one line of JSON."""
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return json.dumps({"entry": entry.name, **values}, separators=(",", ":"), sort_keys=True)


def parse_table_event(text: str) -> TableEvent:
    """Parse an event.

    Raises:
        NotationError: it is none.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        return _KINDS[values.pop("entry")](**values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError("not a table event: {text!r}", text=text[:80]) from error

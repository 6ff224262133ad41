"""Name everything that can happen at a table, as values with a text form.

A table is the sum of its entries: applied in order to an empty table they give the same table, to
the very action, with its clocks. That is how a table is kept and brought back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Literal

from engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table, at a moment in seconds since 1970."""

    name: ClassVar[str]
    kept_first: ClassVar[bool] = False
    """Whether it must be kept for good before anybody sees what comes of it."""
    at: float


@dataclass(frozen=True, slots=True)
class _Seated(Entry):
    """Something that one seat did."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sat(_Seated):
    """Somebody took a free seat."""

    name = "sat"
    who: str
    """Who it is, for whoever keeps the table; nobody at the table sees it."""
    called: str
    """What the others see."""
    kind: Literal["person", "computer"]
    nonce: str
    """In hex: what the seat adds to the chance of every deal."""
    ready: bool
    """Whether it asks for the first game by sitting down."""


@dataclass(frozen=True, slots=True)
class Stood(_Seated):
    """A seat was given up before the first game."""

    name = "stood"


@dataclass(frozen=True, slots=True)
class Readied(_Seated):
    """A seat asked for the next game, or takes that back."""

    name = "readied"
    yes: bool


@dataclass(frozen=True, slots=True)
class DealtOut(Entry):
    """The next game was dealt."""

    name = "dealt"
    kept_first = True


@dataclass(frozen=True, slots=True)
class Acted(_Seated):
    """A seat played an action."""

    name = "acted"
    kept_first = True
    ply: int
    action: str


@dataclass(frozen=True, slots=True)
class Left(_Seated):
    """A seat was given up for good, and the running game with it."""

    name = "left"
    kept_first = True
    why: Literal["left", "absent"] = "left"
    """By the player's own will, or claimed by the others from one who stayed away."""


@dataclass(frozen=True, slots=True)
class Lapsed(_Seated):
    """A seat's time ran out."""

    name = "lapsed"
    kept_first = True


@dataclass(frozen=True, slots=True)
class CalledOff(Entry):
    """The running game was given up without a result."""

    name = "called-off"
    kept_first = True


@dataclass(frozen=True, slots=True)
class Gone(_Seated):
    """A player's connection was lost."""

    name = "gone"


@dataclass(frozen=True, slots=True)
class Back(_Seated):
    """A player is here again."""

    name = "back"


@dataclass(frozen=True, slots=True)
class Showed(_Seated):
    """A seat agreed to show its hand to watchers, or takes that back."""

    name = "showed"
    yes: bool


@dataclass(frozen=True, slots=True)
class Afresh(Entry):
    """The present decision and every absence begin anew, for nobody could come or answer."""

    name = "afresh"
    kept_first = True


_KINDS: Final[dict[str, type[Entry]]] = {
    kind.name: kind
    for kind in (
        Sat,
        Stood,
        Readied,
        DealtOut,
        Acted,
        Left,
        Lapsed,
        CalledOff,
        Gone,
        Back,
        Showed,
        Afresh,
    )
}


def entry_text(entry: Entry) -> str:
    """Write an entry as one line of JSON."""
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return json.dumps({"entry": entry.name, **values}, separators=(",", ":"), sort_keys=True)


def parse_entry(text: str) -> Entry:
    """Read an entry.

    Raises:
        NotationError: it is none.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        return _KINDS[values.pop("entry")](**values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError("not a table event: {text!r}", text=text[:80]) from error

"""What can happen in a play night, and its text in the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias

Format = Literal["swiss", "round-robin", "arena", "double-elimination"]
FORMATS: Final[tuple[Format, ...]] = ("swiss", "round-robin", "arena", "double-elimination")
Why = Literal["played", "no-show", "withdrew", "void"]
"""How a match ended. Without a winner ``played`` is a draw, and the others count for nobody."""
WHYS: Final[tuple[Why, ...]] = ("played", "no-show", "withdrew", "void")


@dataclass(frozen=True, slots=True)
class Opened:
    """A host opened the night: people may join."""

    at: float
    """In seconds since 1970, as every time here."""
    host: str
    """A player's id in the league, as everywhere here."""
    format: Format
    ruleset: str
    timing: str
    rounds: int = 0
    """Rounds of a Swiss tournament; 0: as many as its players need."""
    minutes: int = 0
    """Minutes of an arena."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joined, or is back."""

    player: str
    guest: str = ""
    """The name of a guest; those of others are found by their account, as long as it is there."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player left, or was withdrawn."""

    player: str
    barred: bool = False
    """Whether the host decided it: they may not come back."""


@dataclass(frozen=True, slots=True)
class Started:
    """The night began."""

    at: float
    order: tuple[str, ...]
    """The players in order of seed."""
    rounds: int
    """How many rounds there are; 0 where that follows from the results."""


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Players were paired: the next matches."""

    at: float
    pairs: tuple[tuple[int, str, str | None], ...]
    """The round, who starts and who does not; nobody else for a bye."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match got a table."""

    match: int
    table: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match is decided."""

    match: int
    winner: str
    """Empty if nobody won."""
    why: Why = "played"


@dataclass(frozen=True, slots=True)
class Closed:
    """The night is over."""

    at: float


@dataclass(frozen=True, slots=True)
class Reopened:
    """The night goes on, as if it had not been closed."""

    at: float


NightEvent: TypeAlias = (
    Opened | Joined | Left | Started | RoundPaired | MatchStarted | MatchEnded | Closed | Reopened
)

_KINDS: Final[dict[str, type[NightEvent]]] = {
    "opened": Opened,
    "joined": Joined,
    "left": Left,
    "started": Started,
    "paired": RoundPaired,
    "table": MatchStarted,
    "ended": MatchEnded,
    "closed": Closed,
    "reopened": Reopened,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def night_event_text(event: NightEvent) -> str:
    """Return an event as a line of JSON."""
    return json.dumps({"kind": _NAMES[type(event)], **asdict(event)})


def parse_night_event(text: str) -> NightEvent:
    """Read an event.

    Raises:
        ValueError: this is no event.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        kind = _KINDS[values.pop("kind")]
        if kind is RoundPaired:
            values["pairs"] = tuple(map(tuple, values["pairs"]))
        if kind is Started:
            values["order"] = tuple(values["order"])
        return kind(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an event of a play night: {text[:80]}") from error

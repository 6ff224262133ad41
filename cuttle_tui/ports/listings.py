"""The lists and news of the lobby, as plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table as the lobby lists it."""

    id: str
    title: str
    names: tuple[str, ...]
    free: int
    seats: int
    ruleset: str
    timing: str
    running: bool
    turn: int
    """Turn of a running game, from 1; 0 before."""
    watchers: int
    rated: bool
    mine: bool
    """Whether the player sits there."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A connected player."""

    id: str
    name: str
    guest: bool
    doing: Literal["lobby", "waiting", "playing", "watching"]
    table: str
    """The title of their table, if any."""
    me: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A player waiting for a quick match."""

    name: str
    ruleset: str
    rated: bool
    since: float
    """Seconds they have waited."""
    me: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game."""

    id: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    ruleset: str
    ended: str
    """Day and time, UTC, as ``2026-11-21 08:15``."""
    rated: bool


Ending = Literal["", "won", "lost", "drawn", "time", "off"]
"""``time``: lost on time; ``off``: called off."""


@dataclass(frozen=True, slots=True)
class News:
    """A notification of the lobby to a player."""

    kind: Literal[
        "lobby", "paired", "announcement", "closing", "sat-down", "claimed", "ended", "account"
    ]
    """``lobby``: its lists have changed; ``paired``: a quick match was found; ``sat-down``:
    somebody joined the player's table; ``claimed``: the player stayed away, and the others claimed
    the game at the table named; ``ended``: that game ended otherwise, and its table is closed;
    ``account``: the player's account has changed, here or elsewhere; the others carry a text."""
    text: str = ""
    how: Ending = ""
    """How the game ended for this player."""


NewsListener = Callable[[News], None]

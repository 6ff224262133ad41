"""What the lobby lists and tells, as plain values."""

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
    """Who sits there."""
    free: int
    seats: int
    ruleset: str
    timing: str
    running: bool
    turn: int
    """Of a running game, counted from 1; 0 before."""
    watchers: int
    rated: bool
    mine: bool
    """Whether one sits there oneself."""


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody who is here."""

    id: str
    name: str
    guest: bool
    doing: Literal["lobby", "waiting", "playing", "watching"]
    table: str
    """The title of the table, where there is one."""
    me: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """Somebody who waits for a quick match."""

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
"""``time``: one lost by the clock; ``off``: there was no result."""


@dataclass(frozen=True, slots=True)
class News:
    """Something the lobby tells one player."""

    kind: Literal[
        "lobby", "paired", "announcement", "closing", "sat-down", "claimed", "ended", "account"
    ]
    """``lobby``: its lists have changed; ``paired``: a quick match was found; ``sat-down``:
    somebody took a seat at one's table; ``claimed``: one stayed away, and the others claimed the
    game at the table named; ``ended``: it ended otherwise, and nobody sits there any more;
    ``account``: what the server keeps of one was changed, here or
    elsewhere; the others carry a text."""
    text: str = ""
    how: Ending = ""
    """How the game ended for the player who gets this."""


NewsListener = Callable[[News], None]

"""Correspondence games: the games of a player that wait for somebody's move, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cuttle_tui.ports.listings import Ending


@dataclass(frozen=True, slots=True)
class InboxLine:
    """A correspondence table at which the player sits."""

    id: str
    """The table's id."""
    title: str
    opponents: tuple[str, ...]
    """The names of the others; fewer while seats are free."""
    ruleset: str
    timing: str
    """The days for each move, as ``3d``."""
    rated: bool
    state: Literal["waiting", "playing", "over"]
    """``waiting``: for players; ``over``: the game, which the player may look at."""
    waits_for_me: bool
    """Whether it is the player's move, or they have to ask for the next game."""
    mover: str = ""
    """Whose move it is; empty for the player's own, and where there is no game."""
    deadline: str = ""
    """When that player's time ends, as ``2026-11-25 14:00`` in UTC."""
    left: int = 0
    """The seconds left to that player, rounded for display."""
    vacation: str = ""
    """Until when that player is on vacation, in the form of the deadline; empty if they are not."""
    score: tuple[int, ...] = ()
    """Games won at this table, the player's first."""
    result: Ending = ""
    """How the match ended, if it has."""
    code: str = ""
    """The room code, while seats are free."""


@dataclass(frozen=True, slots=True)
class VacationLine:
    """A player's vacation from correspondence games."""

    days_left: int
    """Days that may still be taken this year."""
    until: str = ""
    """When the running vacation ends, as ``2026-11-25 14:00`` in UTC; empty if there is none."""


@dataclass(frozen=True, slots=True)
class EmailLine:
    """Where a player is told by e-mail that it is their move."""

    address: str = ""
    """Empty if there is none."""
    confirmed: bool = False
    """Whether the code that was sent there has come back; until then nothing else is sent."""

"""What is at stake in a rated game, as plain values; whoever keeps the league fills them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StakeSeat:
    """What is at stake for a seat."""

    rating: int
    provisional: bool
    win: int
    """Change of the rating after a win."""
    loss: int
    """Change of the rating after a loss, usually negative."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake in a rated game."""

    season: str
    """The season's id; empty between seasons."""
    week: int
    weeks: int
    score: tuple[int, int]
    """Games of the week's match won by seats 0 and 1."""
    counts: bool
    """Whether the match counts for the week."""
    why: Literal["", "decided", "no-season", "days"] = ""
    """Why not: this week's match of the pair is decided, no season is running, or it is a
    correspondence game."""
    seats: tuple[StakeSeat, ...] = ()

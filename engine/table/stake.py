"""What is at stake in a rated game, as plain values; whoever keeps the league fills them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.table.match import WINS_NEEDED


@dataclass(frozen=True, slots=True)
class StakeSeat:
    """What is at stake for a seat."""

    rating: int
    provisional: bool
    win: int
    """Change of the rating after a win."""
    loss: int
    """Change of the rating after a loss, usually negative."""
    change: int | None = None
    """What the game that has ended did to the rating, once that is known."""


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
    """Whether the game counts for the week's match."""
    why: Literal["", "decided", "no-season", "days"] = ""
    """Why not: this week's match of the pair is decided, no season is running, or it is a
    correspondence game."""
    seats: tuple[StakeSeat, ...] = ()
    """Both seats; empty until both are taken."""

    @property
    def casual(self) -> bool:
        """Whether the game counts for no rating: between seasons, and after a decided match."""
        return self.why in ("decided", "no-season")

    @property
    def decided(self) -> bool:
        """Whether the week's match is decided, by this game or before it."""
        return max(self.score) >= WINS_NEEDED["firstTo2"]

"""The plain values of the league that the store takes and returns; players are `player_id`s."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from server.league.seasons import RatedGame, Season

Result = Literal["won", "lost", "drawn", "void"]
"""How a game ended for a seat."""
Verdict = Literal["won", "stalemate", "void", "as-played"]
"""What a correction makes of a game; the last takes earlier corrections back."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, and when an operator closed it."""

    season: Season
    closed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """An operator's decision about a game; the latest holds."""

    game: str
    result: Verdict
    seat: int | None
    """The winner's seat."""
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A rated game of a season, as corrected."""

    id: str
    season: str
    week: int
    pool: str
    ended: datetime
    one: str
    other: str
    """The two players, sorted."""
    winner: str | None
    """None after a stalemate."""
    counts: bool = False
    """False if it is casual, because the week's match of the pair was decided before."""

    @property
    def rated(self) -> RatedGame:
        """The game as matches are made of it."""
        return RatedGame(self.id, self.ended, (self.one, self.other), self.winner)


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """The match of a pair in a week."""

    season: str
    week: int
    one: str
    other: str
    wins_one: int
    wins_other: int
    started: datetime
    ended: datetime | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A player's rating in a pool."""

    player: str
    pool: str
    mu: float
    sigma: float
    games: int
    shown: int
    ended: datetime
    """When the last of the games ended."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A player's rating after a game."""

    game: str
    player: str
    pool: str
    ended: datetime
    day: str
    mu: float
    sigma: float
    games: int
    shown: int


@dataclass(frozen=True, slots=True)
class ChampionshipRow:
    """A championship: who entered, and what happened since."""

    id: str
    year: int
    suit: str
    """Empty for a World Championship."""
    created: datetime
    entrants: tuple[str, ...]
    """Players, in order of seed."""
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightRow:
    """A play night: its head, and its entries in order."""

    id: str
    head: str
    entries: tuple[str, ...] = ()

"""Ratings, as lists and pages show them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating in one pool."""

    name: str
    rating: int
    spread: int
    """The rating is probably within so much of the true strength, both ways."""
    provisional: bool
    """Whether there are too few games yet to trust it."""
    games: int
    pool: str
    """``live``, ``days`` or ``bots``."""

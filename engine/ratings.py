"""Ratings: how strong a player is, by the Plackett-Luce model of games with luck (ADR 12)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

PROVISIONAL_GAMES: Final = 10
"""A rating is provisional until it has so many games."""
MEAN: Final = 25.0
SPREAD: Final = MEAN / 3
LUCK: Final = SPREAD
"""The model's beta. It is twice the usual one, because the cards decide many games (ADR 12)."""
DIGITS: Final = 6
"""Decimals kept after each game, so that processors which round the last bit differently agree."""
_DRIFT: Final = MEAN / 300
"""How much less certain a strength is at each game, so that no rating ever stands still."""
_LEAST: Final = 1e-4
"""The least part of its variance that a rating keeps."""
_SHOWN_MEAN: Final = 1500
_SCALE: Final = 400 / math.log(10) / (math.sqrt(2) * LUCK)
"""Shown points for one of the model: 400 points are odds of ten to one, as in Elo's scale."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength. The defaults are those of a new player."""

    mu: float = MEAN
    """The most likely strength, on the model's scale."""
    sigma: float = SPREAD
    """How uncertain it is: the standard deviation."""
    games: int = 0


START: Final = Rating()


def fixed(points: int) -> Rating:
    """Return the rating of what is known to be so strong, in shown points."""
    return Rating(MEAN + (points - _SHOWN_MEAN) / _SCALE, 0.0)


def brought(points: int, spread: int, games: int) -> Rating:
    """Return a rating that was earned elsewhere, in shown points."""
    mu = round(fixed(points).mu, DIGITS)
    return Rating(mu, round(spread / 2 / _SCALE, DIGITS), games)


def provisional(rating: Rating) -> bool:
    """Return whether there are too few games to trust the rating; a fixed one needs none."""
    return rating.games < PROVISIONAL_GAMES and rating.sigma > 0.0


def shown(rating: Rating) -> int:
    """Return the rating as players know it: 1500 for a new player, more is better."""
    return round(_SHOWN_MEAN + (rating.mu - MEAN) * _SCALE)


def spread(rating: Rating) -> int:
    """Return how far off the shown rating may be, up or down, nineteen times out of twenty."""
    return round(2 * rating.sigma * _SCALE)


def chance(one: Rating, other: Rating) -> float:
    """Return how likely it is that the first of two players wins a game that has a winner."""
    # The model's own chance. The normal curve of openskill's predict_win is too sure.
    uncertainty = math.sqrt(2 * LUCK**2 + one.sigma**2 + other.sigma**2)
    return (1 + math.tanh((one.mu - other.mu) / uncertainty / 2)) / 2


def after_duel(one: Rating, other: Rating, *, won: bool) -> Rating:
    """Return the first player's rating after a game of two.

    It is what the model comes to where two play alone; the league rates with the whole of it.
    """
    variance, against = one.sigma**2 + _DRIFT**2, other.sigma**2 + _DRIFT**2
    uncertainty = math.sqrt(variance + against + 2 * LUCK**2)
    expected = 1 / (1 + math.exp((other.mu - one.mu) / uncertainty))
    gained = variance / uncertainty * (won - expected)
    share = math.sqrt(variance) / uncertainty
    learnt = share * variance / uncertainty**2 * expected * (1 - expected)
    sigma = math.sqrt(variance * max(1 - learnt, _LEAST))
    return Rating(round(one.mu + gained, DIGITS), round(sigma, DIGITS), one.games + 1)

"""What results are worth: scores with their intervals, and ratings.

Ratings are on the usual scale: 400 points are odds of ten to one. Where a player meets several
opponents at once, its odds of winning are its strength against the sum of theirs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Z: Final = 1.959963984540054
"""Standard deviations on each side of an interval of 95 %."""
_SCALE: Final = 400 / math.log(10)
"""Rating points to a natural logarithm of odds."""
_ENOUGH_BLOCKS: Final = 20
_ENOUGH_POINTS: Final = 10
"""Blocks, and points won and lost, from which on the spread of the blocks is trusted."""
_STEPS: Final = 50
_CLOSE: Final = 1e-9

Method = Literal["paired", "Wilson"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of points with its 95 % interval."""

    value: float
    low: float
    high: float
    method: Method
    """``paired``: from the spread of the blocks, each a deal played from every side; ``Wilson``:
    from the number of games, where there are few blocks or nearly all ended alike."""


def estimate(blocks: Sequence[float], games: int) -> Estimate:
    """Estimate the share of points a player makes.

    Args:
        blocks: the points the player made in each block.
        games: the games of a block.
    """
    count = len(blocks)
    share = sum(blocks) / (count * games)
    error = Z * math.sqrt(variance(blocks) / count) / games
    if is_paired(blocks, games):
        return Estimate(share, max(0.0, share - error), min(1.0, share + error), "paired")
    return Estimate(share, *wilson(share, count * games), "Wilson")


def is_paired(blocks: Sequence[float], games: int) -> bool:
    """Return whether there are enough blocks, points won and points lost to trust their spread."""
    won, played = sum(blocks), len(blocks) * games
    enough = len(blocks) >= _ENOUGH_BLOCKS and min(won, played - won) >= _ENOUGH_POINTS
    return enough and variance(blocks) > 0


def variance(values: Sequence[float]) -> float:
    """Return the variance of what these values are a sample of; 0 for fewer than two."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) of a share in so many games."""
    square = Z * Z / games
    middle = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def rating_difference(share: float, sides: int = 2) -> float:
    """Return by how many rating points a player is stronger, by its share of points.

    Args:
        share: 0 to 1; 0 and 1 are infinitely far apart.
        sides: how many sides play; all others are of the same strength.
    """
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return _SCALE * math.log((sides - 1) * share / (1 - share))


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players made of their games."""

    one: int
    other: int
    blocks: tuple[float, ...]
    """The points of the first in each block."""
    games: int
    """The games of a block, which is also how many sides play."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; the mean of all players is 0."""

    points: float
    error: float
    """Half of the 95 % interval."""


def ratings(players: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """Rate players by all their games: the most likely ratings (Bradley and Terry).

    Each pair is given one more game, drawn, so that nobody is infinitely strong. The errors follow
    from the spread of the blocks.
    """
    strengths = [0.0] * players
    for _ in range(_STEPS):
        inverse = _inverse(_information(strengths, meetings))
        slope = _slope(strengths, meetings)
        steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        strengths = [
            strength + max(-1.0, min(1.0, step))
            for strength, step in zip(strengths, steps, strict=True)
        ]
        if max(map(abs, steps)) < _CLOSE:
            break
    mean = sum(strengths) / players
    inverse = _inverse(_information(strengths, meetings))
    errors = _errors(inverse, strengths, meetings)
    return [
        Rating(_SCALE * (strength - mean), Z * _SCALE * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _expected(strengths: Sequence[float], meeting: Meeting) -> float:
    """Return the share of points the first of a meeting is expected to make."""
    ahead = strengths[meeting.one] - strengths[meeting.other] - math.log(meeting.games - 1)
    return 1 / (1 + math.exp(-ahead))


def _games(meeting: Meeting) -> int:
    return len(meeting.blocks) * meeting.games + 1


def _slope(strengths: Sequence[float], meetings: Sequence[Meeting]) -> list[float]:
    """Return what each player made beyond what was expected."""
    slope = [0.0] * len(strengths)
    for meeting in meetings:
        drawn = 1 / meeting.games
        beyond = sum(meeting.blocks) + drawn - _games(meeting) * _expected(strengths, meeting)
        slope[meeting.one] += beyond
        slope[meeting.other] -= beyond
    return slope


def _information(strengths: Sequence[float], meetings: Sequence[Meeting]) -> list[list[float]]:
    """Return the information matrix; a constant makes it invertible, and fixes the mean."""
    count = len(strengths)
    matrix = [[1 / count] * count for _ in range(count)]
    for meeting in meetings:
        share = _expected(strengths, meeting)
        _add(matrix, meeting, _games(meeting) * share * (1 - share))
    return matrix


def _add(matrix: list[list[float]], meeting: Meeting, weight: float) -> None:
    one, other = meeting.one, meeting.other
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _errors(
    inverse: list[list[float]], strengths: Sequence[float], meetings: Sequence[Meeting]
) -> list[float]:
    """Return the standard error of each strength, by the spread of the blocks."""
    count = len(inverse)
    spread = [[0.0] * count for _ in range(count)]
    for meeting in meetings:
        share = _expected(strengths, meeting)
        by_chance = _games(meeting) * share * (1 - share)
        seen = variance(meeting.blocks) * len(meeting.blocks)
        _add(spread, meeting, seen if is_paired(meeting.blocks, meeting.games) else by_chance)
    return [
        math.sqrt(sum(row[i] * spread[i][j] * row[j] for i in range(count) for j in range(count)))
        for row in inverse
    ]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]

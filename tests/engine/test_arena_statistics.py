"""Scores, intervals and ratings agree with what is known of them."""

from __future__ import annotations

import math
import random

import pytest

from engine.arena.games import quantile, step_of
from engine.arena.report import Meeting, estimate, rating_difference, ratings, wilson


def test_wilson_agrees_with_published_values() -> None:
    """Newcombe (1998): 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(won / games, games) == pytest.approx((low, high), abs=5e-5)


def test_pairs_count_as_one_and_luck_of_the_deal_falls_out() -> None:
    level = [1.0] * 50 + [2.0, 0.0] * 5
    found = estimate(level, 2)
    assert (found.value, found.method) == (0.5, "paired")
    assert found.high - found.value == pytest.approx(1.96 * math.sqrt(10 / 59 / 60) / 2, abs=1e-4)
    by_games = wilson(0.5, 120)
    assert found.high - 0.5 < (by_games[1] - 0.5) / 1.5


@pytest.mark.parametrize("points", [[2.0] * 30, [1.0] * 30, [2.0, 0.0] * 4, [2.0] * 29 + [1.0]])
def test_few_or_equal_deals_have_the_interval_of_their_games(points: list[float]) -> None:
    found = estimate(points, 2)
    share = sum(points) / len(points) / 2
    assert found.method == "Wilson"
    assert (found.low, found.high) == wilson(share, 2 * len(points))


def test_rating_differences_follow_the_odds() -> None:
    assert rating_difference(0.5) == 0
    assert rating_difference(10 / 11) == pytest.approx(400)
    assert rating_difference(1 / 11) == pytest.approx(-400)
    assert rating_difference(1 / 3, 3) == pytest.approx(0)
    assert rating_difference(0) == -math.inf
    assert rating_difference(1) == math.inf


@pytest.mark.parametrize("sides", [2, 3])
def test_ratings_find_the_strengths_that_made_the_results(sides: int) -> None:
    strengths, chance = [200.0, 0.0, -50.0, -150.0], random.Random(5)
    meetings = []
    for one in range(4):
        for other in range(one + 1, 4):
            odds = 10 ** ((strengths[one] - strengths[other]) / 400) / (sides - 1)
            share = odds / (1 + odds)
            won = (sum(chance.random() < share for _ in range(sides)) for _ in range(400))
            meetings.append(Meeting(one, other, tuple(map(float, won)), sides))
    found = ratings(4, meetings)
    assert sum(rating.points for rating in found) == pytest.approx(0, abs=1e-6)
    for rating, strength in zip(found, strengths, strict=True):
        assert abs(rating.points - strength) < 2 * rating.error
        assert 5 < rating.error < 40


def test_two_players_lie_as_far_apart_as_their_score_says() -> None:
    blocks = tuple(map(float, [2, 1, 1, 1] * 50))
    one, other = ratings(2, [Meeting(0, 1, blocks, 2)])
    assert one.points - other.points == pytest.approx(rating_difference(0.625), abs=1)


def test_nobody_is_infinitely_strong() -> None:
    one, other = ratings(2, [Meeting(0, 1, (2.0,) * 100, 2)])
    assert 600 < one.points - other.points < 2000
    assert other.error > 50


def test_times_are_kept_to_within_a_fortieth() -> None:
    seconds = [0.001 * number for number in range(1, 1001)]
    counts: dict[int, int] = {}
    for each in seconds:
        counts[step_of(each)] = counts.get(step_of(each), 0) + 1
    assert quantile(counts, 0.5) == pytest.approx(0.5, rel=0.03)
    assert quantile(counts, 0.95) == pytest.approx(0.95, rel=0.03)
    assert quantile({}, 0.5) is None
    assert step_of(0) == step_of(1e-9)

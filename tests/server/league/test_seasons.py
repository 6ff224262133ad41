"""Random seasons: what must hold for all, and a second implementation that must agree."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from server.league.paper import table_json
from server.league.seasons import RatedGame, Season, play_matches
from server.league.standings import standings, week_scores
from tests.server.league.games import START
from tests.server.league.naive_season import naive_table

WEEKS = 3
SEASON = Season("s", "clubs", 2026, "cuttle.cards", START, weeks=WEEKS)
_HALF_DAYS = st.integers(-3, 14 * WEEKS + 3)
"""Half days after the beginning: many of them are the beginning or the end of a week."""


_PAIRS = [*permutations(("ann", "bob", "cat", "dan"), 2)] + [("ann", "bob")] * 12
_ROWS = st.lists(
    st.tuples(st.sampled_from(_PAIRS), _HALF_DAYS, st.sampled_from((0, 0, 1, 1, None))), max_size=50
)


def _games(*, apart: bool = False) -> st.SearchStrategy[list[RatedGame]]:
    """Draw games; the apart ones all end at different moments."""
    return _ROWS.map(lambda rows: [_game(*row, apart) for row in enumerate(rows)])


def _game(number: int, row: tuple[tuple[str, str], int, int | None], apart: bool) -> RatedGame:
    pair, half_days, winner = row
    ended = START + timedelta(hours=12 * half_days, seconds=number if apart else 0)
    return RatedGame(f"{number:03}", ended, pair, None if winner is None else pair[winner])


@given(_games())
def test_a_second_implementation_agrees(games: list[RatedGame]) -> None:
    ours, theirs = table_json(SEASON, games), naive_table(START, WEEKS, games)
    assert ours["weeks"] == theirs["weeks"]
    assert ours["standings"] == theirs["standings"]


@pytest.mark.parametrize("seed", range(60))
def test_a_second_implementation_agrees_on_full_seasons(seed: int) -> None:
    chance = random.Random(seed)
    half_days = (-3, 14 * WEEKS + 3)
    games = [
        _game(
            number,
            (chance.choice(_PAIRS), chance.randint(*half_days), chance.choice((0, 1, None))),
            apart=chance.random() < 0.5,
        )
        for number in range(chance.randrange(20, 300))
    ]
    assert table_json(SEASON, games) == naive_table(START, WEEKS, games)


@given(_games(apart=True), st.randoms(use_true_random=False))
def test_the_order_of_the_games_never_matters(
    games: list[RatedGame], chance: random.Random
) -> None:
    shuffled = [*games]
    chance.shuffle(shuffled)
    assert play_matches(SEASON, shuffled) == play_matches(SEASON, games)


@given(_games())
def test_a_pair_has_at_most_one_match_a_week_and_a_game_at_most_one_match(
    games: list[RatedGame],
) -> None:
    played = play_matches(SEASON, games)
    assert max(Counter((m.pair, m.week) for m in played.matches).values(), default=0) <= 1
    ids = Counter([*played.counted, *played.casual])
    inside = [game.id for game in games if SEASON.week(game.ended) is not None]
    assert ids == Counter(inside)
    for match in played.matches:
        assert max(match.wins) <= 2
        assert (match.winner is None) == (match.ended is None)


@given(_games())
def test_points_and_wins_add_up(games: list[RatedGame]) -> None:
    matches = play_matches(SEASON, games).matches
    table = standings(SEASON, matches)
    decided = [match for match in matches if match.winner is not None]
    assert sum(line.wins for line in table) == sum(line.losses for line in table) == len(decided)
    by_week = [week_scores(matches, week) for week in range(1, WEEKS + 1)]
    assert sum(line.points for line in table) == sum(s.points for week in by_week for s in week)
    for line in table:
        assert (line.points, len(line.weeks)) == (sum(line.weeks), WEEKS)
    for scores in by_week:
        assert [score.points for score in scores] == sorted(
            (score.points for score in scores), reverse=True
        )
        assert all((score.points == 1) == (score.wins == 0) for score in scores)
    assert [line.place for line in table] == sorted(line.place for line in table)

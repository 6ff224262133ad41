"""Ratings: pure, the same however they are computed, on the scale players know."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from engine.bots.levels import LEVELS, USUAL_LEVEL
from engine.ratings import START, Rating, after_duel, chance, fixed, provisional, shown, spread
from engine.table.controls import TimeControl, parse_control
from server.league.ratings import (
    POOLS,
    Pool,
    RatingChange,
    RatingGame,
    changes,
    held,
    pool_of,
    rate,
    rate_game,
)

_START = datetime(2026, 1, 5, tzinfo=UTC)
_NAMES = ("ann", "bob", "cleo", "dan", "eve")

_ratings = st.builds(
    Rating, mu=st.floats(-20, 70), sigma=st.floats(1, 25 / 3), games=st.integers(0, 1000)
)
_games = st.lists(
    st.tuples(
        st.integers(0, 20), st.sampled_from(POOLS), st.permutations(_NAMES).map(lambda p: p[:2])
    ),
    max_size=25,
).map(
    lambda rows: [
        RatingGame.duel(f"g{number}", _START + timedelta(hours=hour), pool, winner, loser)
        for number, (hour, pool, (winner, loser)) in enumerate(rows)
    ]
)


def test_new_players_are_shown_at_1500_and_provisional() -> None:
    assert (shown(START), spread(START), chance(START, START)) == (1500, 246, 0.5)
    assert provisional(START)
    assert provisional(Rating(games=9))
    assert not provisional(Rating(games=10))


def test_the_first_game_moves_both_by_as_much() -> None:
    ((winner,), (loser,)) = rate(((START,), (START,)), (1, 2))
    assert (winner.mu, winner.sigma, winner.games) == (27.08349, 8.202492, 1)
    assert (loser.mu, loser.sigma, loser.games) == (22.91651, 8.202492, 1)
    assert changes(START, START) == (31, -31)


def test_400_points_are_odds_of_ten_to_one_between_well_known_players() -> None:
    strong, weak = Rating(sigma=0.01), Rating(mu=25 - 400 / 14.740, sigma=0.01)
    assert shown(strong) - shown(weak) == 400
    assert chance(strong, weak) == pytest.approx(10 / 11, abs=1e-4)


@given(_ratings, _ratings)
def test_a_win_gains_a_loss_costs_and_the_chances_sum_to_one(one: Rating, other: Rating) -> None:
    win, loss = changes(one, other)
    assert win >= 0 >= loss
    assert chance(one, other) + chance(other, one) == pytest.approx(1)
    assert (chance(one, other) > 0.5) == (one.mu > other.mu) or abs(one.mu - other.mu) < 1e-9


@given(_ratings, _ratings)
def test_an_upset_moves_more_than_the_expected_result(one: Rating, other: Rating) -> None:
    win, loss = changes(one, other)
    assert (chance(one, other) < 0.5) <= (win >= -loss - 1)


@given(st.lists(_ratings, min_size=4, max_size=4), st.permutations(range(4)))
def test_the_order_in_which_seats_are_named_does_not_matter(
    ratings: list[Rating], order: list[int]
) -> None:
    ranks = (1, 2, 2, 3)
    straight = rate([[rating] for rating in ratings], ranks)
    mixed = rate([[ratings[seat]] for seat in order], [ranks[seat] for seat in order])
    for place, seat in enumerate(order):
        assert mixed[place][0].mu == pytest.approx(straight[seat][0].mu, abs=1e-5)
        assert mixed[place][0].sigma == pytest.approx(straight[seat][0].sigma, abs=1e-5)


def test_three_seats_one_wins_and_the_others_lose_alike() -> None:
    (winner,), (second,), (third,) = rate([[START]] * 3, (1, 2, 2))
    assert winner.mu > START.mu > second.mu == third.mu


def test_partners_win_and_lose_together_the_less_known_one_more() -> None:
    known = Rating(sigma=3)
    (new, old), losers = rate([[START, known], [START, known]], (1, 2))
    assert new.mu - START.mu > old.mu - known.mu > 0
    assert all(after.mu < 25 for after in losers)
    assert [each.games for each in (new, old, *losers)] == [1] * 4


@pytest.mark.parametrize(
    ("teams", "ranks", "why"),
    [
        ([[START], [START]], (1, 1), "without a winner"),
        ([[START]], (1,), "not 1"),
        ([[START]] * 5, (1, 2, 3, 4, 5), "not 5"),
        ([[START], []], (1, 2), "two to four"),
        ([[START], [START]], (1, 2, 3), "not 3"),
    ],
)
def test_what_cannot_be_rated_is_refused(
    teams: list[list[Rating]], ranks: tuple[int, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        rate(teams, ranks)


def _curve(games: Iterable[RatingGame], pool: Pool, player: str) -> list[RatingChange]:
    """Rate each game as it ends; return what was done to a player's rating."""
    kept: dict[Pool, dict[str, Rating]] = {pool: {} for pool in POOLS}
    curve = []
    for game in sorted(games, key=lambda game: (game.ended, game.id)):
        rated = rate_game(game, kept[game.pool])
        kept[game.pool] |= {change.player: change.after for change in rated}
        curve += [change for change in rated if (change.pool, change.player) == (pool, player)]
    return curve


@pytest.mark.slow
@given(_games)
def test_a_pool_is_not_moved_by_the_games_of_another(games: list[RatingGame]) -> None:
    for pool in POOLS:
        alone = [game for game in games if game.pool == pool]
        for name in _NAMES:
            assert _curve(games, pool, name) == _curve(alone, pool, name)


def test_a_curve_goes_from_rating_to_rating() -> None:
    hours = iter(range(100))
    games = [
        RatingGame.duel(f"g{hour}", _START + timedelta(hours=hour), "live", *pair)
        for pair in (("ann", "bob"), ("bob", "cleo"), ("cleo", "ann"), ("ann", "bob"))
        for hour in (next(hours),)
    ]
    curve = _curve(games, "live", "ann")
    assert [change.game for change in curve] == ["g0", "g2", "g3"]
    assert curve[0].before == START
    assert [change.before for change in curve[1:]] == [change.after for change in curve[:-1]]


@pytest.mark.parametrize(
    ("clock", "computers", "pool"),
    [
        ("none", False, "live"),
        ("relaxed", False, "live"),
        ("quick", True, "live-bots"),
        ("60+3540", False, "live"),
        ("60+3541", False, "days"),
    ],
)
def test_the_pool_of_a_game(clock: str, computers: bool, pool: Pool) -> None:
    assert pool_of(parse_control(clock), computers) == pool


def test_days_to_think_against_computers_are_a_pool_of_their_own() -> None:
    assert pool_of(TimeControl("3 days", 3 * 86_400, 0), computers=True) == "days-bots"


def test_ratings_find_the_order_of_strength() -> None:
    chance_of = random.Random(7)
    strength = {f"p{number}": number / 4 for number in range(8)}
    games = []
    for number in range(400):
        one, other = chance_of.sample(sorted(strength), 2)
        won = chance_of.random() < 1 / (1 + 10 ** (strength[other] - strength[one]))
        pair = (one, other) if won else (other, one)
        games.append(RatingGame.duel(f"g{number:03}", _START, "live", *pair))
    by_rating = sorted(strength, key=lambda name: _curve(games, "live", name)[-1].after.mu)
    places = [abs(by_rating.index(name) - number) for number, name in enumerate(strength)]
    assert max(places) <= 1


@given(_ratings, _ratings, st.booleans())
def test_a_duel_alone_comes_to_what_the_whole_model_says(
    one: Rating, other: Rating, won: bool
) -> None:
    (((whole,), _)) = rate(((one,), (other,)), (1, 2) if won else (2, 1))
    alone = after_duel(one, other, won=won)
    assert (alone.mu, alone.sigma) == pytest.approx((whole.mu, whole.sigma), abs=1e-5)
    assert alone.games == whole.games


@given(st.integers(0, 3000))
def test_a_fixed_rating_is_shown_as_it_was_given(points: int) -> None:
    assert shown(fixed(points)) == points
    assert spread(fixed(points)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
@pytest.mark.parametrize("won", [True, False])
def test_a_residents_rating_never_moves_and_players_still_do(level: str, won: bool) -> None:
    """It plays no better for having won against those who let it."""
    resident, games = f"computer {level}", []
    for number in range(60):
        pair = (resident, f"p{number % 4}") if won else (f"p{number % 4}", resident)
        ended = _START + timedelta(hours=number)
        games.append(RatingGame.duel(f"g{number}", ended, "live-bots", *pair))
    curve = _curve(games, "live-bots", resident)
    assert len({shown(change.after) for change in curve}) == 1
    assert curve[-1].after.games == 60
    player = shown(_curve(games, "live-bots", "p0")[-1].after)
    assert player < 1500 if won else player > 1500


def test_residents_are_rated_by_their_level() -> None:
    rated = [shown(held(f"computer {level.name}", START)) for level in LEVELS]
    assert rated == sorted({*rated})
    assert shown(held(f"computer {USUAL_LEVEL}", START)) == 1500
    assert not provisional(held("computer master", START))
    assert held("somebody", START) == START


@pytest.mark.slow
def test_openskill_is_loaded_by_the_first_rated_game_only() -> None:
    program = (
        "import sys\n"
        "from engine.ratings import START, chance, shown, spread\n"
        "from server.league.ratings import changes\n"
        "chance(START, START), shown(START), spread(START)\n"
        "assert 'openskill' not in sys.modules\n"
        "changes(START, START)\n"
        "assert 'openskill' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)

"""Pairings of play nights: whoever can be paired is, without rematches as long as that works."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from server.league.night_results import Pairing, Result, points_of
from server.league.pairing import arena, round_robin, swiss, swiss_rounds
from tests.server.league.nights import NAMES, can_pair, met, nights, played


def _names(pairings: tuple[Pairing, ...]) -> list[str]:
    return [name for each in pairings for name in (each.first, each.second) if name is not None]


def _bye(pairings: tuple[Pairing, ...]) -> str | None:
    return next((each.first for each in pairings if each.second is None), None)


def _whole_swiss(players: int, rounds: int, seed: int) -> list[Result]:
    chaos = random.Random(seed)
    results: list[Result] = []
    for _ in range(rounds):
        results += played(swiss(NAMES[:players], results), chaos)
    return results


def _balance(pairings: list[Pairing]) -> Counter[str]:
    """Return how much more often each player started than not."""
    games = [each for each in pairings if each.second is not None]
    balance = Counter(each.first for each in games)
    balance.subtract(str(each.second) for each in games)
    return balance


# Swiss


@pytest.mark.slow
@given(nights())
def test_everybody_here_is_in_one_pairing_of_the_next_round(
    night: tuple[list[str], list[Result]],
) -> None:
    here, results = night
    pairings = swiss(here, results)
    assert sorted(_names(pairings)) == sorted(here)
    assert sum(each.second is None for each in pairings) == len(here) % 2
    last = max((result.pairing.round for result in results), default=0)
    assert {each.round for each in pairings} == {last + 1}


@pytest.mark.slow
@given(nights())
def test_there_is_no_rematch_that_could_be_avoided(night: tuple[list[str], list[Result]]) -> None:
    here, results = night
    pairings = swiss(here, results)
    games = {frozenset((each.first, each.second)) for each in pairings if each.second}
    chances = [[each for each in here if each != bye] for bye in here] if len(here) % 2 else [here]
    if any(can_pair(players, results) for players in chances):
        assert not games & met(results)


@pytest.mark.slow
@given(nights())
def test_a_bye_goes_to_the_last_of_those_with_the_fewest_who_can_have_it(
    night: tuple[list[str], list[Result]],
) -> None:
    here, results = night
    had = Counter(result.pairing.first for result in results if result.pairing.second is None)
    points = points_of(results)
    choice = sorted(
        (name for name in here if can_pair([each for each in here if each != name], results)),
        key=lambda name: (had[name], points[name], -here.index(name)),
    )
    if choice:
        assert _bye(swiss(here, results)) == choice[0]


@pytest.mark.parametrize("players", [3, 5, 7, 9, 63])
def test_nobody_has_a_second_bye_before_all_had_one(players: int) -> None:
    results = _whole_swiss(players, min(players, 8), seed=players)
    byes = Counter(result.pairing.first for result in results if result.pairing.second is None)
    assert max(byes.values()) == 1


def test_once_all_have_met_they_meet_again_and_nobody_a_third_time() -> None:
    results = _whole_swiss(4, 6, seed=1)
    meetings = Counter(frozenset(result.players) for result in results)
    assert set(meetings.values()) == {2}


def test_the_first_round_pairs_the_top_half_with_the_bottom_half() -> None:
    assert swiss(NAMES[:8], []) == (
        Pairing(1, "p00", "p04"),
        Pairing(1, "p05", "p01"),
        Pairing(1, "p02", "p06"),
        Pairing(1, "p07", "p03"),
    )


def test_the_second_round_pairs_players_with_the_same_points() -> None:
    first = [Result(each, min(_names((each,)))) for each in swiss(NAMES[:8], [])]
    games = [{*_names((each,))} for each in swiss(NAMES[:8], first)]
    # Not 0 and 2, 1 and 3: both of the one pair started before, and neither of the other.
    assert games == [{"p00", "p03"}, {"p01", "p02"}, {"p04", "p07"}, {"p05", "p06"}]


_FIRST_ROUND = (("b", "d"), ("a", "e"), ("c", "f"))
_SECOND_ROUND = {("f", "a"): "a", ("e", "c"): "c", ("g", "b"): "b", ("d", "h"): "d"}


def test_a_score_group_is_not_torn_where_another_pairing_keeps_it_whole() -> None:
    drawn = [Result(Pairing(1, *pair), None) for pair in _FIRST_ROUND]
    won = [Result(Pairing(2, *pair), winner) for pair, winner in _SECOND_ROUND.items()]
    results = [*drawn, *won]
    # a, b, c and d have three points. The usual a and c would leave b and d, who have met.
    pairings = swiss("abcdefgh", results)
    assert [{*_names((each,))} for each in pairings[:2]] == [{"a", "d"}, {"b", "c"}]


def test_a_latecomer_starts_at_the_bottom_and_who_left_is_not_paired() -> None:
    results = _whole_swiss(6, 2, seed=3)
    here = [*NAMES[1:6], "late"]
    pairings = swiss(here, results)
    assert sorted(_names(pairings)) == sorted(here)
    assert "late" in _names(pairings[-1:])


@pytest.mark.parametrize("players", [2, 8, 11, 32, 63, 64])
def test_starts_are_even_within_two(players: int) -> None:
    results = _whole_swiss(players, swiss_rounds(players) + 2, seed=players)
    balance = _balance([result.pairing for result in results])
    assert max(map(abs, balance.values())) <= 2


@pytest.mark.slow
def test_64_players_never_meet_twice_in_30_rounds() -> None:
    results = _whole_swiss(64, 30, seed=64)
    assert len(met(results)) == len(results) == 30 * 32


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 2), (4, 2), (8, 3), (9, 4), (33, 6), (64, 6)]
)
def test_the_rounds_of_a_swiss_tournament(players: int, rounds: int) -> None:
    assert swiss_rounds(players) == rounds


@pytest.mark.parametrize("pair", [swiss, round_robin, arena])
def test_a_player_named_twice_is_refused(pair: object) -> None:
    assert callable(pair)
    with pytest.raises(ValueError, match="twice"):
        pair(["ann", "bob", "ann"], [])


# everybody against everybody


@pytest.mark.parametrize("players", [*range(2, 13), 63, 64])
def test_everybody_meets_everybody_once_in_as_few_rounds_as_can_be(players: int) -> None:
    rounds = round_robin(NAMES[:players])
    assert len(rounds) == players - 1 + players % 2
    for number, pairings in enumerate(rounds, 1):
        assert len(set(_names(pairings))) == len(_names(pairings)) == players - players % 2
        assert {each.round for each in pairings} == {number}
    games = [pairing for pairings in rounds for pairing in pairings]
    assert len(games) == players * (players - 1) // 2
    assert {frozenset(_names((each,))) for each in games} == {
        frozenset(pair) for pair in combinations(NAMES[:players], 2)
    }
    assert max(map(abs, _balance(games).values())) <= 1


@given(st.integers(2, 10), st.integers(0, 9), st.integers(0, 2), st.integers(0, 2))
def test_who_comes_late_meets_everybody_and_who_left_nobody(
    players: int, done: int, late: int, left: int
) -> None:
    first = round_robin(NAMES[:players])[:done]
    results = [Result(each, each.first) for pairings in first for each in pairings]
    here = [*NAMES[left:players], *NAMES[players : players + late]]
    rounds = round_robin(here, results)
    for pairings in rounds:
        assert len(set(_names(pairings))) == len(_names(pairings)) > 0
    games = [frozenset(_names((each,))) for pairings in rounds for each in pairings]
    wanted = {frozenset(pair) for pair in combinations(here, 2)} - met(results)
    assert sorted(map(sorted, games)) == sorted(map(sorted, wanted))
    assert [pairings[0].round for pairings in rounds] == [
        len(first) + number for number, _ in enumerate(rounds, 1)
    ]


# arena


@st.composite
def _arenas(draw: st.DrawFn) -> tuple[list[str], list[Result], int]:
    names = NAMES[: draw(st.integers(2, 7))]
    chaos = draw(st.randoms(use_true_random=False))
    results: list[Result] = []
    for _ in range(draw(st.integers(0, 5))):
        free = [name for name in names if chaos.random() < 0.7]
        chaos.shuffle(free)
        results += played(arena(free, results, playing=chaos.choice((0, 2))), chaos)
    free = draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    return free, results, draw(st.sampled_from((0, 2)))


@pytest.mark.slow
@given(_arenas())
def test_in_an_arena_as_many_meet_as_can_be_but_not_again_at_once(
    drawn: tuple[list[str], list[Result], int],
) -> None:
    free, results, playing = drawn
    pairings = arena(free, results, playing)
    names = _names(pairings)
    assert len(names) == len(set(names))
    assert set(names) <= set(free)
    last = {name: result for result in results for name in result.players}
    barred = [Result(result.pairing, None) for result in last.values()]
    if len(free) == 2 and not playing:
        assert sorted(names) == sorted(free)
        return
    assert not {frozenset((each.first, each.second)) for each in pairings} & met(barred)
    more = (group for group in combinations(free, len(names) + 2) if can_pair(group, barred))
    assert next(more, None) is None


@pytest.mark.slow
@given(_arenas())
def test_in_an_arena_the_longest_waiting_do_not_wait_on(
    drawn: tuple[list[str], list[Result], int],
) -> None:
    free, results, playing = drawn
    names = set(_names(arena(free, results, playing)))
    last = {name: result for result in results for name in result.players}
    barred = [Result(result.pairing, None) for result in last.values()]
    groups = (group for group in combinations(free, len(names)) if can_pair(group, barred))
    if names and (len(free) > 2 or playing):
        best = max(groups, key=lambda group: [name not in group for name in reversed(free)])
        assert names == set(best)


def test_two_who_just_met_wait_for_others_at_tables_only() -> None:
    results = [Result(Pairing(1, "ann", "bob"), "ann")]
    assert arena(["ann", "bob"], results, playing=2) == ()
    assert arena(["ann", "bob"], results) == (Pairing(2, "bob", "ann"),)


def test_in_an_arena_players_with_near_points_meet() -> None:
    results = [
        Result(Pairing(1, "ann", "bob"), "ann"),
        Result(Pairing(1, "cleo", "dan"), "dan"),
        Result(Pairing(2, "bob", "cleo"), "bob"),
        Result(Pairing(2, "ann", "dan"), "ann"),
    ]
    games = arena(["dan", "cleo", "bob", "ann"], results)
    assert [{each.first, each.second} for each in games] == [{"ann", "bob"}, {"dan", "cleo"}]

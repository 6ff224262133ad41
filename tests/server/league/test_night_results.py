"""Standings of play nights."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, strategies as st

from server.league.night_results import NightStanding, Pairing, Result, night_standings, points_of
from tests.server.league.nights import nights


def _results(*rounds: str) -> list[Result]:
    """Return results from texts as ``a>b c=d e``: a beat b, c and d drew, e had a bye."""
    found = []
    for number, games in enumerate(rounds, 1):
        for game in games.split():
            first, sign, second = game[0], game[1:2], game[2:]
            winner = None if sign == "=" else first
            found.append(Result(Pairing(number, first, second or None), winner))
    return found


def _places(*rounds: str) -> list[tuple[int, str]]:
    return [(line.place, line.player) for line in night_standings((), _results(*rounds))]


def test_every_column_of_the_standings() -> None:
    lines = night_standings("e", _results("a>b d", "b>c a", "d>c", "b=c"))
    # A bye counts as an opponent with the player's own points.
    assert lines == (
        NightStanding(1, "a", 4, 1, 0, 0, 1, buchholz=3 + 4, sonneborn=2 * 3 + 2 * 4),
        NightStanding(2, "d", 4, 1, 0, 0, 1, buchholz=4 + 1, sonneborn=2 * 4 + 2 * 1),
        NightStanding(3, "b", 3, 1, 1, 1, 0, buchholz=4 + 1 + 1, sonneborn=2 * 1 + 1),
        NightStanding(4, "c", 1, 0, 1, 2, 0, buchholz=3 + 4 + 3, sonneborn=3),
        NightStanding(5, "e", 0, 0, 0, 0, 0, buchholz=0, sonneborn=0),
    )


def test_rounds_that_were_not_played_count_as_fide_says() -> None:
    # a won twice, once because d did not come; d was there in the first round alone; e came late.
    results = [
        Result(Pairing(1, "a", "b"), "a"),
        Result(Pairing(1, "c", "d"), "d"),
        Result(Pairing(2, "a", "d"), "a", forfeit=True, played=False),
        Result(Pairing(2, "b", "c"), None),
        Result(Pairing(3, "a", "c"), "c"),
        Result(Pairing(3, "e", "b"), "e"),
    ]
    lines = {line.player: line for line in night_standings((), results, 3)}
    assert {name: line.points for name, line in lines.items()} == {
        "a": 4,
        "b": 1,
        "c": 3,
        "d": 2,
        "e": 2,
    }
    # a: b and c, and for the game d did not come to an opponent with a's own points
    assert lines["a"].buchholz == 1 + 3 + 4
    assert lines["a"].sonneborn == 2 * 1 + 0 * 3 + 2 * 4
    # c: to opponents the two rounds that d missed at the end are draws
    assert lines["c"].buchholz == (2 + 2) + 1 + 4
    # d and e: the rounds they missed are games against opponents with their own points
    assert lines["d"].buchholz == 3 + 2 + 2
    assert lines["e"].buchholz == 1 + 2 + 2
    assert lines["b"].buchholz == 4 + 3 + 2


def test_buchholz_then_sonneborn_berger_then_the_game_of_two_who_are_level() -> None:
    # a, b, x and y have two points, z none. The opponents of a and b have four together, those of
    # x and y two; x beat a player with two points, y one without any.
    assert _places("b>a", "x>b a>y", "y>z") == [(1, "b"), (2, "a"), (3, "x"), (4, "y"), (5, "z")]


def test_who_beat_each_other_in_a_circle_share_a_place() -> None:
    assert _places("a>b", "b>c", "c>a", "a>d b>e", "c>f")[:4] == [
        (1, "a"),
        (1, "b"),
        (1, "c"),
        (4, "d"),
    ]


def test_level_players_of_whom_some_have_not_met_share_a_place() -> None:
    assert _places("c>a d>b") == [(1, "c"), (1, "d"), (3, "a"), (3, "b")]
    # b beat a, but c has met neither.
    places = _places("b>a c>z", "x>b a>y w>c", "y>v z>u")
    assert places[:3] == [(1, "a"), (1, "b"), (1, "c")]


def test_nobody_has_played_yet() -> None:
    assert [(line.place, line.player) for line in night_standings("ba", [])] == [(1, "a"), (1, "b")]


@pytest.mark.slow
@given(nights(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_results_does_not_matter(
    night: tuple[list[str], list[Result]], chaos: random.Random
) -> None:
    players, results = night
    before = night_standings(players, results)
    chaos.shuffle(players)
    chaos.shuffle(results)
    assert night_standings(players, results) == before


@pytest.mark.slow
@given(nights())
def test_places_follow_the_columns(night: tuple[list[str], list[Result]]) -> None:
    players, results = night
    lines = night_standings(players, results)
    assert {line.player for line in lines} >= set(players)
    columns = [(line.points, line.buchholz, line.sonneborn) for line in lines]
    assert columns == sorted(columns, reverse=True)
    for number, line in enumerate(lines, 1):
        level = [other for other in lines if other.place == line.place]
        assert lines[line.place - 1] == level[0]
        assert line.place == number or line.place == lines[number - 2].place
        assert {(other.points, other.buchholz, other.sonneborn) for other in level} == {
            columns[number - 1]
        }
        assert line.points == points_of(results)[line.player]
        assert line.points == 2 * (line.wins + line.byes) + line.draws

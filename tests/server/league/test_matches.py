"""Games become matches: first to two, one match for a pair and a week."""

from __future__ import annotations

import pytest

from server.league.seasons import Match, pair_week, play_matches
from tests.server.league.games import SEASON, START, at, games


def _told(match: Match) -> str:
    """Return a match as ``1 ann-bob 2-1 ann``: week, pair, game wins, winner or state."""
    one, other = match.pair
    wins = "-".join(map(str, match.wins))
    return f"{match.week} {one}-{other} {wins} {match.winner or match.state()}"


A, B, S = "ann-bob ann", "ann-bob bob", "ann-bob ="

CASES = {
    "two wins decide": ([f"1 {A}", f"1 {A}"], ["1 ann-bob 2-0 ann"]),
    "three games": ([f"1 {A}", f"1 {B}", "1 bob-ann bob"], ["1 ann-bob 1-2 bob"]),
    "L04 a second match in the week is casual": (
        [f"1 {A}", f"1 {A}", f"1 {A}", f"1 {A}"],
        ["1 ann-bob 2-0 ann"],
    ),
    "L05 undecided": ([f"1 {A}", f"1 {S}", f"1 {S}", f"1 {B}", f"1 {S}"], ["1 ann-bob 1-1 void"]),
    "L05 plays on": ([f"1 {A}", f"1 {S}", f"1 {B}", f"1 {B}"], ["1 ann-bob 1-2 bob"]),
    "L06 a new week, a new match": (
        [f"1 {A}", f"1 {B}", f"2 {A}", f"2 {A}"],
        ["1 ann-bob 1-1 void", "2 ann-bob 2-0 ann"],
    ),
    "L07 a match is not decided in the week after": (
        [f"2 {A}", f"2 {B}", f"3+0.5 {A}"],
        ["2 ann-bob 1-1 void", "3 ann-bob 1-0 void"],
    ),
    "L09 a stalemate": ([f"1 {S}"], ["1 ann-bob 0-0 void"]),
    "a stalemate opens the match of its week": (
        [f"1 {S}", f"2 {A}", f"2 {A}"],
        ["1 ann-bob 0-0 void", "2 ann-bob 2-0 ann"],
    ),
    "the end of a week belongs to the next": (
        [f"1+167.9 {A}", f"1+168 {A}", f"2+1 {A}"],
        ["1 ann-bob 1-0 void", "2 ann-bob 2-0 ann"],
    ),
    "each pair has its own match": (
        ["1 ann-bob ann", "1 cat-bob cat", "1 bob-ann ann", "1 bob-cat cat"],
        ["1 ann-bob 2-0 ann", "1 bob-cat 0-2 cat"],
    ),
    "before and after the season": ([f"0 {A}", f"0+167 {A}", f"14+0 {A}", f"15 {A}"], []),
    "the last moment": ([f"13+1 {A}", f"13+167.99 {A}"], ["13 ann-bob 2-0 ann"]),
    "over as the season is": ([f"13+1 {A}", f"14+0 {A}"], ["13 ann-bob 1-0 void"]),
    "begun as the season begins": ([f"1+0 {A}", f"1 {A}", f"1 {B}"], ["1 ann-bob 2-0 ann"]),
    "begun a moment before the season": (
        [f"0+167.999999 {A}", f"1 {A}", f"1 {B}"],
        ["1 ann-bob 1-1 void"],
    ),
    "begun a moment later": ([f"1+0.001 {A}", f"1 {A}"], ["1 ann-bob 2-0 ann"]),
    "begun before the season": ([f"0+167 {A}", f"1 {A}", f"1 {A}"], ["1 ann-bob 2-0 ann"]),
}


@pytest.mark.parametrize("case", CASES)
def test_games_form_matches(case: str) -> None:
    lines, expected = CASES[case]
    played = games(*lines)
    assert [_told(match) for match in play_matches(SEASON, played).matches] == expected
    assert [_told(match) for match in play_matches(SEASON, played[::-1]).matches] == expected


def test_each_game_knows_its_match_or_is_casual() -> None:
    played = play_matches(
        SEASON, games(f"1 {A}", f"1 {S}", f"1 {A}", f"1 {B}", f"2 {B}", f"20 {B}")
    )
    assert played.casual == ("g004",)
    assert {id: match.week for id, match in played.counted.items()} == {
        "g001": 1,
        "g002": 1,
        "g003": 1,
        "g005": 2,
    }
    first, second = played.matches
    assert (first.games, first.loser) == (("g001", "g002", "g003"), "bob")
    assert (first.started, first.ended) == (at(1, 1), at(1, 3))
    assert (second.games, second.loser, second.ended) == (("g005",), None, None)


def test_games_that_end_together_are_taken_by_their_ids() -> None:
    together = games(f"1+5 {A}", f"1+5 {A}", f"1+5 {B}", f"1+5 {B}")
    assert _told(play_matches(SEASON, together[::-1]).matches[0]) == "1 ann-bob 2-0 ann"


def test_a_match_is_open_until_its_week_ends() -> None:
    (match,) = play_matches(SEASON, games(f"2 {A}")).matches
    assert match.state(at(2, 100)) == "open"
    assert match.state(at(3, 0)) == "void"
    assert match.state() == "void"


@pytest.mark.parametrize(
    ("lines", "hours", "wins", "why"),
    [
        ([], 100, (0, 0), ""),
        ([f"2 {A}"], 100, (0, 1), ""),
        ([f"2+9 {A}"], 8, (0, 0), ""),
        ([f"2+9 {A}"], 9, (0, 1), ""),
        ([f"1 {A}"], 100, (0, 0), ""),
        ([f"2 {A}", f"2 {S}", f"2 {B}", "2 cat-bob bob"], 100, (1, 1), ""),
        ([f"2 {A}", f"2 {A}"], 100, (0, 2), "decided"),
        ([f"2 {A}", f"2 {A}"], 168, (0, 0), ""),
    ],
)
def test_how_a_pair_stands_in_the_running_week(
    lines: list[str], hours: float, wins: tuple[int, int], why: str
) -> None:
    stands = pair_week(SEASON, games(*lines), ("bob", "ann"), at(2, hours))
    assert (stands.wins, stands.why, stands.counts) == (wins, why, not why)
    assert pair_week(SEASON, games(*lines), ("ann", "bob"), at(2, hours)).wins == wins[::-1]
    assert stands.week == (3 if hours == 168 else 2)


def test_without_a_season_nothing_counts() -> None:
    played = games(f"1 {A}")
    assert pair_week(None, played, ("ann", "bob"), START).why == "no-season"
    stands = pair_week(SEASON, played, ("ann", "bob"), SEASON.end)
    assert (stands.week, stands.why) == (None, "no-season")

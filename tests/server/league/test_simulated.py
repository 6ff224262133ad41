"""The simulated year has every kind of game, and the checker follows the rules' own cases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests.server.league.check_season import CheckedSeason, Row, check_season
from tests.server.league.simulated import simulate

_START = datetime(2026, 1, 5, tzinfo=UTC)


def _season(*matches: tuple[str, str], week: int = 1) -> list[Row]:
    """Return two games for each match, as (winner, loser), an hour apart."""
    at = _START + timedelta(weeks=week - 1)
    games = [match for match in matches for _ in range(2)]
    return [(at + timedelta(hours=n), *pair, pair[0]) for n, pair in enumerate(games, 1)]


def _points(checked: CheckedSeason, week: int = 1) -> list[int]:
    return sorted((points[week - 1] for points in checked.points.values()), reverse=True)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_year() -> None:
    assert simulate(7) == simulate(7)
    assert simulate(7) != simulate(8)


@pytest.mark.slow
def test_a_year_has_games_of_every_kind() -> None:
    year = simulate(1)
    moments = [row.ended for row in year.rows]
    assert all(before < after for before, after in pairwise(moments))
    assert len(year.players) == 40
    assert {name for row in year.rows for name in (row.one, row.other)} == set(year.players)
    assert any(row.winner is None for row in year.rows)
    assert all(row.winner in (None, row.one, row.other) for row in year.rows)
    outside = [
        row for row in year.rows if not any(s.start <= row.ended < s.end for s in year.seasons)
    ]
    assert any(outside)
    for season in year.seasons:
        assert season.start in moments
        assert season.end in moments
        checked = check_season(year.rows, season.start, season.weeks)
        assert len(checked.matches) > 300
        assert checked.void > 20
        assert len(checked.casual) > 20
        assert len({place for place, *_ in checked.standings}) < len(checked.standings)


@pytest.mark.parametrize(
    ("matches", "points"),
    [
        ("ab ac ad ae af bc bd be bf bg cd ce cf dg dh", [5, 5, 3, 2, 1, 1, 1, 1]),
        ("ab ac ad ae bc bd cd de", [5, 4, 3, 3, 1]),
        ("ab", [5, 1]),
    ],
    ids=["L01", "L02", "L03"],
)
def test_weekly_points(matches: str, points: list[int]) -> None:
    rows = _season(*((pair[0], pair[1]) for pair in matches.split()))
    assert _points(check_season(rows, _START)) == points


def test_a_second_series_in_the_week_is_casual() -> None:
    rows = _season(("a", "b"), ("a", "b"))
    checked = check_season(rows, _START)
    assert checked.casual == rows[2:]
    assert checked.standings == [(1, "a", 5, 1, 0), (2, "b", 1, 0, 1)]


def test_stalemates_decide_nothing_and_an_undecided_match_is_void() -> None:
    at = [_START + timedelta(hours=hour) for hour in range(1, 6)]
    rows: list[Row] = [(at[0], "a", "b", "a"), (at[1], "b", "a", "b")]
    rows += [(moment, "a", "b", None) for moment in at[2:]]
    checked = check_season(rows, _START)
    assert (checked.matches, checked.void, checked.points) == ([], 1, {})
    later = check_season([*rows, *_season(("a", "b"), week=2)], _START)
    assert later.matches == [(2, "a", "b", "a", 2)]
    assert later.void == 1


def test_a_match_does_not_go_on_after_midnight() -> None:
    boundary = _START + timedelta(weeks=2)
    rows: list[Row] = [
        (boundary - timedelta(microseconds=1), "a", "b", "a"),
        (boundary, "b", "a", "a"),
    ]
    checked = check_season(rows, _START)
    assert (checked.matches, checked.void) == ([], 2)


def test_level_players_share_a_place() -> None:
    rows = _season(("a", "c"), ("b", "d")) + _season(("a", "d"), ("b", "c"), ("c", "e"), week=2)
    places = [(place, player) for place, player, *_ in check_season(rows, _START).standings]
    assert places == [(1, "a"), (1, "b"), (3, "c"), (4, "d"), (5, "e")]

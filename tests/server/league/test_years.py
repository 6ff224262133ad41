"""The table of a year, and who enters the World Championship."""

from __future__ import annotations

from collections.abc import Mapping

from server.league.seasons import SUITS
from server.league.standings import (
    YEAR_POINTS,
    Championship,
    Ties,
    YearStanding,
    world_entrants,
    year_points,
    year_table,
)


def _year(*places: str, **league_points: int) -> tuple[YearStanding, ...]:
    """Return the table of a year: for each season the entrants in order of place."""
    championships = [
        Championship(suit, tuple(order.split())) for suit, order in zip(SUITS, places, strict=False)
    ]
    return year_table(championships, league_points)


def _order(table: tuple[YearStanding, ...]) -> Mapping[str, int]:
    return {line.player: line.place for line in table}


def test_points_for_places() -> None:
    assert [year_points(place) for place in range(1, 11)] == [21, 14, 10, 7, 5, 3, 2, 1, 0, 0]
    assert sum(YEAR_POINTS) == 63


def test_two_titles_and_two_eighth_places() -> None:
    """L10: 21 + 21 + 1 + 1 = 44."""
    others = "b c d e f g h"
    table = _year(f"ann {others}", f"{others} ann", f"ann {others}", f"{others} ann")
    ann = next(line for line in table if line.player == "ann")
    assert (ann.points, ann.titles, ann.best, ann.entered) == (44, 2, 1, 4)
    assert ann.seasons == (21, 1, 21, 1)


def test_a_championship_of_four_gives_the_first_four_awards() -> None:
    assert [(line.player, line.points) for line in _year("ann bob cat dan")] == [
        *(("ann", 21), ("bob", 14), ("cat", 10), ("dan", 7))
    ]


def test_who_comes_ninth_has_no_points_but_entered() -> None:
    line = _year("a b c d e f g h ivy")[-1]
    assert (line.player, line.points, line.best, line.entered) == ("ivy", 0, 9, 1)
    assert line.seasons == (0, 0, 0, 0)


def test_titles_break_a_tie_first() -> None:
    # all have 21: Ann by one title, the others by a second and a fourth place
    table = _year("ann bob x y", "x y z bob")
    assert [line.player for line in table if line.points == 21] == ["ann", "bob", "y"]
    assert _order(table)["x"] == 1


def test_then_the_best_place_then_championships_entered() -> None:
    # 10 each: Ann was third once, the others fourth and sixth
    table = _year("x y ann bob p q", "p x y q r bob")
    assert [line.player for line in table if line.points == 10] == ["ann", "bob", "q"]
    # nobody has points: both came ninth, but Bob entered twice
    table = _year("a b c d e f g h ann", "a b c d e f g h bob", "a b c d e f g h z bob")
    assert _order(table)["bob"] < _order(table)["ann"]


def test_championships_entered_come_before_league_points() -> None:
    table = _year("a b c d e f g h ann", "a b c d e f g h bob", "a b c d e f g h z bob", ann=9)
    assert _order(table)["bob"] < _order(table)["ann"]


def test_then_league_points_and_last_a_shared_place() -> None:
    order = _order(_year("ann x", "bob x", "cat x", ann=30, bob=31, cat=30))
    assert order == {"x": 1, "bob": 2, "ann": 3, "cat": 3}


def test_the_first_enter_the_world_championship() -> None:
    table = _year("ann bob cat dan", "cat ann dan bob")
    assert world_entrants(table, 3).entrants == ("ann", "cat", "bob")
    assert world_entrants(table).entrants == ("ann", "cat", "bob", "dan")
    assert world_entrants(table, 2, declined={"ann"}).entrants == ("cat", "bob")


def test_a_play_off_or_a_lot_decides_between_the_last() -> None:
    table = _year("ann x", "bob x", "cat x")
    assert world_entrants(table, 2).level == ("ann", "bob", "cat")
    chosen = world_entrants(table, 2, ties=Ties((("cat", "ann"), ("cat", "bob"))))
    assert (chosen.entrants, chosen.level) == (("x", "cat"), ())
    assert world_entrants(table, 2, ties=Ties(lot=("bob", "ann", "cat"))).entrants == ("x", "bob")
    assert world_entrants(table, 4).level == ()

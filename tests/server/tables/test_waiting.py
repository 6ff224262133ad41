"""Who meets whom by rating, and how the range widens while they wait."""

from __future__ import annotations

import pytest

from server.tables.quick_match import ANYBODY, Waiting, may_pair, opponent_for, pairs_of, reach


def test_the_range_widens_until_anybody_will_do() -> None:
    ranges = [reach(seconds) for seconds in (0, 10, 30, 59)]
    assert ranges == sorted(ranges)
    assert ranges[0] == 150
    assert ranges[1] == 250
    assert reach(ANYBODY) == float("inf")
    assert reach(-1) == 150


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        (Waiting("a", 0, 1500), Waiting("b", 0, 1650), True),
        (Waiting("a", 0, 1500), Waiting("b", 0, 1651), False),
        (Waiting("a", 0, 1500), Waiting("b", 20, 1850), True),
        (Waiting("a", 20, 1850), Waiting("b", 0, 1500), True),
        (Waiting("a", 0, 900), Waiting("b", 60, 2400), True),
        (Waiting("a", 0, None), Waiting("b", 0, 2400), True),
        (Waiting("a", 0, None), Waiting("b", 0, None), True),
    ],
)
def test_two_meet_within_the_range_of_who_waited_longer(
    one: Waiting, other: Waiting, meet: bool
) -> None:
    assert may_pair(one, other) is may_pair(other, one) is meet


def test_of_those_who_fit_the_longest_waiting_is_met() -> None:
    queue = [Waiting("b", 5, 1500), Waiting("c", 9, 1510), Waiting("d", 20, 2400)]
    found = opponent_for(Waiting("a", 0, 1500), queue, lambda _one, _other: True)
    assert found == queue[1]
    found = opponent_for(Waiting("a", 0, 1500), queue, lambda _one, other: other != "c")
    assert found == queue[0]


def test_the_longest_waiting_are_paired_first() -> None:
    queue = [
        Waiting("new", 1, 1500),
        Waiting("old", 30, 1500),
        Waiting("strong", 3, 2600),
        Waiting("middle", 10, 1520),
        Waiting("unrated", 2, None),
    ]
    assert pairs_of(queue) == [("old", "middle"), ("strong", "unrated")]
    assert pairs_of(queue, lambda one, other: {one, other} != {"old", "middle"}) == [
        ("old", "unrated"),
        ("middle", "new"),
    ]
    assert pairs_of([]) == []

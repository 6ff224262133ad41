"""Rows are shared among parts below each other, what is worth most first."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, strategies as st

from cuttle_tui.drawing.stack import Stack, share, stack, steps, within

CARDS = stack("title=1 cards=2 under hand=2", "cards 3; under 1; hand 4", "hand")


def test_what_is_worth_most_comes_first() -> None:
    assert dict(CARDS.rows(6).of) == {"title": 1, "cards": 3, "hand": 2}
    assert dict(CARDS.rows(7).of) == {"title": 1, "cards": 3, "under": 1, "hand": 2}


def test_a_step_that_does_not_fit_is_left_out_and_the_next_is_tried() -> None:
    assert share(3, {"a": 1}, "a 5; b 2")["b"] == 2


def test_parts_that_grow_together_grow_together_or_not_at_all() -> None:
    assert share(5, {"a": 1, "b": 1}, "a 3 & b 3")["a"] == 1
    assert share(6, {"a": 1, "b": 1}, "a 3 & b 3")["a"] == 3


def test_a_steady_part_has_no_fewer_rows_where_there_are_more() -> None:
    parts = stack("a=1 b=1", "a 4; b 3", "", steady="a b")
    assert [parts.share(room)["b"] for room in range(2, 9)] == [1, 1, 1, 1, 1, 3, 3]
    eager = stack("a=1 b=1", "a 4; b 3", "")
    assert [eager.share(room)["b"] for room in range(2, 9)] == [1, 1, 3, 1, 1, 3, 3]


def test_what_a_part_cannot_use_goes_to_what_is_still_wanted_and_to_the_rest() -> None:
    parts = stack("a=1 b=1 c", "a 5; b 2", "c", steady="a b", spare="b 3")
    assert dict(parts.rows(9, {"a": 2}).of) == {"a": 2, "b": 3, "c": 4}


def test_what_is_over_goes_to_one_part() -> None:
    assert CARDS.rows(20).of["hand"] == 15


@given(st.integers(5, 60), st.integers(1, 4))
def test_parts_lie_below_each_other_and_fill_the_room(room: int, seats: int) -> None:
    whole = Stack(CARDS.order, CARDS.least, CARDS.grow, CARDS.rest, times={"cards": seats})
    if room < 3 + 2 * seats:
        return
    at, of = whole.rows(room)
    ends = [at[part] + of[part] * whole.times.get(part, 1) for part in whole.order]
    assert [at[part] for part in whole.order[1:]] == ends[:-1]
    assert ends[-1] == room


def test_neighbours_that_are_there_several_times_follow_each_other_each_time() -> None:
    parts = stack("top=1 name=1 cards=2 foot=1", "", "foot")
    whole = replace(parts, times={"name": 3, "cards": 3})
    assert whole.rows(11).at == {"top": 0, "name": 1, "cards": 2, "foot": 10}
    assert whole.fits(11)
    assert not whole.fits(10)


def test_a_part_that_has_more_already_loses_none_to_what_grows_beside_it() -> None:
    assert share(5, {"a": 3, "b": 1}, "a 2 & b 2") == {"a": 3, "b": 2, "left": 0}


def test_steps_to_more_than_a_part_can_use_are_left_out() -> None:
    assert within(steps("a 2; b 2 & a 3; b 3"), {"a": 2}) == steps("a 2; b 3")

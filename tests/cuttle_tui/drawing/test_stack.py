"""Rows are shared among parts below each other, what is worth most first."""

from __future__ import annotations

from hypothesis import given, strategies as st

from cuttle_tui.drawing.stack import Stack, share, stack, steps

CARDS = stack(
    "title cards under hand", "title 1; cards 2; hand 2", "cards 3; under 1; hand 4", "hand"
)


def test_what_is_worth_most_comes_first() -> None:
    assert dict(CARDS.rows(6).of) == {"title": 1, "cards": 3, "hand": 2}
    assert dict(CARDS.rows(7).of) == {"title": 1, "cards": 3, "under": 1, "hand": 2}


def test_a_step_that_does_not_fit_is_left_out_and_the_next_is_tried() -> None:
    assert share(3, {"a": 1}, steps("a 5; b 2"))["b"] == 2


def test_parts_that_grow_together_grow_together_or_not_at_all() -> None:
    grow = steps("a 3 & b 3")
    assert share(5, {"a": 1, "b": 1}, grow)["a"] == 1
    assert share(6, {"a": 1, "b": 1}, grow)["a"] == 3


def test_a_step_waits_for_the_columns_it_needs() -> None:
    grow = steps("a 3 @100")
    assert share(9, {"a": 1}, grow, columns=99)["a"] == 1
    assert share(9, {"a": 1}, grow, columns=100)["a"] == 3


def test_a_part_has_no_more_than_its_most() -> None:
    assert share(9, {"a": 1}, steps("a 2; a 4"), most={"a": 3})["a"] == 2


def test_what_is_over_goes_to_one_part() -> None:
    assert CARDS.rows(20).of["hand"] == 15


@given(st.integers(5, 60), st.integers(1, 4))
def test_parts_lie_below_each_other_and_fill_the_room(room: int, seats: int) -> None:
    whole = Stack(CARDS.order, CARDS.least, CARDS.grow, CARDS.rest, {"cards": seats})
    if room < 3 + 2 * seats:
        return
    at, of = whole.rows(room)
    ends = [at[part] + of[part] * whole.times.get(part, 1) for part in whole.order]
    assert [at[part] for part in whole.order[1:]] == ends[:-1]
    assert ends[-1] == room

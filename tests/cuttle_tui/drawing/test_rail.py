"""Where cards lie in a race: each as wide as its worth, royals folded beside the rail."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.rail import Lane, fold, lay, point_widths

WIDE = Lane(2, 78, 0, 4, 3, 21)
UPRIGHT = Lane(1, 43, 0, 4, 2, 21, below=range(4, 6))
GOALS = (21, 14, 10, 7, 5, 0)

WORTHS = st.lists(st.integers(1, 10), max_size=7)


@pytest.mark.parametrize(
    ("room", "each"), [(56, 2), (76, 3), (84, 3), (96, 3), (105, 4), (116, 4), (132, 5), (54, 0)]
)
def test_a_point_is_as_wide_as_royals_beside_the_rail_allow(room: int, each: int) -> None:
    assert next(iter(point_widths(21, room)), 0) == each


def test_on_a_phone_the_line_is_in_the_last_column() -> None:
    assert point_widths(21, 43, below=True) == (2,)
    laid = lay(UPRIGHT, 21, (10, 5), 0)
    assert laid is not None
    assert laid.line == 43


@given(WORTHS, st.sampled_from(GOALS), st.integers(0, 12), st.sampled_from((WIDE, UPRIGHT)))
def test_a_card_is_as_wide_as_its_worth_and_lies_after_the_one_before(
    worths: list[int], goal: int, royals: int, lane: Lane
) -> None:
    laid = lay(lane, goal, tuple(worths), royals)
    if laid is None:
        return
    x = lane.x
    for place, worth in enumerate(worths):
        cells = laid.cells(place)
        short = sum(worths[: place + 1]) <= goal
        assert cells[0] == x
        assert not short or cells[-1] - cells[0] == lane.each * worth
        x = cells[-1]
    assert laid.end == x
    assert laid.line == lane.x + lane.each * goal


@given(WORTHS, st.sampled_from(GOALS), st.integers(0, 12), st.sampled_from((WIDE, UPRIGHT)))
def test_nothing_lies_on_anything_else_or_on_the_line(
    worths: list[int], goal: int, royals: int, lane: Lane
) -> None:
    laid = lay(lane, goal, tuple(worths), royals)
    if laid is None:
        return
    taken = {(laid.line, y) for y in range(lane.y, lane.y + lane.rows)}
    taken |= {(x, y) for x in range(lane.x, laid.end) for y in range(lane.y, lane.y + lane.rows)}
    for place in laid.royals:
        cells = {
            (x, y)
            for x in range(place.x, place.x + place.size.width)
            for y in range(place.y, place.y + place.size.height)
        }
        assert not cells & taken
        assert max(x for x, _ in cells) <= lane.stop
        taken |= cells


@given(st.integers(0, 7), st.sampled_from(GOALS[:4]))
def test_whatever_two_seats_can_have_fits_in_the_smallest_window(royals: int, goal: int) -> None:
    assert lay(WIDE, goal, (10, 3), royals) is not None
    assert lay(UPRIGHT, goal, (10, 3), royals) is not None


def test_points_past_the_goal_keep_their_width_while_there_is_room() -> None:
    roomy, tight = lay(WIDE, 14, (7, 10), 1), lay(WIDE, 21, (7, 10, 10), 1)
    assert roomy is not None
    assert tight is not None
    assert roomy.tail == WIDE.each
    assert roomy.end - roomy.line == 3 * WIDE.each
    assert tight.tail == 1
    assert tight.end - tight.line == 6


def test_the_last_card_ends_with_a_window_that_the_rail_fills() -> None:
    laid = lay(UPRIGHT, 21, (10, 10, 10), 0)
    assert laid is not None
    assert laid.cells(2)[0] == 41
    assert laid.end == 44


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (1, {TileSize(5, 4)}),
        (2, {TileSize(5, 4)}),
        (4, {TileSize(5, 2)}),
        (6, {TileSize(3, 2)}),
        (8, {TileSize(3, 1)}),
        (12, {TileSize(3, 1)}),
    ],
)
def test_royals_fold_in_the_first_way_that_fits(count: int, sizes: set[TileSize]) -> None:
    places = fold(count, (67, 67), 78, range(4), 5)
    assert places is not None
    assert {place.size for place in places} == sizes


def test_royals_come_nearer_to_the_line_for_a_column_more() -> None:
    near, far = (fold(2, (67, start), 78, range(4), 6) for start in (46, 66))
    assert near is not None
    assert far is not None
    assert {place.size.width for place in near} == {6}
    assert {place.size.width for place in far} == {5}


def test_royals_take_the_columns_that_a_king_frees() -> None:
    places = fold(3, (67, 46), 78, range(4), 5)
    assert places is not None
    assert {place.size for place in places} == {TileSize(5, 4)}


def test_royals_have_all_rows_of_a_phones_field_where_a_king_frees_columns() -> None:
    rail_full, after_line = lay(UPRIGHT, 21, (10,), 2), lay(UPRIGHT, 14, (7, 3), 2)
    assert rail_full is not None
    assert after_line is not None
    assert {place.size for place in rail_full.royals} == {TileSize(5, 2)}
    assert {place.size for place in after_line.royals} == {TileSize(5, 6)}
    assert min(place.x for place in after_line.royals) > after_line.line + 1


@pytest.mark.parametrize("goal", [21, 14, 10])
@pytest.mark.parametrize("royals", [1, 2, 3])
def test_royals_below_a_rail_leave_the_number_of_its_goal_in_sight(goal: int, royals: int) -> None:
    laid = lay(UPRIGHT, goal, (10, 10), royals)
    assert laid is not None
    end = min(laid.line, UPRIGHT.stop - 1)
    number = range(end - 2, end)
    for place in laid.royals:
        assert place.x + place.size.width < number.start or place.x > number.stop
        assert place.x + place.size.width < UPRIGHT.stop


def test_royals_that_touch_differ() -> None:
    places = fold(8, (67, 67), 78, range(4), 5)
    assert places is not None
    by_cell = {(place.x, place.y): place.second for place in places}
    for (x, y), second in by_cell.items():
        assert by_cell.get((x, y + 1), not second) is not second


def test_too_many_royals_are_told() -> None:
    assert fold(13, (74, 74), 78, range(2), 5) is None

"""Graphs of scores: stretched to any width, and drawn in half rows."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st
from rich.segment import Segment

from cuttle_tui.drawing.graph import GROUND, Area, Series, draw_area, draw_values, stretched
from cuttle_tui.drawing.palette import (
    ASCII,
    EDGED_FILLED,
    THEMES,
    UNICODE,
    UNICODE_EDGED,
    Glyphs,
    palette_of,
)
from cuttle_tui.drawing.rows import Sheet
from tests.cuttle_tui.gallery.judging import WatchedSheet


@given(st.lists(st.integers(0, 40), min_size=1, max_size=120), st.integers(1, 120))
def test_a_stretched_graph_ends_with_the_last_value(values: list[int], width: int) -> None:
    columns = stretched(values, width)
    assert len(columns) == width
    assert columns[-1] == values[-1]
    assert set(columns) <= set(values)


def test_each_turn_has_its_columns() -> None:
    assert stretched([0, 5, 9], 4) == [5, 5, 9, 9]
    assert stretched([0, 1, 2, 3, 4], 2) == [2, 4]


@given(st.lists(st.integers(0, 99), min_size=2, max_size=60), st.integers(3, 60))
def test_values_that_are_written_out_are_parted_by_blanks_and_end_with_the_last(
    values: list[int], width: int
) -> None:
    sheet = WatchedSheet(width + 4, 1)
    draw_values(sheet, 2, 2 + width, 0, values, "ink", None)
    assert sheet.faults == []
    (row,) = sheet.texts()
    written = [*map(int, row.split())]
    assert written[-1] == values[-1]
    assert set(written) <= set(values)


@pytest.mark.parametrize(
    ("glyphs", "rows"),
    [(UNICODE_EDGED, ["━━20", " ▄██", "████"]), (ASCII, ["==20", " .##", "####"])],
)
def test_an_area_grows_by_half_rows(glyphs: Glyphs, rows: list[str]) -> None:
    sheet = Sheet(4, 3)
    area = Area(0, 0, 4, 3, 24)
    draw_area(sheet, area, Series((0, 8, 12, 16, 16), (20,) * 5), glyphs, won=True)
    assert sheet.texts() == rows


@pytest.mark.parametrize(
    ("values", "goals", "rows"),
    [
        ((0, 0, 8), (20, 20, 20), ["━━━━━━20", "", "    ████"]),
        ((0, 8, 20), (20, 20, 20), ["━━20████", "    ████", "████████"]),
        ((0, 0, 0), (20, 20, 7), ["━━20", "", "    ━━━7"]),
        ((0, 20), (20, 20), ["████████"] * 3),
    ],
)
def test_a_goal_stands_at_the_free_end_of_its_line(
    values: tuple[int, ...], goals: tuple[int, ...], rows: list[str]
) -> None:
    sheet = Sheet(8, 3)
    draw_area(sheet, Area(0, 0, 8, 3, 20), Series(values, goals), UNICODE_EDGED, won=True)
    assert sheet.texts() == rows


@pytest.mark.parametrize(
    ("glyphs", "rows"),
    [(UNICODE_EDGED, ["  ██", "──██", "████"]), (ASCII, ["  ##", "--##", "####"])],
)
def test_without_fills_the_line_of_the_goal_makes_no_hole(glyphs: Glyphs, rows: list[str]) -> None:
    sheet = Sheet(4, 3)
    area = Area(0, 0, 4, 3, 100, ruled=True)
    draw_area(sheet, area, Series((40, 40, 100), (50,) * 3), glyphs, won=True)
    assert sheet.texts() == rows


@given(st.integers(0, 30), st.sampled_from((5, 7, 10, 14, 21)), st.integers(2, 12))
def test_only_a_goal_that_is_reached_covers_its_line(value: int, goal: int, height: int) -> None:
    """Whoever comes close to the goal does not seem to reach it."""
    sheet, area = Sheet(1, height), Area(0, 0, 1, height, 30)
    assume(area.level(goal) > area.parts)  # in the lowest row, points are worth more than the line
    draw_area(sheet, area, Series((0, value), (goal,) * 2), UNICODE, won=True)
    lines = [y for y in range(height) if sheet.at(0, y)[0] == "━"]
    assert bool(lines) == (value < goal)
    assert all(sheet.at(0, y)[1].ground != "sel" for line in lines for y in range(line))


@pytest.mark.parametrize("goal", [5, 10, 14, 21])
def test_a_low_area_is_the_share_of_the_goal_below_its_line(goal: int) -> None:
    """Its track is a whole row: nothing stands above the line before the goal is reached."""
    sheet = Sheet(goal + 1, 2, "band")
    series = Series((0, *range(goal + 1)), (goal,) * 2)
    draw_area(sheet, Area(0, 0, goal + 1, 2, 21, low=True), series, UNICODE, won=True)
    *below, top = [_eighths(sheet, x) for x in range(goal + 1)]
    assert below == [min(7, max(value > 0, round(8 * value / goal))) for value in range(goal)]
    assert top == 8
    assert sheet.texts()[0] == "▁" * goal + "▄"


def test_a_king_brings_a_low_area_closer_to_its_line() -> None:
    sheet = Sheet(2, 2, "band")
    area = Area(0, 0, 2, 2, 21, low=True)
    draw_area(sheet, area, Series((0, 7, 7), (21, 21, 14)), UNICODE, won=False)
    assert sheet.texts() == ["▁▁", "▃▄"]


def test_a_low_area_of_a_row_has_no_line() -> None:
    sheet = Sheet(3, 1, "band")
    area = Area(0, 0, 3, 1, 21, low=True)
    draw_area(sheet, area, Series((0, 0, 20, 21), (21,) * 4), UNICODE, won=True)
    assert sheet.texts() == [" ▇"]
    assert [sheet.at(x, 0)[1].ground for x in range(3)] == [GROUND, GROUND, "sel"]


def _eighths(sheet: Sheet, x: int) -> int:
    """Return how much of a cell of the second row is filled with gold."""
    sign, ink = sheet.at(x, 1)
    part = "▁▂▃▄▅▆▇".find(sign) + 1 if ink.fore == "sel" else 0
    return 8 if ink.ground == "sel" else part


@pytest.mark.parametrize(
    ("glyphs", "rows"), [(UNICODE_EDGED, ["━━▄", "▄▄█"]), (EDGED_FILLED, ["▁▁▄", "▂▇"])]
)
def test_without_fills_or_with_edges_a_low_area_has_its_line_as_well(
    glyphs: Glyphs, rows: list[str]
) -> None:
    sheet = Sheet(3, 2)
    area = Area(0, 0, 3, 2, 21, low=True)
    draw_area(sheet, area, Series((0, 4, 20, 21), (21,) * 4), glyphs, won=True)
    assert sheet.texts() == rows


@pytest.mark.parametrize(
    ("width", "rows"), [(12, "  3  9  0 10"), (11, "     9   10"), (8, "   9  10"), (3, " 10")]
)
def test_scores_are_written_from_the_last_one_back(width: int, rows: str) -> None:
    sheet = Sheet(width, 1)
    draw_values(sheet, 0, width, 0, (0, 3, 9, 0, 10), "ink", None)
    assert sheet.texts() == [rows]


@pytest.mark.parametrize("theme", THEMES)
@given(st.lists(st.integers(0, 40), min_size=2, max_size=40), st.booleans())
def test_an_area_has_one_ground(theme: str, values: list[int], won: bool) -> None:
    """Where nothing is filled, the ground of the graph shows, whatever it is drawn on."""
    palette = palette_of(THEMES[theme], "two-colour", "true")
    sheet = Sheet(30, 5, "band")
    draw_area(sheet, Area(2, 1, 26, 3, 40), Series(values, (20,) * 2), UNICODE, won=won)
    shown = {palette.colours[GROUND], palette.colours["sel" if won else "paper"]}
    for row in sheet.strips(palette)[1:4]:
        assert {_ground(segment) for segment in row.crop(2, 28)} <= shown


def _ground(segment: Segment) -> str:
    assert segment.style is not None
    assert segment.style.bgcolor is not None
    return segment.style.bgcolor.name

"""Graphs of scores: stretched to any width, and drawn in half rows."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from rich.segment import Segment

from cuttle_tui.drawing.graph import GROUND, Area, Series, draw_area, draw_values, stretched
from cuttle_tui.drawing.palette import (
    ASCII,
    ASCII_FILLED,
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


@pytest.mark.parametrize(("value", "filled"), [(0, 0), (5, 1), (9, 2), (14, 3), (27, 3)])
def test_the_upper_edge_of_a_low_area_is_the_goal(value: int, filled: int) -> None:
    """No line stands inside a row."""
    area = Area(0, 0, 1, 2, 14, low=True, apart=True)
    assert _half_rows(area, value, 14) == ["band"] + [GROUND] * (3 - filled) + ["sel"] * filled


@pytest.mark.parametrize("goal", [7, 14, 21])
def test_a_low_area_grows_with_the_points_as_far_as_it_has_eighths(goal: int) -> None:
    """Whoever comes close to the goal does not seem to reach it."""
    area = Area(0, 0, goal + 1, 2, 21, low=True, apart=True)
    sheet = Sheet(area.width, area.height, "band")
    draw_area(sheet, area, Series((0, *range(goal + 1)), (goal,) * 2), UNICODE, won=True)
    *below, top = [sum(_eighths(sheet, x, y) for y in range(2)) for x in range(goal + 1)]
    linear = [max(value > 0, round(value * 12 / 21)) for value in range(goal)]
    assert below == [min(height, top - 1) for height in linear]


def _eighths(sheet: Sheet, x: int, y: int) -> int:
    """Return how much of a cell is filled with gold."""
    sign, ink = sheet.at(x, y)
    part = _PARTS.find(sign) + 1 if ink.fore == "sel" else 0
    return 8 if ink.ground == "sel" else part


def test_the_ground_of_a_low_area_is_as_high_as_its_own_goal() -> None:
    """Where a king lowered one goal, the other is the height of all areas."""
    area = Area(0, 0, 1, 2, 21, low=True)
    assert _half_rows(area, 7, 14) == ["band", GROUND, GROUND, "sel"]
    assert _half_rows(area, 14, 14) == ["band", "sel", "sel", "sel"]
    assert _half_rows(area, 14, 21) == [GROUND, "sel", "sel", "sel"]


def test_points_below_a_goal_that_kings_have_lowered_far_are_shown() -> None:
    area = Area(0, 0, 1, 2, 21, low=True, apart=True)
    assert _half_rows(area, 3, 10) == ["band", "band", GROUND, "sel"]
    assert _half_rows(area, 10, 10) == ["band", "band", "sel", "sel"]
    assert _half_rows(area, 0, 10) == ["band", "band", GROUND, GROUND]


@pytest.mark.parametrize(
    ("value", "goal", "rows"),
    [
        (0, 21, [GROUND, GROUND]),
        (3, 21, [GROUND, "_"]),
        (8, 21, [GROUND, "="]),
        (10, 21, [GROUND, "sel"]),
        (14, 21, ["_", "sel"]),
        (20, 21, ["=", "sel"]),
        (21, 21, ["sel", "sel"]),
        (27, 21, ["sel", "sel"]),
        (6, 7, ["band", "="]),
        (7, 7, ["band", "sel"]),
    ],
)
def test_in_letters_a_low_area_on_fills_has_thirds_of_rows(
    value: int, goal: int, rows: list[str]
) -> None:
    sheet = Sheet(1, 2, "band")
    area = Area(0, 0, 1, 2, 21, low=True)
    draw_area(sheet, area, Series((value,), (goal,)), ASCII_FILLED, won=True)
    assert [sheet.texts()[y] or sheet.at(0, y)[1].ground for y in range(2)] == rows


@pytest.mark.parametrize(
    ("value", "goal", "rows"),
    [
        (10, 14, ["━", "█"]),
        (13, 14, ["━", "█"]),
        (14, 14, ["▄", "█"]),
        (27, 14, ["█", "█"]),
        (5, 14, ["━", "▄"]),
        (3, 10, ["", "▄"]),
    ],
)
def test_without_fills_the_line_of_a_low_area_is_at_its_height_or_not_drawn(
    value: int, goal: int, rows: list[str]
) -> None:
    sheet = Sheet(1, 2)
    area = Area(0, 0, 1, 2, 14, low=True, over=1)
    draw_area(sheet, area, Series((0, value), (goal,) * 2), UNICODE_EDGED, won=True)
    assert sheet.texts() == rows


@pytest.mark.parametrize(
    ("width", "rows"), [(12, "  3  9  0 10"), (11, "     9   10"), (8, "   9  10"), (3, " 10")]
)
def test_scores_are_written_from_the_last_one_back(width: int, rows: str) -> None:
    sheet = Sheet(width, 1)
    draw_values(sheet, 0, width, 0, (0, 3, 9, 0, 10), "ink", None)
    assert sheet.texts() == [rows]


@pytest.mark.parametrize("glyphs", [UNICODE, EDGED_FILLED])
def test_few_points_differ_in_a_low_area(glyphs: Glyphs) -> None:
    sheet = Sheet(4, 2, "band")
    area = Area(0, 0, 4, 2, 21, low=True, apart=True)
    draw_area(sheet, area, Series((0, 3, 6, 9, 12), (21,) * 5), glyphs, won=True)
    assert sheet.texts() == ["▄▄▄▄", "▂▃▅▇"]


_PARTS = "▁▂▃▄▅▆▇"


def _half_rows(area: Area, value: int, goal: int) -> list[str]:
    """Return the roles of the half rows of an area of a column, from above.

    Of a cell of which a part is filled, however small, that is the lower half.
    """
    palette = palette_of(THEMES["felt-dark"], "two-colour", "true")
    roles = {palette.colours[role]: role for role in ("band", GROUND, "sel")}
    sheet = Sheet(area.width, area.height, "band")
    draw_area(sheet, area, Series((0, value), (goal,) * 2), UNICODE, won=True)
    halves = []
    for strip in sheet.strips(palette):
        (segment,) = strip
        assert segment.style is not None
        assert segment.style.color is not None
        lower = segment.style.color.name if segment.text in _PARTS else _ground(segment)
        halves += [roles[_ground(segment)], roles[lower]]
    return halves


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

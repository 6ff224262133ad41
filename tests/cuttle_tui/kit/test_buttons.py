"""Buttons fill their rows, and each cell of one is its key."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.drawing.palette import ASCII, ASCII_FILLED, EDGED_FILLED, UNICODE, Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import Sentence, Span, say
from cuttle_tui.kit.buttons import buttons_of, draw_buttons, height_of, heights_of, rows_of
from cuttle_tui.kit.zone import key_under

_WIDE = 40
_LABELS = st.lists(st.integers(1, _WIDE - 5), min_size=1, max_size=9)


def _option(key: str, label: str) -> Sentence:
    return say(Span(key, "key"), " ", label)


@given(_LABELS)
def test_as_many_rows_as_needed_hold_every_button_in_order(sizes: list[int]) -> None:
    options = [_option("abcdefghi"[place], "x" * size) for place, size in enumerate(sizes)]
    rows = rows_of(buttons_of(options), _WIDE, len(sizes), UNICODE)
    assert rows is not None
    assert [button.text for row in rows for button in row] == options
    for row in rows:
        assert sum(4 + len(one.text[-1].text) for one in row) + len(row) - 1 <= _WIDE
    if len(rows) > 1:
        assert rows_of(buttons_of(options), _WIDE, len(rows) - 1, UNICODE) is None


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("room", [1, 2, 3, 4])
def test_every_cell_of_a_button_is_its_key(room: int, glyphs: Glyphs) -> None:
    buttons = buttons_of([_option("p", "points"), _option("esc", "back")])
    rows = rows_of(buttons, _WIDE, 1, glyphs)
    assert rows is not None
    height = height_of(len(rows), room)
    sheet = Sheet(_WIDE + 4, height)
    spots = draw_buttons(sheet, rows, 2, _WIDE + 2, 0, [height], glyphs)
    for y in range(height):
        keys = [key_under(spots, x, y) for x in range(2, _WIDE + 2)]
        assert keys == sorted(keys, key=["p", "", "escape"].index)
        assert keys.count("") == 1
    assert any("p points" in row and "esc back" in row for row in sheet.texts())


def test_words_stand_in_the_middle_of_buttons() -> None:
    words = ("card", "scrap", "log", "help")
    buttons = buttons_of((_option(word[0], word) for word in words), touch=True)
    sheet = Sheet(_WIDE, 1)
    spots = draw_buttons(sheet, [buttons], 0, _WIDE, 0, [1], UNICODE, parted=True)
    (row,) = sheet.texts()
    sides = [
        (row.index(word) - spot.left, spot.right - row.index(word) - len(word))
        for word, spot in zip(words, spots, strict=True)
    ]
    assert all(left == right for left, right in sides[:-1])
    assert sides[-1][1] - sides[-1][0] in (0, 1)


def test_a_low_button_begins_in_the_row_above() -> None:
    (button,) = buttons_of([_option("p", "points")])
    sheet = Sheet(12, 2)
    draw_buttons(sheet, [[button]], 0, 12, 0, [2], UNICODE)
    assert sheet.texts() == ["▄" * 12, "  p points"]


@pytest.mark.parametrize(
    ("glyphs", "rows"),
    [
        (ASCII, [f" {'_' * 10}", "| p points |", f"|{'_' * 10}|"]),
        (ASCII_FILLED, ["", "", "  p points"]),
        (EDGED_FILLED, ["▄" * 12, "  p points", "▀" * 12]),
    ],
)
def test_a_button_has_a_frame_where_no_ground_shows(glyphs: Glyphs, rows: list[str]) -> None:
    (button,) = buttons_of([_option("p", "points")])
    sheet = Sheet(12, 3)
    draw_buttons(sheet, [[button]], 0, 12, 0, [3], glyphs)
    assert sheet.texts() == rows


def test_rows_of_buttons_in_letters_are_parted_by_a_row_of_felt() -> None:
    buttons = buttons_of([_option("p", "points"), _option("s", "scuttle")])
    sheet = Sheet(20, 6)
    draw_buttons(sheet, [[each] for each in buttons], 0, 20, 0, [3, 3], ASCII_FILLED)
    filled = [sheet.at(0, y)[1].ground == "button" for y in range(6)]
    assert filled == [False, True, True] * 2


def test_a_high_button_in_letters_has_its_words_in_the_middle_of_its_fill() -> None:
    (button,) = buttons_of([_option("p", "points")])
    sheet = Sheet(12, 4)
    draw_buttons(sheet, [[button]], 0, 12, 0, [4], ASCII_FILLED)
    assert [sheet.at(0, y)[1].ground == "button" for y in range(4)] == [False, True, True, True]
    assert sheet.texts() == ["", "", "  p points", ""]


@given(st.integers(1, 4), st.integers(1, 3), st.integers(0, 20))
def test_rows_of_buttons_share_what_nothing_else_needs(count: int, low: int, more: int) -> None:
    heights = heights_of(count, low, count * low + more)
    assert sum(heights) <= count * low + more
    assert sorted(heights, reverse=True) == heights
    assert low <= min(heights)
    assert max(heights) - min(heights) <= 1


def test_two_named_keys_are_the_halves_of_a_button_with_signs_for_them() -> None:
    (button,) = buttons_of([_option("left right", "level: regular")])
    assert "".join(span.text for span in button.text) == "< level: regular >"
    sheet = Sheet(30, 2)
    spots = draw_buttons(sheet, [[button]], 0, 30, 0, [2], UNICODE)
    assert [key_under(spots, x, 1) for x in (0, 14, 15, 29)] == ["left", "left", "right", "right"]


def test_letters_of_targets_are_tapped_where_they_stand() -> None:
    (button,) = buttons_of([say(Span("a b c", "target"), " theirs")])
    sheet = Sheet(40, 2)
    spots = draw_buttons(sheet, [[button]], 0, 40, 0, [2], UNICODE)
    row = sheet.texts()[1]
    assert [key_under(spots, row.index(f"{key} ")) for key in "abc"] == ["a", "b", "c"]
    assert [key_under(spots, x, 1) for x in (0, 39)] == ["a", "c"]


def test_what_cannot_be_clicked_on_has_no_button() -> None:
    assert buttons_of([_option("1-6", "choose a card"), _option("arrows", "move")]) == []


def test_a_button_that_names_neither_of_its_keys_is_the_first() -> None:
    option = say(Span("1", "key"), " ", Span("2", "key"), " ", "choose a card")
    (button,) = buttons_of([option], touch=True)
    spots = draw_buttons(Sheet(_WIDE, 1), [[button]], 0, _WIDE, 0, [1], UNICODE)
    assert {key_under(spots, x, 0) for x in range(_WIDE)} == {"1"}

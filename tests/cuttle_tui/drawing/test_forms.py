"""The fullest form that has room, else the last one."""

from __future__ import annotations

import pytest

from cuttle_tui.drawing.forms import fullest, fullest_text


@pytest.mark.parametrize(
    ("room", "told"), [(20, "the computer"), (12, "the computer"), (11, "computer"), (3, "pc")]
)
def test_the_fullest_text_that_fits_is_told(room: int, told: str) -> None:
    assert fullest_text(room, "the computer", "", "computer", "pc") == told


def test_wide_characters_take_two_columns() -> None:
    assert fullest_text(5, "中文字", "zh") == "zh"


def test_without_any_room_it_is_the_last_form() -> None:
    assert fullest(([1, 2, 3], [1, 2], [1]), len, 0) == [1]
    assert fullest_text(0, "") == ""

"""Rows of chips: without blank rows between them they are laid like bricks."""

from __future__ import annotations

import pytest

from cuttle_tui.drawing.columns import Column
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import CHIP_STEP, NARROWEST, Rows, TileSize
from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_hand
from cuttle_tui.drawing.tiles import draw_strips


@pytest.mark.parametrize(("height", "shift"), [(4, 2), (8, 0)])
def test_rows_that_touch_are_laid_like_bricks(height: int, shift: int) -> None:
    rows = Rows(11, TileSize(NARROWEST, 1), CHIP_STEP - NARROWEST)
    sheet = Sheet(60, height)
    spots = draw_hand(sheet, 2, 0, rows, tuple(map(Face, range(44))), UNICODE)
    starts = [min(spot.x for spot in spots[at : at + 11]) for at in range(0, 44, 11)]
    assert starts == [2, 2 + shift, 2, 2 + shift]
    assert max(spot.x + spot.width for spot in spots) <= sheet.width - 1


def column_of(
    points: int, royals: int, rows: int, glyphs: Glyphs = UNICODE, height: int = 2
) -> list[str]:
    sheet, column = Sheet(24, rows), Column(2, 16, 0, 20, "felt")
    muted = tuple(Face(number, look="mute", word="x") for number in range(points))
    crowned = tuple(Face(number) for number in range(40, 40 + royals))
    draw_strips(sheet, 0, rows, column, TileSize(3, height), muted, crowned, glyphs)
    return sheet.texts()


def test_strips_of_a_seat_that_touch_are_laid_like_bricks_and_say_what_is_barred() -> None:
    assert column_of(7, 3, 4, height=1) == [
        "  A♣x A♦x A♥x A♠x",
        "   2♣x 2♦x 2♥x",
        "      J♣  J♦  J♥",
        "",
    ]


def test_where_fills_may_not_show_every_card_has_an_edge() -> None:
    assert column_of(7, 3, 4, ASCII, height=1)[:2] == [" |ACx|ADx|AHx|ASx", "  |2Cx|2Dx|2Hx"]
    assert column_of(3, 1, 2, ASCII) == [" | AC| AD| AH| JC", " | x | x | x |"]


def test_last_strip_is_a_row_lower_rather_than_that_two_touch() -> None:
    assert column_of(4, 2, 4) == [
        "   A♣▌ A♦▌ A♥▌ A♠▌",
        "   x ▌ x ▌ x ▌ x ▌",
        "",
        "          J♣  J♦",
    ]


def test_chosen_narrow_card_has_both_edges() -> None:
    sheet = Sheet(12, 3)
    faces = Face(0), Face(4, look="sel"), Face(8)
    draw_hand(sheet, 1, 0, Rows(3, TileSize(3, 3)), faces, ASCII)
    assert sheet.texts()[0] == "| AC> 2C| 3C"

"""Rows of chips: without blank rows between them they are laid like bricks."""

from __future__ import annotations

import pytest

from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import CHIP_STEP, NARROWEST, Rows, TileSize
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_hand


@pytest.mark.parametrize(("height", "shift"), [(4, 2), (8, 0)])
def test_rows_that_touch_are_laid_like_bricks(height: int, shift: int) -> None:
    rows = Rows(11, TileSize(NARROWEST, 1), CHIP_STEP - NARROWEST)
    sheet = Sheet(60, height)
    spots = draw_hand(sheet, 2, 0, rows, tuple(map(Face, range(44))), UNICODE)
    starts = [min(spot.x for spot in spots[at : at + 11]) for at in range(0, 44, 11)]
    assert starts == [2, 2 + shift, 2, 2 + shift]
    assert max(spot.x + spot.width for spot in spots) <= sheet.width - 1

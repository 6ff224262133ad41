"""Letters on cards: large where there is room, in the middle, or small in the corner."""

from __future__ import annotations

import pytest

from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.layout import FRONTS, TALL_FRONTS, UPRIGHT, TileSize
from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.room import CARDS, draw_letter, large_letter
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card

IN_CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
SIZES = [*CARDS, *(front.tile for front in (*FRONTS, *TALL_FRONTS, UPRIGHT))]


def drawn(letter: str, size: TileSize, glyphs: Glyphs = UNICODE) -> str:
    sheet = WatchedSheet(size.width + 2, size.height)
    draw_letter(sheet, Tile(Face(card("2H")), 0, 0, size), letter, glyphs)
    assert sheet.faults == []
    return "\n".join(sheet.texts())


@pytest.mark.parametrize("size", set(SIZES))
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_two_letters_are_alike_on_a_card_of_any_size(size: TileSize, glyphs: Glyphs) -> None:
    assert len({drawn(letter, size, glyphs) for letter in IN_CODES}) == len(IN_CODES)


@pytest.mark.parametrize("size", set(SIZES))
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_large_letter_leaves_a_margin_at_both_sides(size: TileSize, *, ascii_only: bool) -> None:
    for letter in IN_CODES:
        rows = large_letter(letter, size, ascii_only=ascii_only)
        assert len(rows) <= size.height - (not ascii_only)
        assert {len(row) for row in rows} <= set(range(size.width - 1))


def test_a_wider_card_has_a_larger_letter() -> None:
    sizes = [len(large_letter("K", size, ascii_only=False)) for size in CARDS]
    assert sizes == [10, 8, 8, 5, 5, 3, 3, 0]
    assert len(large_letter("C", TileSize(9, 6), ascii_only=False)) == 4


def test_a_letter_without_room_or_shape_is_a_plain_one() -> None:
    assert drawn("K", TileSize(5, 2)).split() == ["K♥"]
    assert drawn("K", TileSize(5, 3)).split() == ["♥", "K", "♥"]
    assert drawn("É", TileSize(9, 6)).split() == ["♥", "É", "♥"]
    assert drawn("K", TileSize(12, 8), ASCII).isascii()


def test_letters_of_a_word_are_bold_only_if_all_of_them_can_be() -> None:
    def widths(word: str) -> set[int]:
        letters = (
            large_letter(letter, TileSize(9, 6), ascii_only=False, beside=word) for letter in word
        )
        return {len(rows[0]) for rows in letters}

    assert widths("LESSONS") == {5}
    assert widths("CUTTLE") == {7}

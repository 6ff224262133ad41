"""Letters on cards: small in the corner, large in the middle where there is room."""

from __future__ import annotations

from cuttle_tui.drawing.bitmaps import LETTERS, half_blocks
from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.glyphs import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.letters import draw_letter
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card


def drawn(letter: str, size: TileSize, glyphs: Glyphs = UNICODE, *, suited: bool = True) -> str:
    sheet = WatchedSheet(size.width + 2, size.height)
    tile = Tile(Face(card("2H")), 0, 0, size)
    draw_letter(sheet, tile, letter, glyphs, suited=suited)
    assert sheet.faults == []
    return "\n".join(sheet.texts())


def test_a_large_card_shows_its_letter_large() -> None:
    for letter, bitmap in LETTERS.items():
        text = drawn(letter, TileSize(9, 6), suited=False)
        assert all(line.rstrip() in text for line in half_blocks(bitmap))
    assert "7♥" in drawn("7", TileSize(9, 6))


def test_small_cards_and_letters_without_a_bitmap_have_only_the_corner() -> None:
    assert drawn("K", TileSize(7, 4)).split() == ["K♥"]
    assert drawn("É", TileSize(9, 6), suited=False).split() == ["É"]
    assert drawn("K", TileSize(12, 8), ASCII, suited=False).isascii()

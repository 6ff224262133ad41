"""The backs that players wear: symmetric, calm, told apart, and silent about the card."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.drawing.backs import back_inks, back_rows, design_of, pixels
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import ASCII, DECKS, THEMES, UNICODE, UNICODE_EDGED, palette_of
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.themes import HUES, INKS
from cuttle_tui.drawing.tile_rows import draw_backs
from cuttle_tui.drawing.tiles import draw_back, draw_edges
from cuttle_tui.tty.terminal import Colours
from cuttle_tui.worn import EARNED, own_back
from tests.cuttle_tui.sight import contrast, rounded
from tests.cuttle_tui.tables import card

pytestmark = pytest.mark.slow

SIZES = [TileSize(width, height) for width in range(1, 22) for height in range(1, 16)]
CARDS = [size for size in SIZES if size.width >= 5 and size.height >= 3]
"""The sizes of a deck and of hidden cards that are no chips."""
backs = st.one_of(st.sampled_from(EARNED), st.text(min_size=1).map(own_back))


def drawn(back: str, size: TileSize) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Return the colours and the signs of a back."""
    return back_inks(back), back_rows(back, size)


@given(backs, st.sampled_from(SIZES))
def test_a_back_fills_its_card_and_is_the_same_from_every_side(back: str, size: TileSize) -> None:
    rows = pixels(design_of(back), size)
    assert len(rows) == 2 * size.height
    assert {len(row) for row in rows} == {size.width}
    if back not in EARNED:  # a suit stands upright
        assert all(row == row[::-1] for row in rows)
        assert rows == rows[::-1] or size.height == 1
    signs = back_rows(back, size)
    assert {len(row) for row in signs} == {size.width}
    assert {*"".join(signs)} <= {*" ▀▄█"}


@given(backs, st.sampled_from(CARDS))
def test_a_back_has_a_pattern_and_is_no_blot(back: str, size: TileSize) -> None:
    rows = pixels(design_of(back), size)
    inked = sum(row.count("#") for row in rows) / (len(rows) * size.width)
    assert 0.08 < inked < 0.8


def test_a_back_is_always_the_same() -> None:
    assert own_back("SHA256:ann") == "c6ee108b" != own_back("SHA256:bob")
    design_of.cache_clear()
    before = design_of("c6ee108b")
    design_of.cache_clear()
    assert design_of("c6ee108b") == before


@pytest.mark.parametrize("size", [(5, 2), (5, 3), (6, 4), (7, 5), (9, 6), (14, 9), (21, 15)])
def test_neighbours_among_a_thousand_are_not_alike(size: tuple[int, int]) -> None:
    all_backs = [drawn(own_back(f"player {number}"), TileSize(*size)) for number in range(1000)]
    assert not [number for number, (one, other) in enumerate(pairwise(all_backs)) if one == other]
    assert len({*all_backs}) >= 650
    if size[0] >= 7:
        assert len({*all_backs}) >= 980


def test_no_two_that_are_earned_are_alike() -> None:
    for size in (TileSize(5, 3), TileSize(9, 6)):
        for one, other in combinations(EARNED, 2):
            assert drawn(one, size) != drawn(other, size), (one, other, size)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("colours", ["true", "256"])
def test_backs_can_be_read_and_stand_out(theme: str, deck: str, colours: Colours) -> None:
    palette = palette_of(THEMES[theme], deck, colours).colours
    shown = {role: rounded(colour, colours) for role, colour in palette.items()}
    grounds = [shown[f"back-{hue}"] for hue in range(HUES)]
    inks = [shown[f"dots-{ink}"] for ink in INKS]
    written = 7 if deck == "high-contrast" else 4.5
    for ground in grounds:
        assert min(contrast(shown[f"c{suit}"], ground) for suit in "SHDC") >= written
        assert min(contrast(ink, ground) for ink in inks) >= 3
    for felt in (shown["felt"], shown["band"]):
        least = min(contrast(ground, felt) for ground in grounds)
        assert least >= 3 or min(contrast(ink, felt) for ink in inks) >= 3
    assert len({*grounds}) >= 5
    assert len({*inks}) >= 6


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE_EDGED])
def test_where_fills_may_not_show_backs_are_plain(glyphs: object) -> None:
    assert isinstance(glyphs, type(ASCII))
    size = TileSize(9, 6)
    plain, worn = Sheet(12, 6), Sheet(12, 6)
    draw_back(plain, 0, 0, size, glyphs, word="24")
    draw_back(worn, 0, 0, size, glyphs.wearing("c6ee108b"), word="24")
    assert plain.texts() == worn.texts()
    assert all("▀" not in row for row in worn.texts())


def test_a_word_and_a_seen_card_are_legible_on_a_pattern() -> None:
    sheet = Sheet(9, 6)
    glyphs = UNICODE.wearing(own_back("ann"))
    draw_back(sheet, 0, 0, TileSize(9, 6), glyphs, word="24", seen=card("TD"))
    rows = sheet.texts()
    assert rows[0].startswith(" 10♦ ")
    assert "24" in rows[3].split()


def test_a_hand_wears_one_back_on_every_card() -> None:
    """So a back tells whose a card is, and nothing else."""
    sheet, size = Sheet(60, 3), TileSize(5, 3)
    draw_backs(sheet, 0, 0, (), 5, TileSize(60, 3), size, UNICODE.wearing(own_back("bob")))
    rows = [row.ljust(60) for row in sheet.texts()]
    cards = {tuple(row[x : x + 5] for row in rows) for x in range(0, 30, 6)}
    assert cards == {tuple(row.replace("█", " ") for row in back_rows(own_back("bob"), size))}


@given(backs, st.sampled_from(SIZES))
def test_full_cells_are_grounds_so_that_no_seam_shows(back: str, size: TileSize) -> None:
    sheet = Sheet(*size)
    draw_back(sheet, 0, 0, size, UNICODE.wearing(back))
    ink, ground = back_inks(back)
    for row, expected in zip(sheet._rows, back_rows(back, size), strict=True):
        cells = "".join(
            text.replace(" ", "█") if look.ground == ink else text for _, text, look in row
        )
        assert cells == expected
        assert all("█" not in text for _, text, _ in row)
        assert {look.ground for _, _, look in row} <= {ink, ground}


def test_the_edges_of_a_deck_have_its_colours() -> None:
    sheet, glyphs = Sheet(6, 1), UNICODE.wearing("c6ee108b")
    draw_edges(sheet, 0, 0, 1, 40, glyphs)
    ink, ground = back_inks("c6ee108b")
    assert {(each.fore, each.ground) for _, _, each in sheet._rows[0]} == {(ink, ground)}

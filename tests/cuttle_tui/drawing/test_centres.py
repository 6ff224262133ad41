"""What is in the middle of cards: pips as printed, pictures of aces and the court."""

from __future__ import annotations

from contextvars import copy_context
from dataclasses import replace
from itertools import product

import pytest

from cuttle_tui.drawing.bitmaps import (
    CROWNS,
    LETTERS,
    LOW_NARROW,
    LOW_SPARSE,
    LOWEST,
    MIDDLE_SUITS,
    NARROW,
    SPARSE,
    SQUARE,
    STROKES,
    SUITS,
    TALL,
    TALL_CROWNS,
    TALL_SUITS,
    TINIEST,
    TINY,
    Bitmap,
    half_blocks,
    spelled,
    spread_of,
)
from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import (
    ASCII,
    ASCII_FILLED,
    EDGED_FILLED,
    UNICODE,
    UNICODE_EDGED,
    Glyphs,
)
from cuttle_tui.drawing.room import large_letter
from cuttle_tui.drawing.tiles import draw_tile
from cuttle_tui.i18n.translation import languages, speak
from engine.cards import RANK_LETTERS
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card
from tests.whole import some

BLOCKS = set("▀▄█")


def drawn(face: Face, size: TileSize, glyphs: Glyphs = UNICODE) -> list[str]:
    sheet = WatchedSheet(size.width + 4, size.height)
    draw_tile(sheet, Tile(face, 0, 0, size), glyphs)
    assert sheet.faults == []
    return sheet.texts()


@pytest.mark.parametrize("count", range(1, 11))
def test_every_arrangement_has_as_many_pips_as_the_card_is_worth(count: int) -> None:
    for rows, columns in product(range(2, 10), (5, 7, 9)):
        spread = spread_of(count, rows, columns)
        assert "".join(spread).count("o") == count
        assert len(spread) <= rows
        assert len(spread[0]) <= columns
        assert [line[::-1] for line in spread] == list(spread)


@pytest.mark.slow
@pytest.mark.parametrize("glyphs", [UNICODE, UNICODE_EDGED, ASCII])
def test_at_every_size_nothing_on_a_card_covers_anything_else(glyphs: Glyphs) -> None:
    jack = (card("JH"),)
    faces = [
        Face(card(f"{rank}D"), jacks, look="tgt", ribbon="a", key=key)
        for rank in RANK_LETTERS
        for jacks, key in (((), "3"), (jack, ""))
    ]
    for face, width, height in product(some(faces, 3), range(5, 18), range(3, 12)):
        rows = drawn(face, TileSize(width, height), glyphs)
        assert rows[-1].strip("|{}").strip() in ("a", "(a)")


def test_number_cards_show_their_pips() -> None:
    rows = drawn(Face(card("TH")), TileSize(12, 8))
    assert rows[1:7] == ["  ♥     ♥", "     ♥", "  ♥     ♥", "  ♥     ♥", "     ♥", "  ♥     ♥"]
    assert "".join(drawn(Face(card("7C")), TileSize(9, 7), ASCII)[1:]).count("C") == 7


@pytest.mark.parametrize("name", ["AS", "JH", "QD", "KC", "XB"])
def test_pictures_are_drawn_in_blocks_where_they_can_be_and_have_room(name: str) -> None:
    assert BLOCKS & set("".join(drawn(Face(card(name)), TileSize(9, 6))))
    assert not BLOCKS & set("".join(drawn(Face(card(name)), TileSize(5, 3))))
    assert "".join(drawn(Face(card(name)), TileSize(16, 10), ASCII)).isascii()


@pytest.mark.parametrize("size", [TileSize(5, 5), TileSize(6, 5)])
def test_cards_of_a_small_board_have_pips_and_letters(size: TileSize) -> None:
    for rank, count in {"A": 1, "4": 4, "7": 7, "9": 9, "T": 10}.items():
        rows = drawn(Face(card(f"{rank}H")), size)
        assert "".join(rows[1:]).count("♥") == count
    for rank in "JQK":
        assert BLOCKS & set("".join(drawn(Face(card(f"{rank}H")), size)))


@pytest.mark.parametrize("width", [5, 6])
def test_royals_of_four_rows_have_letters_and_pips(width: int) -> None:
    size = TileSize(width, 4)
    assert "".join(drawn(Face(card("8H")), size)[1:]).count("♥") == 8
    for name in ("JH", "QH", "KH"):
        assert BLOCKS & set("".join(drawn(Face(card(name)), size)))
    assert drawn(Face(card("9H")), size)[1:] == ["", "", ""]


@pytest.mark.parametrize("height", [6, 7])
def test_narrow_high_cards_have_pips_and_letters(height: int) -> None:
    for rank, count in {"4": 4, "7": 7, "T": 10}.items():
        rows = drawn(Face(card(f"{rank}H"), key="7"), TileSize(5, height + 1))
        assert "".join(rows[2:]).count("♥") == count
    for rank in "JQK":
        assert BLOCKS & set("".join(drawn(Face(card(f"{rank}H")), TileSize(5, height))))


@pytest.mark.parametrize(
    ("glyphs", "least"), [(UNICODE, 7), (EDGED_FILLED, 7), (ASCII_FILLED, 7), (UNICODE_EDGED, 9)]
)
def test_wide_cards_of_four_rows_have_pips_and_pictures(glyphs: Glyphs, least: int) -> None:
    for width in range(least, 13):
        for rank, count in {"2": 2, "5": 5, "7": 7, "8": 8, "9": 9, "T": 10}.items():
            rows = drawn(Face(card(f"{rank}H")), TileSize(width, 4), glyphs)
            assert "".join(rows[1:]).count(glyphs.suits["H"]) == count
        for name in ("AS", "JH", "QD", "KC"):
            assert "".join(drawn(Face(card(name)), TileSize(width, 4), glyphs)[1:]).strip("▏▕ ")


def test_cards_of_few_rows_show_their_index_alone_or_in_two_corners() -> None:
    for name, index in (("AS", "A♠"), ("9H", "9♥"), ("TC", "10♣")):
        face = Face(card(name))
        assert drawn(face, TileSize(8, 3))[1:] == ["", ""]
        cornered = drawn(replace(face, cornered=True), TileSize(8, 3))
        assert cornered[1:] == ["", index.rjust(7)]


@pytest.mark.parametrize(
    "table",
    [
        LETTERS,
        TALL,
        NARROW,
        SPARSE,
        SQUARE,
        LOW_SPARSE,
        TINY,
        TINIEST,
        CROWNS,
        TALL_CROWNS,
        SUITS,
        TALL_SUITS,
    ],
)
def test_bitmaps_are_rectangles(table: dict[str, Bitmap]) -> None:
    for bitmap in table.values():
        assert len({len(row) for row in bitmap}) == 1
        assert set("".join(bitmap)) <= {"#", "."}


@pytest.mark.parametrize("language", languages())
def test_the_court_of_every_language_has_pictures(language: str) -> None:
    tables = (TALL, NARROW, SQUARE, SPARSE, LOW_SPARSE, LOW_NARROW, LOWEST, TINY, TINIEST)

    def corners() -> list[str]:
        speak(language)
        return [UNICODE.rank(card(name)) for name in ("JS", "QD", "KC")]

    bold = {large_letter(corner, TileSize(9, 6), ascii_only=False) for corner in "KQJ"}
    for corner in copy_context().run(corners):
        own = large_letter(corner, TileSize(9, 6), ascii_only=False)
        assert {len(row) for row in own} == {len(row) for each in bold for row in each}
        assert all(corner in table for table in (*tables, *STROKES.values())), corner


def test_words_are_spelled_in_bitmaps_if_all_letters_have_one() -> None:
    assert half_blocks(spelled("10")) == (" ▄██   ▄█▀▀█▄", "  ██   ██  ██", " ▄██▄  ▀█▄▄█▀")
    assert len(spelled("CUTTLE")[0]) == 6 * 7 - 1
    assert spelled("É") == ()


@pytest.mark.parametrize("table", [SUITS, MIDDLE_SUITS, TALL_SUITS])
def test_a_club_has_three_lobes_and_a_spade_has_none(table: dict[str, Bitmap]) -> None:
    """So the two black signs are told apart at once: light shows between the parts of a club."""

    def gaps(sign: Bitmap) -> int:
        *above_stem, _, _ = sign
        return sum(row.strip(".").count(".") for row in above_stem[: len(sign) * 5 // 8])

    assert gaps(table["C"]) >= 2
    assert gaps(table["S"]) == 0


@pytest.mark.parametrize("width", range(8, 14))
def test_letters_of_low_wide_cards_begin_beside_the_index_and_touch_it_nowhere(width: int) -> None:
    for name in ("JS", "QD", "KC"):
        rows = drawn(Face(card(name), key="5"), TileSize(width, 4))
        assert BLOCKS & set(rows[0])
        assert rows[0].split()[0] == UNICODE.index(card(name)) or width < 10
        assert "5" in rows[0]


def test_the_tightest_royals_have_letters() -> None:
    for name in ("JS", "QD", "KC"):
        assert BLOCKS & set("".join(drawn(Face(card(name)), TileSize(4, 4))))


def test_a_queen_is_no_nought() -> None:
    """Its tail hangs below the round part."""
    for queen in (LETTERS["Q"], NARROW["Q"], SQUARE["Q"]):
        assert queen[-1].rstrip(".").startswith("..")
    assert TALL["Q"][-1].endswith("##")


@pytest.mark.parametrize("letter", SQUARE)
def test_a_letter_beside_an_index_keeps_off_the_key(letter: str) -> None:
    assert {row[-1] for row in SQUARE[letter]} == {"."}


@pytest.mark.parametrize("name", ["KD", "QC", "JS"])
def test_a_picture_stands_half_a_row_above_what_is_written_below_it(name: str) -> None:
    rows = drawn(Face(card(name), word="goal"), TileSize(9, 6))
    assert rows[4].strip()
    assert not {"█", "▄"} & {*rows[4]}
    assert not {"█", "▀"} & {*rows[1]}

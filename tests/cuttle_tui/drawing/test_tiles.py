"""Tiles and plans: cards as text, the ladder of widths, the size classes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.drawing.columns import rows_needed, strips_for
from cuttle_tui.drawing.faces import Face, Tile
from cuttle_tui.drawing.layout import (
    FLOOR,
    CardSize,
    Rows,
    TileSize,
    fitted_card,
    fitted_rows,
    plan_for,
)
from cuttle_tui.drawing.palette import (
    ASCII,
    ASCII_FILLED,
    EDGED_FILLED,
    UNICODE,
    UNICODE_EDGED,
    UNICODE_SIDED,
    Glyphs,
    glyphs_of,
)
from cuttle_tui.drawing.rows import Sheet, put_sentence, wrap
from cuttle_tui.drawing.tile_rows import chips_width, draw_backs, draw_chips, draw_field, draw_hand
from cuttle_tui.drawing.tiles import draw_small, draw_tile, numerals
from cuttle_tui.i18n.translation import card_span, plain, say
from cuttle_tui.table.choices import arrange
from cuttle_tui.tty.terminal import Terminal
from engine.play.events import PlayedPoints, Stole
from engine.play.view import Placed
from tests.cuttle_tui.tables import card

SMALL = TileSize(7, 3), TileSize(76, 3)
"""The largest card and the room of a hand at 80 columns."""


def tile(face: Face, width: int, height: int, glyphs: Glyphs = UNICODE) -> list[str]:
    sheet = Sheet(width + 1, height)
    draw_tile(sheet, Tile(face, 0, 0, TileSize(width, height)), glyphs)
    return sheet.texts()


def test_a_side_that_a_word_covers_stands_beside_the_card() -> None:
    sheet = Sheet(8, 3)
    draw_tile(sheet, Tile(Face(card("QC"), word="guard"), 1, 0, TileSize(5, 3)), UNICODE_SIDED)
    assert sheet.texts() == ["▕ Q♣  ▏", "▕     ▏", "▕guard▏"]


@pytest.mark.parametrize(
    ("glyphs", "rows"),
    [(UNICODE_EDGED, ["▏A♥  1▕", "▏     ▕"]), (EDGED_FILLED, [" A♥  1▌", "      ▌"])],
)
def test_the_edge_of_a_card_that_reaches_the_next(glyphs: Glyphs, rows: list[str]) -> None:
    """Where fills show, a card needs none."""
    sheet = Sheet(8, 3)
    draw_tile(sheet, Tile(Face(card("AH"), key="1"), 0, 0, TileSize(6, 3), "right"), glyphs)
    assert sheet.texts()[:2] == rows


@pytest.mark.parametrize(
    ("width", "row"), [(7, " 10♦ 3"), (6, " 10♦ 3"), (5, " 10♦"), (4, " 10♦"), (3, "10")]
)
def test_ten_is_written_in_figures_at_every_width(width: int, row: str) -> None:
    assert tile(Face(card("TD"), key="3"), width, 3)[0] == row


def test_suit_of_a_narrow_ten_is_below_it_where_the_row_is_free() -> None:
    assert tile(Face(card("TD"), key="3"), 3, 3) == ["10", "♦ 3", ""]
    assert tile(Face(card("TD"), (card("JH"),)), 3, 3)[0] == "10♦"
    sheet = Sheet(4, 2)
    draw_small(sheet, Tile(Face(card("TD"), ribbon="a"), 0, 0, TileSize(3, 2)), UNICODE)
    assert sheet.texts() == ["10♦", " a"]


def test_narrow_tiles_align_their_suits() -> None:
    assert tile(Face(card("2H")), 3, 3)[0] == " 2♥"
    assert tile(Face(card("2H")), 4, 3)[0] == " 2♥"


def test_jacks_are_told_in_the_order_played() -> None:
    jacks = tuple(map(card, ("JH", "JC", "JD")))
    assert tile(Face(card("2H"), jacks), 6, 3)[1] == " J♥♣♦"
    assert tile(Face(card("2H"), (*jacks, card("JS"))), 6, 3)[1] == " J♠×4"
    assert tile(Face(card("2H"), jacks), 4, 3)[1] == " J×3"
    assert tile(Face(card("2H"), jacks[:2]), 3, 3)[1] == "J♥♣"
    assert tile(Face(card("2H"), jacks), 3, 3)[1] == " J3"
    assert tile(Face(card("2H"), jacks), 5, 3, ASCII)[1] == "|Jx3|"
    assert tile(Face(card("2H"), jacks), 9, 3, ASCII)[1] == "|JDx3   |"
    assert tile(Face(card("2H"), jacks[:1]), 9, 3, ASCII)[1] == "|JH     |"


def test_jacks_leave_a_blank_at_the_right_of_a_card() -> None:
    jacks = tuple(map(card, ("JH", "JC", "JD")))
    assert tile(Face(card("2H"), jacks), 5, 3)[1] == " J×3"
    assert tile(Face(card("2H"), jacks[:2]), 5, 3)[1] == " J♥♣"
    sheet = Sheet(6, 2)
    draw_small(sheet, Tile(Face(card("2H"), jacks), 0, 0, TileSize(5, 2)), UNICODE)
    assert sheet.texts()[1] == " J×3"


def test_in_a_row_of_narrow_cards_with_edges_words_leave_the_edges_alone() -> None:
    sheet = Sheet(20, 4)
    faces = tuple(
        Face(card(name), word=word, key="1") for name, word in (("TS", "purge"), ("2H", "undo"))
    )
    draw_hand(sheet, 2, 1, Rows(2, TileSize(6, 3)), faces, ASCII)
    assert sheet.texts()[1:] == ["  |10S 1||2H  1|", "  |     ||     |", "  |purge||undo |"]


def test_figures_of_whole_cells_stand_two_cells_apart() -> None:
    low, high = (numerals(23, rows, ASCII_FILLED) for rows in (5, 10))
    for lines, apart in ((low, 2), (high, 4)):
        blank = [all(line[x] == " " for line in lines) for x in range(len(lines[0]))]
        assert sum(blank) == apart


def test_a_frozen_card_says_so_even_where_no_word_has_room() -> None:
    faces = tuple(
        Face(card(name), word=word, brief=brief, frozen=bool(brief), key="1")
        for name, word, brief in (("9S", "frozen", "ice"), ("2H", "undo", ""))
    )
    sheet = Sheet(20, 5, "felt")
    draw_hand(sheet, 2, 1, Rows(2, TileSize(5, 3)), faces, UNICODE)
    assert re.findall("[a-z]+", sheet.texts()[3]) == ["ice"]


def test_a_joker_s_letter_is_not_taken_for_a_suit() -> None:
    assert tile(Face(card("XB")), 9, 6, ASCII)[3] == "|       |"
    assert "★" in tile(Face(card("XB")), 8, 6)[3]
    assert "S" in tile(Face(card("9S")), 9, 6, ASCII)[3]


def test_each_state_has_a_sign_of_its_own() -> None:
    assert tile(Face(card("AS"), look="tgt", ribbon="a"), 5, 3)[2] == " a"
    assert tile(Face(card("AS"), look="tgt", ribbon="a"), 5, 3, ASCII)[2] == " (a)"
    assert tile(Face(card("AS"), look="mute", word="x"), 5, 3)[2] == " x"
    assert tile(Face(card("9C"), look="ice", word="ice"), 7, 3)[2] == " ice"
    assert tile(Face(card("AS"), look="sel"), 5, 3, ASCII)[0] == ">AS <"


def test_where_fills_show_a_chosen_card_has_lines_at_its_sides() -> None:
    face = Face(card("AS"), look="sel", word="ace")
    assert tile(face, 5, 3, ASCII_FILLED) == ["|AS |", "|   |", "|ace|"]
    assert tile(replace(face, look="paper"), 5, 3, ASCII_FILLED) == [" AS", "", " ace"]
    sided = glyphs_of(Terminal("16"), soft=True)
    assert tile(replace(face, look="paper"), 5, 3, sided) == ["▏A♠ ▕", "▏   ▕", "▏ace▕"]


def test_a_lifted_card_stands_a_row_higher() -> None:
    sheet = Sheet(20, 4)
    faces = (Face(card("AS"), look="sel", lifted=True, key="1"), Face(card("2H"), key="2"))
    spots = draw_hand(sheet, 2, 1, Rows(2, TileSize(7, 3)), faces, UNICODE)
    assert sheet.texts()[0] == "   A♠  1"
    assert sheet.texts()[1] == "           2♥  2"
    assert [spot.y for spot in spots] == [0, 1]
    assert spots[1].covers(10, 3)
    assert not spots[1].covers(9, 3)


@pytest.mark.parametrize(
    ("count", "width"), [(6, 7), (9, 7), (10, 6), (11, 6), (12, 5), (15, 4), (19, 3)]
)
def test_cards_of_a_small_row(count: int, width: int) -> None:
    assert fitted_card(count, TileSize(7, 3), 76) == (TileSize(width, 3), 1)


def test_a_row_of_cards_loses_no_more_columns_than_it_must() -> None:
    room, largest = 148, TileSize(16, 11)
    for count in range(1, 38):
        card, gap = fitted_card(count, largest, room)
        wider = card.width + 1
        assert gap
        assert count * (card.width + 1) - 1 <= room
        assert wider > largest.width or count * (wider + (wider <= 4)) + count - 1 > room


def test_narrow_cards_keep_their_height_while_they_look_like_cards() -> None:
    sizes = {fitted_card(count, TileSize(16, 11), 148)[0] for count in range(8, 30)}
    assert all(card.height == min(11, card.width + 2) for card in sizes)
    assert {card.height for card in sizes if card.width >= 9} == {11}


def test_cards_that_were_narrow_in_one_row_lie_in_several() -> None:
    rows = fitted_rows(44, TileSize(16, 11), TileSize(148, 11))
    assert rows == Rows(22, TileSize(5, 5))
    assert fitted_rows(14, TileSize(16, 11), TileSize(148, 11)).each == 14


def test_too_many_cards_become_rows_of_chips() -> None:
    sheet = Sheet(80, 4)
    faces = tuple(Face(number) for number in range(25))
    spots = draw_hand(sheet, 2, 1, fitted_rows(25, *SMALL), faces, UNICODE)
    assert len(spots) == 25
    assert len({(spot.x, spot.y) for spot in spots}) == 25
    assert {spot.y for spot in spots} == {1, 3}


@pytest.mark.parametrize(("count", "rows"), [(25, {1, 3}), (44, {1, 2, 3}), (52, {1, 2, 3, 4})])
def test_rows_of_chips_are_parted_and_have_their_keys_beside_them(
    count: int, rows: set[int]
) -> None:
    sheet = Sheet(80, 5)
    faces = tuple(Face(number, key="k") for number in range(count))
    spots = draw_hand(sheet, 2, 1, fitted_rows(count, *SMALL), faces, UNICODE)
    assert {spot.y for spot in spots} == rows
    texts = sheet.texts()
    assert all(texts[spot.y][spot.x + 3] == "k" for spot in spots)


@pytest.mark.parametrize(("flat", "row"), [(True, "▌A♦"), (False, "   ")])
def test_a_card_below_another_is_marked_and_not_lifted_where_cards_lie_flat(
    flat: bool, row: str
) -> None:
    sheet, below = Sheet(80, 7), card("AD")
    faces = (Face(card("AC")), Face(below, look="sel", lifted=True))
    draw_hand(sheet, 2, 1, Rows(1, TileSize(4, 2)), faces, UNICODE, flat=flat)
    assert sheet.texts()[4][2:5] == row


def test_court_stands_at_the_right() -> None:
    sheet = Sheet(80, 3)
    points = (Face(card("7H")),)
    royals = (Face(card("KD")), Face(card("8S"), word="o-o"))
    draw_field(sheet, 2, 78, 0, TileSize(5, 3), points, royals, UNICODE)
    row = sheet.texts()[0]
    assert row.index("7♥") == 3
    assert row.index("K♦") == 68
    assert row.index("8♠") == 74
    assert sheet.texts()[2].index("o-o") == 74


def test_backs_stand_apart_from_cards_without_gaps() -> None:
    sheet = Sheet(80, 1)
    draw_chips(sheet, 0, 0, tuple(map(card, ("AS", "2C"))), 1, 12, ASCII)
    assert sheet.texts()[0] == " AS 2C ###"


@pytest.mark.parametrize("known", [0, 3])
@pytest.mark.parametrize("count", [11, 12, 17, 24])
def test_many_backs_end_within_their_room(count: int, known: int) -> None:
    sheet, room = Sheet(44, 1), TileSize(40, 1)
    seen = tuple(map(card, ("AS", "2C", "TC")[:known]))
    end = draw_backs(sheet, 2, 0, seen, count - known, room, TileSize(3, 1), UNICODE)
    row = sheet.texts()[0]
    assert end <= 2 + room.width
    assert not row[2 + room.width :].strip()
    backs = row[2:].split("♣")[-1].split()
    assert len(set(backs)) == 1
    assert len(backs) == count - known or count > room.width // 2


def test_known_cards_of_a_hand_lie_before_the_backs() -> None:
    sheet = Sheet(80, 1)
    end = draw_chips(sheet, 2, 0, (card("TC"),), 2, 76, UNICODE)
    assert sheet.texts()[0] == "   10♣  ░░░ ░░░"
    assert end == 15


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [FLOOR[0], 50, 59])
def test_upright_the_parts_are_below_each_other_and_take_every_row(width: int, seats: int) -> None:
    for height in range(FLOOR[1], 66):
        plan = plan_for(width, height, seats)
        assert plan is not None
        opponents = plan.opp_rows * (seats - 1)
        assert plan.opp_field + plan.field.height <= plan.opp_rows
        assert opponents <= plan.band == plan.band_tiles
        assert plan.band_tiles + plan.pile.height + plan.text_rows == plan.band + plan.band_rows
        assert plan.band + plan.band_rows <= plan.my_field
        assert plan.my_field + plan.field.height == plan.my_line < plan.lift
        assert plan.lift + 1 + plan.hand.height == plan.prompt
        assert plan.prompt + plan.prompt_rows == plan.keys < height


def test_no_plan_below_the_floor() -> None:
    assert plan_for(FLOOR[0] - 1, 24) is None
    assert plan_for(80, FLOOR[1] - 1) is None


def test_sheets_cut_what_lies_beneath() -> None:
    sheet = Sheet(10, 1)
    sheet.put(0, 0, "abcdefghijklmnop")
    sheet.put(3, 0, "XY")
    assert sheet.texts() == ["abcXYfghij"]


def test_cards_are_coloured_and_long_lines_wrap() -> None:
    line = say("bob evicted ", card_span(card("9C")), ": back in your hand, frozen")
    lines = wrap(line, 28, UNICODE)
    sheet = Sheet(30, 2)
    for row, part in enumerate(lines):
        put_sentence(sheet, 0, row, part, UNICODE)
    assert sheet.texts() == ["bob evicted 9♣: back in your", "  hand, frozen"]


def test_cards_lie_in_the_order_played() -> None:
    placed = [Placed(card(name), (), ()) for name in ("AS", "2H", "7H")]
    log = (
        PlayedPoints(0, card("7H")),
        PlayedPoints(0, card("2H")),
        Stole(1, card("JH"), card("2H"), 0, 1),
    )
    assert [one.card for one in arrange(placed, log)] == [card(n) for n in ("AS", "7H", "2H")]


def test_a_short_word_at_the_end_of_a_line_keeps_its_blank() -> None:
    lines = wrap(say("your three has worked: take a card"), 29, UNICODE)
    assert [plain(line) for line in lines] == ["your three has worked:", "  take a card"]


@pytest.mark.parametrize(
    ("told", "width", "lines"),
    [
        ("bob plays 6♠ as a one-off: purge", 27, ["bob plays 6♠ as a", "one-off: purge"]),
        ("bob counters 2♥", 13, ["bob counters", "2♥"]),  # `counters` would leave bob alone
        ("a b  counters purge", 14, ["a b  counters", "purge"]),  # a gap belongs to a column
        ("one two extraordinarily antiquated", 23, ["one two extraordinarily", "antiquated"]),
    ],
)
def test_the_last_word_has_company_if_the_line_before_can_spare_a_word(
    told: str, width: int, lines: list[str]
) -> None:
    wrapped = [plain(line) for line in wrap(say(told), width, UNICODE, "")]
    assert wrapped == lines


@given(st.text("ab  ", max_size=60), st.integers(6, 30), st.sampled_from(("", "  ")))
def test_wrapping_keeps_every_word_in_its_order_and_its_room(
    told: str, width: int, indent: str
) -> None:
    lines = [plain(line) for line in wrap(say(told), width, UNICODE, indent)]
    assert " ".join(lines).split() == told.split()
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)


def test_what_does_not_fit_is_marked_as_cut() -> None:
    sheet = Sheet(20, 2)
    put_sentence(sheet, 2, 0, say("eight", card_span(card("9C")), " and more"), UNICODE, stop=12)
    put_sentence(sheet, 2, 1, say("just so much"), UNICODE, stop=14)
    assert sheet.texts() == ["  eight9♣ a~", "  just so much"]


def test_narrow_cards_take_half_of_the_column_beside_them() -> None:
    sheet = Sheet(40, 3)
    draw_field(sheet, 2, 17, 0, TileSize(5, 3), tuple(map(Face, (36, 0, 4))), (), UNICODE)
    assert sheet.texts()[0] == "   10♣▌ A♣ ▌ 2♣ ▌"
    sheet = Sheet(40, 4)
    rows = Rows(2, TileSize(6, 3))
    draw_hand(sheet, 2, 1, rows, (Face(20, word="purge"), Face(8)), UNICODE)
    assert sheet.texts()[3] == "   purge▌      ▌"
    sheet = Sheet(40, 3)
    draw_field(sheet, 2, 17, 0, TileSize(5, 3), tuple(map(Face, (36, 0, 4))), (), ASCII)
    assert sheet.texts()[0] == "  |10C |AC  |2C"


def test_a_key_never_stands_beside_a_rank() -> None:
    assert tile(Face(card("4S"), key="2"), 5, 3) == [" 4♠", "    2", ""]
    assert tile(Face(card("4S"), key="2"), 5, 3, ASCII) == ["|4S |", "|  2|", "|   |"]
    assert tile(Face(card("TS"), key="2"), 6, 3, ASCII)[:2] == ["|10S |", "|   2|"]


def test_of_many_chips_the_chosen_and_the_illegal_have_signs() -> None:
    sheet = Sheet(80, 4)
    looks = {1: Face(1, look="sel", lifted=True), 2: Face(2, look="mute", word="x")}
    faces = tuple(looks.get(number, Face(number)) for number in range(25))
    draw_hand(sheet, 2, 1, fitted_rows(25, *SMALL), faces, ASCII)
    assert sheet.texts()[1].startswith("  AC   AD>  AHx  AS")


@pytest.mark.parametrize("cards", ["auto", "small", "large"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_every_size_nothing_meets_and_the_hand_stays_off_the_keys(
    seats: int, cards: CardSize
) -> None:
    for width in (60, 79, 80, 100, 120, 160, 200, 250):
        for height in range(20, 74):
            plan = plan_for(width, height, seats, cards)
            assert plan is not None
            assert plan.opp_line <= plan.opp_hand < plan.opp_field
            strips = strips_for(5, 0, TileSize(16, plan.strip_rows), plan.compact)
            rows = rows_needed(5, 0, strips.each)
            last = (rows - 1) * strips.step
            assert last + min(2, strips.height - 1) <= plan.strip_rows or seats == 2
            assert plan.opp_field + plan.field.height <= plan.band or seats > 2
            assert plan.band + plan.band_rows <= plan.my_field
            assert plan.band <= plan.band_tiles
            assert plan.band_tiles + plan.pile.height <= plan.band + plan.band_rows
            assert plan.my_field + plan.field.height <= plan.my_line < plan.prompt
            assert plan.below <= plan.lift
            assert plan.lift + plan.hand.height < plan.keys - (height > 24)


@pytest.mark.parametrize("known", [0, 1, 5, 9, 14])
@pytest.mark.parametrize("hidden", [0, 1, 6, 14])
@pytest.mark.parametrize("room", [12, 20, 34, 60])
def test_a_hand_in_a_row_takes_the_columns_it_says(known: int, hidden: int, room: int) -> None:
    sheet = Sheet(80, 1)
    end = draw_chips(sheet, 2, 0, tuple(range(20, 20 + known)), hidden, room, UNICODE)
    assert end - 2 <= room
    width = chips_width(known, hidden, room)
    cut = "+" in sheet.texts()[0]
    assert width == room if cut else width == end - 2


def test_a_ribbon_that_has_no_room_for_its_word_has_a_sign() -> None:
    face = Face(card("KD"), ribbon="lost", brief="!", alarm=True)
    assert tile(face, 6, 4)[3] == " lost"
    assert tile(face, 4, 4)[3] == "lost"
    assert tile(face, 3, 4)[3].strip() == "!"

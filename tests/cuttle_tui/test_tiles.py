"""Tiles and plans: cards as text, the ladder of widths, the size classes."""

from __future__ import annotations

import pytest

from cuttle_tui.arrange import arrange
from cuttle_tui.glyphs import ASCII, UNICODE, Glyphs
from cuttle_tui.layout import FIELD_LADDER, HAND_LADDER, TileSize, fit_width, plan_for
from cuttle_tui.prose import card_span, say
from cuttle_tui.rows import Sheet, put_sentence, wrap
from cuttle_tui.tiles import Face, draw_chips, draw_field, draw_hand, draw_tile
from engine.events import PlayedPoints, Stole
from engine.view import Placed
from tests.cuttle_tui.tables import card


def tile(face: Face, width: int, height: int, glyphs: Glyphs = UNICODE) -> list[str]:
    sheet = Sheet(width + 1, height)
    draw_tile(sheet, 0, 0, TileSize(width, height), face, glyphs)
    return sheet.texts()


@pytest.mark.parametrize(
    ("width", "row"), [(7, " 10♦ 3"), (6, " 10♦ 3"), (5, " 10♦3"), (4, "10♦"), (3, "10♦")]
)
def test_ten_is_written_in_figures_at_every_width(width: int, row: str) -> None:
    assert tile(Face(card("TD"), key="3"), width, 3)[0] == row


def test_narrow_tiles_align_their_suits() -> None:
    assert tile(Face(card("2H")), 3, 3)[0] == " 2♥"
    assert tile(Face(card("2H")), 4, 3)[0] == " 2♥"


def test_jacks_are_told_in_the_order_played() -> None:
    jacks = tuple(map(card, ("JH", "JC", "JD")))
    assert tile(Face(card("2H"), jacks), 5, 3)[1] == " J♥♣♦"
    assert tile(Face(card("2H"), jacks), 4, 3)[1] == "J♥♣♦"
    assert tile(Face(card("2H"), jacks), 3, 3)[1] == "J3♦"
    assert tile(Face(card("2H"), jacks), 5, 3, ASCII)[1] == "|J3D|"


def test_each_state_has_a_sign_of_its_own() -> None:
    assert tile(Face(card("AS"), look="tgt", ribbon="a"), 5, 3)[2] == " a"
    assert tile(Face(card("AS"), look="tgt", ribbon="a"), 5, 3, ASCII)[2] == " (a)"
    assert tile(Face(card("AS"), look="mute", word="x"), 5, 3)[2] == " x"
    assert tile(Face(card("9C"), look="ice", word="ice"), 7, 3)[2] == " ice"
    assert tile(Face(card("AS"), look="sel"), 5, 3, ASCII)[0] == ">AS <"


def test_a_lifted_card_stands_a_row_higher() -> None:
    sheet = Sheet(20, 4)
    faces = (Face(card("AS"), look="sel", lifted=True, key="1"), Face(card("2H"), key="2"))
    spots = draw_hand(sheet, 2, 1, 16, TileSize(7, 3), faces, UNICODE)
    assert sheet.texts()[0] == "   A♠  1"
    assert sheet.texts()[1] == "           2♥  2"
    assert [spot.y for spot in spots] == [0, 1]
    assert spots[1].covers(10, 3)
    assert not spots[1].covers(9, 3)


@pytest.mark.parametrize(
    ("count", "width"), [(6, 7), (9, 7), (10, 6), (11, 6), (12, 5), (15, 4), (19, 3)]
)
def test_hand_ladder(count: int, width: int) -> None:
    assert fit_width(count, 7, HAND_LADDER, 76)[0] == width


@pytest.mark.parametrize(("count", "width"), [(12, 5), (13, 4), (15, 4), (16, 3), (19, 3)])
def test_field_ladder(count: int, width: int) -> None:
    assert fit_width(count, 5, FIELD_LADDER, 76) == (width, 1)


def test_too_many_cards_become_rows_of_chips() -> None:
    sheet = Sheet(80, 4)
    faces = tuple(Face(number) for number in range(25))
    spots = draw_hand(sheet, 2, 1, 76, TileSize(7, 3), faces, UNICODE)
    assert len(spots) == 25
    assert len({(spot.x, spot.y) for spot in spots}) == 25
    assert max(spot.y for spot in spots) == 1


def test_court_stands_at_the_right() -> None:
    sheet = Sheet(80, 3)
    points = (Face(card("7H")),)
    court = (Face(card("KD")), Face(card("8S"), word="o-o"))
    draw_field(sheet, 2, 78, 0, TileSize(5, 3), points, court, UNICODE)
    row = sheet.texts()[0]
    assert row.index("7♥") == 3
    assert row.index("K♦") == 68
    assert row.index("8♠") == 74
    assert sheet.texts()[2].index("o-o") == 74


def test_known_cards_of_a_hand_lie_before_the_backs() -> None:
    sheet = Sheet(80, 1)
    end = draw_chips(sheet, 2, 0, (card("TC"),), 2, 76, UNICODE)
    assert sheet.texts()[0] == "  10♣  ░░░ ░░░"
    assert end == 14


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((80, 22), "S"),
        ((99, 40), "S"),
        ((100, 30), "M"),
        ((120, 38), "M"),
        ((120, 40), "L"),
        ((200, 60), "XL"),
    ],
)
def test_size_classes(size: tuple[int, int], name: str) -> None:
    plan = plan_for(*size)
    assert plan is not None
    assert plan.name == name
    assert plan.keys == size[1] - 1
    assert plan.lift + plan.hand.height < plan.keys
    assert plan.band + plan.band_rows <= plan.my_field
    assert plan.my_line < plan.prompt


def test_no_plan_below_the_floor() -> None:
    assert plan_for(79, 24) is None
    assert plan_for(80, 21) is None


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

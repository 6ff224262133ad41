"""A seat's field: places where it is empty, the score in large where it is not in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.drawing.columns import columns_of
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import Plan, TileSize, plan_for
from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.table.view_model import SeatModel
from cuttle_tui.table.widgets.seats import draw_column, draw_seat_field
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.tables import card

SEAT = SeatModel("bob", score=10, goal=14)
SEVEN, KING = (Face(card("7H")),), (Face(card("KD")),)
BLOCKS = set("▀▄█")


def drawn(seat: SeatModel, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> WatchedSheet:
    plan = plan_for(*size)
    assert plan is not None
    sheet = WatchedSheet(plan.table, plan.field.height)
    draw_seat_field(sheet, 0, seat, plan.field, plan, glyphs)
    assert sheet.faults == []
    return sheet


def shown(seat: SeatModel, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> str:
    return "\n".join(drawn(seat, size, glyphs).texts())


def _plan(size: tuple[int, int]) -> Plan:
    plan = plan_for(*size)
    assert plan is not None
    return plan


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
def test_an_empty_part_of_a_field_says_what_lies_there(size: tuple[int, int]) -> None:
    for points, royals in (((), ()), (SEVEN, ()), ((), KING), (SEVEN, KING)):
        text = shown(replace(SEAT, points=points, royals=royals), size)
        assert ("points" in text) == (not points)
        assert ("royals" in text) == (not royals)


def test_places_are_lighter_than_the_felt_and_dotted_where_fills_may_not_show() -> None:
    sheet = drawn(SEAT, (80, 24))
    assert "".join(sheet.texts()).count(":") == 0
    grounds = {ink.ground for row in sheet._rows for _, _, ink in row}
    assert grounds == {"slot"}
    assert ":points:" in shown(SEAT, (80, 24), ASCII)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_a_crowded_field_has_no_places(size: tuple[int, int]) -> None:
    count = (_plan(size).stop - _plan(size).first + 1) // (_plan(size).field.width + 1)
    faces = tuple(map(Face, range(count)))
    assert "royals" not in shown(replace(SEAT, points=faces), size)


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_the_score_stands_large_in_the_middle_if_it_is_free(size: tuple[int, int]) -> None:
    for points, royals in (((), ()), (SEVEN, KING)):
        rows = shown(replace(SEAT, points=points, royals=royals), size).splitlines()
        goal = next(row for row in rows if "of 14" in row)
        assert abs(goal.index("of 14") + 2 - (_plan(size).first + _plan(size).stop) // 2) <= 1
    full = tuple(map(Face, range(40, 40 + 11)))
    assert "of 14" not in shown(replace(SEAT, points=full), size)


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_where_nothing_is_scored_places_stand_for_the_score(size: tuple[int, int]) -> None:
    plan = _plan(size)
    for score, count in ((0, 7), (10, 4)):
        sheet = drawn(replace(SEAT, score=score), size)
        grounds = {x: ink.ground for x, _, ink in sheet._rows[0]}
        places = [x for x, ground in grounds.items() if ground in ("slot", "hollow")]
        assert len(places) >= count
        assert [*grounds.values()].count("slot") == 2, "those without words are nearer to the felt"
        assert (plan.first + plan.stop) // 2 in {
            column for x in places for column in range(x, x + plan.field.width)
        } or score
        text = "\n".join(sheet.texts())
        assert bool(BLOCKS & set(text)) == ("of 14" in text) == bool(score)


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
def test_small_fields_have_one_place_for_each_kind(size: tuple[int, int]) -> None:
    row = drawn(replace(SEAT, score=0), size)._rows[0]
    assert len([x for x, _, ink in row if ink.ground == "slot"]) == 2


@pytest.mark.parametrize(("points", "royals"), [(0, 0), (2, 2), (5, 1), (1, 5), (9, 0), (6, 5)])
@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
def test_places_and_score_never_meet_a_card(
    size: tuple[int, int], points: int, royals: int
) -> None:
    plan = _plan(size)
    sheet = WatchedSheet(plan.table, plan.field.height)
    faces = tuple(map(Face, range(20)))
    seat = replace(SEAT, points=faces[:points], royals=faces[points : points + royals])
    cards = draw_seat_field(sheet, 0, seat, plan.field, plan, UNICODE)
    assert sheet.faults == []
    covered = {column for spot in cards for column in range(spot.x, spot.x + spot.width)}
    free = {
        column
        for x, text, ink in sheet._rows[0]
        if ink.ground == "slot"
        for column in range(x - 1, x + len(text) + 1)
    }
    assert not covered & free


def test_small_fields_and_poor_terminals_have_no_blocks() -> None:
    assert not BLOCKS & set(shown(replace(SEAT, points=SEVEN), (100, 30)))
    text = shown(replace(SEAT, score=19), (120, 40), ASCII)
    assert text.isascii()
    assert "|_|" in text
    assert "of 14" in text


def test_the_large_score_takes_the_colour_of_what_it_means() -> None:
    inks = {}
    for name, seat in {
        "usual": SEAT,
        "near": replace(SEAT, near=True),
        "changed": replace(SEAT, near=True, lit=frozenset({"score"})),
    }.items():
        rows = drawn(seat, (200, 60))._rows
        inks[name] = {ink.fore for row in rows for _, text, ink in row if BLOCKS & set(text)}
    assert inks == {"usual": {"ink"}, "near": {"threat"}, "changed": {"tkey"}}


def test_known_cards_leave_a_note_whole_that_fills_a_column() -> None:
    plan = plan_for(80, 24, 4)
    assert plan is not None
    column = columns_of(plan, 3)[0]
    note = "x" * (column.width - len("hand 5 "))
    seat = replace(SEAT, goal=21, hand_size=5, known=(card("4H"), card("8H")), note=note)
    sheet = WatchedSheet(plan.table, plan.height)
    draw_column(sheet, seat, column, TileSize(5, 2), plan, UNICODE)
    assert f"hand 5 {note}" in sheet.texts()[plan.opp_hand]

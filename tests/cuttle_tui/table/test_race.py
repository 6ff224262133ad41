"""A table as a race: what a choice would bring, and what a click or a tap means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.palette import ASCII, UNICODE
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import PaintContext, paint_context_for
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.widgets.seats import Me, Opponents
from cuttle_tui.tty.terminal import Terminal
from engine.actions import Kind
from engine.cards import card_name, value_of
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.gallery import positions
from tests.cuttle_tui.gallery.looks import DARK, Look, wear
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import card


def _paint(*, touch: bool = False, unicode: bool = True) -> PaintContext:
    return paint_context_for(Terminal(touch=touch, unicode=unicode))


KING = tables.position("hand KS 9C JS TH points 7H 3C", "hand 4S points TD 2H AS court KC")

_BARE: Final = tables.BOBS.replace("[JH<0,JC<1,JD<0]", "").replace("court KC QC", "court 8D")
NINE = tables.position(
    _BARE, tables.MINE, "turn 20 P0; ask counter P1; pile P0 oneoff 9D>7H; ply 41"
)
JACK = tables.position(
    _BARE, tables.MINE, "turn 20 P0; ask rebuff P1; pile P0 jack JH>7H; ply 41"
).replace("cuttle.cards", "cuttle.cards+nine_royal_response=yes")
KEPT = tables.position(
    tables.BOBS.replace("court KC QC", "court 8D").replace(",JD<0", ""),
    tables.MINE,
    "turn 20 P0; ask counter P1; pile P0 oneoff 6S; ply 41",
)
"""A six against bob's two, which two jacks have brought back to him."""


def shown(text: str, choice: Choice | None = None, mode: Mode = Mode.GAME) -> TableModel:
    """Present a position to the player in the first seat."""
    return present_table(tables.chair(text).shown, 0, TableUi(choice=choice or Choice(), mode=mode))


def test_a_card_that_may_be_played_for_points_is_previewed() -> None:
    ten = card("TH")
    assert shown(KING).me.coming is None
    assert shown(KING, Choice(ten)).me.coming == ten
    assert shown(KING, Choice(ten, Kind.POINTS)).me.coming == ten
    assert shown(KING, Choice(ten, Kind.SCUTTLE)).me.coming is None
    assert shown(KING, Choice(card("KS"))).me.coming is None
    assert shown(KING, Choice(ten), Mode.LEAVE).me.coming is None


@pytest.mark.parametrize(
    ("text", "fates"),
    [
        (tables.COUNTER, {"2H": "back", "8D": "lost", "8S": "lost", "KD": "lost"}),
        (positions.BLOCK, {"7H": "lost"}),
        (NINE, {"7H": "back"}),
        (JACK, {"7H": "taken"}),
        (KEPT, {"2H": "!", "8D": "lost", "8S": "lost", "KD": "lost"}),
    ],
)
def test_a_card_in_danger_says_what_becomes_of_it(text: str, fates: dict[str, str]) -> None:
    model = present_table(tables.chair(text, 1).shown, 1, TableUi())
    lying = [face for seat in (*model.others, model.me) for face in (*seat.points, *seat.royals)]
    assert {card_name(face.card): face.ribbon for face in lying if face.ribbon} == fates


def test_the_target_of_a_jack_is_previewed_once_it_is_marked() -> None:
    jack = Choice(card("JS"), Kind.JACK)
    assert shown(KING, jack).me.coming is None
    marked = {shown(KING, replace(jack, aim=at)).me.coming for at in range(3)}
    assert marked == {card("TD"), card("2H"), card("AS")}


def test_a_king_previews_the_line_and_whatever_takes_one_warns() -> None:
    me = shown(KING, Choice(card("KS"))).me
    assert (me.moving, me.loses) == (14, False)
    assert shown(KING, Choice(card("TH"))).me.moving is None
    seat = tables.chair(tables.COUNTER, 1).shown
    asked = present_table(seat, 1, TableUi()).me
    assert (asked.moving, asked.loses) == (21, True)
    nine = Choice(card("9C"), Kind.ONE_OFF)
    moved = [shown(KING, replace(nine, aim=at)).others[0].moving for at in range(4)]
    assert sorted(filter(None, moved)) == [21]


def test_whose_turn_comes_next_is_named_at_tables_of_more_than_two() -> None:
    def next_of(text: str) -> list[str]:
        model = present_table(tables_many.chair(text).shown, 0, TableUi())
        return [seat.name for seat in (*model.others, model.me) if seat.next]

    assert next_of(tables_many.TEAM) == ["bob"]
    assert next_of(tables_many.TEAM.replace("turn 20 P0", "turn 23 P3")) == ["you"]
    assert next_of(tables_many.RETIRED.replace("turn 20 P0", "turn 21 P1")) == ["you"]
    assert not shown(tables.TARGETS).others[0].next


def test_a_card_that_is_stolen_for_a_partner_is_previewed_before_them() -> None:
    jack = Choice(card("JS"), Kind.JACK, targets=(card("TD"),))
    state = tables_many.chair(tables_many.TEAM).shown
    for at in range(3):  # carol, dmitri, the reader
        model = present_table(state, 0, TableUi(choice=replace(jack, aim=at)))
        coming = [seat.coming for seat in (*model.others, model.me)]
        assert coming == [None] * (at + 1) + [card("TD")] + [None] * (2 - at)


def test_only_the_first_opponent_and_the_reader_are_told_what_a_race_is() -> None:
    model = present_table(tables_many.chair(tables_many.TEAM).shown, 0, TableUi())
    assert [bool(seat.taught) for seat in (*model.others, model.me)] == [True, False, False, True]


@pytest.mark.parametrize("text", [tables_many.TEAM, tables_many.CUTTHROAT])
@pytest.mark.parametrize("size", [(80, 22), (80, 24), (95, 53), (120, 40), (200, 60)])
async def test_all_seats_have_the_same_scale_and_a_line_after_their_goal(
    size: tuple[int, int], text: str
) -> None:
    app = CuttleApp(FakeLobby(), chair=tables_many.chair(text))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        rows = grid(app)
        for zone in (app.screen.query_one(Opponents), app.screen.query_one(Me)):
            plan = zone.planner(*size)
            assert plan is not None
            assert plan.point
            for place, seat in enumerate(zone.seats):
                spots = {spot.card: spot for spot in zone.spots}
                points = [spots[face.card] for face in seat.points]
                assert [spot.width for spot in points] == [
                    plan.point * value_of(face.card) for face in seat.points
                ]
                y = zone.region.y + points[0].y
                assert rows[y][points[0].x + plan.point * seat.goal] == "▌"
                assert zone.id == "me" or points[0].y // plan.opp_rows == place


def test_where_a_row_has_no_room_no_seat_is_a_race() -> None:
    model = present_table(tables_many.chair(tables_many.TEAM).shown, 0, TableUi())
    usual = table_plan(80, 24, model.sizes)
    full = (model.sizes[0]._replace(worths=(10, 9, 10, 1)), *model.sizes[1:])
    narrower = table_plan(80, 24, full)
    tiles = table_plan(80, 24, (model.sizes[0]._replace(royals=40), *model.sizes[1:]))
    assert usual is not None
    assert narrower is not None
    assert [usual.point, narrower.point] == [3, 2]
    assert tiles == plan_for(80, 24, 4)


async def test_the_whole_table_is_laid_anew_when_a_row_has_no_more_room() -> None:
    chair = tables_many.chair(tables_many.TEAM)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        others = app.screen.query_one("#others", Opponents)
        before = {spot.card: spot.width for spot in others.spots}
        chair.change(tables_many.FULL)
        await settled(pilot)
        after = {spot.card: spot.width for spot in others.spots}
    ten = card("TD")
    assert (before[ten], after[ten]) == (30, 20)


@pytest.mark.parametrize(
    ("lies", "told"),
    [
        ("", ""),
        ("points 8S", "13 to go"),
        ("points TH court KD", "4 to go"),
        ("points TH 8S 3C", ""),
    ],
)
def test_a_seat_with_points_is_told_how_many_are_missing(lies: str, told: str) -> None:
    model = shown(tables.position(f"hand AS {lies}", "hand 4S points TD 9H")).me
    assert model.to_go == told


def test_what_threatens_is_told_once() -> None:
    (bob,) = shown(KING).others
    assert (bob.note, bob.to_go) == ("1 to go", "")


@pytest.mark.parametrize(
    ("size", "row"),
    [((80, 24), 1), ((60, 20), 2), ((95, 53), 3), ((120, 40), 3), ((200, 60), 5), ((44, 36), 3)],
)
async def test_the_line_stands_after_the_goal_and_the_score_is_where_cards_end(
    size: tuple[int, int], row: int
) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        zone = app.screen.query_one("#others", Opponents)
        spots = {spot.card: spot for spot in zone.spots}
        points = [spots[card(name)] for name in ("AS", "TD", "2H")]
        each = points[0].width
        assert [spot.width for spot in points] == [each, 10 * each, 2 * each]
        assert points[2].x == points[0].x + 11 * each
        line = zone.region.x + points[0].x + 14 * each
        assert grid(app)[points[0].y][line] == "▌"


async def test_the_cursor_sends_the_preview_alone() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await settled(pilot)
        me = app.screen.query_one("#me", Me)
        before = me.strips()
        await pilot.press("2")
        await settled(pilot)
        changed = [
            y
            for y, pair in enumerate(zip(before, me.strips(), strict=True))
            if pair[0] is not pair[1]
        ]
    assert changed == [1, 2, 3, 4]  # neither the scale above it nor the line with the name


async def test_a_lane_that_has_not_changed_keeps_its_rows_and_looks_as_if_drawn_anew() -> None:
    app = CuttleApp(FakeLobby(), chair=tables_many.chair(tables_many.TEAM))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ["5", "j", "right", "right", "right", "left", "escape"]:
            await pilot.press(key)
            await settled(pilot)
            zone = app.screen.query_one("#others", Opponents)
            plan = zone.planner(80, 24)
            assert plan is not None
            assert zone.model is not None
            fresh, sheet = Opponents(zone.paint, "others"), Sheet(*zone.outer_size)
            spots = fresh.draw(zone.model, plan, sheet)
            assert [strip.text for strip in zone.strips()] == [
                strip.text for strip in sheet.strips(zone.paint.palette)
            ]
            assert spots == zone.spots


@pytest.mark.parametrize(
    ("aside", "meant"), [(0, "2H"), (4, "2H"), (5, "2H"), (6, ""), (-2, "2H"), (-3, "TD")]
)
async def test_a_tap_near_a_narrow_target_means_it(aside: int, meant: str) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(44, 36)) as pilot:
        wear(app, Look(Terminal(touch=True)))
        await pilot.press("3", "s")
        await settled(pilot)
        zone = app.screen.query_one("#others", Opponents)
        spot = next(spot for spot in zone.spots if spot.card == card("2H"))
        under = zone.card_at(spot.x + aside, spot.y)
        assert under == (card(meant) if meant else None)
        wear(app, DARK)
        assert zone.card_at(spot.x - 1, spot.y) == card("TD")


def test_of_two_targets_within_reach_a_tap_means_neither() -> None:
    table = shown(tables.TARGETS, Choice(card("3H"), Kind.SCUTTLE))
    plan = table_plan(44, 36, table.sizes)
    assert plan is not None
    model = table.others[0]
    aces = tuple(Face(card(name), look="tgt", ribbon="a") for name in ("AS", "AC"))
    zone = Opponents(_paint(touch=True), "others")
    zone.model = (replace(model, points=aces),)
    zone.spots = zone.draw(zone.model, plan, Sheet(44, plan.band))
    first, second = zone.spots[:2]
    assert zone.card_at(first.x, first.y) is None
    assert zone.card_at(second.x + 3, second.y) == card("AC")


@pytest.mark.parametrize("width", [60, 75, 44])
def test_letters_show_a_race_where_points_have_two_columns(width: int) -> None:
    model = shown(tables.TARGETS)
    plan = table_plan(width, 36, model.sizes)
    assert plan is not None
    assert plan.point == 2
    for glyphs, terminal in ((ASCII, Terminal("none", unicode=False)), (UNICODE, Terminal())):
        zone = Opponents(paint_context_for(terminal), "others")
        assert zone.paint.glyphs is glyphs
        zone.draw(model.others, plan, sheet := Sheet(width, plan.band))
        assert any(glyphs.goal in row for row in sheet.texts())


def test_a_goal_that_has_no_room_as_a_race_keeps_tiles() -> None:
    sizes = tuple(size._replace(first=60) for size in shown(tables.TARGETS).sizes)
    assert table_plan(80, 24, sizes) == plan_for(80, 24)

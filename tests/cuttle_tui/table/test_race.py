"""The race at a table of two: what a choice would bring, and what a click or a tap means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.palette import ASCII, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import PaintContext, paint_context_for
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import TableModel
from cuttle_tui.table.widgets.seats import Me, Opponents
from cuttle_tui.tty.terminal import Terminal
from engine.actions import Kind
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.gallery.looks import DARK, Look, wear
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import card


def _paint(*, touch: bool = False, unicode: bool = True) -> PaintContext:
    return paint_context_for(Terminal(touch=touch, unicode=unicode))


KING = tables.position("hand KS 9C JS TH points 7H 3C", "hand 4S points TD 2H AS court KC")


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


def test_only_at_a_table_of_two_are_points_a_race() -> None:
    assert shown(tables.TARGETS).me.goals == (21, 14, 10, 5, 0)
    many = present_table(tables_many.chair(tables_many.TEAM).shown, 0, TableUi())
    assert not many.me.goals
    assert not any(seat.goals for seat in many.others)


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
    assert len(changed) == 2


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
    plan = plan_for(44, 36, race=True)
    assert plan is not None
    model = shown(tables.TARGETS, Choice(card("3H"), Kind.SCUTTLE)).others[0]
    aces = tuple(Face(card(name), look="tgt", ribbon="a") for name in ("AS", "AC"))
    zone = Opponents(_paint(touch=True), "others")
    zone.model = (replace(model, points=aces),)
    zone.spots = zone.draw(zone.model, plan, Sheet(44, plan.band))
    first, second = zone.spots[:2]
    assert zone.card_at(first.x, first.y) is None
    assert zone.card_at(second.x + 3, second.y) == card("AC")


@pytest.mark.parametrize("width", [60, 75, 44])
def test_letters_keep_tiles_where_points_would_have_two_columns(width: int) -> None:
    plan = plan_for(width, 36, race=True)
    assert plan is not None
    model = shown(tables.TARGETS).others
    zone = Opponents(_paint(unicode=False), "others")
    assert zone.paint.glyphs is ASCII
    zone.draw(model, plan, sheet := Sheet(width, plan.band))
    assert not any("!" in row for row in sheet.texts())
    zone = Opponents(_paint(), "others")
    assert zone.paint.glyphs is UNICODE
    zone.draw(model, plan, sheet := Sheet(width, plan.band))
    assert any(row.count("▌") for row in sheet.texts())


def test_a_goal_that_has_no_room_as_a_race_keeps_tiles_and_the_hand_in_sight() -> None:
    plan = plan_for(80, 24, race=True)
    assert plan is not None
    (bob,) = shown(tables.TARGETS).others
    zone = Opponents(_paint(), "others")
    zone.draw((replace(bob, goals=(60,), goal=60),), plan, sheet := Sheet(80, plan.band))
    rows = sheet.texts()
    assert "10♣" in rows[plan.opp_hand]
    assert "▌" not in "".join(rows)

"""Three and four seats: lanes, columns, allies, jokers, seats as targets, seats that leave."""

from __future__ import annotations

from itertools import islice

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.columns import columns_of, common_card, rows_needed, seat_under, strips_for
from cuttle_tui.drawing.layout import TileSize, plan_for
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.widgets.seats import Opponents
from cuttle_tui.tty.terminal import Terminal
from engine.actions import parse_action
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui import tables_many as tables
from tests.cuttle_tui.drawing.test_every_window import windows
from tests.cuttle_tui.gallery.judging import WatchedSheet
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import card
from tests.whole import WHOLE

SIZES = ((80, 24), (120, 40))
OTHER_SIZES = ((60, 20), (80, 22), (80, 23), (100, 30), (200, 60))


@pytest.mark.parametrize("ruleset", ["cutthroat", "team"])
@pytest.mark.parametrize("width", [60, 72, 80, 100])
async def test_a_computer_keeps_its_number_where_there_is_little_room(
    ruleset: str, width: int
) -> None:
    chair = await LocalLobby("you").play_computer(ruleset)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.press("enter")
        rows = "\n".join(grid(app)[:8])
        computers = range(1, PRESETS[ruleset].seats)
        assert all(f"CPU {n}" in rows or f"computer {n}" in rows for n in computers)


@pytest.mark.parametrize(
    ("size", "ten", "carol", "mine"),
    [((80, 24), (2, 2), (40, 4), (10, 14)), ((72, 24), (2, 2), (40, 6), (10, 14))],
    ids=["lanes", "columns"],
)
async def test_a_seat_is_chosen_by_its_letter_or_a_click(
    size: tuple[int, int], ten: tuple[int, int], carol: tuple[int, int], mine: tuple[int, int]
) -> None:
    chair = tables.chair(tables.TEAM)
    async with CuttleApp(FakeLobby(), chair=chair).run_test(size=size) as pilot:
        await pilot.press("5", "j", "a", "b")
        assert chair.played[-1][0] == parse_action("jack JS>TD@3")
        await pilot.press("5", "j")
        await pilot.click(offset=ten)
        await pilot.click(offset=carol)
        assert chair.played[-1][0] == parse_action("jack JS>TD@2")
        await pilot.press("5", "j", "a")
        await pilot.click(offset=mine)
        assert chair.played[-1][0] == parse_action("jack JS>TD@0")


async def test_what_may_be_done_out_of_turn_has_keys() -> None:
    chair = tables.chair(tables.AWAY)
    async with CuttleApp(FakeLobby(), chair=chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("q", "g", "q", "a", "q", "d", "q", "t")
        assert [str(action) for action, _ in chair.played] == ["concede@0", "leave@0", "offer@0"]


async def test_a_click_on_an_ally_that_is_no_target_says_why() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TEAM))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await pilot.press("s")
        await pilot.click(offset=(5, 4))
        await pilot.pause()
        assert "not 5♣: carol is your partner" in grid(app)[17]


@pytest.mark.slow
@pytest.mark.parametrize("text", [tables.TEAM, tables.CUTTHROAT, tables.FULL, tables.JOKER])
@pytest.mark.parametrize("edges", [False, True])
def test_in_every_window_cards_of_lanes_are_whole_and_none_lies_on_another(
    text: str, *, edges: bool
) -> None:
    model = present_table(tables.chair(text).shown, 0, TableUi())
    paint = paint_context_for(Terminal(unicode=not edges))
    for width, height in islice(windows(), 0, None, 1 if WHOLE else 7):
        plan = table_plan(width, height, model.sizes)
        assert plan is not None
        if not plan.lanes:
            continue
        sheet = WatchedSheet(plan.table, plan.band)
        spots = Opponents(paint, "others").draw(model.others, plan, sheet)
        faults = [fault for fault in sheet.faults if "margin" not in fault]  # a chip may reach in
        assert faults == [], (width, height)
        cells = [
            (x, y)
            for spot in spots
            for x in range(spot.x, spot.x + spot.width)
            for y in range(spot.y, spot.y + spot.height)
        ]
        assert len(cells) == len(set(cells)), (width, height)
        for place, seat in enumerate(model.others):
            cards = {face.card for face in (*seat.points, *seat.royals)}
            lanes = {seat_under(plan, 3, at.x, at.y) for at in spots if at.card in cards}
            assert lanes == {place}, (width, height)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_lane_shows_no_card_of_a_hidden_hand(size: tuple[int, int]) -> None:
    text = tables.TEAM.replace("KD 8S", "KD").replace("QH 8H", "QH")
    model = present_table(tables.chair(text).shown, 0, TableUi())
    plan = table_plan(*size, model.sizes)
    assert plan is not None
    assert plan.lanes
    sheet = Sheet(plan.table, plan.band)
    Opponents(paint_context_for(Terminal()), "others").draw(model.others, plan, sheet)
    shown = "\n".join(sheet.texts())
    hands = [hand.split("points")[0].split()[1:] for hand in (tables.BOBS, tables.CAROLS)]
    hidden = [UNICODE.index(card(name)) for hand in hands for name in hand]
    assert [index for index in hidden if index in shown] == []


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("size", [*SIZES, *OTHER_SIZES, (99, 40), (160, 50), (240, 70)])
def test_columns_divide_the_table_and_rows_do_not_meet(size: tuple[int, int], seats: int) -> None:
    plan = plan_for(*size, seats)
    assert plan is not None
    columns = columns_of(plan, seats - 1)
    first, stop = plan.reach(plan.table)
    assert columns[0].left == 0
    assert columns[0].x == first
    assert columns[-1].right == plan.table
    assert len({column.width for column in columns}) == 1
    assert columns[-1].stop == stop
    strips = strips_for(5, 0, TileSize(columns[0].width, plan.strip_rows), plan.compact)
    rows = rows_needed(5, 0, strips.each)
    last = (rows - 1) * strips.step  # the strip that may be a row lower
    assert last + min(2, strips.height - 1) <= plan.band - plan.opp_field
    assert plan.band + plan.band_rows <= plan.my_field
    assert plan.my_field + plan.field.height <= plan.my_line < plan.prompt
    assert plan.lift + plan.hand.height < plan.keys


@pytest.mark.parametrize("points", range(12))
@pytest.mark.parametrize("royals", range(9))
def test_every_card_of_a_seat_finds_a_place(points: int, royals: int) -> None:
    strips = strips_for(points, royals, TileSize(24, 5), TileSize(5, 2))
    rows = rows_needed(points, royals, strips.each)
    assert (rows - 1) * strips.step + 1 <= 5  # of the last strip at least the index is seen


async def test_where_strips_would_overlap_cards_are_chips_with_their_letters() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.FULL))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("5", "j")
        await pilot.pause()
        shown = grid(app)[2:6]
        assert shown[0].split()[:4] == ["3♦x", "4♦x", "5♠x", "10♦x"]
        assert "6♣a  6♥b  7♣c" in shown[0]
        assert shown[1].startswith("   3♣x 2♥Jx A♠x"), "a column in, and room for each sign"
        assert shown[2].startswith("      8♦  Q♠  K♥J")
        assert not shown[3].strip(), "nothing touches the band"
        await pilot.click(offset=(27, 2))
        await pilot.pause()
        assert "Steal 6♥ for whom" in grid(app)[12], "a click on a chip chooses it"


async def test_jokers_lie_on_royals_like_jacks() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.JOKER))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Jo☆" in "\n".join(grid(app)[:8])
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.body.model is not None
        assert any(face.card == card("XB") for face in screen.body.model.tray)


@pytest.mark.parametrize("room", [TileSize(34, 9), TileSize(26, 7), TileSize(48, 10)])
@pytest.mark.parametrize("fields", [[(3, 1), (2, 2), (4, 2)], [(0, 0), (1, 0), (5, 3)]])
def test_all_seats_lay_cards_alike(fields: list[tuple[int, int]], room: TileSize) -> None:
    card = common_card(fields, room, TileSize(12, 9))
    laid = [strips_for(*field, room, card) for field in fields]
    assert {(strips.width, strips.height) for strips in laid} == {card}

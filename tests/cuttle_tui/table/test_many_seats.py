"""Three and four seats: columns, allies, jokers, seats as targets, seats that leave."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.columns import columns_of, common_card, rows_needed, strips_for
from cuttle_tui.drawing.layout import TileSize, plan_for
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from engine.actions import parse_action
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui import tables_many as tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import card

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
        row = grid(app)[0]
        computers = range(1, PRESETS[ruleset].seats)
        assert all(f"CPU {n}" in row or f"computer {n}" in row for n in computers)


async def test_a_seat_is_chosen_by_its_letter_or_a_click() -> None:
    chair = tables.chair(tables.TEAM)
    async with CuttleApp(FakeLobby(), chair=chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("5", "j", "a", "b")
        assert chair.played[-1][0] == parse_action("jack JS>TD@3")
        await pilot.press("5", "j")
        await pilot.click(offset=(2, 2))
        await pilot.click(offset=(40, 6))
        assert chair.played[-1][0] == parse_action("jack JS>TD@2")
        await pilot.press("5", "j", "a")
        await pilot.click(offset=(10, 14))
        assert chair.played[-1][0] == parse_action("jack JS>TD@0")


async def test_what_may_be_done_out_of_turn_has_keys() -> None:
    chair = tables.chair(tables.AWAY)
    async with CuttleApp(FakeLobby(), chair=chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("q", "g", "q", "a", "q", "o", "q", "t")
        assert [str(action) for action, _ in chair.played] == ["concede@0", "leave@0", "offer@0"]


async def test_a_click_on_an_ally_that_is_no_target_says_why() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TEAM))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await pilot.press("s")
        await pilot.click(offset=(29, 2))
        await pilot.pause()
        assert "not 5♣: carol is your partner" in grid(app)[17]


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
        assert screen.model is not None
        assert any(face.card == card("XB") for face in screen.model.tray)


@pytest.mark.parametrize("room", [TileSize(34, 9), TileSize(26, 7), TileSize(48, 10)])
@pytest.mark.parametrize("fields", [[(3, 1), (2, 2), (4, 2)], [(0, 0), (1, 0), (5, 3)]])
def test_all_seats_lay_cards_alike(fields: list[tuple[int, int]], room: TileSize) -> None:
    card = common_card(fields, room, TileSize(12, 9))
    laid = [strips_for(*field, room, card) for field in fields]
    assert {(strips.width, strips.height) for strips in laid} == {card}

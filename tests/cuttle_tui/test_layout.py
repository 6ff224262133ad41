"""Where things stand at the table: nothing twice, nothing touching, no place left blank."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.glyphs import UNICODE
from cuttle_tui.drawing.layout import TileSize, front_plan_for, plan_for
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_hand
from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.presenter.table import present_table
from cuttle_tui.table.ui import TableUi
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.table.open_play import stack_lines
from tests.cuttle_tui import online, tables, tables_many
from tests.cuttle_tui.gallery import positions as at
from tests.cuttle_tui.gallery.looks import ASCII, Look, wear
from tests.cuttle_tui.gallery.scene import at_home
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair, card
from tests.cuttle_tui.test_table import settled

LARGE = (120, 40)
TABLE = 88
"""Columns of the table beside its log."""
EVICTED = "bob returned 9♣"


async def shown(
    app: CuttleApp, keys: str = "", size: tuple[int, int] = LARGE, look: Look | None = None
) -> list[str]:
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for key in keys.split():
            await pilot.press(key)
            await settled(pilot)
        if look is not None:
            wear(app, look)
        return grid(app)


def app_at(chair: FakeChair) -> CuttleApp:
    return CuttleApp(FakeLobby(), chair=chair)


async def test_a_log_that_is_open_is_not_told_beside_itself() -> None:
    rows = await shown(app_at(tables.chair(tables.TARGETS)), "l")
    assert sum(row.count(EVICTED) for row in rows) == 1
    assert sum("log" in row.split() for row in rows[:2]) == 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_what_the_log_tells_beside_the_table_the_band_tells_no_more(
    size: tuple[int, int],
) -> None:
    rows = await shown(app_at(tables.chair(tables.TARGETS)), size=size)
    plan = plan_for(*size)
    assert plan is not None
    beside = plan.first + 2 * (plan.pile.width + (10 if plan.log else 8))
    band = [row[beside : plan.table] for row in rows[plan.band :][: plan.band_rows]]
    told = [text for text in band if text.strip()]
    assert len(told) == (1 if plan.log else 3)
    assert EVICTED in told[-1]


async def test_a_lesson_tells_its_task_once() -> None:
    rows = await shown(at_home(), "h l enter")
    panel = " ".join(row[TABLE:] for row in rows)
    assert panel.split() == ["log", "nothing", "yet"]


@pytest.mark.parametrize("sat", [tables.waiting_chair, tables_many.waiting_chair])
async def test_before_the_deal_no_log_stands_beside_the_table(
    sat: Callable[[], FakeChair],
) -> None:
    rows = await shown(app_at(sat()))
    assert not {row[TABLE:].strip() for row in rows} & {"log", "nothing yet"}
    assert rows[-1].endswith("elm")
    assert len(rows[-1]) > TABLE


@pytest.mark.parametrize("size", [(80, 24), LARGE])
async def test_who_looks_on_sees_the_backs_of_both_hands(size: tuple[int, int]) -> None:
    rows = await shown(app_at(online.table(seat=None)), size=size)
    plan = plan_for(*size)
    assert plan is not None
    assert rows[plan.opp_hand][:TABLE].count("░░░") == 5
    assert rows[plan.lift + 1][:TABLE].count("░░░") == 6


@pytest.mark.parametrize(
    "text", [tables_many.TEAM, tables_many.FULL, tables_many.CUTTHROAT], ids=["4", "full", "3"]
)
async def test_between_several_seats_and_the_band_lies_a_blank_row(text: str) -> None:
    rows = await shown(app_at(tables_many.chair(text)), "5 j")
    plan = plan_for(*LARGE, 3)
    assert plan is not None
    for row in (plan.band - 1, plan.prompt + 3):
        assert not rows[row][:TABLE].strip()
    assert rows[plan.lift][:TABLE].strip()


def test_chips_in_two_rows_have_their_keys_on_them_where_there_is_room() -> None:
    sheet = Sheet(80, 7)
    faces = tuple(
        Face(number, look="mute" if number == 24 else "paper", word="x", key="k")
        for number in range(25)
    )
    spots = draw_hand(sheet, 2, 1, 76, TileSize(7, 6), faces, UNICODE)
    assert {(spot.y, spot.height) for spot in spots} == {(1, 2), (4, 2)}
    rows = sheet.texts()
    assert rows[2][3:6] == "k  "
    assert rows[5].endswith("x")


def test_a_ten_that_may_not_be_taken_keeps_its_sign_beside_it() -> None:
    sheet = Sheet(80, 4)
    faces = tuple(
        Face(card("TS"), look="mute", word="x") if not number else Face(number)
        for number in range(25)
    )
    draw_hand(sheet, 2, 1, 76, TileSize(7, 3), faces, UNICODE)
    assert sheet.texts()[1].startswith("  10♠x")


@pytest.mark.parametrize(
    ("text", "place", "near", "note"),
    [
        (tables_many.RETIRED, 1, False, "conceded"),
        (tables_many.AWAY, 0, True, "computer, 1 to go"),
        (tables_many.CUTTHROAT, 0, True, "1 to go"),
    ],
    ids=["out", "the computer plays", "there"],
)
def test_a_seat_near_its_goal_is_told_so_in_colour_and_words_unless_it_is_out(
    text: str, place: int, near: bool, note: str
) -> None:
    seat = present_table(tables_many.chair(text).shown, 0, TableUi()).others[place]
    assert (seat.near, seat.note) == (near, note)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_between_the_score_line_and_the_bar_lies_a_blank_row(seats: int) -> None:
    plan = plan_for(*LARGE, seats)
    assert plan is not None
    assert plan.prompt - plan.my_line == 2


async def test_marks_of_letters_stand_apart_from_the_text_behind_them() -> None:
    app = app_at(tables_many.chair(tables_many.TEAM.replace("turn 20 P0", "turn 22 P2")))
    assert "> carol partner" in (await shown(app, size=(80, 24), look=ASCII))[0]
    app = app_at(tables.chair(tables.TARGETS))
    rows = await shown(app, "l / d r e w enter", look=ASCII)
    assert [row for row in rows if row.startswith(">")] == ["> bob drew a card"]
    assert any(row.startswith("* you drew") for row in rows)


async def test_an_open_log_is_lit_over_all_its_width() -> None:
    app = app_at(tables.chair(tables.TARGETS))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("l")
        await settled(pilot)
        assert app.screen.query_one("#log").region.width == LARGE[0]
        aside, log = app.screen.query_one("#aside").region, app.screen.query_one("#log").region
        assert not aside.overlaps(log)


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
def test_a_front_screen_has_a_blank_row_above_its_keys(size: tuple[int, int]) -> None:
    plan = front_plan_for(*size)
    assert plan is not None
    assert plan.prompt + 3 == plan.keys - 1


def test_of_many_answers_none_is_left_out() -> None:
    view = tables.view_of(at.LONG_STACK, 0)
    told = [plain(line) for line in stack_lines(view, Names(("ana", "bob"), 0))]
    assert told == [
        "you play 6S as a one-off: purge",
        "then 2C and 2S",
        "bob counters with 2H",
    ]

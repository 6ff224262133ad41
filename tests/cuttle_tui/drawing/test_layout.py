"""Where things stand at the table: nothing twice, nothing touching, no place left blank."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.backs import back_rows
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.fronts import ANY_HEIGHT, FRONT_HIGHEST, front_plan_for
from cuttle_tui.drawing.layout import MARGIN, Plan, TileSize, fitted_rows, plan_for
from cuttle_tui.drawing.palette import ASCII as ASCII_GLYPHS, UNICODE
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_hand
from cuttle_tui.i18n.translation import plain, say
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.view_model import MidModel, StackCard
from cuttle_tui.table.widgets.band import BandText
from cuttle_tui.table.widgets.seats import Opponents
from cuttle_tui.table.words.open_play import stack_lines
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.worn import own_back
from tests.cuttle_tui import online, tables, tables_many
from tests.cuttle_tui.gallery import positions as at
from tests.cuttle_tui.gallery.looks import ASCII, Look, wear
from tests.cuttle_tui.gallery.scene import at_home
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.table.test_table import settled
from tests.cuttle_tui.tables import FakeChair, card

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


def plan_of(width: int, height: int) -> Plan:
    plan = plan_for(width, height, race=True)
    assert plan is not None
    return plan


def app_at(chair: FakeChair) -> CuttleApp:
    return CuttleApp(FakeLobby(), chair=chair)


async def test_a_log_that_is_open_is_not_told_beside_itself() -> None:
    rows = await shown(app_at(tables.chair(tables.TARGETS)), "l")
    assert sum(row[TABLE:].count(EVICTED) for row in rows) == 1
    assert sum("log" in row.split() for row in rows[:2]) == 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_the_band_ends_on_what_happened_and_lists_the_scrap_where_a_log_is_beside(
    size: tuple[int, int],
) -> None:
    rows = await shown(app_at(tables.chair(tables.TARGETS)), size=size)
    plan = plan_for(*size, race=True)
    assert plan is not None
    beside = plan.first + 2 * (plan.pile.width + (10 if plan.log else 8))
    band = [row[beside : plan.table] for row in rows[plan.band :][: plan.band_rows]]
    told = [text for text in band if text.strip()]
    assert EVICTED in told[-1]
    assert ("9♠" in told[0]) == plan.log


@pytest.mark.parametrize("size", [(80, 24), LARGE, (200, 60), (250, 70)])
async def test_what_must_be_answered_stands_on_the_bar_alone(size: tuple[int, int]) -> None:
    rows = await shown(app_at(tables.counter_chair()), size=size)
    assert [at for at, row in enumerate(rows) if "COUNTER?" in row] == [plan_of(*size).prompt]
    assert sum(row.count("let it happen") for row in rows) == 1


@pytest.mark.parametrize("size", [(200, 60), (250, 70), (180, 40)])
async def test_in_a_wide_window_the_table_stands_in_the_middle(size: tuple[int, int]) -> None:
    rows, plan = await shown(app_at(tables.chair(tables.TARGETS)), size=size), plan_of(*size)
    assert plan.first > MARGIN
    assert plan.first == plan.table - plan.stop
    for row in (plan.opp_line, plan.prompt, plan.keys):
        assert rows[row][: plan.table].index(rows[row].split()[0]) == plan.first
    own = rows[plan.my_line][: plan.table].rstrip()
    assert len(own) == plan.stop


@pytest.mark.parametrize("size", [(200, 60), (250, 70)])
async def test_more_cards_than_the_content_holds_reach_beyond_it(size: tuple[int, int]) -> None:
    rows = await shown(app_at(tables.chair(at.STRESS)), "right", size=size)
    plan = plan_of(*size)
    hand = rows[plan.lift + 1][: plan.table]
    assert len(hand) - len(hand.lstrip()) < plan.first
    assert MARGIN <= len(rows[plan.my_field][: plan.table].rstrip()) <= plan.table - MARGIN + 1


@pytest.mark.parametrize(("size", "told"), [(LARGE, False), ((160, 50), True), ((200, 60), True)])
async def test_large_windows_tell_what_each_card_does(size: tuple[int, int], told: bool) -> None:
    rows = await shown(app_at(tables.chair(tables.TARGETS)), size=size)
    column = " ".join(row[plan_of(*size).table :].strip() for row in rows)
    assert ("what each card does A  wipe   scrap all point cards" in column) == told
    assert ("10  10 points; no one-off effect" in column) == told


@pytest.mark.slow
async def test_a_lesson_tells_its_task_once() -> None:
    rows = await shown(at_home(), "h l enter")
    told = "\n".join(row[:TABLE] for row in rows)
    assert told.count("Draw a card") == told.count("On your turn you draw") == 1


@pytest.mark.slow
async def test_a_lesson_lists_the_course_where_the_log_has_a_column() -> None:
    rows = await shown(at_home(), "h l enter 2")
    panel = [row[TABLE:].strip() for row in rows]
    assert panel[1] == "lessons"
    assert panel[3:6] == ["1  Draw and points", "- Draw a card", "- 8 points in one play"]
    rows = await shown(at_home(), "h l enter d")
    assert "+ Draw a card" in [row[TABLE:].strip() for row in rows]


@pytest.mark.parametrize("sat", [tables.waiting_chair, tables_many.waiting_chair])
async def test_before_the_deal_a_puzzle_lies_where_the_log_will_be(
    sat: Callable[[], FakeChair],
) -> None:
    rows = await shown(app_at(sat()))
    panel = " ".join(row[TABLE:] for row in rows)
    assert panel.split()[:2] == ["this", "table"]
    assert "p puzzle 1: Six to go" in panel
    assert "rules:" not in panel  # the title says it
    assert "log" not in panel.split()
    assert rows[-1][:TABLE].rstrip().endswith("elm")


@pytest.mark.parametrize("size", [(80, 24), LARGE])
async def test_who_looks_on_sees_the_backs_of_both_hands(size: tuple[int, int]) -> None:
    rows = await shown(app_at(online.table(seat=None)), size=size)
    lettered = CuttleApp(
        FakeLobby(), chair=online.table(seat=None), terminal=Terminal(unicode=False)
    )
    signs = await shown(lettered, size=size)
    plan = plan_for(*size, race=True)
    assert plan is not None
    for y, one, count, name in (
        (plan.opp_hand, plan.back, 5, "bob"),
        (plan.lift + 1, plan.hand, 6, "ana"),
    ):
        if one.height == 1:  # plates, which have no pattern
            assert len(re.findall("#{3,}", signs[y][:TABLE])) == count
            continue
        backs = [row.replace("█", " ") for row in back_rows(own_back(name), one)]
        for row, back in zip(rows[y : y + one.height], backs, strict=True):
            assert (f"{back} " * count).rstrip() in row[:TABLE]


@pytest.mark.parametrize(
    "text", [tables_many.TEAM, tables_many.FULL, tables_many.CUTTHROAT], ids=["4", "full", "3"]
)
async def test_between_several_seats_in_columns_and_the_band_lies_a_blank_row(text: str) -> None:
    rows = await shown(app_at(tables_many.chair(text)), "5 j", (72, 40))
    plan = plan_for(72, 40, 3)
    assert plan is not None
    assert not rows[plan.band - 1].strip()
    assert rows[plan.lift].strip()


@pytest.mark.parametrize("text", [tables_many.TEAM, tables_many.CUTTHROAT], ids=["4", "3"])
@pytest.mark.parametrize("size", [(80, 24), (95, 53), (200, 60)])
def test_every_second_lane_lies_on_the_colour_of_the_band_but_never_the_last(
    size: tuple[int, int], text: str
) -> None:
    model = present_table(tables_many.chair(text).shown, 0, TableUi())
    plan = table_plan(*size, model.sizes)
    assert plan is not None
    sheet = Sheet(plan.table, plan.band)
    Opponents(paint_context_for(Terminal()), "others").draw(model.others, plan, sheet)
    lanes = [
        sheet.grounds[plan.opp_line + lane * plan.opp_rows :][: plan.opp_rows]
        for lane in range(plan.lanes)
    ]
    grounds = ["felt" if (plan.lanes - lane) % 2 else "band" for lane in range(plan.lanes)]
    assert lanes == [[ground] * plan.opp_rows for ground in grounds]


def test_cards_in_several_rows_have_their_keys_on_them() -> None:
    sheet = Sheet(80, 7)
    faces = tuple(
        Face(number, look="mute" if number == 24 else "paper", word="x", key="k")
        for number in range(25)
    )
    rows = fitted_rows(25, TileSize(7, 6), TileSize(76, 6))
    spots = draw_hand(sheet, 2, 1, rows, faces, UNICODE)
    assert {(spot.y, spot.height) for spot in spots} == {(1, 2), (4, 2)}
    texts = sheet.texts()
    assert texts[2][2:7] == "   k▌"
    assert texts[5].rstrip("▌").endswith("x k")


def test_the_cards_of_a_whole_scrap_stay_in_sight_on_a_small_phone() -> None:
    rows = fitted_rows(50, TileSize(7, 6), TileSize(40, 6), thumbs=True)
    assert -(-50 // rows.each) <= 6
    assert rows.each * (rows.card.width + rows.gap) <= 40


def test_a_ten_that_may_not_be_taken_keeps_its_sign_beside_it() -> None:
    sheet = Sheet(80, 4)
    faces = tuple(
        Face(card("TS"), look="mute", word="x") if not number else Face(number)
        for number in range(25)
    )
    rows = fitted_rows(25, TileSize(7, 3), TileSize(76, 3))
    draw_hand(sheet, 2, 1, rows, faces, UNICODE)
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


@pytest.mark.parametrize("race", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_between_the_score_line_and_the_bar_lies_a_blank_row(seats: int, *, race: bool) -> None:
    plan = plan_for(*LARGE, seats, race=race)
    assert plan is not None
    assert plan.prompt - plan.my_line == 2


@pytest.mark.slow
async def test_marks_of_letters_stand_apart_from_the_text_behind_them() -> None:
    chair = tables_many.chair(tables_many.TEAM.replace("turn 20 P0", "turn 22 P2"))
    assert "> carol  " in (await shown(app_at(chair), size=(72, 24), look=ASCII))[0]
    assert (await shown(app_at(chair), size=(80, 24), look=ASCII))[3].startswith("> carol  ")
    app = app_at(tables.chair(tables.TARGETS))
    rows = await shown(app, "l / d r e w enter", look=ASCII)
    told = [row[TABLE:] for row in rows]
    assert [row for row in told if row.startswith(">")] == [">16 bob drew a card"]
    assert any(row.startswith("* 9 you drew") for row in told)


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
def test_a_front_screen_has_a_blank_row_above_its_keys(size: tuple[int, int]) -> None:
    plan = front_plan_for(*size)
    assert plan is not None
    assert plan.prompt + 3 == plan.keys - 1


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50), (44, 90)])
def test_a_front_screen_has_all_rows_of_a_window_that_is_not_high(size: tuple[int, int]) -> None:
    plan = front_plan_for(*size)
    assert plan is not None
    assert (plan.top, plan.height) == (0, size[1])


@pytest.mark.parametrize("size", [(200, 60), (120, 61), (250, 70)])
def test_a_front_screen_is_in_the_middle_of_a_high_window(size: tuple[int, int]) -> None:
    plan = front_plan_for(*size)
    assert plan is not None
    assert plan.top == size[1] - plan.top - plan.height > 0
    assert FRONT_HIGHEST <= plan.height <= FRONT_HIGHEST + 1
    assert front_plan_for(*size, highest=ANY_HEIGHT) == replace(
        plan, top=0, height=size[1], prompt=plan.prompt + 2 * plan.top
    )


def test_where_not_all_counters_have_room_the_newest_is_told() -> None:
    model = open_play("tu joues 6S pour son effet : purge", "bob te contre avec 2H")
    plan = plan_for(80, 24)
    assert plan is not None
    sheet = Sheet(80, 3)
    BandText(sheet, UNICODE, 61, plan).draw(model, 0)
    assert " ".join(" ".join(sheet.texts()).split()) == "bob te contre avec 2H"


def open_play(*lines: str) -> MidModel:
    """Show an open play of two cards, told in some lines."""
    stack = (StackCard(card("6S"), "tu", mine=True), StackCard(card("2H"), "bob", mine=False))
    return MidModel(stack=stack, lines=tuple(map(say, lines)), newest_first=True)


def test_of_many_answers_none_is_left_out() -> None:
    view = tables.view_of(at.LONG_STACK, 0)
    told = [plain(line) for line in stack_lines(view, Names(("ana", "bob"), 0))]
    assert told == ["you play 6S: purge", "then 2C and 2S", "bob counters: 2H"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chair", "keys", "answer"),
    [
        (tables.chair(tables.TARGETS), "3 s", "a"),
        (tables_many.chair(tables_many.TEAM), "5 j", "a a enter"),
    ],
    ids=["two", "four"],
)
async def test_a_split_of_a_window_loses_nothing_and_is_played_in(
    chair: FakeChair, keys: str, answer: str
) -> None:
    app = app_at(chair)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        before = grid(app)
        for size in ((60, 40), (60, 20), (120, 20), (59, 20), (200, 60), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert grid(app) == before
        await pilot.resize_terminal(60, 20)
        await pilot.press(*answer.split())
        await settled(pilot)
        assert chair.played


@pytest.mark.parametrize("look", [None, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("text", [tables_many.TEAM, tables_many.FULL, tables_many.CUTTHROAT])
@pytest.mark.parametrize("size", [(80, 24), LARGE, (200, 60)])
async def test_no_open_hand_is_cut_beside_several_seats_from_eighty_columns(
    size: tuple[int, int], text: str, look: Look | None
) -> None:
    chair = tables_many.chair(text)
    model = present_table(chair.shown, 0, TableUi())
    known = [card for seat in model.others for card in seat.known]
    glyphs = ASCII_GLYPHS if look else UNICODE
    rows = await shown(app_at(chair), size=size, look=look)
    plan = table_plan(*size, model.sizes)
    assert plan is not None
    if size == (80, 24) and not plan.lanes:
        return  # columns of 24 have no room for all
    hands = " ".join(rows[: plan.band])
    assert not re.search(r"\+\d", hands)
    assert all(glyphs.index(card) in hands for card in known)


async def test_a_hand_above_its_limit_says_so() -> None:
    rows = await shown(app_at(tables.chair(at.STRESS)), size=(80, 24))
    assert any(row.endswith("hand 14, limit 8") for row in rows)


async def test_in_a_small_window_the_bar_wraps_instead_of_being_cut() -> None:
    chair = tables_many.chair(tables_many.ANSWER)
    named = [
        replace(one, name="wilhelmina") if one.name == "carol" else one
        for one in chair.shown.sitters
    ]
    chair.shown = replace(chair.shown, sitters=tuple(named))
    rows = await shown(app_at(chair), size=(60, 20))
    bar = next(at for at, row in enumerate(rows) if "COUNTER?" in row)
    told = " ".join(" ".join(rows[bar : bar + 2]).split())
    assert told == "COUNTER? 6♠ takes 2 of yours, 2 of wilhelmina's: goal 21"

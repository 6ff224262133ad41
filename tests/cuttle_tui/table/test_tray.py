"""The cards to choose from: in reach however many there are, and one's own hand beside them."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.layout import Plan, TileSize, across, fitted_rows, plan_for
from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_hand
from cuttle_tui.table import choices, choices as letters, selection
from cuttle_tui.table.choices import NOTHING, Choice
from cuttle_tui.table.widgets.tray import Tray
from engine.cards import CARD_NAMES
from engine.play.view import View
from tests.cuttle_tui import tables
from tests.cuttle_tui.gallery.looks import ASCII as ASCII_LOOK, wear
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.pressing import press
from tests.cuttle_tui.table.test_table import BAR, OPTIONS, WHY, settled, table
from tests.cuttle_tui.tables import FakeChair, card, view_of

pytestmark = pytest.mark.slow

TRAY = slice(18, 23)
SIZES = ((60, 20), (80, 22), (80, 24), (100, 30), (120, 40), (200, 60))


def app_at(text: str) -> tuple[CuttleApp, FakeChair]:
    """Sit down at a position."""
    chair = tables.chair(text)
    return CuttleApp(FakeLobby(), chair=chair), chair


def shown(app: CuttleApp) -> str:
    return "\n".join(grid(app))


# a seven: what is turned up, and the hand beside it


@pytest.mark.parametrize("size", SIZES)
async def test_one_s_own_hand_is_told_while_a_seven_asks(size: tuple[int, int]) -> None:
    app, _ = app_at(tables.PEEK)
    async with app.run_test(size=size) as pilot:
        for keys in ((), ("1",), ("s",)):
            await pilot.press(*keys)
            await settled(pilot)
            hand = "A♥ 2♠ 3♥ 9♣ J♠ Q♦"
            line = next(row for row in grid(app) if hand in " ".join(row.split()))
            assert "your hand" in line or "your hand" in shown(app)


async def test_the_hand_is_not_told_twice() -> None:
    app, _ = app_at(tables.TARGETS)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "your hand" not in "".join(grid(app)[TRAY])


@pytest.mark.parametrize("size", SIZES[3:])
async def test_the_hand_is_told_beside_the_last_row_of_a_full_scrap(size: tuple[int, int]) -> None:
    app, _ = app_at(tables.FETCH_ANY)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        rows = grid(app)
        label = max(y for y, row in enumerate(rows) if "your hand  " in f"{row}  ")
        assert "K♣" in rows[label] or size == (100, 30)
        assert re.search(r"A♥[ ▌]+2♠", rows[label] + rows[label + 1])


@pytest.mark.parametrize("text", [tables.FETCH, tables.FETCH_ANY])
@pytest.mark.parametrize("size", SIZES)
async def test_the_hand_is_never_wedged_between_the_cards_and_the_keys(
    size: tuple[int, int], text: str
) -> None:
    app, _ = app_at(text)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        rows = grid(app)
        table = size[0] - (48 if size[0] >= 160 else 32)
        below = [y for y, row in enumerate(rows) if row.lstrip().startswith("your hand")]
        assert size != (120, 40) or text == tables.FETCH_ANY or below
        for y in below:
            assert not rows[y - 1][:table].strip(" ▀")  # a shadow parts them too
            assert not rows[y + 1][:table].strip()


async def test_nobody_else_is_told_the_hand() -> None:
    chair = tables.chair(tables.PEEK, 1)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("z")
        await settled(pilot)
        assert "J♠" not in shown(app)


@pytest.mark.parametrize("keys", [(), ("1",), ("1", "enter"), ("1", "s"), ("1", "s", "a")])
async def test_every_step_of_a_seven_is_headed_by_it(keys: tuple[str, ...]) -> None:
    app, _ = app_at(tables.PEEK)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await settled(pilot)
        assert grid(app)[BAR].startswith("  SEVEN   ")


async def test_a_card_that_cannot_be_played_leads_to_the_others() -> None:
    app, _ = app_at(tables.TARGETS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        await settled(pilot)
        assert "9♣ cannot be played now" in grid(app)[BAR]
        assert grid(app)[OPTIONS] == "  1-6 choose another   d draw"


async def test_without_a_card_a_seven_asks_for_one_that_was_turned_up() -> None:
    app, _ = app_at(tables.PEEK)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", "p")
        await settled(pilot)
        assert "choose one of the revealed cards first" in grid(app)[WHY]


def test_a_seven_begins_at_a_card_that_can_be_played() -> None:
    view = view_of(
        "cuttle.cards; P0 hand 2S; P1 hand TC; deck JH AD 5C 5D; scrap 9H; turn 20 P0;"
        " ask seven P0; revealed 2; held 7S; ply 41",
        0,
    )
    turned = view.revealed
    assert [CARD_NAMES[one][0] for one in turned] == ["J", "A"]
    assert selection.settle(view, NOTHING, 0) == Choice(turned[1])


# many cards: keys, arrows, clicks


KEYS = f"{letters.TRAY_KEYS}abdefgjkmnoprsvwxy"
"""As many keys as there are cards."""


def rows_of(count: int, height: int, glyphs: Glyphs = UNICODE) -> list[str]:
    """Draw so many cards at 80 columns, the lift row first."""
    sheet = Sheet(80, height + 1)
    keys = KEYS.ljust(count)
    faces = tuple(Face(number, key=keys[number].strip()) for number in range(count))
    rows = fitted_rows(count, TileSize(7, height), TileSize(76, height))
    draw_hand(sheet, 2, 1, rows, faces, glyphs)
    return sheet.texts()


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("count", [*range(1, 20), 24, 38, 39, 54])
def test_every_key_there_is_is_drawn_by_its_card(count: int, glyphs: Glyphs) -> None:
    rows = rows_of(count, 3, glyphs)
    drawn = "".join(rows)
    for place, key in enumerate(KEYS[:count]):
        assert key in drawn, f"{key} of card {place} of {count}"
    for number in range(count):
        assert glyphs.index(number) in drawn


def test_keys_of_chips_stand_right_beside_them() -> None:
    rows = [row for row in rows_of(44, 4) if row.strip()]
    keys = "".join(row[5 + shift :: 5] for row, shift in zip(rows, (0, 2, 0), strict=True))
    assert keys.replace(" ", "") == KEYS[:44]


FULL = view_of(tables.FETCH_ANY, 0)


def at(view: View, place: int) -> Choice:
    """Put the cursor on a card of the scrap by its place."""
    return selection.settle(view, Choice(choices.tray(view, 0)[place]), 0)


def go(view: View, choice: Choice, key: str, each: int) -> int:
    """Press an arrow; tell the place of the cursor then."""
    result = press(view, choice, key, 0, (), each)
    assert isinstance(result, Choice)
    assert result.card is not None
    return choices.tray(view, 0).index(result.card)


@pytest.mark.parametrize(
    ("place", "key", "there"),
    [
        (0, "down", 19),
        (5, "down", 24),
        (24, "up", 5),
        (24, "down", 43),  # the last row is short: to its end
        (0, "up", 0),
        (43, "down", 43),
        (18, "right", 19),
        (19, "left", 18),
    ],
)
def test_arrows_go_from_row_to_row(place: int, key: str, there: int) -> None:
    assert go(FULL, at(FULL, place), key, 19) == there


def test_arrows_pass_over_what_cannot_be_taken() -> None:
    cards = choices.tray(FULL, 0)
    threes = [place for place, one in enumerate(cards) if CARD_NAMES[one][0] == "3"]
    assert threes
    for start in range(len(cards)):
        for key in ("up", "down", "left", "right"):
            if start not in threes:
                assert go(FULL, at(FULL, start), key, 19) not in threes


def test_where_cards_lie_in_one_row_up_and_down_do_nothing() -> None:
    view = view_of(tables.FETCH, 0)
    assert [go(view, at(view, 2), key, 11) for key in ("up", "down")] == [2, 2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("wide", [True, False])
async def test_every_card_of_a_full_scrap_is_reached_and_seen(
    size: tuple[int, int], wide: bool
) -> None:
    app, chair = app_at(tables.FETCH_ANY)
    async with app.run_test(size=size) as pilot:
        if not wide:
            wear(app, ASCII_LOOK)
        glyphs = app.paint.glyphs
        plan = plan_for(*size, race=True)
        assert plan is not None
        each = across(44, plan)
        for row in range(-(-44 // each)):
            await pilot.press("home", *["down"] * row, "right")
            await settled(pilot)
            lifted = [face.card for face in _tray(app) if face.lifted]
            assert len(lifted) == 1
            assert choices.tray(FULL, 0).index(lifted[0]) // each == row
            spots = {spot.card: spot for spot in app.screen.query_one(Tray).spots}
            assert spots[lifted[0]].height > 1 or _marked(app, plan, glyphs.turn)
            assert f"take {glyphs.index(lifted[0])}" in grid(app)[plan.prompt + 1]
        await pilot.press("enter")
        assert len(chair.played) == 1


def _marked(app: CuttleApp, plan: Plan, sign: str) -> bool:
    return sign in "".join(grid(app)[plan.lift : plan.keys])


def _tray(app: CuttleApp) -> tuple[Face, ...]:
    scene = table(app).body.model
    assert scene is not None
    return scene.tray


async def test_the_scrap_is_looked_through_in_all_directions() -> None:
    app, _ = app_at(tables.FETCH_ANY.replace("ask fetch P0; pile P0 oneoff 3H", "ask play P0"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("z", "down", "right", "down", "left")
        await settled(pilot)
        look = table(app).ui.look.card
        assert look == choices.browsable(FULL)[15]


@pytest.mark.parametrize(
    ("text", "picked"),
    [(tables.MANY, 0), (tables.MANY_WAITING, 0), (tables.MANY_LIMIT, 0), (tables.MANY_PAY, 1)],
)
async def test_a_hand_in_rows_is_moved_through_as_well(text: str, picked: int) -> None:
    app, _ = app_at(text)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("home", "down", "right")
        await settled(pilot)
        choice = table(app).ui.choice
        assert [face.card for face in _tray(app)].index(choice.card or 0) == 16
        assert len(choice.picked) == picked


# clicks


async def click_card(pilot: Pilot[None], name: str) -> None:
    """Click where a card of the tray is drawn."""
    screen = table(pilot.app)  # type: ignore[arg-type]
    tray = screen.query_one(Tray)
    spot = next(spot for spot in tray.spots if spot.card == card(name))
    await pilot.click(offset=(spot.x + 1, tray.region.y + spot.y))
    await settled(pilot)


async def test_a_card_without_a_key_is_clicked_on() -> None:
    app, chair = app_at(tables.FETCH_ANY)
    async with app.run_test(size=(80, 24)) as pilot:
        await click_card(pilot, "AC")
        assert "take A♣" in grid(app)[OPTIONS]
        await pilot.press("enter")
        assert [str(action) for action, _ in chair.played] == ["take AC"]


async def test_a_click_on_a_card_is_never_a_target_s_letter() -> None:
    app, chair = app_at(tables.MANY)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        eleventh = _tray(app)[10]
        assert eleventh.key == "A"
        await pilot.press("left", "s")
        assert choices.step_of(view_of(tables.MANY, 0), table(app).ui.choice) == "target"
        await click_card(pilot, CARD_NAMES[eleventh.card])
        assert not chair.played
        assert table(app).ui.choice == Choice(eleventh.card)


async def test_a_click_in_vain_is_answered() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.counter_chair())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await click_card(pilot, "3H")
        assert "not 3♥: only a two can counter" in grid(app)[WHY]


# what is said on the cards, and of wrong letters


async def test_only_cards_that_answer_show_a_key() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.counter_chair())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert re.findall(r"\b\d$|\b\d(?= )", grid(app)[TRAY.start]) == ["2"]
        indexes = ["A♥", "3♥", "9♣", "J♠", "Q♦"]  # letters may be drawn beside them
        words = "".join(grid(app)[TRAY.start + 1]).split()
        assert [word for word in words if word.strip("▄▀█")] == indexes


async def test_the_card_in_focus_says_what_space_would_do() -> None:
    app, _ = app_at(tables.ROBBED)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "space" not in grid(app)[23]
        await pilot.press("1")
        await settled(pilot)
        assert "back" in shown(app)
        assert "space put back" in grid(app)[23]
        assert grid(app)[OPTIONS] == "  1-9 0 choose one more"
        await pilot.press("right")
        await settled(pilot)
        assert "pick" in "".join(grid(app)[TRAY])
        assert "back" not in "".join(grid(app)[TRAY])
        assert "space pick" in grid(app)[23]
        await pilot.press("left", "space")
        await settled(pilot)
        assert table(app).ui.choice.picked == ()


async def test_a_letter_of_no_target_is_told_so_once() -> None:
    app, chair = app_at(tables.TARGETS)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("z", "s", "q"):
            await pilot.press("3", "s", key)
            await settled(pilot)
            line = f"{key} is not a target: press a or b, or go back with esc"
            assert line in grid(app)[WHY]
            assert "Scuttle which card with 3♥?" in grid(app)[BAR]
            await pilot.press("right")
            await settled(pilot)
            assert "no target has" not in shown(app)
            await pilot.press("escape", "escape")
        assert not chair.played
        assert selection.settle(view_of(tables.TARGETS, 0), table(app).ui.choice, 0) == NOTHING

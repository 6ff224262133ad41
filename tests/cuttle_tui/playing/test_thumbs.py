"""On small phones buttons are high and stay in their places, and nothing is said twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import plan_for, waiting_plan
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.tiles import numerals
from cuttle_tui.i18n.translation import say
from cuttle_tui.kit.lists import RowList
from cuttle_tui.kit.prompt import PromptBar
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.zone import Hotspot
from cuttle_tui.tty.terminal import Terminal
from engine.table.seats import LetIn
from engine.table.state import AtDoor
from tests.cuttle_tui import by_taps, tables
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby, online
from tests.cuttle_tui.online import alter

LARGE: Final = (45, 44)
USUAL: Final = (45, 35)
SHORT: Final = (45, 28)
ACROSS: Final = (105, 21)
EACH: Final = pytest.mark.parametrize("size", [LARGE, USUAL, SHORT])
JACK: Final = tables.card("JS")
_LOW: Final = 2
_HIGH: Final = 3
"""Rows of a button of full height, its words in the middle."""


def _spots(pilot: Pilot[None], zone: str) -> list[Hotspot]:
    return [spot for one in by_taps.zones(pilot) if one.id == zone for spot in one.keyspots]


def _heights(pilot: Pilot[None], zone: str) -> dict[str, int]:
    keys = [spot.key for spot in _spots(pilot, zone)]
    return {key: keys.count(key) for key in keys}


def _lowest(pilot: Pilot[None], zone: str, *, none: int = 0) -> int:
    """Return the rows of the lowest button of a zone; `none` if it has no buttons."""
    return min(_heights(pilot, zone).values(), default=none)


def _touched(position: str) -> CuttleApp:
    chair = tables.counter_chair() if position == tables.COUNTER else tables.chair(position)
    return CuttleApp(FakeLobby(), chair=chair, terminal=Terminal(touch=True))


async def _held(app: CuttleApp, pilot: Pilot[None], size: tuple[int, int]) -> None:
    """Hold a staged screen as a phone of a size."""
    screen = app.screen
    assert isinstance(screen, ZoneScreen)
    screen.paint = replace(screen.paint, touch=True)
    for zone in screen.zones:
        zone.paint = replace(zone.paint, touch=True)
    await resized(pilot, size)


@pytest.mark.parametrize("size", [LARGE, USUAL, SHORT, ACROSS])
@pytest.mark.parametrize("position", [tables.TARGETS, tables.COUNTER, tables.OVER])
async def test_what_decides_a_game_has_full_height(size: tuple[int, int], position: str) -> None:
    async with _touched(position).run_test(size=size) as pilot:
        for zone in ("prompt", "keys"):
            assert _lowest(pilot, zone) >= _HIGH


@pytest.mark.parametrize("size", [LARGE, USUAL, SHORT, (44, 36), (44, 20), ACROSS])
@pytest.mark.parametrize("card", [None, "3H"])
async def test_a_button_lets_in_who_stands_at_the_door_at_any_question(
    size: tuple[int, int], card: str | None
) -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(online(chairs=(chair,)), chair=chair, terminal=Terminal(touch=True))
    async with app.run_test(size=size) as pilot:
        if card is not None:
            await by_taps.tap(pilot, by_taps.cells_of_card(pilot, tables.card(card)))
        before = _heights(pilot, "prompt")
        alter(chair, at_door=(AtDoor(7, 1, 3, True),))
        await settled(pilot)
        now = _heights(pilot, "prompt")
        assert all(now[key] >= _LOW for key in before)
        nods = _heights(pilot, "keys")
        assert min(nods["a"], nods["e"]) >= _LOW
        await by_taps.tap_text(pilot, "let in")
        assert chair.done == [LetIn(7, 1)]


@EACH
async def test_say_and_card_keep_their_places_while_a_card_is_played(size: tuple[int, int]) -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(online(chairs=(chair,)), chair=chair, terminal=Terminal(touch=True))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        row = grid(app)[-_LOW]
        assert row.split()[:2] == ["say", "card"]
        await pilot.press("3")
        await settled(pilot)
        assert grid(app)[-_LOW] == row


@EACH
async def test_the_last_row_stays_while_a_card_and_its_plays_are_asked(
    size: tuple[int, int],
) -> None:
    async with _touched(tables.TARGETS).run_test(size=size) as pilot:
        before = _spots(pilot, "keys")
        await by_taps.tap(pilot, by_taps.cells_of_card(pilot, tables.card("3H")))
        assert by_taps.cells_of_text(pilot, "How do you play")
        assert _spots(pilot, "keys") == before
        assert _lowest(pilot, "prompt") >= _HIGH


async def test_a_reason_that_was_left_out_is_read_by_a_tap() -> None:
    async with _touched(tables.TARGETS).run_test(size=SHORT) as pilot:
        await by_taps.tap(pilot, by_taps.cells_of_card(pilot, tables.card("3H")))
        assert not by_taps.cells_of_text(pilot, "take any card")
        await by_taps.tap_key(pilot, "i")
        assert by_taps.cells_of_text(pilot, "take any card")


async def test_two_cards_are_tapped_themselves_and_need_no_button() -> None:
    few = tables.position("hand 2S AH points 7H 3C")
    for touch in (False, True):
        chair = tables.chair(few)
        app = CuttleApp(FakeLobby(), chair=chair, terminal=Terminal(touch=touch))
        async with app.run_test(size=USUAL) as pilot:
            assert bool(by_taps.cells_of_text(pilot, "choose a card")) is not touch
            assert _heights(pilot, "prompt")["d"] >= _HIGH


@pytest.mark.slow
@pytest.mark.parametrize("size", [LARGE, USUAL, SHORT, (44, 36), (44, 24), (44, 20)])
@pytest.mark.parametrize(
    ("scene", "word", "score", "bar"),
    [
        ("two-end-won", "VICTORY", (27, 3), "YOU WIN   27 points; the goal was 21"),
        ("two-end", "DEFEAT", (8, 23), "BOB WINS   23 points; the goal was 21"),
        ("two-end-coached", "DEFEAT", (8, 23), "23 points; the goal was 21"),
        ("two-end-drawn", "DRAW", (8, 3), "DRAW   By agreement"),
    ],
)
@pytest.mark.parametrize("touch", [True, False])
async def test_the_end_has_its_headline_and_score_above_and_a_bar_that_says_who_won(
    size: tuple[int, int], scene: str, word: str, score: tuple[int, int], bar: str, *, touch: bool
) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await (_held(app, pilot, size) if touch else resized(pilot, size))
        rows = grid(app)
        assert any(word in row for row in rows[:3])
        drawn = {high: [numerals(points, high, UNICODE) for points in score] for high in (3, 5)}
        lowest = next(
            y
            for high, figures in drawn.items()
            for y in range(high, len(rows))
            if all(f[0] in rows[y - high + 1] and f[-1] in rows[y] for f in figures)
        )
        assert rows[lowest + 1].split() in (["you", "bob"], ["you", "the", "computer"])
        assert sum(row.strip().startswith(bar) for row in rows) == 1
        assert not any("beat" in row for row in rows)


@pytest.mark.parametrize("scene", ["two-end-won", "two-end"])
async def test_the_end_of_a_game_is_told_once_across(scene: str) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await _held(app, pilot, ACROSS)
        rows = grid(app)
        assert not any(said in row for row in rows for said in ("VICTORY", "DEFEAT", " beat "))
        assert sum(" of 21" in row for row in rows) == len(("you", "bob"))
        assert any(row.split()[:2] == ["turn", "1"] for row in rows)
        label = next(row for row in rows if "points and royals" in row)
        assert "10" in label or "8" in label
        assert _lowest(pilot, "prompt") >= _HIGH


@pytest.mark.parametrize("size", [ACROSS])
async def test_a_win_has_two_rows_in_the_middle_and_cards_of_two_above_a_blank_one(
    size: tuple[int, int],
) -> None:
    async with staged(SCENES["two-won"]) as (app, pilot):
        await _held(app, pilot, size)
        rows = grid(app)
        won = next(y for y, row in enumerate(rows) if "YOU WIN" in row)
        assert "19 points" in rows[won + 1]
        for row in rows[won : won + 2]:
            left, right = len(row) - len(row.lstrip()), size[0] - len(row.rstrip())
            assert abs(left - right) <= 1
        (card,) = (
            spot for zone in by_taps.zones(pilot) for spot in zone.spots if spot.card == JACK
        )
        assert card.height == _LOW
        assert _lowest(pilot, "prompt") >= _HIGH


@pytest.mark.parametrize("size", [LARGE, USUAL, SHORT, ACROSS])
async def test_a_card_without_an_effect_says_that_it_is_for_points(size: tuple[int, int]) -> None:
    async with staged(SCENES["lesson"]) as (app, pilot):
        await _held(app, pilot, size)
        assert any("evict" in row and "points" in row for row in grid(app))


async def test_many_cards_of_a_field_lie_on_no_others() -> None:
    async with staged(SCENES["two-many-cards"]) as (app, pilot):
        await _held(app, pilot, LARGE)
        cells = [
            (x, y)
            for zone in by_taps.zones(pilot)
            if zone.id == "me"
            for spot in zone.spots
            for x in range(spot.x, spot.x + spot.width)
            for y in range(spot.y, spot.y + spot.height)
        ]
        assert cells
        assert len(cells) == len(set(cells))


@pytest.mark.slow
async def test_a_task_fills_the_card_it_names_and_no_button() -> None:
    async with staged(SCENES["lesson"]) as (app, pilot):
        await resized(pilot, USUAL)
        assert not any("hint" in row and "draw" not in row for row in grid(app))
        assert not any("•" in row for row in grid(app)[:6])


@pytest.mark.parametrize("size", [ACROSS, (112, 24)])
@pytest.mark.parametrize("scene", ["online-room-link", "lesson"])
async def test_buttons_of_a_phone_held_across_are_high(size: tuple[int, int], scene: str) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await _held(app, pilot, size)
        for zone in ("prompt", "meanwhile", "keys"):
            assert _lowest(pilot, zone, none=_HIGH) >= _HIGH


@pytest.mark.parametrize("size", [ACROSS, (112, 24)])
async def test_a_hand_held_across_lies_above_what_is_asked(size: tuple[int, int]) -> None:
    async with _touched(tables.TARGETS).run_test(size=size) as pilot:
        ((_, card),) = by_taps.cells_of_card(pilot, tables.card("3H"))
        ((_, asked),) = by_taps.cells_of_text(pilot, "YOUR TURN")
        assert card < asked
        await by_taps.tap_key(pilot, "l")
        assert not by_taps.cells_of_card(pilot, tables.card("3H"))
        assert not by_taps.cells_of_text(pilot, "YOUR TURN")


async def test_a_table_that_waits_across_asks_nobody_to_type() -> None:
    async with staged(SCENES["online-room-link"]) as (app, pilot):
        await _held(app, pilot, ACROSS)
        rows = grid(app)
        assert not any("ssh" in row or "rules:" in row or "meanwhile" in row for row in rows)
        bar = next(row for row in rows if "TABLE ELM" in row)
        assert "you'll be called" in bar


async def test_what_a_short_phone_offers_to_who_waits_has_full_height() -> None:
    async with staged(SCENES["online-room-link"]) as (app, pilot):
        await _held(app, pilot, SHORT)
        for zone in ("prompt", "meanwhile", "keys"):
            assert _lowest(pilot, zone) >= _HIGH


def test_offers_of_a_table_that_waits_are_high() -> None:
    for width, height, least in ((*USUAL, 10), (*LARGE, 10), (*SHORT, 6)):
        plan = plan_for(width, height)
        assert plan is not None
        waiting = waiting_plan(plan)
        assert waiting.tray_rows >= least
        assert waiting.keys == plan.keys == waiting.tray + waiting.tray_rows
        assert waiting.below == waiting.tray  # what is asked comes first
    wide = plan_for(80, 24)
    assert wide is not None
    assert waiting_plan(wide) == wide


@pytest.mark.parametrize("size", [ACROSS, (112, 24)])
@pytest.mark.parametrize("scene", ["home", "settings", "lobby-tables", "new-room", "learn"])
async def test_front_screens_held_across_are_for_thumbs(scene: str, size: tuple[int, int]) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await _held(app, pilot, size)
        for zone in ("prompt", "keys"):
            assert _lowest(pilot, zone, none=_HIGH) >= _HIGH
        rows = app.screen.query_one(RowList)
        assert rows.window.step == _LOW
        assert len(rows.window.shown) >= 3


@pytest.mark.parametrize("size", [USUAL, SHORT, ACROSS])
@pytest.mark.parametrize(
    "scene", ["settings", "new-room", "name-browser", "puzzle", "online-queue"]
)
async def test_what_explains_costs_small_phones_no_height_of_buttons(
    scene: str, size: tuple[int, int]
) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await _held(app, pilot, size)
        assert _lowest(pilot, "prompt") >= _HIGH


@pytest.mark.parametrize("size", [USUAL, SHORT])
async def test_a_guest_reads_who_is_missing_and_no_button_stands_out(size: tuple[int, int]) -> None:
    async with staged(SCENES["online-room-ready"]) as (app, pilot):
        await _held(app, pilot, size)
        assert _lowest(pilot, "prompt") >= _HIGH


@EACH
async def test_a_host_begins_by_a_button_of_full_height(size: tuple[int, int]) -> None:
    async with staged(SCENES["online-room-start"]) as (app, pilot):
        await _held(app, pilot, size)
        assert isinstance(app.screen, ZoneScreen)
        app.screen.announce(say("bob sat down at your table"))
        await pilot.pause()
        assert _lowest(pilot, "prompt") >= _HIGH
        told = next(y for y, row in enumerate(grid(app)) if "sat down at your table" in row)
        assert not grid(app)[told + 1].strip(" ▄")
        assert not any("rules:" in row for row in grid(app))


@pytest.mark.parametrize("size", [USUAL, SHORT])
async def test_a_purge_tells_in_one_row_what_it_takes(size: tuple[int, int]) -> None:
    async with _touched(tables.COUNTER).run_test(size=size) as pilot:
        assert by_taps.cells_of_text(pilot, "scraps kings, queens, jacks and glasses")


async def test_a_row_for_royals_parts_the_points_of_a_short_phone_from_the_band() -> None:
    app = _touched(tables.TARGETS)
    async with app.run_test(size=SHORT):
        rows = grid(app)
        band = next(y for y, row in enumerate(rows) if "deck" in row)
        assert rows[band - 1].split() == ["5", "10", "14", "guard", "goal"]


@EACH
async def test_a_blank_row_parts_the_cards_of_an_end_from_their_label(
    size: tuple[int, int],
) -> None:
    async with staged(SCENES["two-end"]) as (app, pilot):
        await _held(app, pilot, size)
        rows = grid(app)
        label = next(y for y, row in enumerate(rows) if "points and royals" in row)
        assert not rows[label + 1].strip()
        assert rows[label + 2].strip()


@pytest.mark.parametrize("size", [USUAL, SHORT])
async def test_what_can_be_done_with_a_player_has_full_height(size: tuple[int, int]) -> None:
    async with staged(SCENES["lobby-people"]) as (app, pilot):
        await _held(app, pilot, size)
        assert _lowest(pilot, "prompt") >= _HIGH


@pytest.mark.parametrize("size", [USUAL, SHORT, ACROSS])
async def test_phrases_are_buttons_and_nobody_is_led_to_a_report(size: tuple[int, int]) -> None:
    async with staged(SCENES["online-talk"]) as (app, pilot):
        await _held(app, pilot, size)
        assert min(_heights(pilot, "log").values()) >= _LOW
        assert any("Choose a phrase" in row and "key" not in row for row in grid(app))


@EACH
async def test_three_plays_of_an_eight_have_full_height(size: tuple[int, int]) -> None:
    position = tables.position("hand 6H 7C 8H TH QC", "hand 4S TC points TD")
    async with _touched(position).run_test(size=size) as pilot:
        await by_taps.tap(pilot, by_taps.cells_of_card(pilot, tables.card("8H")))
        assert set(_heights(pilot, "prompt")) == set("prd")
        assert _lowest(pilot, "prompt") >= _HIGH


@pytest.mark.parametrize("size", [(44, 28), SHORT, USUAL])
async def test_twelve_backs_of_an_opponent_end_before_the_edge(size: tuple[int, int]) -> None:
    twelve = "hand 4S TC KH 3D KS AD AC 5S 5C 5H 6S 6C"
    chair = tables.chair(tables.position("hand 6H 7C QC", twelve))
    lettered = Terminal(touch=True, unicode=False)
    async with (app := CuttleApp(FakeLobby(), chair=chair, terminal=lettered)).run_test(size=size):
        row = grid(app)[1]
        assert " ".join(["##"] * 12) in row
        assert len(row.rstrip()) < size[0] - 1


@pytest.mark.parametrize("size", [USUAL, SHORT])
@pytest.mark.parametrize("opened", ["l", "?"])
async def test_what_is_read_names_no_key_for_the_way_back(
    size: tuple[int, int], opened: str
) -> None:
    app = _touched(tables.COUNTER)
    async with app.run_test(size=size) as pilot:
        await pilot.press(opened)
        await pilot.pause()
        assert by_taps.cells_of_text(pilot, "you must respond")
        assert not any("esc" in row.split() for row in grid(app))
        assert _lowest(pilot, "prompt", none=_HIGH) >= _HIGH


@pytest.mark.parametrize("size", [ACROSS, (112, 24)])
async def test_a_host_across_begins_near_the_keys(size: tuple[int, int]) -> None:
    async with staged(SCENES["online-room-start"]) as (app, pilot):
        await _held(app, pilot, size)
        rows = grid(app)
        start = next(y for y, row in enumerate(rows) if row.split()[:1] == ["start"])
        assert [bool(row.strip()) for row in rows[start:]] == [True, True, False, *[True] * _HIGH]


@pytest.mark.slow
@EACH
async def test_a_step_that_is_done_goes_on_by_the_first_of_two(size: tuple[int, int]) -> None:
    async with staged(SCENES["lesson-good"]) as (app, pilot):
        await _held(app, pilot, size)
        assert set(_heights(pilot, "prompt")) == {"enter", "r"}
        assert _lowest(pilot, "prompt") >= _HIGH
        assert sum("lessons" in row for row in grid(app)) == 1


@pytest.mark.slow
@EACH
async def test_no_button_leads_away_from_a_code_that_lacks_letters(size: tuple[int, int]) -> None:
    for scene, plain in (("code", True), ("code-whole", False)):
        async with staged(SCENES[scene]) as (app, pilot):
            await _held(app, pilot, size)
            prompt = app.screen.query_one(PromptBar).model
            assert prompt is not None
            assert prompt.upright.plain is plain


async def test_the_link_and_the_line_of_a_room_are_copied_by_turns() -> None:
    async with staged(SCENES["online-room-link"]) as (app, pilot):
        for told in ("the link is copied", "the line for ssh is copied", "the link is copied"):
            await pilot.press("y")
            await pilot.pause()
            assert any(told in row for row in grid(app))

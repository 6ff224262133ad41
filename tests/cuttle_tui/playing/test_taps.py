"""On a phone held upright everything is done by taps: no key is pressed in these tests."""

from __future__ import annotations

import random

import pytest
from rich.color import Color
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.page_screen import HelpScreen, PageScreen
from cuttle_tui.kit.prompt import PromptBar
from cuttle_tui.learn.screen import LearnScreen
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table import choices
from cuttle_tui.table.situation import Mode
from cuttle_tui.tty.terminal import Terminal
from engine.play.view import View
from tests.cuttle_tui import by_taps, tables
from tests.cuttle_tui.gallery.looks import strips
from tests.cuttle_tui.gallery.scene import PHONE
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow
_MOST = 600


def _table(pilot: Pilot[None]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def _mode(pilot: Pilot[None]) -> Mode:
    return _table(pilot).ui.mode


async def _play_out(pilot: Pilot[None], rng: random.Random) -> View:
    """Play at random until the game is over."""
    screen = _table(pilot)
    for _ in range(_MOST):
        view = screen.state.view
        assert view is not None
        if view.outcome is not None:
            return view
        if view.legal:
            await by_taps.play(pilot, screen, rng.choice(view.legal))
        else:
            await pilot.pause()
    raise AssertionError("the game does not end")


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_whole_game_against_the_computer_is_played_by_taps_alone(seed: int) -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0, seed=bytes([seed]) * 32))
    async with app.run_test(size=PHONE) as pilot:
        await by_taps.tap_text(pilot, "play the computer")
        await _play_out(pilot, random.Random(seed))
        await settled(pilot)
        await by_taps.tap_text(pilot, "more")
        await by_taps.tap_text(pilot, "see the final table")
        await by_taps.tap_text(pilot, "rematch")
        view = _table(pilot).state.view
        assert view is not None
        assert view.outcome is None
        await by_taps.tap_key(pilot, "q")
        await by_taps.tap_key(pilot, "y")
        assert isinstance(app.screen, HomeScreen)


async def test_a_tap_on_the_deck_draws() -> None:
    sat = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=sat)
    async with app.run_test(size=PHONE) as pilot:
        (count,) = by_taps.cells_of_text(pilot, "deck")
        await by_taps.tap(pilot, [(3, count[1])])
        assert [str(action) for action, _ in sat.played] == ["draw"]


async def test_a_tap_on_the_card_that_is_raised_counters() -> None:
    sat = tables.chair(tables.COUNTER, 1)
    app = CuttleApp(FakeLobby(), chair=sat)
    async with app.run_test(size=PHONE) as pilot:
        raised = _table(pilot).ui.choice.card
        assert raised is not None
        await by_taps.tap(pilot, by_taps.cells_of_card(pilot, raised))
        assert [action.cards for action, _ in sat.played] == [(raised,)]


async def test_buttons_of_a_screen_to_touch_name_no_keys() -> None:
    for touch in (False, True):
        sat = tables.chair(tables.COUNTER, 1)
        app = CuttleApp(FakeLobby(), chair=sat, terminal=Terminal(touch=touch))
        async with app.run_test(size=PHONE) as pilot:
            assert bool(by_taps.cells_of_text(pilot, "n let it happen")) is not touch
            await by_taps.tap_text(pilot, "let it happen")
            assert len(sat.played) == 1


@pytest.mark.parametrize("size", [(105, 21), (120, 40)])
async def test_a_screen_to_touch_has_buttons_at_every_size(size: tuple[int, int]) -> None:
    sat = tables.chair(tables.COUNTER, 1)
    app = CuttleApp(FakeLobby(), chair=sat, terminal=Terminal(touch=True))
    async with app.run_test(size=size) as pilot:
        assert not by_taps.cells_of_text(pilot, "n let it happen")
        await by_taps.tap_text(pilot, "let it happen")
        assert len(sat.played) == 1


async def test_a_button_right_below_the_bar_has_a_colour_of_its_own() -> None:
    app = CuttleApp(FakeLobby(), terminal=Terminal(touch=True))
    async with app.run_test(size=(105, 21)) as pilot:
        (prompt,) = (zone for zone in by_taps.zones(pilot) if isinstance(zone, PromptBar))
        top = prompt.region.y
        bar, button = (
            {segment.style.bgcolor for segment in row if segment.style}
            for row in strips(app)[top : top + 2]
        )
        assert bar.isdisjoint(button)


async def test_a_card_is_put_back_by_a_tap_and_its_plays_have_high_buttons() -> None:
    for touch in (False, True):
        sat = tables.chair(tables.TARGETS)
        app = CuttleApp(FakeLobby(), chair=sat, terminal=Terminal(touch=touch))
        async with app.run_test(size=(45, 44)) as pilot:
            card = choices.tray(_view(pilot), 0)[2]
            await by_taps.tap(pilot, by_taps.cells_of_card(pilot, card))
            assert bool(by_taps.cells_of_text(pilot, "another card")) is not touch
            told, *button = sorted(y for _, y in by_taps.cells_of_key(pilot, "p"))
            assert told < button[0] - 1
            assert len(button) == 3
            await by_taps.tap(pilot, by_taps.cells_of_card(pilot, card))
            assert _table(pilot).ui.choice.card is None


def _view(pilot: Pilot[None]) -> View:
    view = _table(pilot).state.view
    assert view is not None
    return view


async def test_looking_around_a_table_needs_no_key() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=PHONE) as pilot:
        table = _table(pilot)
        await by_taps.tap_text(pilot, "bob returned")
        assert _mode(pilot) is Mode.LOG
        await by_taps.tap_text(pilot, "close")
        await by_taps.tap_text(pilot, "scrap")
        assert _mode(pilot) is Mode.SCRAP
        await by_taps.tap_text(pilot, "back")
        await by_taps.tap_text(pilot, "help")
        assert isinstance(app.screen, HelpScreen)
        await by_taps.tap_text(pilot, "settings; the game goes on")
        await by_taps.tap_text(pilot, "esc back")
        assert _table(pilot) is table
        assert _mode(pilot) is Mode.GAME


@pytest.mark.parametrize(
    ("position", "taps"),
    [
        (tables.TARGETS, ("tap a card of yours", "tap the deck to draw", "tap the scrap")),
        (tables.OVER, ("tap the scrap",)),
    ],
)
async def test_help_on_a_phone_says_what_taps_do(position: str, taps: tuple[str, ...]) -> None:
    """No line is about keys; every other line does what it says when it is tapped."""
    app = CuttleApp(FakeLobby(), chair=tables.chair(position), terminal=Terminal(touch=True))
    async with app.run_test(size=PHONE) as pilot:
        await by_taps.tap_text(pilot, "help" if position == tables.TARGETS else "more")
        page = "\n".join(grid(app))
        for told in (*taps, "tap a line, and it is done"):
            assert told in page
        assert ("tap the deck" in page) is (position == tables.TARGETS)
        for unsaid in ("letter", "first way listed", "at once", "asks first"):
            assert unsaid not in page
        await by_taps.tap_text(pilot, "read the log")
        assert _mode(pilot) is Mode.LOG


async def test_a_long_page_is_scrolled_by_its_signs_and_closed() -> None:
    async with staged(SCENES["rules"]) as (app, pilot):
        await resized(pilot, PHONE)
        first = grid(app)[1]
        while any("more below" in row for row in grid(app)):
            await by_taps.tap_text(pilot, "more below")
        while any("more above" in row for row in grid(app)):
            await by_taps.tap_text(pilot, "more above")
        assert grid(app)[1] == first
        await by_taps.tap_text(pilot, "esc back")
        assert not isinstance(app.screen, PageScreen)


async def test_a_long_list_is_scrolled_by_its_signs() -> None:
    async with staged(SCENES["settings"]) as (app, pilot):
        await resized(pilot, PHONE)
        while any("more below" in row for row in grid(app)):
            await by_taps.tap_text(pilot, "more below")
        assert any("more above" in row for row in grid(app))


async def test_the_second_row_of_a_bar_is_the_bar_too() -> None:
    async with staged(SCENES["new-room"]) as (app, pilot):
        await resized(pilot, PHONE)
        first = next(y for y, row in enumerate(grid(app)) if "NEW TABLE" in row)
        assert "players?" in grid(app)[first + 1]
        await by_taps.tap(pilot, [(20, first + 1)])
        assert any("that table is gone" in row for row in grid(app))  # it tried to open it


async def test_the_names_of_lists_are_tapped_in_both_rows() -> None:
    async with staged(SCENES["lobby-tables"]) as (app, pilot):
        await resized(pilot, PHONE)
        for name, row in (("people", 1), ("finished", 3), ("games", 1)):
            await by_taps.tap_text(pilot, name)
            assert f"▌ {name}" in grid(app)[row]
        await by_taps.tap(pilot, [(grid(app)[1].index("people"), 2)])  # the lower half of its plate
        assert "▌ people" in grid(app)[1]


async def test_a_timeline_is_tapped_in_its_own_row() -> None:
    async with staged(SCENES["replay-deal"]) as (app, pilot):
        await resized(pilot, PHONE)
        rows = grid(app)
        y = next(y for y, row in enumerate(rows) if "REPLAY" in row)
        assert "move 0 of" in rows[y]
        await by_taps.tap(pilot, [(30, y + 1)])
        assert "move 0 of" not in grid(app)[y]
        moved = grid(app)[y]
        await by_taps.tap(pilot, [(30, y)])
        assert grid(app)[y] == moved


async def test_a_seat_below_others_is_aimed_at_by_a_tap_on_its_line() -> None:
    async with staged(SCENES["three-seat-aimed-at"]) as (app, pilot):
        await resized(pilot, PHONE)
        await by_taps.tap_text(pilot, "carol")
        assert isinstance(app.screen, TableScreen)
        chair = app.screen.seating.chair
        assert isinstance(chair, FakeChair)
        assert [action.seat for action, _ in chair.played] == [2]


async def test_the_log_above_the_phrases_is_scrolled_by_its_signs() -> None:
    async with staged(SCENES["online-talk"]) as (app, pilot):
        await resized(pilot, PHONE)
        first = grid(app)[3]
        await by_taps.tap_text(pilot, "more above")
        assert grid(app)[3] != first
        await by_taps.tap_text(pilot, "more below")
        assert grid(app)[3] == first


async def test_a_phrase_is_said_with_one_tap() -> None:
    async with staged(SCENES["online-talk"]) as (app, pilot):
        await resized(pilot, PHONE)
        await by_taps.tap_text(pilot, "good luck")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.ui.mode is Mode.GAME


def _ground_of(app: CuttleApp, word: str) -> object:
    """Return the ground of the first cell of a row that has a word in it."""
    row = next(row for row in strips(app) if word in row.text)
    return next(segment.style.bgcolor for segment in row if segment.style is not None)


async def test_what_a_lost_game_has_no_button_for_is_behind_one() -> None:
    async with staged(SCENES["two-end"]) as (app, pilot):
        await resized(pilot, PHONE)
        assert not any("picture" in row for row in grid(app))
        (rematch,) = (row for row in grid(app) if "rematch" in row)
        assert "watch" not in rematch
        await by_taps.tap_text(pilot, "more")
        assert isinstance(app.screen, HelpScreen)
        await by_taps.tap_text(pilot, "check that the deal was fair")
        assert any("deal" in row for row in grid(app)[-12:])
        assert isinstance(app.screen, TableScreen)


async def test_at_the_end_gold_is_for_the_bar_of_a_win() -> None:
    grounds = []
    for name, word in (("two-won", "YOU WIN"), ("two-end", "BOB WINS")):
        async with staged(SCENES[name]) as (app, pilot):
            await resized(pilot, PHONE)
            grounds.append(_ground_of(app, "the goal was"))
            await resized(pilot, (80, 24))
            grounds.append(_ground_of(app, word))
    won, won_wide, lost, lost_wide = grounds
    assert won == won_wide != lost == lost_wide


@pytest.mark.parametrize(
    ("name", "option"), [("two-end", "r rematch"), ("two-counter", "y counter with 2♠")]
)
async def test_what_most_want_stands_on_gold_where_enter_takes_nothing(
    name: str, option: str
) -> None:
    async with staged(SCENES[name]) as (app, pilot):
        for size, role in (((80, 24), "sel"), (PHONE, "bar")):
            await resized(pilot, size)
            row = next(row for row in strips(app) if option in row.text)
            segment = next(segment for segment in row if segment.text.strip() == option[0])
            assert segment.style is not None
            assert segment.style.bgcolor == Color.parse(app.paint.palette.colours[role]), size


async def test_at_the_end_coral_is_for_the_bar_of_a_defeat_and_a_draw_is_calm() -> None:
    for name, word, role in (("two-end", "the goal was", "alarm"), ("two-drawn", "DRAW", "wait")):
        async with staged(SCENES[name]) as (app, pilot):
            palette = app.paint.palette
            for size in (PHONE, *(() if role == "wait" else ((60, 20), (80, 24)))):
                await resized(pilot, size)
                assert _ground_of(app, word) == Color.parse(palette.colours[role]), size


async def test_a_lesson_tells_its_story_under_the_bar_and_hints_by_a_tap() -> None:
    async with staged(SCENES["lesson"]) as (app, pilot):
        for size in (PHONE, (44, 28)):
            await resized(pilot, size)
            rows = grid(app)
            bar = next(y for y, row in enumerate(rows) if "SCUTTLE 1/3" in row)
            assert "A point card scuttles" in rows[bar + 1]
            assert "choose one of your cards, then 8♦" in rows[bar + 3]
        await by_taps.tap_text(pilot, "hint")
        assert any("card higher than" in row for row in grid(app))


async def test_in_a_waiting_room_a_button_says_what_a_tap_does() -> None:
    async with staged(SCENES["online-room-guest"]) as (_, pilot):
        await resized(pilot, PHONE)
        chair = _table(pilot).seating.chair
        assert isinstance(chair, FakeChair)
        await by_taps.tap_text(pilot, "I am ready")
        assert chair.rematches == 1
    async with staged(SCENES["online-room-link"]) as (app, pilot):
        await resized(pilot, PHONE)
        assert any("not ready after all" in row for row in grid(app))
        assert not any("ssh" in row for row in grid(app))


async def test_an_entry_of_the_home_screen_has_two_rows_and_the_others_are_a_tap_away() -> None:
    async with staged(SCENES["home-guest"]) as (app, pilot):
        await resized(pilot, (44, 28))
        assert not any("how to play" in row for row in grid(app))
        await by_taps.tap_text(pilot, "2 more below")
        while any("more below" in row for row in grid(app)):
            await by_taps.tap_text(pilot, "more below")
        await by_taps.tap_text(pilot, "how to play")
        assert isinstance(app.screen, LearnScreen)


async def test_a_table_in_the_lobby_says_in_words_what_a_head_would() -> None:
    async with staged(SCENES["lobby-tables"]) as (app, pilot):
        await resized(pilot, PHONE)
        assert any("bob 1548?  1 seat free  standard" in row for row in grid(app))


@pytest.mark.parametrize("hand", ["2S AH", "2S", "2S AH 3H"])
async def test_no_button_offers_what_a_tap_on_a_card_does(hand: str) -> None:
    mine = tables.position(f"hand {hand} points 7H 3C court KD 8S")
    app = CuttleApp(FakeLobby(), chair=tables.chair(mine), terminal=Terminal(touch=True))
    async with app.run_test(size=(45, 40)) as pilot:
        await settled(pilot)
        assert not by_taps.cells_of_text(pilot, "choose a card")
        assert by_taps.cells_of_text(pilot, "draw")

"""The mouse: hints and cards are clicked on, piles answer, the wheel scrolls."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.page_screen import HelpScreen
from cuttle_tui.front.settings import SettingsScreen
from cuttle_tui.kit.zone import Zone
from cuttle_tui.league.screen import ProfileScreen
from cuttle_tui.learn.screen import LearnScreen
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.lookback import LookBack
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.choices import Choice
from cuttle_tui.table.situation import Mode
from engine.actions import Kind, parse_action
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair, card, position

pytestmark = pytest.mark.slow


async def click(pilot: Pilot[None], text: str) -> None:
    """Click on the first cell of a text, wherever it is shown last."""
    for y, row in reversed([*enumerate(grid(app_of(pilot)))]):
        if text in row:
            await pilot.click(offset=(row.index(text), y))
            await settled(pilot)
            return
    raise AssertionError(f"{text} is not shown")


async def click_card(pilot: Pilot[None], which: str | int) -> None:
    """Click into a card, wherever it lies on the table or below it."""
    wanted = card(which) if isinstance(which, str) else which
    zones = [zone for zone in app_of(pilot).screen.children if isinstance(zone, Zone)]
    for zone in zones:
        for spot in zone.spots:
            if spot.card == wanted and zone.display:
                await pilot.click(offset=(zone.region.x + spot.x + 1, zone.region.y + spot.y))
                await settled(pilot)
                return
    raise AssertionError("that card is not shown")


def shown(pilot: Pilot[None]) -> str:
    """Read all that is on the screen."""
    return "\n".join(grid(app_of(pilot)))


async def wheel(pilot: Pilot[None], *, down: bool, at: tuple[int, int] = (20, 9)) -> None:
    """Turn the wheel by a notch."""
    await pilot._post_mouse_events([MouseScrollDown if down else MouseScrollUp], offset=at)
    await settled(pilot)


def app_of(pilot: Pilot[None]) -> CuttleApp:
    assert isinstance(pilot.app, CuttleApp)
    return pilot.app


def at_table(chair: FakeChair) -> CuttleApp:
    return CuttleApp(FakeLobby(), chair=chair)


def table(app: CuttleApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def test_hints_lead_where_their_keys_lead() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        app = app_of(pilot)
        await click(pilot, "s settings")
        assert isinstance(app.screen, SettingsScreen)
        await click(pilot, "esc back")
        await click(pilot, "? help")
        assert isinstance(app.screen, HelpScreen)
        await click(pilot, "esc back")
        await click(pilot, "how to play")
        assert isinstance(app.screen, LearnScreen)
        await click(pilot, "esc home")
        assert isinstance(app.screen, HomeScreen)
        await click(pilot, "b  first lesson")
        assert isinstance(app.screen, TableScreen)


async def test_a_menu_is_chosen_from_with_one_click() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await click(pilot, "how to play")
        await click(pilot, "win, survive, counter")
        assert "PUZZLES" in "\n".join(grid(app_of(pilot)))


async def test_a_long_list_does_not_move_under_a_click() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await click(pilot, "how to play")
        await click(pilot, "win, survive, counter")
        await click(pilot, "Clean sweep")
        assert "Clean sweep" in "\n".join(grid(app_of(pilot)))
        assert isinstance(app_of(pilot).screen, TableScreen)


async def test_a_click_on_the_only_target_of_the_chosen_card_plays_it() -> None:
    chair = tables.chair(position("hand TS 4H", "points 8D"))
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await click_card(pilot, "TS")
        await click_card(pilot, "8D")
        assert chair.played == [(parse_action("scuttle TS>8D"), 40)]


async def test_a_click_on_one_of_several_targets_aims_the_chosen_card_at_it() -> None:
    chair = tables.chair(position("hand TS", "points 3C 8D"))
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await click_card(pilot, "8D")
        await settled(pilot)
        assert not chair.played
        choice = table(app_of(pilot)).ui.choice
        assert (choice.card, choice.play, choice.aim >= 0) == (card("TS"), Kind.SCUTTLE, True)
        assert "click there again to play, or press enter" in shown(pilot)
        await click_card(pilot, "8D")
        assert chair.played == [(parse_action("scuttle TS>8D"), 40)]


async def test_a_click_on_a_point_card_of_ones_own_aims_the_chosen_one_at_it() -> None:
    own = position("hand 9H points 3C", "points 8D").replace("cuttle.cards", "standard+own-scuttle")
    chair = tables.chair(own)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        for _ in range(2):
            await click_card(pilot, "3C")
        assert chair.played == [(parse_action("scuttle 9H>3C"), 40)]


async def test_where_a_card_could_be_aimed_in_several_ways_a_click_asks_how() -> None:
    chair = tables.chair(position("hand 9H", "points 3C"))
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await pilot.click(offset=(3, 4))
        await settled(pilot)
        assert "there is more than one way to do that: click on one above" in shown(pilot)
        assert not chair.played
        await click(pilot, "s scuttle")
        await click_card(pilot, "3C")
        assert chair.played == [(parse_action("scuttle 9H>3C"), 40)]


async def test_an_option_is_not_the_bar() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await settled(pilot)
        await pilot.click(offset=(70, 21))
        assert isinstance(app_of(pilot).screen, LearnScreen), "beside the options lies nothing"
        await click(pilot, "Learn the game step by step?")
        assert "LESSONS" in "\n".join(grid(app_of(pilot)))


async def test_a_turn_is_played_with_clicks_alone() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await click(pilot, "d draw")
        assert chair.played == [(parse_action("draw"), 40)]
        await click(pilot, "z scrap")
        assert table(app_of(pilot)).ui.mode is Mode.SCRAP
        await click(pilot, "esc back")
        await click(pilot, "q leave")
        await click(pilot, "n stay")
        assert table(app_of(pilot)).ui.mode is Mode.GAME


async def test_a_click_on_a_line_of_the_help_is_that_key_at_the_table() -> None:
    async with at_table(tables.chair(tables.TARGETS)).run_test(size=(80, 24)) as pilot:
        await click(pilot, "? help")
        await click(pilot, "settings; the game")
        assert isinstance(pilot.app.screen, SettingsScreen)
        await click(pilot, "esc back")
        assert table(app_of(pilot)).ui.mode is Mode.GAME
        await click(pilot, "? help")
        await click(pilot, "look through the scrap")
        assert table(app_of(pilot)).ui.mode is Mode.SCRAP


async def test_a_question_is_answered_with_a_click() -> None:
    chair = tables.counter_chair()
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await click(pilot, "y counter")
        assert chair.played[-1] == (parse_action("counter 2S"), 41)


# cards and piles --------------------------------------------------------------------------------


async def test_a_click_on_the_chosen_card_lays_it_back() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(29, 20), times=2)
        assert table(app_of(pilot)).ui.choice.card == card("3H"), "a double click is one"
        await pilot.press("s")
        await pilot.click(offset=(30, 20))
        assert table(app_of(pilot)).ui.choice == Choice(card("3H"))
        await pilot.click(offset=(29, 20))
        assert table(app_of(pilot)).ui.choice.card is None


async def test_piles_answer_clicks() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await click(pilot, "deck")
        assert chair.played == [(parse_action("draw"), 40)]
        await click(pilot, "scrap  ")
        assert table(app_of(pilot)).ui.mode is Mode.SCRAP


async def test_piles_are_no_letters_of_targets() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(19, 20))
        await pilot.press("s")
        await settled(pilot)
        before = table(app_of(pilot)).ui
        for pile in ("deck", "scrap  "):
            await click(pilot, pile)
        assert table(app_of(pilot)).ui == before
        assert not chair.played


async def test_a_card_beside_what_lies_over_the_game_is_no_letter_of_it() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("t", "q", "l"):
            await pilot.press(key)
            await settled(pilot)
            before = table(app).ui
            for x in range(4, 76, 8):
                await pilot.click(offset=(x, 20))
                await settled(pilot)
            assert table(app).ui == before
            await pilot.press("escape")
        assert not chair.done
        assert not chair.played


async def test_cards_of_the_scrap_are_looked_at_wherever_it_lies_open() -> None:
    at_end = CuttleApp(FakeLobby(), record=record_after())
    playing = CuttleApp(FakeLobby(), chair=table_after(18).chair(0))
    for app in (at_end, playing):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("end", "z")
            await settled(pilot)
            before = grid(app)[17]
            await pilot.click(offset=(12, 20))
            await settled(pilot)
            assert grid(app)[17] != before


async def test_a_card_out_of_reach_is_said_to_be_so_before_it_is_chosen_how() -> None:
    chair = tables.chair(position("hand 5S 9C points 7H", "points 8D 3C court KH QC"))
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await pilot.press("1")
        await settled(pilot)
        await click_card(pilot, "8D")
        assert "not 8♦: higher than your 5♠" in shown(pilot)
        await click_card(pilot, "KH")
        assert "5♠ cannot take K♥" in shown(pilot)
        await pilot.press("2")
        await click_card(pilot, "KH")
        assert "not K♥: Q♣ protects it" in shown(pilot)
        await click_card(pilot, "7H")
        assert "not 7♥: it is your own card" in shown(pilot)
        assert not chair.played


async def test_without_a_chosen_card_one_is_asked_for_first() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await click_card(pilot, "TD")
        assert "choose one of your cards first" in shown(pilot)


async def test_while_one_target_is_in_focus_a_click_on_another_moves_the_focus() -> None:
    chair = tables.chair(position("hand 9C points 7H", "points 8D 3C 2S"))
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await pilot.press("1", "s")
        await settled(pilot)
        assert "enter scuttle" not in shown(pilot)
        await pilot.press("right")
        await settled(pilot)
        assert "enter scuttle" in shown(pilot)
        await click_card(pilot, "3C")
        await click_card(pilot, "8D")
        assert not chair.played
        assert shown(pilot).count("enter scuttle 8♦") == 1
        await click_card(pilot, "8D")
        assert chair.played == [(parse_action("scuttle 9C>8D"), 40)]


async def test_a_letter_still_takes_its_target_at_once() -> None:
    chair = tables.chair(position("hand 9C points 7H", "points 8D 3C 2S"))
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await pilot.press("1", "s", "right", "b")
        await settled(pilot)
        assert len(chair.played) == 1


async def test_a_click_beside_the_open_play_keeps_the_question_in_sight() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.counter_chair())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = shown(pilot)
        for x in (31, 60):  # the one-off, and what is said of it
            await pilot.click(offset=(x, 8))
            await settled(pilot)
        assert shown(pilot) == before


async def test_the_only_two_says_how_it_counters_and_does_not_do_so() -> None:
    chair = tables.counter_chair()
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        scene = table(app_of(pilot)).body.model
        assert scene is not None
        key = next(face.key for face in scene.tray if face.card == card("2S"))
        await click_card(pilot, "2S")
        assert "y counters with 2♠" in shown(pilot)
        await pilot.press("z", "escape")
        await settled(pilot)
        assert "y counters with 2♠" not in shown(pilot)
        await pilot.press(key)
        await settled(pilot)
        assert "y counters with 2♠" in shown(pilot)
        assert not chair.played


async def test_a_card_of_the_scrap_is_taken_by_a_second_click() -> None:
    chair = tables.chair(tables.FETCH)
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        scene = table(app_of(pilot)).body.model
        assert scene is not None
        last = scene.tray[7].card
        assert last is not None
        await click_card(pilot, last)
        assert not chair.played
        await click_card(pilot, last)
        assert [action.cards for action, _ in chair.played] == [(last,)]


async def test_the_bar_is_enter_wherever_enter_does_something() -> None:
    for text, word in ((tables.FETCH, "FETCH"), (tables.LIMIT, "DISCARD")):
        chair = tables.chair(text)
        async with at_table(chair).run_test(size=(100, 30)) as pilot:
            await pilot.press("1")
            await settled(pilot)
            await click(pilot, word)
            assert len(chair.played) == 1, word
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await pilot.press("1")
        await click(pilot, "YOUR TURN")
        await click(pilot, "YOUR TURN")
        await pilot.press("z")
        await click(pilot, "SCRAP")
        assert table(app_of(pilot)).ui.mode is Mode.GAME
        assert len(chair.played) == 1


async def test_a_double_click_on_the_bar_is_one_click() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press("1")
        await settled(pilot)
        at = next(y for y, row in enumerate(grid(app_of(pilot))) if "YOUR TURN" in row)
        await pilot.click(offset=(5, at), times=2)
        await settled(pilot)
        assert not chair.played


# the wheel --------------------------------------------------------------------------------------


async def test_the_wheel_moves_along_a_list() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await wheel(pilot, down=True)
        assert " ▌ c  play the computer" in "\n".join(grid(app_of(pilot)))
        await wheel(pilot, down=False, at=(5, 23))
        assert " ▌ b  first lesson" in "\n".join(grid(app_of(pilot)))


async def test_the_wheel_scrolls_a_page() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "a")
        await settled(pilot)
        top = grid(app_of(pilot))[1]
        await wheel(pilot, down=True)
        assert top not in grid(app_of(pilot))[:20]
        await wheel(pilot, down=False)
        assert grid(app_of(pilot))[1] == top


async def test_the_wheel_reads_the_log_and_the_scrap_but_plays_no_card() -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(8).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = table(app).ui
        for down in (True, False, True):
            await wheel(pilot, down=down)
        assert table(app).ui == before
        await pilot.press("l")
        line = table(app).ui.reading.place(len(table(app).body.log_lines))
        await wheel(pilot, down=False)
        assert table(app).ui.reading.place(len(table(app).body.log_lines)) == line - 1
        await pilot.press("escape", "z")
        looked = table(app).ui.look
        await wheel(pilot, down=True, at=(20, 20))
        assert table(app).ui.look != looked


async def test_the_wheel_moves_along_the_hand_below_it() -> None:
    chair = tables.chair(tables.TARGETS)
    async with at_table(chair).run_test(size=(80, 24)) as pilot:
        chosen = []
        for down in (True, True, False):
            await wheel(pilot, down=down, at=(20, 20))
            chosen.append(table(app_of(pilot)).ui.choice.card)
        assert chosen[0] is not None
        assert chosen[0] == chosen[2] != chosen[1]
        assert not chair.played


async def test_the_wheel_scrolls_the_log_beside_the_table() -> None:
    game = table_after(44, seed=42)
    app = CuttleApp(FakeLobby(), chair=game.chair(0))
    async with app.run_test(size=(200, 60)) as pilot:
        await resized(pilot, (120, 40))
        await settled(pilot)
        aside = app.screen.query_one("#aside")
        at, before = (aside.region.x + 3, aside.region.y + 3), grid(app)
        for _ in range(4):
            await wheel(pilot, down=False, at=at)
        assert table(app).ui.scroll == 4
        assert grid(app) != before
        for _ in range(6):
            await wheel(pilot, down=True, at=at)
        assert grid(app) == before


async def test_the_wheel_shows_no_hand_at_a_shared_keyboard() -> None:
    app = CuttleApp(LocalLobby("you"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "enter")
        await settled(pilot)
        assert table(app).ui.mode is Mode.COVER
        for down in (True, False):
            await wheel(pilot, down=down)
        assert table(app).ui.mode is Mode.COVER


async def test_the_wheel_steps_through_a_replay() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await wheel(pilot, down=True)
        await wheel(pilot, down=True)
        await wheel(pilot, down=False)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ply == 1


async def test_the_wheel_steps_while_one_looks_back() -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(8).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "enter")
        await settled(pilot)
        assert isinstance(app.screen, LookBack)
        ply = app.screen.past.ply
        await wheel(pilot, down=True)
        assert app.screen.past.ply == ply + 1


# one click, one effect --------------------------------------------------------------------------


async def test_the_bar_of_the_league_opens_a_profile_once() -> None:
    async with staged(SCENES["league-standings"]) as (app, pilot):
        depth = len(app.screen_stack)
        await click(pilot, "LEAGUE")
        assert isinstance(app.screen, ProfileScreen)
        assert len(app.screen_stack) == depth + 1


async def test_a_line_of_the_log_beside_a_replay_closes_the_log() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.press("end", "l")
        await settled(pilot)
        await click(pilot, "ana played 3♥")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ui.mode is Mode.GAME
        assert "ana played 3♥" in shown(pilot)
        assert "ana won" not in shown(pilot)


# what a list or a page has no room for ----------------------------------------------------------


def crowded() -> FakeLobby:
    """Open a lobby with more tables than have room."""
    return lobbies.online(
        shown=tuple(replace(lobbies.TABLES[2], id=f"x{n}", title=f"oak{n:02}") for n in range(30))
    )


async def test_a_click_on_the_count_of_hidden_rows_shows_them() -> None:
    app = CuttleApp(crowded())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        first = shown(pilot)
        hidden = int(first.partition(" more below")[0].split()[-1])
        await click(pilot, "more below")
        assert f"oak{30 - hidden:02}" in shown(pilot)
        for _ in range(30):
            if "more below" in shown(pilot):
                await click(pilot, "more below")
        assert "oak29" in shown(pilot)
        for _ in range(30):
            if "more above" in shown(pilot):
                await click(pilot, "more above")
        assert "oak00" in shown(pilot)
        assert not app.screen_stack[1:][1:]


@pytest.mark.parametrize("scene", ["league-ratings", "league-own-profile"])
async def test_a_click_on_the_count_of_hidden_lines_scrolls_the_league(scene: str) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        before, depth = shown(pilot), len(app.screen_stack)
        await click(pilot, "more below")
        assert shown(pilot) != before
        assert "more above" in shown(pilot)
        await click(pilot, "more above")
        assert "more above" not in shown(pilot)
        assert len(app.screen_stack) == depth


async def test_a_click_on_the_count_of_hidden_lines_turns_a_page() -> None:
    async with CuttleApp(LocalLobby("you")).run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "a")
        await settled(pilot)
        top = grid(app_of(pilot))[1]
        await click(pilot, "more below")
        assert top not in grid(app_of(pilot))[:20]
        await click(pilot, "more above")
        assert grid(app_of(pilot))[1] == top


async def test_a_click_on_the_count_of_hidden_lines_moves_along_the_log() -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(20).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        end = shown(pilot)
        await click(pilot, "more above")
        assert "more below" in shown(pilot)
        await click(pilot, "more below")
        assert shown(pilot) == end


async def test_what_there_is_to_do_while_a_table_waits_is_a_plate_to_click_on() -> None:
    async with staged(SCENES["online-queue"]) as (app, pilot):
        await resized(pilot, (120, 40))
        rows = grid(app)
        y = next(y for y, row in enumerate(rows) if "l lesson 1: Draw" in row)
        await pilot.click(offset=(rows[y].index("lesson") + 15, y - 1))
        await settled(pilot)
        assert "lessons" in grid(app)[-1]

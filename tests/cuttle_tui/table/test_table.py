"""The table screen: keys become actions, news become pictures, nothing is lost on the way."""

from __future__ import annotations

import asyncio
import contextvars
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError, Sitter
from cuttle_tui.table.situation import Mode
from cuttle_tui.tty.terminal import Terminal
from engine.actions import Action, Kind, parse_action
from engine.errors import StaleAction
from engine.play.view import Ask
from tests.cuttle_tui import tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair, card

BAR, OPTIONS, WHY = 15, 16, 17


def table(app: CuttleApp) -> TableScreen:
    """Give the table screen."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    await pilot.pause()
    await pilot.pause()


async def test_keys_play_an_action_at_the_ply_they_were_pressed_at() -> None:
    chair = tables.chair(tables.TARGETS)
    async with CuttleApp(FakeLobby(), chair=chair).run_test() as pilot:
        await pilot.press("3", "s", "b")
        assert chair.played == [(parse_action("scuttle 3H>2H"), 40)]


async def test_tab_space_and_slash_do_at_a_table_what_they_do_elsewhere() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        tray = table(app).situation.tray
        for key, place in (("tab", 0), ("tab", 1), ("shift+tab", 0)):
            await pilot.press(key)
            assert table(app).ui.choice.card == tray[place]
        await pilot.press("/")
        assert table(app).ui.mode is Mode.LOG
        assert table(app).ui.reading.typing
        await pilot.press("escape", "escape", "3", "s", "tab", "space")
        assert [action.kind for action, _ in chair.played] == [Kind.SCUTTLE]


async def test_moving_the_cursor_paints_only_tray_prompt_and_preview() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        await settled(pilot)
        screen = table(app)
        zones = list(screen.query("Zone").results())
        await pilot.press("right")  # from now on there is a card that can be told about
        await settled(pilot)
        before = {zone.id: getattr(zone, "paint_count", 0) for zone in zones}
        await pilot.press("right")
        await settled(pilot)
        painted = {zone.id for zone in zones if getattr(zone, "paint_count", 0) > before[zone.id]}
        assert painted == {"tray", "prompt", "me"}
        assert len(zones) <= 10


async def test_a_cursor_that_comes_back_paints_nothing_until_the_colours_change() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        for key in ("right", "right"):
            await pilot.press(key)
            await settled(pilot)
        there, zones = grid(app), table(app).zones
        await pilot.press("left")
        await settled(pilot)
        assert grid(app) != there
        before = [zone.paint_count for zone in zones]
        await pilot.press("right")
        await settled(pilot)
        assert grid(app) == there
        assert [zone.paint_count for zone in zones] == before
        dark = _colours(table(app))
        table(app).use(paint_context_for(Terminal(light=True)))
        await pilot.press("left")
        await settled(pilot)
        await pilot.press("right")
        await settled(pilot)
        assert not _colours(table(app)) & dark


def _colours(screen: TableScreen) -> set[object]:
    """Return the colours behind the hand, the prompt and the keys."""
    zones = [zone for zone in screen.zones if zone.id in ("tray", "prompt", "keys")]
    styles = [piece.style for zone in zones for strip in zone.strips() for piece in strip]
    return {style.bgcolor for style in styles if style is not None}


async def test_a_table_read_again_is_presented_again_only_if_it_changed() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.pause()
        screen, french = table(app), replace(app.settings, language="fr")
        digest, model = screen.digest, screen.present()
        view = chair.shown.view
        assert view is not None
        chair.shown = replace(chair.shown, view=replace(view))
        screen.refresh_table()
        assert screen.digest is digest
        assert screen.present().me is model.me
        await app.use_settings(french)
        assert screen.present().me.lies != model.me.lies


async def test_a_screen_is_made_of_zones_alone() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    widgets: list[object] = []
    zones: list[object] = []

    async def look(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        widgets.extend(table(app).walk_children(with_self=False))
        zones.extend(table(app).zones)
        app.exit()

    async with asyncio.timeout(60):
        await app.run_async(headless=True, size=(80, 24), auto_pilot=look)
    assert zones
    assert widgets == zones


async def test_a_screen_that_others_cover_keeps_no_picture() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        await pilot.press("right")
        await settled(pilot)
        seen, below = grid(app), table(app)
        await pilot.press("question_mark")
        await settled(pilot)
        assert app.screen is not below
        assert [zone._picture for zone in below.zones] == [None] * len(below.zones)
        await pilot.press("escape")
        await settled(pilot)
        assert grid(app) == seen


async def test_a_refused_action_is_explained_and_nothing_is_lost() -> None:
    chair = tables.chair(tables.TARGETS)
    chair.refuse = StaleAction("too late")
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("3", "s", "a")
        await settled(pilot)
        assert "the table changed" in grid(app)[WHY]
        assert "Scuttle which card with 3♥?" in grid(app)[BAR]
        await pilot.press("escape")
        await settled(pilot)
        assert "the table changed" not in grid(app)[WHY]


class _MovedOn(FakeChair):
    """A chair whose table has moved on by the time that an action arrives."""

    def submit(self, action: Action, ply: int) -> None:
        later = tables.TARGETS.replace("turn 20", "turn 22").replace("ply 40", "ply 42")
        self.shown = replace(self.shown, view=tables.view_of(later, self.seat))
        raise StaleAction(f"chosen at ply {ply}, but the game is at ply 42")


async def test_a_key_that_came_too_late_is_said_beside_the_new_question() -> None:
    here = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=_MovedOn(here.seat, here.shown))
    async with app.run_test() as pilot:
        await pilot.press("3", "s", "a")
        await settled(pilot)
        assert "the table changed" in grid(app)[WHY]
        await pilot.press("right")
        await settled(pilot)
        assert "the table changed" not in grid(app)[WHY]


async def test_a_way_to_play_without_a_card_asks_for_one() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        await pilot.press("s")
        await settled(pilot)
        assert "choose one of your cards first" in grid(app)[WHY]
        await pilot.press("3", "s")
        await settled(pilot)
        assert "Scuttle which card with 3♥?" in grid(app)[BAR]


async def test_asked_about_no_card_it_tells_of_the_first() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test() as pilot:
        await pilot.press("i")
        await settled(pilot)
        assert "How do you play A♥?" in grid(app)[BAR]
        assert "A♥ wipe:" in grid(app)[WHY]


async def test_where_ways_to_play_do_not_fit_no_key_is_lost() -> None:
    chair = tables.chair(
        tables.position(
            "hand 8H QH points TC TD", "hand 2S points 4C 8D", "turn 20 P0; ask play P0; ply 40"
        )
    )
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await settled(pilot)
        options = grid(app)[OPTIONS]
        assert "~" not in options
        assert "r glasses" in options
        assert options.endswith("  d draw   esc back")


async def test_among_what_a_jack_can_steal_one_s_own_cards_are_not_told() -> None:
    position = tables.position(
        "hand JD points 2C 3C", "hand 2S points 6C 7D", "turn 20 P0; ask play P0; ply 40"
    )
    chair = tables.chair(position.replace("cuttle.cards", "standard"))
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await settled(pilot)
        assert "j steal 6♣ or 7♦  " in grid(app)[OPTIONS]


async def test_news_arrive_from_another_context_and_keep_half_a_choice() -> None:
    chair = tables.chair(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("3")
        await asyncio.get_running_loop().run_in_executor(None, int)
        contextvars.Context().run(chair.change, tables.TARGETS)
        await settled(pilot)
        assert "How do you play 3♥?" in grid(app)[BAR]


async def test_a_resize_keeps_half_a_choice() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "s")
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        plan = plan_for(120, 40)
        assert plan is not None
        assert "Scuttle which card with 3♥?" in grid(app)[plan.prompt]


async def test_looking_elsewhere_ends_when_an_answer_is_wanted() -> None:
    chair = tables.counter_chair()
    asked = chair.shown
    chair.change(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("z")
        assert table(app).ui.mode is Mode.SCRAP
        chair.shown = asked
        chair.change(tables.COUNTER)
        await settled(pilot)
        assert "COUNTER?" in grid(app)[BAR]


async def test_enter_never_answers_a_question_that_has_two_answers() -> None:
    chair = tables.counter_chair()
    async with CuttleApp(FakeLobby(), chair=chair).run_test() as pilot:
        await pilot.press("enter")
        assert not chair.played
        await pilot.press("y")
        assert chair.played == [(parse_action("counter 2S"), 41)]


async def test_clicks_are_keys() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(29, 20))
        assert table(app).ui.choice.card == card("3H")
        await pilot.press("s")
        await pilot.click(offset=(36, 2))
        assert chair.played == [(parse_action("scuttle 3H>2H"), 40)]


async def test_leaving_asks_first() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("q", "n")
        assert not chair.left
        await pilot.press("q", "y")
        await settled(pilot)
        assert chair.left
        assert not chair.listeners
        assert isinstance(app.screen, HomeScreen)


async def test_giving_up_stays_at_the_table() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("q", "g")
        assert [str(action) for action, _ in chair.played] == ["concede@0"]
        await pilot.press("q", "d")
        assert str(chair.played[-1][0]) == "offer@0"
        assert not chair.left


async def test_interrupting_twice_quits() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        assert not chair.left
        assert "LEAVE?" in grid(app)[BAR]
        await pilot.press("ctrl+c")
    assert chair.left


async def test_rematch_waits_for_the_other() -> None:
    chair = tables.chair(tables.OVER)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press("r")
        await settled(pilot)
        assert chair.rematches == 1
        chair.shown = replace(chair.shown, ready=(0,))
        chair.change(tables.OVER)
        await settled(pilot)
        assert "waiting for your opponent" in grid(app)[BAR]


async def test_nobody_waits_for_a_rematch_with_one_who_left() -> None:
    chair = tables.chair(tables.OVER)
    gone = (Sitter("ana", "person"), Sitter("bob", "nobody", present=False))
    chair.shown = replace(chair.shown, ready=(0,), sitters=gone)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await settled(pilot)
        assert "waiting for" not in grid(app)[BAR]
        assert "watch it again" in grid(app)[BAR + 1]
        assert "bob left" in grid(app)[BAR + 2]


async def test_the_cover_hides_both_hands_until_one_asks_for_ones_own() -> None:
    hot = (
        tables.chair(tables.TARGETS, 0),
        tables.chair(tables.TARGETS, 1),
        tables.chair(tables.TARGETS, None),
    )
    app = CuttleApp(FakeLobby(chairs=hot))
    async with app.run_test() as pilot:
        await pilot.press("t", "enter")
        await settled(pilot)
        shown = grid(app)
        assert "PASS THE KEYBOARD   ana: press h when alone" in shown[BAR]
        assert set("".join(shown[18:22])) <= {*" ▀▄"}  # backs
        assert "10♣" not in shown[1]
        await pilot.press("h")
        await settled(pilot)
        assert "YOUR TURN" in grid(app)[BAR]
        assert "Q♦" in grid(app)[19]


async def test_hot_seat_passes_the_keyboard_on() -> None:
    app = CuttleApp(LocalLobby("ana", seed=bytes(32)))
    async with app.run_test() as pilot:
        await pilot.press("t", "enter")
        await settled(pilot)
        first = table(app).seating.seat
        await pilot.press("h", "d")
        await settled(pilot)
        assert table(app).ui.mode is Mode.COVER
        assert table(app).seating.seat != first
        assert "PASS THE KEYBOARD" in grid(app)[BAR]


@pytest.mark.slow
async def test_no_burst_of_what_plays_a_card_shows_the_next_hand() -> None:
    app = CuttleApp(LocalLobby("ana", seed=bytes(32)))
    async with app.run_test() as pilot:
        await pilot.press("t", "enter")
        await settled(pilot)
        await pilot.press("h", "1", *["enter"] * 6, *["space"] * 3, "escape", "p", "d")
        await settled(pilot)
        shown = grid(app)
        assert "PASS THE KEYBOARD" in shown[BAR]
        assert set("".join(shown[18:22])) <= {*" ▀▄"}  # backs


async def test_the_computer_plays_on() -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0, seed=bytes(32)))
    async with app.run_test() as pilot:
        await pilot.press("c")
        for _ in range(400):
            await settled(pilot)
            view = table(app).state.view
            assert view is not None
            if view.turn >= 3:
                break
            if view.legal:
                await pilot.press("n" if view.ask is Ask.COUNTER else "d")
        assert view is not None
        assert view.turn >= 3


async def test_a_lobby_that_refuses_is_worded() -> None:
    lobby = FakeLobby(networked=True, reason=LobbyError("unknown-code"))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "k", "7", "q", "f", "enter")
        await settled(pilot)
        assert lobby.asked == ["join K7QF"]
        assert any("no room has that code" in row for row in grid(app))
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.slow
async def test_home_offers_to_resume_and_changes_rulesets() -> None:
    chair: FakeChair = tables.chair(tables.TARGETS)
    lobby = FakeLobby(networked=True, chairs=(chair,), resume=chair)
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert any("resume your game" in row for row in grid(app))
        await pilot.press("n", *["down"] * 7, "space", "escape", "m")
        await settled(pilot)
        assert lobby.asked == ["quick standard+random-four none"]
        assert isinstance(app.screen, TableScreen)


async def test_home_asks_before_an_interrupt_quits() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c")
        await settled(pilot)
        assert "QUIT?" in grid(app)[20]
        await pilot.press("n", "ctrl+z")
        await settled(pilot)
        assert "WELCOME" in grid(app)[20]

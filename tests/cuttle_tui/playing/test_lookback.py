"""The log leads back to any ply, through one's own eyes alone, while the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.events import Key
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.lookback import LookBack
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.situation import Mode
from engine.actions import parse_action
from engine.bots import greedy
from engine.cards import Card
from engine.table.queries import TableChair
from engine.table.state import TableState
from engine.table.table import Table
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.oracle import Knowledge, cards_on, names

pytestmark = pytest.mark.slow

BAR, OPTIONS, WHY = 15, 16, 17


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    for _ in range(3):
        await pilot.pause()


def sit(table: Table, seat: int | None = 0) -> CuttleApp:
    """Open the app at a table."""
    chair = table.watch() if seat is None else table.chair(seat)
    return CuttleApp(FakeLobby(), chair=chair)


def move(table: Table) -> None:
    """Let whoever is asked play."""
    assert table.game is not None
    seat = table.game.position.prompt.seats[0]
    view = table.chair(seat).state().view
    assert view is not None
    table.submit(seat, greedy.choose(view, 7), view.ply)


def looking(app: CuttleApp) -> LookBack:
    screen = app.screen
    assert isinstance(screen, LookBack)
    return screen


def at_table(app: CuttleApp) -> TableScreen:
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("ruleset", ["standard", "cuttle.cards", "team"])
async def test_no_card_is_shown_that_was_not_seen_then(ruleset: str, seat: int | None) -> None:
    tables = (table_after(plies, ruleset, 9) for plies in range(18, 0, -1))
    table = next(one for one in tables if not one.over)
    game = table.game
    assert game is not None
    knowledge, read = Knowledge(game.at(0)), set[Card]()
    app = sit(table, seat)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "enter")
        for ply in range(len(game.actions) + 1):
            knowledge.look(game.at(ply))
            await settled(pilot)
            assert looking(app).past.ply == ply
            shown = cards_on("\n".join(grid(app)))
            assert names(shown & knowledge.hidden(seat)) == "", ply
            read |= shown
            await pilot.press("right")
    assert read


async def test_it_says_what_it_is_and_leads_back_to_now() -> None:
    table = table_after(8)
    app = sit(table, 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = grid(app)
        await pilot.press("l", "home", "down", "down", "enter")
        await settled(pilot)
        assert (
            "LOOKING BACK   turn 1, move 1 of 8: " in grid(app)[BAR]
            or "YOUR TURN" in grid(app)[BAR]
        )
        assert "esc back to now" in grid(app)[OPTIONS]
        await pilot.press("left", "left")
        await settled(pilot)
        assert looking(app).past.ply == 0
        await pilot.press("pagedown", "right")
        await settled(pilot)
        assert looking(app).past.ply == 8
        assert "this is the table now" in grid(app)[WHY]
        await pilot.press("escape")
        await settled(pilot)
        assert grid(app) == before


@pytest.mark.parametrize("key", ["escape", "q", "enter", "ctrl+c"])
async def test_every_way_back_leads_to_the_table_and_loses_no_choice(key: str) -> None:
    table = table_after(8)
    game = table.game
    assert game is not None
    app = sit(table, game.position.prompt.seats[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        choice = (at_table(app)).ui.choice
        assert choice.card is not None
        await pilot.press("l", "up", "enter", "left", "z", "right", "escape", key)
        await settled(pilot)
        assert (at_table(app)).ui.choice == choice
        assert (at_table(app)).ui.mode is Mode.GAME


async def test_l_leads_back_to_the_line_of_the_log() -> None:
    app = sit(table_after(8))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "/", "d", "r", "e", "w", "enter", "up")
        await settled(pilot)
        before = grid(app)
        await pilot.press("enter", "left", "l")
        await settled(pilot)
        assert grid(app) == before


async def test_what_happens_meanwhile_is_told_and_throws_nobody_out() -> None:
    table = table_after(8)
    game = table.game
    assert game is not None
    mine = 1 - game.position.prompt.seats[0]
    app = sit(table, mine)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "enter")
        await settled(pilot)
        assert "LOOKING BACK" in grid(app)[BAR]
        field = grid(app)[:BAR]
        move(table)
        await settled(pilot)
        assert grid(app)[:BAR] == field
        assert "of 9" in grid(app)[BAR]
        view = table.chair(mine).state().view
        assert view is not None
        assert view.legal
        asked = "YOUR TURN" if view.ask.name == "PLAY" else "DECIDE NOW"
        assert asked in grid(app)[BAR]
        assert "esc goes back" in grid(app)[BAR]
        table.submit(mine, parse_action(f"concede@{mine}"), view.ply)
        await settled(pilot)
        assert "LOOKING BACK" in grid(app)[BAR]
        assert "meanwhile: " in grid(app)[WHY]
        assert "won the game" in grid(app)[WHY]


async def test_the_next_game_ends_the_look_back() -> None:
    table = table_after(8)
    app = sit(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "enter")
        assert looking(app)
        table.submit(1, parse_action("concede@1"), 8)
        for seat in range(2):
            table.ready(seat)
        await settled(pilot)
        assert (at_table(app)).state.steps == (1,)
        assert not any(isinstance(screen, LookBack) for screen in app.screen_stack)


class FarChair(TableChair):
    """A chair at a table that answers when it is let, or not at all."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, 0)
        self.heard = asyncio.Event()
        """Whether it was asked."""
        self.answers = asyncio.Event()
        self.answers.set()
        self.lost = False

    async def past(self, ply: int) -> TableState | None:
        """Answer late.

        Raises:
            LobbyError: ``no-answer``.
        """
        answer = await super().past(ply)
        self.heard.set()
        await self.answers.wait()
        if self.lost:
            raise LobbyError("no-answer")
        return answer


async def far_key(app: CuttleApp, chair: FarChair, *keys: str) -> None:
    """Press keys while the table does not answer."""
    chair.heard.clear()
    chair.answers.clear()
    for key in keys:
        app.screen.post_message(Key(key, None))
    async with asyncio.timeout(10):
        await chair.heard.wait()


async def test_keys_that_come_before_the_answer_are_obeyed_in_turn() -> None:
    chair = FarChair(table_after(8))
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "enter")
        await settled(pilot)
        assert looking(app).past.ply == 0
        await far_key(app, chair, "right", "right", "right", "left")
        assert looking(app).past.ply == 0
        chair.answers.set()
        await settled(pilot)
        assert looking(app).past.ply == 2
        await far_key(app, chair, "right", "escape")
        chair.answers.set()
        await settled(pilot)
        assert at_table(app).ui.mode is Mode.GAME


@pytest.mark.parametrize(("before", "key"), [(["l", "end"], "enter"), (["l", "enter"], "left")])
async def test_the_next_game_may_begin_before_the_answer(before: list[str], key: str) -> None:
    table = table_after(8)
    chair = FarChair(table)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*before)
        await settled(pilot)
        await far_key(app, chair, key)
        table.submit(1, parse_action("concede@1"), 8)
        for seat in range(2):
            table.ready(seat)
        chair.answers.set()
        await settled(pilot)
        assert at_table(app).state.steps == (1,)


async def test_a_table_that_does_not_answer_is_told_of() -> None:
    chair = FarChair(table_after(8))
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        chair.lost = True
        await pilot.press("l", "home", "enter")
        await settled(pilot)
        assert at_table(app)
        assert "the server of that table does not answer" in grid(app)[WHY]
        chair.lost = False
        await pilot.press("enter", "right")
        await settled(pilot)
        chair.lost = True
        await pilot.press("right")
        await settled(pilot)
        assert looking(app).past.ply == 1
        assert "the server of that table does not answer" in grid(app)[WHY]


async def test_the_window_calls_whoever_looks_back_as_well() -> None:
    chair = tables.chair(tables.WAITING)
    chair.shown = replace(chair.shown, steps=(len(chair.shown.log),))
    chair.before = {0: chair.shown}
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "enter")
        await settled(pilot)
        assert looking(app)
        app.app_focus = False
        chair.change(tables.COUNTER)
        await settled(pilot)
        assert looking(app)
        chair.change(tables.TARGETS)
        await settled(pilot)
        assert "YOUR TURN" in grid(app)[BAR]
        assert app.attention.called


@pytest.mark.parametrize("make", [lambda: tables.chair(tables.TARGETS), at.clocked])
async def test_where_nothing_is_known_of_the_past_that_is_said(
    make: Callable[[], tables.FakeChair],
) -> None:
    app = CuttleApp(lobbies.online(), chair=make())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "enter")
        await settled(pilot)
        assert "you cannot look back at this table" in grid(app)[WHY]


async def test_a_finished_game_leads_to_its_replay_at_that_ply() -> None:
    table = table_after(99)
    app = sit(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "home", "down", "down", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ply == 2
        await pilot.press("q")
        await settled(pilot)
        assert (at_table(app)).ui.mode is Mode.GAME


async def test_in_a_replay_enter_goes_to_the_ply_and_n_to_the_match() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "l", "/", "s", "c", "u", "t", "enter")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "line " in grid(app)[BAR] or "not found" in grid(app)[BAR]
        await pilot.press("escape", "home", "down", "down", "enter")
        await settled(pilot)
        assert screen.ply == 2
        assert screen.ui.mode is Mode.GAME
        assert "move 2 of 27" in grid(app)[BAR]


async def test_a_click_on_a_line_looks_back() -> None:
    app = sit(table_after(8))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        y = next(y for y, row in enumerate(grid(app)) if "first" in row)
        await pilot.click(offset=(6, y))
        await settled(pilot)
        assert looking(app).past.ply == 0


async def test_while_one_searches_being_asked_takes_no_key_away() -> None:
    table = table_after(8)
    game = table.game
    assert game is not None
    mine = 1 - game.position.prompt.seats[0]
    app = sit(table, mine)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "/", "d")
        move(table)
        await settled(pilot)
        assert (at_table(app)).ui.mode is Mode.LOG
        assert "esc twice goes back" in grid(app)[WHY]
        ply = (at_table(app)).state.steps
        await pilot.press("r", "e", "w", "n")
        await settled(pilot)
        assert "no line found" in grid(app)[WHY]
        await pilot.press("enter", "n")
        await settled(pilot)
        assert (at_table(app)).state.steps == ply
        assert (at_table(app)).ui.reading.query == "drewn"


async def test_at_one_keyboard_each_looks_back_with_their_own_eyes() -> None:
    lobby = LocalLobby("ana", seed=b"four")
    app = CuttleApp(lobby)
    chairs = lobby.hot_seat("standard")
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down(chairs)
        await settled(pilot)
        await pilot.press("h", "d")
        await settled(pilot)
        await pilot.press("h", "l", "home", "enter")
        await settled(pilot)
        screen, view = looking(app), looking(app).past.state.view
        assert view is not None
        second = at_table_below(app).seating.seat
        assert view.viewer == second == screen.past.seat
        assert view.seats[1 - second].hand == ()


def at_table_below(app: CuttleApp) -> TableScreen:
    screen = app.screen_stack[-2]
    assert isinstance(screen, TableScreen)
    return screen


async def test_a_look_back_leaves_no_listener_behind() -> None:
    table = table_after(8)
    app = sit(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = len(table._listeners)
        for _ in range(3):
            await pilot.press("l", "home", "enter")
            await settled(pilot)
            assert len(table._listeners) == before + 1
            await pilot.press("escape")
            await settled(pilot)
        assert len(table._listeners) == before

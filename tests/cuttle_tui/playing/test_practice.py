"""Practice from a replay: begun from any ply and side, hands hidden, left without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError
from cuttle_tui.replay.screen import ReplayScreen
from engine.actions import parse_action
from engine.play.view import View
from engine.table.practice import PracticeChair
from tests.cuttle_tui import tables
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.replay.test_replay import (
    BAR,
    KEYS,
    OPTIONS,
    SIZES,
    WHY,
    click_on,
    settled,
    until,
)

pytestmark = pytest.mark.slow


def table(app: CuttleApp) -> TableScreen:
    """Give the practice table."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_the_end_of_practice(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=size) as pilot:
        await finish(pilot, app)
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("r")
        await settled(pilot)
        view = table(app).state.view
        assert view is not None
        assert (view.ply, view.outcome) == (26, None)


async def finish(pilot: Pilot[None], app: CuttleApp) -> None:
    """Practise from just before the end, and win as in the game."""
    await pilot.press("2", "6", "enter", "b", "enter")
    await settled(pilot)
    chair = table(app).seating.chair
    view = chair.state().view
    assert view is not None
    chair.submit(record_after().entries[-1].action, view.ply)
    await settled(pilot)
    assert view.viewer == 0
    await pilot.press("i")
    await settled(pilot)


@pytest.mark.parametrize(
    ("player", "keys", "seat"),
    [
        ("bob", "b enter", 1),
        ("ana", "right b enter", 0),
        ("zoe", "b enter", 0),
        ("zoe", "right b enter", 1),
        ("bob", "v b enter", 0),
        ("ana", "v v b enter", 1),
        ("zoe", "right v v v b enter", 1),
        ("bob", "v b 2", 1),
        ("bob", "b 1", 0),
        ("bob", "b 4 escape b q b b b enter", 1),
    ],
)
async def test_the_seat_is_asked_for_and_the_likely_one_is_offered_first(
    player: str, keys: str, seat: int
) -> None:
    lobby = FakeLobby(player=player)
    app = CuttleApp(lobby, record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert table(app).seating.seat == seat
        assert lobby.asked == [f"branch as {seat}"]


async def test_the_question_names_the_seats_and_who_is_to_move() -> None:
    app = CuttleApp(FakeLobby(player="bob"), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await settled(pilot)
        rows = grid(app)
        assert "PRACTISE   Play on from here as which player?" in rows[BAR]
        assert rows[OPTIONS].strip() == "enter bob   1 ana   2 bob   esc stay here"
        assert "ana to move" in rows[WHY]
        await click_on(pilot, OPTIONS, "1 ana")
        assert table(app).seating.seat == 0


async def test_hands_are_hidden_again_and_it_is_said_whose_cards_these_are() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "K♥" in grid(app)[0]
        await pilot.press("b", "enter")
        await settled(pilot)
        rows = grid(app)
        assert not [row for row in rows[:BAR] if "K♥" in row or "3♦" in row]
        assert "you are ana, the computer is bob; the cards are those of the game" in rows[WHY]
        await pilot.resize_terminal(100, 30)
        await settled(pilot)
        assert "practice, turn 1" in grid(app)[-1]
        state = table(app).state
        assert state.view is not None
        assert state.view.seats[1].hand == ()


@pytest.mark.parametrize("way", ["q", "escape q", "ctrl+c"])
async def test_leaving_leads_back_to_the_same_ply(way: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "v", "b", "enter", *way.split())
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ply == 10
        assert "as ana saw it" in grid(app)[KEYS]


async def test_the_computer_answers_and_nothing_is_kept(tmp_path: Path) -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0, records=tmp_path), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "v", "b", "enter")
        await until(pilot, lambda: len(asked(app)) > 0)
        view = table(app).seating.chair.state().view
        assert view is not None
        assert view.ply > 1
        chair = table(app).seating.chair
        chair.submit(parse_action("concede@0"), view.ply)
        await settled(pilot)
        await pilot.press("i")
        await settled(pilot)
        assert "it is not saved" in grid(app)[WHY]
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
    assert not list(tmp_path.iterdir())


def asked(app: CuttleApp) -> tuple[object, ...]:
    """Give what the player may do at the practice table."""
    view = table(app).seating.chair.state().view
    return () if view is None else view.legal


async def test_a_move_is_taken_back_down_to_where_practice_began() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "enter")
        await settled(pilot)
        before = table(app).state.view
        await pilot.press("u")
        assert "you have no move to take back" in grid(app)[WHY]
        await pilot.press("d")
        await settled(pilot)
        assert table(app).state.view != before
        await pilot.press("u")
        await settled(pilot)
        assert table(app).state.view == before
        assert "your last move was taken back: draw a card" in grid(app)[WHY]


async def test_against_the_computer_at_home_a_move_is_taken_back_and_played_otherwise(
    tmp_path: Path,
) -> None:
    lobby = LocalLobby("ana", pace=0.0, seed=b"taken back", records=tmp_path)
    app = CuttleApp(lobby, chair=await lobby.play_computer("standard"))

    def view() -> View | None:
        screen = app.screen
        return screen.state.view if isinstance(screen, TableScreen) else None

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: (now := view()) is not None and bool(now.legal))
        before = view()
        assert before is not None
        await pilot.press("d")
        await until(pilot, lambda: (now := view()) is not None and now.ply > before.ply + 1)
        await pilot.press("u")
        await settled(pilot)
        assert view() == before
        await pilot.press("d")
        await until(pilot, lambda: (now := view()) is not None and now.ply > before.ply + 1)


async def test_moves_stand_where_people_meet_and_in_lessons() -> None:
    app = CuttleApp(FakeLobby(networked=True), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("?")
        await settled(pilot)
        assert "take back your last move" not in "\n".join(grid(app))


async def test_once_left_the_computer_plays_no_more() -> None:
    app = CuttleApp(LocalLobby("ana", pace=0.0), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "enter")
        await settled(pilot)
        chair = table(app).seating.chair
        assert isinstance(chair, PracticeChair)
        await pilot.press("q")
        await settled(pilot)
        assert chair.state().view is None
        assert not chair._practice._listeners


@pytest.mark.parametrize(
    ("plies", "keys", "says"),
    [
        (7, "right b", "practice needs a finished game"),
        (999, "end b", "the game is over here: go back a move, then practise"),
    ],
)
async def test_it_is_said_why_no_practice_begins(plies: int, keys: str, says: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after(plies))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert says in grid(app)[WHY]


async def test_a_lobby_that_refuses_is_heard() -> None:
    app = CuttleApp(FakeLobby(reason=LobbyError("too-many")), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert "too many in a short time" in grid(app)[WHY]


async def test_a_seat_that_gave_up_is_not_offered() -> None:
    game = table_after(2, "cutthroat", seed=3)
    game.submit(2, parse_action("concede@2"), 0)
    game.submit(1, parse_action("concede@1"), 0)
    app = CuttleApp(FakeLobby(), record=game.record())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right", "right", "v", "v", "v", "b", "3")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        shown = "\n".join(grid(app))
        assert "enter ana" in shown
        assert "2 bob" in shown
        assert "3 carol" not in shown


async def test_the_mouse_begins_practice_and_ends_it() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        await finish_by_mouse(pilot, app)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.ply == 26


async def finish_by_mouse(pilot: Pilot[None], app: CuttleApp) -> None:
    """Go to the last move, practise it, and leave, all but the play itself by clicks."""
    await pilot.press("end")
    await click_on(pilot, OPTIONS, "left back")
    await click_on(pilot, OPTIONS, "b practise")
    await click_on(pilot, OPTIONS, "enter ana")
    chair = table(app).seating.chair
    view = chair.state().view
    assert view is not None
    chair.submit(record_after().entries[-1].action, view.ply)
    await click_on(pilot, OPTIONS, "q back")

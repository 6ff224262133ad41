"""The home screen: what it suggests, what it says once, and that nothing moves."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.kit.heads import Head
from cuttle_tui.learn.puzzle_words import title_of
from cuttle_tui.learn.puzzles import read_book
from cuttle_tui.learn.screen import LessonsScreen, PuzzlesScreen
from cuttle_tui.learn.tasks import LESSON_NAMES, Puzzles, PuzzleTask
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LadderGame, LadderGames, QueueLine
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby

_DAY = date(2026, 11, 22)


def shown(app: CuttleApp) -> str:
    """Return what the screen shows."""
    return "\n".join(grid(app))


async def test_nothing_moves_when_a_table_is_left() -> None:
    lobby = FakeLobby(networked=True, chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = [app.screen.query_one(zone).region for zone in (Head, "#band", "#list")]
        rows = grid(app)
        lobby.resume = tables.chair(tables.TARGETS)
        await pilot.press("n", "enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        lobby.resume = None
        await pilot.press("q", "y")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert [app.screen.query_one(zone).region for zone in (Head, "#band", "#list")] == before
        assert grid(app)[:7] == rows[:7]


async def test_nothing_moves_when_there_is_a_game_to_resume() -> None:
    regions = []
    for resume in (None, tables.chair(tables.TARGETS)):
        app = CuttleApp(lobbies.online(resume=resume, account=FakeAccount()))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert ("resume your game" in shown(app)) == (resume is not None)
            regions.append([zone.region for zone in app.screen.children])
    assert regions[0] == regions[1]


async def test_a_key_is_said_once() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        below = [word for row in grid(app)[21:] for word in row.split()]
        assert below.count("enter") == 1
        assert not {"m", "e", "n", "j", "l", "c", "a", "h"}.intersection(below)


@pytest.mark.slow
async def test_somebody_new_is_offered_the_first_lesson() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "this is Cuttle: a card duel to 21 points" in shown(app)
        assert "b  first lesson" in shown(app)
        assert "Learn it by playing?" in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "POINTS" in shown(app)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, LessonsScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        app.progress.save(frozenset(LESSON_NAMES[:1]))
        await pilot.press("s", "escape")
        await settled(pilot)
        assert "first lesson" not in shown(app)
        assert "b  next lesson" in shown(app)
        assert "p today: " in shown(app)
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, PuzzlesScreen)
        assert f"PUZZLES   {title_of(read_book()[0])}" in shown(app)


async def test_whoever_tried_no_puzzle_is_offered_an_easy_one_on_a_hard_day() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: date(2026, 11, 29)  # a Sunday
    puzzles = Puzzles(app.progress, app.today)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "p a first puzzle: win this turn" in shown(app)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert "first puzzle" in shown(app)
        assert "bob 9 of 14" in shown(app)
        assert "you 15 of 21" in shown(app)
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert isinstance(app.screen.to_do, PuzzleTask)
        assert app.screen.to_do.puzzle == puzzles.book[0]
        await pilot.press("q", "escape")
        puzzles.note_answer(puzzles.of_the_day, right=False)  # by the list, or in plain mode
        await pilot.press("s", "escape")
        await settled(pilot)
        assert "first puzzle" not in shown(app)


class _Lost(FakeLobby):
    """A lobby whose player has lost a game against the computer."""

    async def ladder(self, ruleset: str) -> LadderGames:
        return LadderGames((LadderGame("beginner", "lost"),))


async def test_the_first_puzzle_stays_after_a_game_that_was_lost() -> None:
    app = CuttleApp(_Lost())
    app.today = lambda: _DAY
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "p a first puzzle: win this turn" in shown(app)


async def test_todays_puzzle_lies_open_on_the_first_screen_and_a_click_plays_it() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    app.progress.save(frozenset(LESSON_NAMES[:1]))
    view = Puzzles(app.progress, app.today).of_the_day.contest().view
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = "\n".join(row[40:] for row in grid(app)[:7])
        assert "p today: " in board
        assert all(UNICODE.index(card) in board for card in view.seats[0].hand)
        assert all(UNICODE.index(placed.card) in board for placed in view.seats[1].points)
        await pilot.click(offset=(70, 3))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.state.view == view


async def test_the_ladder_is_among_the_keys_where_settings_and_help_have_room() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "s settings  k ladder  q quit  ? help" in grid(app)[23]
        for size in ((60, 20), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert "s settings" in shown(app)
            assert "? help" in shown(app)


async def test_a_small_window_has_todays_puzzle_in_a_line() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    app.progress.save(frozenset(LESSON_NAMES[:1]))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "your hand" in shown(app)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert "your hand" not in shown(app)
        assert "today's puzzle, " in shown(app)


_CASUAL: Final = replace(lobbies.WAITS, rated=False)


@pytest.mark.parametrize(
    ("guest", "waiting", "first"),
    [
        (True, (), "first lesson"),
        (True, (_CASUAL,), "quick match"),
        (True, (lobbies.WAITS,), "first lesson"),  # a guest would wait beside her
        (False, (lobbies.WAITS,), "rated match"),
        (False, (_CASUAL,), "quick match"),
    ],
)
async def test_the_focus_of_somebody_new_is_where_something_happens(
    guest: bool, waiting: tuple[QueueLine, ...], first: str
) -> None:
    account = FakeAccount(guest=guest)
    app = CuttleApp(lobbies.online(account=account, waiting=waiting))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert str(app.screen.in_focus.label) == first


async def test_a_guest_hears_first_what_this_is_and_then_the_way_back() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount(guest=True), player="guest-otter"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        told = shown(app)
        assert 0 < told.index("a card duel to 21 points") < told.index("your way back: H7KQ2MXP")


async def test_the_last_game_is_told_from_ones_own_side() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "ana, your last game: you won 21-14 against bob" in shown(app)
        await pilot.resize_terminal(200, 60)
        await settled(pilot)
        assert f"19 Nov  {'you lost':13}  eve" in shown(app)


async def test_a_long_list_takes_the_room_of_the_tiles() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h", "p")
        await settled(pilot)
        assert grid(app)[1].strip() == "puzzles"
        below = next(row for row in grid(app) if "more below" in row)
        assert int(below.split()[0]) <= len(read_book()) - 12


@pytest.mark.slow
async def test_home_tells_that_todays_puzzle_is_solved_and_offers_the_next_day_another() -> None:
    app = CuttleApp(FakeLobby())
    evening = datetime(2026, 11, 22, 19, tzinfo=UTC)
    app.now = lambda: evening
    puzzles = Puzzles(app.progress, app.today)
    daily = puzzles.of_the_day
    puzzles.note_answer(puzzles.book[0], right=True)
    assert puzzles.of_the_day == daily
    assert not puzzles.solved_today
    puzzles.note_answer(daily, right=True)
    assert puzzles.solved_today
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "today's puzzle is solved, the next one comes in 5 h" in shown(app)
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, PuzzlesScreen)
        app.now = lambda: evening + timedelta(hours=6)
        await pilot.press("escape")
        await settled(pilot)
        assert re.search("p today('s puzzle)?: ", shown(app))
        assert puzzles.of_the_day != daily
        puzzles.note_answer(puzzles.of_the_day, right=True)
        await pilot.press("p", "escape")
        await settled(pilot)
        assert "solved, run of 2 days; the next one in 23 h" in shown(app)
        app.now = lambda: evening + timedelta(hours=30)
        await pilot.press("s", "escape")
        await settled(pilot)
        assert "run of 2 days: go on today" in shown(app)


async def test_a_match_does_not_begin_again_by_itself() -> None:
    lobby = FakeLobby(chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    app.table_options = TableOptions(options=(("first-to-2", None),))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await settled(pilot)
        assert lobby.asked[-1] == "computer standard"

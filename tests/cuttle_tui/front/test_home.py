"""The home screen: what it suggests, what it says once, and that nothing moves."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.kit.heads import Head
from cuttle_tui.learn.puzzle_words import title_of
from cuttle_tui.learn.puzzles import puzzle_of_the_day, read_book
from cuttle_tui.learn.screen import LessonsScreen, PuzzlesScreen
from cuttle_tui.learn.tasks import LESSON_NAMES, Puzzles
from cuttle_tui.playing.screen import TableScreen
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
        assert "today's puzzle" in shown(app)
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, PuzzlesScreen)
        place = puzzle_of_the_day(_DAY, ())
        assert place is not None
        assert f"PUZZLES   {title_of(read_book()[place])}" in shown(app)


async def test_todays_puzzle_lies_open_on_the_first_screen_and_a_click_plays_it() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    place = puzzle_of_the_day(_DAY, ())
    assert place is not None
    view = read_book()[place].contest().view
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = "\n".join(row[40:] for row in grid(app)[:7])
        assert "p today's puzzle: " in board
        assert all(UNICODE.index(card) in board for card in view.seats[0].hand)
        assert all(UNICODE.index(placed.card) in board for placed in view.seats[1].points)
        await pilot.click(offset=(70, 3))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.state.view == view


async def test_a_small_window_has_todays_puzzle_in_a_line() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        assert "your hand" in shown(app)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert "your hand" not in shown(app)
        assert "today's puzzle, " in shown(app)


@pytest.mark.parametrize(("waits", "first"), [(False, "first lesson"), (True, "quick match")])
async def test_the_focus_of_somebody_new_is_where_something_happens(
    waits: bool, first: str
) -> None:
    account, waiting = FakeAccount(guest=True), (lobbies.WAITS,) if waits else ()
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
        assert 0 < told.index("a card duel to 21 points") < told.index("connection lost?")


async def test_the_last_game_is_told_from_ones_own_side() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "ana, your last game: you won 21-14 against bob, 33 turns" in shown(app)
        await pilot.resize_terminal(200, 60)
        await settled(pilot)
        assert "11-19  you lost 9-16  eve" in shown(app)


async def test_a_long_list_takes_the_room_of_the_tiles() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h", "p")
        await settled(pilot)
        assert grid(app)[1].strip() == "puzzles"
        below = next(row for row in grid(app) if "more below" in row)
        assert int(below.split()[0]) <= len(read_book()) - 12


def test_the_puzzle_of_the_day_is_the_next_one_that_is_not_solved() -> None:
    book = read_book()
    first = puzzle_of_the_day(_DAY, ())
    assert first is not None
    after = puzzle_of_the_day(_DAY, {book[first].id})
    assert after is not None
    between = [book[place % len(book)] for place in range(first + 1, first + len(book))]
    assert book[after] == next(puzzle for puzzle in between if puzzle.rules == "standard")
    assert puzzle_of_the_day(_DAY, {puzzle.id for puzzle in book}) is None


async def test_todays_puzzle_stays_the_same_once_it_is_solved() -> None:
    app = CuttleApp(FakeLobby())
    app.today = lambda: _DAY
    puzzles = Puzzles(app.progress, app.today)
    place = puzzles.of_the_day
    assert place is not None
    puzzles.note_solved((place + 1) % len(puzzles.book))
    assert puzzles.of_the_day == place
    puzzles.note_solved(place)
    assert puzzles.solved_today
    assert Puzzles(app.progress, app.today).of_the_day is None
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "today's puzzle is solved: p lists the others" in shown(app)
        await pilot.press("p")
        await settled(pilot)
        assert isinstance(app.screen, PuzzlesScreen)
        app.today = lambda: _DAY + timedelta(days=1)
        await pilot.press("escape")
        await settled(pilot)
        assert "p today's puzzle: " in shown(app)


def test_the_puzzle_of_the_day_has_the_standard_rules_while_there_are_any() -> None:
    book = read_book()
    standard = {puzzle.id for puzzle in book if puzzle.rules == "standard"}
    for days in range(len(book)):
        day = _DAY + timedelta(days=days)
        place, beyond = puzzle_of_the_day(day, ()), puzzle_of_the_day(day, standard)
        assert place is not None
        assert book[place].id in standard
        assert beyond is not None
        assert book[beyond].id not in standard

"""Every state of the app, as the text the terminal shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.screens.code import CodeScreen
from cuttle_tui.terminal import Terminal
from tests.cuttle_tui import tables
from tests.cuttle_tui.grids import check, grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

SIZES = ((80, 24), (120, 40))

STATES: dict[str, tuple[Callable[[], FakeChair], str]] = {
    "01_choose_play": (lambda: tables.chair(tables.TARGETS), "3"),
    "02_choose_target": (lambda: tables.chair(tables.TARGETS), "3 s"),
    "02b_no_card_yet": (lambda: tables.chair(tables.TARGETS), ""),
    "03_counter": (tables.counter_chair, ""),
    "04_discard_two": (lambda: tables.chair(tables.ROBBED), "1 5 right"),
    "06_over": (lambda: tables.chair(tables.OVER), ""),
    "11_waiting": (lambda: tables.chair(tables.WAITING), ""),
    "12_fetch": (lambda: tables.chair(tables.FETCH), "6"),
    "20_limit": (lambda: tables.chair(tables.LIMIT), "2"),
    "21_pay": (lambda: tables.chair(tables.PAY), "2"),
    "22_peek": (lambda: tables.chair(tables.PEEK), ""),
    "23_scrap": (lambda: tables.chair(tables.TARGETS), "z right right"),
    "24_log": (lambda: tables.chair(tables.TARGETS), "l"),
    "25_leave": (lambda: tables.chair(tables.TARGETS), "q"),
    "26_room": (tables.waiting_chair, ""),
    "27_help": (lambda: tables.chair(tables.TARGETS), "question_mark"),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
async def test_table_state(name: str, size: tuple[int, int]) -> None:
    make, keys = STATES[name]
    app = CuttleApp(FakeLobby(), chair=make())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys.split():
            await pilot.press(key)
        await pilot.pause()
        check(app, name)


@pytest.mark.parametrize("size", [(100, 30), (200, 60), (80, 22), (80, 23)])
async def test_other_sizes(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await pilot.press("3", "s")
        await pilot.pause()
        check(app, "02_choose_target")


@pytest.mark.parametrize(
    ("name", "terminal"),
    [
        ("08_ascii", Terminal("256", unicode=False)),
        ("28_sixteen", Terminal("16")),
        ("29_colourless", Terminal("none")),
    ],
)
async def test_poor_terminals(name: str, terminal: Terminal) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS), terminal=terminal)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "s")
        await pilot.pause()
        check(app, name)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("online", [False, True])
async def test_home(size: tuple[int, int], online: bool) -> None:
    app = CuttleApp(FakeLobby(online=online), notice="the table was closed")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        check(app, "09_home_online" if online else "09_home")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "keys"),
    [("29_learn", "h"), ("30_rules", "hh"), ("31_friend", "f"), ("33_settings", "s")],
)
async def test_pages(name: str, keys: str, size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        check(app, name)
        for _ in keys:
            await pilot.press("escape")
            await pilot.pause()
        assert "WELCOME" in "\n".join(grid(app))


@pytest.mark.parametrize("size", SIZES)
async def test_code(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(online=True))
    async with app.run_test(size=size) as pilot:
        await pilot.press("j", "k", "7")
        await pilot.pause()
        assert isinstance(app.screen, CodeScreen)
        check(app, "32_code")


async def test_too_small_says_so_and_the_game_goes_on() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(72, 20)) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert [row for row in grid(app) if row] == ["cuttle needs 80x22, this is 72x20"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Play 3♥ how?" in grid(app)[15]

"""Pages, and terminals that are too small; what all screens look like is in the gallery."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from tests.cuttle_tui import tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby


@pytest.mark.parametrize("keys", ["h", "hh", "f", "s"])
async def test_every_page_leads_back_home(keys: str) -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert "WELCOME" not in "\n".join(grid(app))
        for _ in keys:
            await pilot.press("escape")
            await pilot.pause()
        assert "WELCOME" in "\n".join(grid(app))


async def test_the_help_of_a_page_tells_its_keys_once_and_apart_from_what_they_do() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 40)) as pilot:
        for key in "f?":
            await pilot.press(key)
            await pilot.pause()
        rows = [row.strip() for row in grid(app)]
        assert rows.count("on a page like this one") == 1
        assert "up down pgup pgdn space home end  scroll" in rows


async def test_a_page_goes_to_its_end_and_back_to_its_beginning() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h", "h", "end")
        await pilot.pause()
        assert " more below" not in "\n".join(grid(app))
        await pilot.press("home")
        await pilot.pause()
        assert " more above" not in "\n".join(grid(app))


async def test_too_small_says_so_and_the_game_goes_on() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(72, 20)) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert [row for row in grid(app) if row] == ["cuttle needs 80x22, this is 72x20"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Play 3♥ how?" in grid(app)[15]

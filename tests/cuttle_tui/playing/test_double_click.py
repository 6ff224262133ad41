"""One gesture at a shared keyboard never does two things: what it uncovers, it does not answer."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing import moves
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.situation import Mode
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid

pytestmark = pytest.mark.slow

SIZE = (100, 30)


@pytest.fixture(autouse=True)
def any_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count clicks as one gesture, however slow the machine is that runs the test."""
    monkeypatch.setattr(CuttleApp, "CLICK_CHAIN_TIME_THRESHOLD", 3600.0)


def shared() -> CuttleApp:
    return CuttleApp(LocalLobby("ana", seed=bytes([7]) * 32))


def table(pilot: Pilot[None]) -> TableScreen:
    assert isinstance(pilot.app, CuttleApp)
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


async def sit_down(pilot: Pilot[None], *keys: str) -> list[float]:
    """Open a shared table, with a clock that stands still until the test moves it."""
    await pilot.press("t", "enter")
    await settled(pilot)
    now = [monotonic()]
    table(pilot).mouse.turning.clock = lambda: now[0]
    await pilot.press(*keys)
    await settled(pilot)
    now[0] += 60
    return now


def place_of(pilot: Pilot[None], text: str) -> tuple[int, int]:
    assert isinstance(pilot.app, CuttleApp)
    for y, row in reversed([*enumerate(grid(pilot.app))]):
        if text in row:
            return row.index(text), y
    raise AssertionError(f"{text} is not shown")


async def click(pilot: Pilot[None], text: str, times: int = 1) -> None:
    await pilot.click(offset=place_of(pilot, text), times=times)
    await settled(pilot)


async def mouse(pilot: Pilot[None], x: int, y: int) -> None:
    """Press and let go as a terminal tells it, so that the app itself counts the clicks."""
    where: dict[str, Any] = {"screen_x": x, "screen_y": y}
    for event in (MouseDown, MouseUp):
        await pilot.app.on_event(
            event(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, **where)
        )
    await settled(pilot)


async def test_a_double_click_on_a_play_leaves_the_next_hand_covered() -> None:
    async with shared().run_test(size=SIZE) as pilot:
        await sit_down(pilot, "h", "1")
        first = table(pilot).seating.seat
        await click(pilot, "p points", times=2)
        assert table(pilot).ui.mode is Mode.COVER
        assert table(pilot).seating.seat != first


async def test_clicks_of_a_terminal_are_counted_across_the_cover() -> None:
    async with shared().run_test(size=SIZE) as pilot:
        now = await sit_down(pilot, "h", "1")
        x, y = place_of(pilot, "p points")
        for _ in range(4):
            await mouse(pilot, x, y)
            now[0] += 60
        assert table(pilot).ui.mode is Mode.COVER


async def test_a_second_click_a_cell_beside_is_still_of_the_same_gesture() -> None:
    async with shared().run_test(size=SIZE) as pilot:
        now = await sit_down(pilot, "h", "1")
        x, y = place_of(pilot, "p points")
        await mouse(pilot, x, y)
        now[0] += 0.3
        await mouse(pilot, x + 1, y)
        assert table(pilot).ui.mode is Mode.COVER
        now[0] += 0.3
        await mouse(pilot, x, y)
        assert table(pilot).ui.mode is Mode.GAME


async def test_a_double_click_that_uncovers_does_not_answer_as_well() -> None:
    async with shared().run_test(size=SIZE) as pilot:
        now = await sit_down(pilot, "h", "d")
        await click(pilot, "h show my hand", times=2)
        assert table(pilot).ui.mode is Mode.GAME
        view = table(pilot).state.view
        assert view is not None
        before = view.ply
        await pilot.click(offset=place_of(pilot, "d draw"))
        now[0] += 60
        await settled(pilot)
        view = table(pilot).state.view
        assert view is not None
        assert view.ply == before
        await click(pilot, "d draw")
        assert table(pilot).ui.mode is Mode.COVER


async def test_the_bar_of_the_cover_is_not_its_key() -> None:
    async with shared().run_test(size=SIZE) as pilot:
        await sit_down(pilot)
        for text in ("PASS THE KEYBOARD", ": press", "when alone"):
            await click(pilot, text)
            assert table(pilot).ui.mode is Mode.COVER
        await click(pilot, "h show my hand")
        assert table(pilot).ui.mode is Mode.GAME


async def test_a_double_click_that_opens_the_table_shows_no_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moves, "PAUSE", 3600.0)
    async with shared().run_test(size=SIZE) as pilot:
        await settled(pilot)
        await click(pilot, "share this screen")
        await click(pilot, "enter play as")
        assert table(pilot).ui.mode is Mode.COVER
        await pilot.click(offset=place_of(pilot, "h show my hand"))
        await settled(pilot)
        assert table(pilot).ui.mode is Mode.COVER


async def test_without_a_cover_clicks_may_come_as_fast_as_they_like() -> None:
    app = CuttleApp(LocalLobby("ana", seed=bytes([7]) * 32))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("c")
        await settled(pilot)
        await click(pilot, "z scrap")
        assert table(pilot).ui.mode is Mode.SCRAP

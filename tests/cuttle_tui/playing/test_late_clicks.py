"""A click answers what was shown when the button was pressed: what came since is not chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import News
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid

LATE = "the table changed before your click arrived: look again"


async def press_and_release(
    pilot: Pilot[None], text: str, meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Press the button on a text; let something happen before it is let go."""
    assert isinstance(pilot.app, CuttleApp)
    await settled(pilot)
    rows = [*enumerate(grid(pilot.app))]
    x, y = next((row.index(text), y) for y, row in reversed(rows) if text in row)
    where: dict[str, Any] = {"screen_x": x, "screen_y": y}
    for event in (MouseDown, MouseUp):
        await pilot.app.on_event(
            event(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, **where)
        )
        await settled(pilot)
        if event is MouseDown:
            meanwhile()
            await settled(pilot)


@pytest.mark.parametrize("text", ["d draw", "YOUR TURN", "hand"])
async def test_a_click_that_meets_another_question_does_nothing(text: str) -> None:
    chair, asked = tables.chair(tables.TARGETS), tables.counter_chair().shown
    app = CuttleApp(lobbies.FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await press_and_release(pilot, text, lambda: at.alter(chair, view=asked.view))
        assert LATE in "\n".join(grid(app))
        assert not chair.played
        await pilot.press("z", "escape")
        await settled(pilot)
        assert LATE not in "\n".join(grid(app))


async def test_a_quick_second_click_does_not_answer_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CuttleApp, "CLICK_CHAIN_TIME_THRESHOLD", 3600.0)
    chair = tables.counter_chair()
    app = CuttleApp(lobbies.FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await press_and_release(pilot, "n let it happen")
        played, view = [*chair.played], chair.shown.view
        assert len(played) == 1
        assert view is not None
        at.alter(chair, view=replace(view, ply=view.ply + 1))
        await press_and_release(pilot, "n let it happen")
        assert chair.played == played


async def test_a_click_that_meets_other_news_does_what_it_says() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(lobbies.FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await press_and_release(pilot, "d draw", lambda: at.alter(chair, watchers=3))
        assert len(chair.played) == 1
        assert isinstance(app.screen, TableScreen)


async def test_a_row_that_slips_under_the_pointer_is_not_chosen() -> None:
    lobby = lobbies.online()
    app = CuttleApp(lobby)

    def slip() -> None:
        lobby.shown = (replace(lobbies.TABLES[2], id="new", title="fig"), *lobbies.TABLES)
        lobby.tell(News("lobby"))

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await press_and_release(pilot, "oak", slip)
        assert isinstance(app.screen, LobbyScreen)
        assert not lobby.asked
        assert "Sit down at elm" in "\n".join(grid(app))
        assert "the list changed before your click arrived" in "\n".join(grid(app))
        await press_and_release(pilot, "oak")
        assert "Sit down at oak" in "\n".join(grid(app))

"""The deal of a new game is shown once, never holds a key up, and hides nothing for longer."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face, Side
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import paint_context_for
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.preferences import Settings
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.timers import BEAT
from cuttle_tui.table.view_model import STEPS, TrayModel, during_deal
from cuttle_tui.table.widgets.tray import Tray
from cuttle_tui.tty.terminal import Terminal
from engine.play.events import Dealt
from engine.table.table import Table
from tests.cuttle_tui import tables
from tests.cuttle_tui.gallery import positions
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

FOREVER = 1000.0
BACK = "░░░░░░░"
"""A row of a plain one."""


def _waiting() -> tuple[FakeChair, FakeChair]:
    """Return a chair at a table that waits, and one whose cards are dealt."""
    dealt = tables.chair(positions.DEALT, log=(Dealt(0, (5, 6)),))
    return replace(dealt, shown=replace(dealt.shown, view=None, log=())), dealt


def _table(app: CuttleApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def _dealing(pilot: Pilot[None], app: CuttleApp, table: Table) -> TableScreen:
    """Sit down where cards have just been dealt; the deal stands still."""
    await pilot.pause()
    app.sit_down((table.chair(0),), new=True)
    await pilot.pause()
    screen = _table(app)
    if screen.body.deal.step is not None:
        screen.body.deal.seconds = FOREVER
        screen.body.deal.begin()
        await pilot.pause()
    return screen


def test_backs_come_before_faces_and_all_is_over_soon() -> None:
    assert STEPS * BEAT < 0.6
    _, chair = _waiting()
    state = chair.state()
    model = present_table(state, 0, TableUi(), digest_of(state, 0))
    sides = [[face.side for face in during_deal(model, step).tray] for step in range(STEPS)]
    assert sides[0].count("back") == 2
    assert sides[2] == ["back"] * len(model.tray)
    assert sides[-1].count("face") == 4
    counts = [during_deal(model, step).others[0].hand_size for step in range(STEPS)]
    assert counts == [2, 4, 6, 6, 6]


def test_a_card_that_is_not_dealt_yet_has_no_shadow() -> None:
    plan = plan_for(200, 60)
    assert plan is not None
    shadows = []
    for side in get_args(Side):
        sheet = Sheet(plan.table, plan.keys - plan.prompt - 3)
        model = TrayModel((Face(tables.card("2C"), side=side),))
        Tray(paint_context_for(Terminal()), "tray").draw(model, plan, sheet)
        shadows.append("▀" in "".join(sheet.texts()))
    assert shadows == [True, True, False]


@pytest.mark.usefixtures("dealing")
async def test_a_new_game_is_dealt_by_one_timer_that_ends() -> None:
    app = CuttleApp(FakeLobby(back=""))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _dealing(pilot, app, table_after(0))
        assert sum(row.count(BACK) for row in grid(app)) > 0
        screen.body.deal.seconds = 0.001
        screen.body.deal.begin()
        for _ in range(500):
            await pilot.pause(0.005)
            if screen.body.deal.step is None:
                break
        await pilot.pause()
        assert not any(BACK in row for row in grid(app))


@pytest.mark.usefixtures("dealing")
async def test_a_key_ends_the_deal_and_is_answered() -> None:
    app = CuttleApp(FakeLobby(back=""))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _dealing(pilot, app, table_after(0))
        await pilot.press("2")
        assert screen.body.deal.step is None
        assert screen.ui.choice.card is not None
        assert not any(BACK in row for row in grid(app))


@pytest.mark.usefixtures("dealing")
async def test_cards_that_are_dealt_before_the_player_s_eyes_are_shown_so() -> None:
    waiting, dealt = _waiting()
    app = CuttleApp(FakeLobby(), chair=waiting)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = _table(app)
        screen.body.deal.seconds = FOREVER
        waiting.shown = dealt.shown
        screen.refresh_table()
        assert screen.body.deal.step == 0
        screen.refresh_table()
        assert screen.body.deal.step == 0
        waiting.shown = tables.chair(tables.TARGETS).shown
        screen.refresh_table()
        assert screen.body.deal.step is None


@pytest.mark.usefixtures("dealing")
@pytest.mark.parametrize("kind", ["resumed", "watched", "unwanted"])
async def test_other_tables_are_shown_as_they_are(kind: str) -> None:
    app = CuttleApp(FakeLobby(back=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if kind == "unwanted":
            await app.use_settings(Settings(highlight=False))
        table = table_after(0)
        chair = table.watch() if kind == "watched" else table.chair(0)
        app.sit_down((chair,), new=kind != "resumed")
        await pilot.pause()
        assert _table(app).body.deal.step is None
        assert not _table(app).body.deal._timer

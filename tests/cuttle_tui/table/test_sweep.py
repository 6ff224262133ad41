"""The points that won turn gold, once and soon; then the page about the game is shown."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.tiles import crown
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.timers import SWEEP_BEAT
from cuttle_tui.table.view_model import SWEEP, swept
from engine.bots import greedy
from engine.table.table import Table
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby

FOREVER = 1000.0
CROWN = crown(UNICODE)[0]
SEED = 197
PLIES = 41
"""The first seat wins that game with five point cards by so many plies."""


def _looks(faces: tuple[Face, ...]) -> list[str]:
    return [face.look for face in faces]


def test_each_step_has_more_gold_and_all_is_over_soon() -> None:
    assert SWEEP * SWEEP_BEAT < 0.6
    state = table_after(PLIES, seed=SEED).state(0)
    model = present_table(state, 0, TableUi(), digest_of(state, 0))
    counts = [_looks(swept(model, step).me.points).count("sel") for step in range(SWEEP)]
    assert counts == [2, 3, 4, 5]
    assert swept(model, SWEEP - 1) == model
    assert all("sel" not in _looks(swept(model, step).others[0].points) for step in range(SWEEP))


def _win(table: Table) -> None:
    """Let the first seat play the last card."""
    view = table.chair(0).state().view
    assert view is not None
    table.submit(0, greedy.choose(view, 7), view.ply)
    assert table.over


async def _won(pilot: Pilot[None], app: CuttleApp, table: Table) -> TableScreen:
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, TableScreen)
    screen.sweep.seconds = FOREVER
    _win(table)
    await pilot.pause()
    await pilot.pause()
    return screen


@pytest.mark.usefixtures("dealing")
async def test_a_key_ends_the_sweep_and_is_answered() -> None:
    table = table_after(PLIES - 1, seed=SEED)
    app = CuttleApp(FakeLobby(), chair=table.chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _won(pilot, app, table)
        assert screen.sweep.step == 0
        assert "VICTORY" not in "\n".join(grid(app))
        await pilot.press("z")
        assert screen.sweep.step is None
        await pilot.press("escape")
        assert "VICTORY" in "\n".join(grid(app))


@pytest.mark.usefixtures("dealing")
async def test_the_sweep_ends_by_itself() -> None:
    table = table_after(PLIES - 1, seed=SEED)
    app = CuttleApp(FakeLobby(), chair=table.chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _won(pilot, app, table)
        screen.sweep.seconds = 0.001
        screen.sweep.begin()
        for _ in range(500):
            await pilot.pause(0.005)
            if screen.sweep.step is None:
                break
        await pilot.pause()
        assert "VICTORY" in "\n".join(grid(app))


@pytest.mark.usefixtures("dealing")
async def test_the_setting_turns_it_off() -> None:
    table = table_after(PLIES - 1, seed=SEED)
    account = FakeAccount(settings={"highlight": False})
    app = CuttleApp(lobbies.online(account=account), chair=table.chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await _won(pilot, app, table)
        assert screen.sweep.step is None
        assert "VICTORY" in "\n".join(grid(app))


@pytest.mark.usefixtures("dealing")
@pytest.mark.parametrize(("seat", "word"), [(0, "VICTORY"), (1, "DEFEAT")])
async def test_a_win_and_a_loss_differ_in_words_and_in_signs(seat: int, word: str) -> None:
    table = table_after(PLIES, seed=SEED)
    app = CuttleApp(FakeLobby(), chair=table.chair(seat))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = grid(app)
        assert word in rows[0]
        assert "y copy result" in "\n".join(rows)
        assert rows[4].split()[0] == "you"
        assert (CROWN in rows[0][:40]) == (seat == 0)
        assert CROWN in rows[0]

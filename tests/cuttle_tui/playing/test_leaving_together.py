"""Several at one keyboard leave together: nobody gives up who did not say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.folder import FolderArchive
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid

pytestmark = pytest.mark.slow


def app_keeping(folder: Path) -> CuttleApp:
    return CuttleApp(LocalLobby("ana", seed=bytes([7]) * 32, records=folder))


async def pressed(pilot: Pilot[None], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)
    assert isinstance(pilot.app, CuttleApp)
    return "\n".join(grid(pilot.app))


@pytest.mark.parametrize("shown", [(), ("h",)], ids=["covered", "uncovered"])
async def test_whoever_leaves_a_shared_game_nobody_loses_it(
    tmp_path: Path, shown: tuple[str, ...]
) -> None:
    async with app_keeping(tmp_path).run_test(size=(100, 30)) as pilot:
        asked = await pressed(pilot, "t", "enter", "h", "d", *shown, "q")
        assert "Leaving ends this game: nobody wins" in asked
        await pressed(pilot, "y")
    folder = FolderArchive(tmp_path)
    (kept,) = folder.games()
    assert kept.winners is None
    record = folder.record(kept.name)
    assert record.outcome is None
    assert [str(entry.action) for entry in record.entries] == ["draw"]


async def test_asked_whether_to_leave_a_covered_hand_stays_covered(tmp_path: Path) -> None:
    app = app_keeping(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        await pressed(pilot, "t", "enter", "h", "d", "q")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.reword()
        assert screen.state.view is not None
        assert screen.state.view.viewer is None
        assert "LEAVE?" in await pressed(pilot)


async def test_a_terminal_that_is_gone_makes_nobody_lose(tmp_path: Path) -> None:
    app = app_keeping(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        await pressed(pilot, "t", "enter", "h", "d", "h")
        app.leave_all()
        await settled(pilot)
    (kept,) = FolderArchive(tmp_path).games()
    assert kept.winners is None


async def test_a_shared_game_in_which_nothing_was_played_is_not_kept(tmp_path: Path) -> None:
    async with app_keeping(tmp_path).run_test(size=(100, 30)) as pilot:
        await pressed(pilot, "t", "enter", "q", "y")
    assert FolderArchive(tmp_path).games() == ()


async def test_one_who_gives_up_is_the_one_whose_hand_is_shown(tmp_path: Path) -> None:
    app = app_keeping(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        await pressed(pilot, "t", "enter", "h", "d", "h")
        assert isinstance(app.screen, TableScreen)
        seat = app.screen.seating.seat
        await pressed(pilot, "q", "g")
    (kept,) = FolderArchive(tmp_path).games()
    assert kept.winners == (1 - seat,)


async def test_a_game_against_the_computer_is_given_up_as_before(tmp_path: Path) -> None:
    async with app_keeping(tmp_path).run_test(size=(100, 30)) as pilot:
        asked = await pressed(pilot, "c", "q")
        assert "Leaving forfeits this game" in asked
        await pressed(pilot, "y")
    (kept,) = FolderArchive(tmp_path).games()
    assert kept.winners == (1,)

"""What was learned is kept beside the settings, at home and with the account."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.learn.puzzles import read_book
from cuttle_tui.learn.screen import LessonsScreen, PuzzlesScreen
from cuttle_tui.preferences import FileStore, Preferences
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby


@pytest.mark.slow
async def test_lessons_and_puzzles_are_reached_from_home_and_by_keys_alone() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        for key, screen in (("l", LessonsScreen), ("p", PuzzlesScreen)):
            await pilot.press("h")
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, screen)
            await pilot.press("escape")
            await pilot.press("escape")
            await pilot.pause()
            assert "WELCOME" in "\n".join(grid(app))


async def test_what_is_done_is_kept_in_the_file_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    app = CuttleApp(FakeLobby(), preferences=Preferences(FileStore(file)))
    async with app.run_test(size=(80, 24)) as pilot:
        app.progress.save(
            frozenset({read_book()[0].id, "lesson:points", "lesson:points@draw", "?"})
        )
        while not file.exists():
            await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        assert "1 of 9 lessons done, 1 of 42 puzzles solved" in "\n".join(grid(app))
    again = CuttleApp(FakeLobby(), preferences=Preferences(FileStore(file)))
    assert again.progress.load() == app.progress.load()


async def test_what_is_done_is_told_at_once_and_of_how_many() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        assert "0 of 9 lessons done, 0 of 42 puzzles solved" in "\n".join(grid(app))
        app.progress.save(frozenset({"lesson:points"}))
        assert app.progress.load() == {"lesson:points"}


async def test_what_is_no_list_of_names_counts_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    for text in ('{"done": 3}', '{"done": {"a": 1}}', '{"done": [1, "jack"]}'):
        file.write_text(text)
        app = CuttleApp(FakeLobby(), preferences=Preferences(FileStore(file)))
        assert app.progress.load() <= {"jack"}

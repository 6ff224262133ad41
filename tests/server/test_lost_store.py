"""A database that is gone while the server runs is noticed, said, and nothing new begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from server import serve
from server.serve import Server
from tests.server.emulator import connect, open_terminal
from tests.server.rawssh import until


async def test_play_ends_for_good_once_the_database_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serve, "_SWEEP_EVERY", 1)
    path = tmp_path / "cuttle.db"
    async with Server(tmp_path, database=f"sqlite:///{path}") as cuttle:
        async with connect(cuttle.port) as ann:
            terminal = await open_terminal(ann)
            await terminal.until("WELCOME")
            terminal.send("c")
            await terminal.until("deck")
            assert not cuttle.metrics.unwell
            path.rename(tmp_path / "away.db")
            await until(
                lambda: (
                    "was deleted while the server used it" in cuttle.metrics.unwell
                    or cuttle.metrics.unwell == "draining"
                )
            )
            assert cuttle.matchmaker.actions.closing
        assert [one for one in caplog.records if one.levelname == "CRITICAL"]

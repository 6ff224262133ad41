"""The warm-up runs an app to its first frame and leaves nothing of it."""

from __future__ import annotations

import pytest
from textual.app import App

from server.sessions.app import Visit, warm_up
from tests.server.floor import FloorApp, apps_alive, floor_app


async def test_nothing_is_left_of_it() -> None:
    before = apps_alive()
    await warm_up(floor_app)
    assert apps_alive() == before


async def test_a_broken_app_does_not_keep_the_server_from_opening(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(FloorApp):
        def on_mount(self) -> None:
            raise KeyError("no such thing")

    def broken(visit: Visit) -> App[None]:
        return Broken(visit)

    await warm_up(broken)
    assert "did not come up" in caplog.text

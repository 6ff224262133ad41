"""Sizes that come as a page is lost are taken once, however busy its screen was."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen

from server.serve import Server
from server.sessions.app import Visit, cuttle_app
from server.web import WebOptions
from tests.server.rawssh import until
from tests.server.web.page import browser

_MOST = 40
"""Sizes that a screen may take here before it is held to take them for ever."""


def _rung(app: App[Any]) -> App[Any]:
    """Let an app send something: it notices that nobody takes it."""
    app.bell()
    return app


async def test_two_sizes_before_a_line_is_lost_are_taken_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps: list[App[Any]] = []
    posted: list[object] = []
    """The sizes that the screen is told, and the types of what it is told besides."""
    taken: Counter[object] = Counter()
    original = Screen._on_resize

    async def counted(self: Screen[Any], event: Resize) -> None:
        taken[event.size] += 1
        assert taken.total() < _MOST, "sizes without end"
        await original(self, event)

    post = Screen.post_message

    def noted(self: Screen[Any], message: Message) -> bool:
        posted.append(message.size if isinstance(message, Resize) else type(message))
        return post(self, message)

    def kept(visit: Visit) -> App[Any]:
        apps.append(cuttle_app(visit))
        return apps[-1]

    monkeypatch.setattr(Screen, "_on_resize", counted)
    monkeypatch.setattr(Screen, "post_message", noted)
    busy = asyncio.Event()
    async with (
        Server(tmp_path, app_for=kept, web=WebOptions(port=0)) as server,
        browser(server) as there,
    ):
        async with there.page(size=(45, 28)) as page:
            await page.until("name")
            (app,) = apps
            app.screen.call_later(busy.wait)
            for size in ((60, 20), (50, 30)):
                await page.say("resize", {"width": size[0], "height": size[1]})
                await until(lambda size=size: size in posted)  # type: ignore[misc]
                await page.say("stdin", "x")
                await until(lambda size=size: posted[-1] != size)  # type: ignore[misc]
            page.socket._writer.transport.abort()
        await until(lambda: _rung(app)._batch_count > 0)
        taken.clear()
        busy.set()
        async with there.page(size=(50, 30)) as again:
            await again.until("name")
        assert 0 < taken.total() < _MOST

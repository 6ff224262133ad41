"""Send an app several keys at once, as they come when a packet holds more than one."""

from __future__ import annotations

from typing import Any

from textual.app import App

from server.terminal.driver import KeyReader
from tests.cuttle_tui.idle import until_idle


def send(app: App[Any], keys: str) -> None:
    """Post every key of a packet before the app has handled the first one."""
    reader = KeyReader()
    for message in [*reader.feed(keys.encode()), *reader.tick()]:
        app.post_message(message)


async def burst(app: App[Any], keys: str) -> None:
    """Send a packet of keys and wait until the app has nothing left to do."""
    send(app, keys)
    await until_idle()

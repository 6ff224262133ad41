"""A session that never comes to an end by itself costs the others nothing, and is noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from textual.app import App
from textual.events import Key
from textual.message_pump import MessagePump

from server.ops.limits import Limits
from server.ops.prometheus import PrometheusMetrics
from server.serve import Server
from server.sessions.app import Visit
from server.terminal import textual_process
from tests.server.emulator import connect, open_terminal
from tests.server.floor import FloorApp
from tests.server.rawssh import until

pytestmark = pytest.mark.slow

_ENOUGH: Final = 400_000
"""Messages after which a pump without end gives up, so that a test of it fails."""
TOLD: Final = b"Your session hung and had to be ended. Please connect again"


class EndlessApp(FloorApp):
    """Goes on and on, in the way that was chosen, once y is pressed."""

    how: Callable[[EndlessApp], object]
    went = 0

    async def on_key(self, event: Key) -> None:
        """Begin; the floor app's own method is called as well."""
        if event.key == "y":
            type(self).how(self)

    def went_on(self) -> bool:
        """Count a message."""
        self.went += 1
        return self.went < _ENOUGH


def _again(pump: MessagePump, app: EndlessApp) -> None:
    if app.went_on():
        pump.call_later(_again, pump, app)


def _again_next(pump: MessagePump, app: EndlessApp) -> None:
    if app.went_on():
        pump.call_next(_again_next, pump, app)


def _to_and_fro(pump: MessagePump, other: MessagePump, app: EndlessApp) -> None:
    if app.went_on():
        pump.call_later(_to_and_fro, other, pump, app)


def _endless(how: Callable[[Any], object]) -> Callable[[Visit], App[Any]]:
    return lambda visit: type("ThisApp", (EndlessApp,), {"how": how})(visit)


ENDLESS: Final[dict[str, Callable[[EndlessApp], object]]] = {
    "a screen that posts to itself": lambda app: _again(app.screen, app),
    "a widget that posts to itself": lambda app: _again(app.query_one("#board"), app),
    "an app that posts to itself": lambda app: _again(app, app),
}
_IN_TURNS: Final[dict[str, Callable[[EndlessApp], object]]] = {
    "what is next, again": lambda app: _again_next(app.screen, app),
    "an app and its screen": lambda app: _to_and_fro(app, app.screen, app),
}


@pytest.mark.parametrize("how", ENDLESS | _IN_TURNS)
async def test_others_play_on_beside_messages_without_end(tmp_path: Path, how: str) -> None:
    made: list[EndlessApp] = []

    def make(visit: Visit) -> App[Any]:
        made.append(_endless((ENDLESS | _IN_TURNS)[how])(visit))  # type: ignore[arg-type]
        return made[-1]

    async with (
        Server(tmp_path, app_for=make) as server,
        connect(server.port) as ann,
        connect(server.port, local_addr=("127.0.0.2", 0)) as bob,
    ):
        endless, other = await open_terminal(ann), await open_terminal(bob)
        await other.until("keys=0")
        await endless.until("keys=0")
        endless.send("y")
        await until(lambda: made[0].went > 1)
        for count in range(1, 8):
            other.send("a")
            await other.until(f"keys={count} ")
        assert made[0].went < _ENOUGH


@pytest.mark.parametrize("how", ENDLESS)
async def test_a_pump_without_end_is_ended_with_its_session_alone(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textual_process, "_WITHOUT_END", 0.2)
    metrics = PrometheusMetrics()
    async with (
        Server(tmp_path, app_for=_endless(ENDLESS[how]), metrics=metrics) as server,
        connect(server.port) as ann,
        connect(server.port, local_addr=("127.0.0.2", 0)) as bob,
    ):
        endless, other = await open_terminal(ann), await open_terminal(bob)
        await other.until("keys=0")
        await endless.until("keys=0")
        endless.send("y")
        assert await endless.until_closed() == 1
        other.send("a")
        await other.until("keys=1 ")
    assert TOLD in endless.raw
    (record,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert "messages without end" in caplog.text
    assert record.exc_info
    assert b'cuttle_sessions_broken_total{why="stuck"} 1.0' in metrics.exposition()


async def test_a_long_paste_is_no_end_without_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textual_process, "_WITHOUT_END", 1.0)
    limits = Limits(keys_rate=1e6, keys_burst=1_000_000, time_rate=1.0, time_burst=10.0)
    async with (
        Server(tmp_path, app_for=FloorApp, limits=limits) as server,
        connect(server.port) as ann,
    ):
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        terminal.send("a" * 130)
        await terminal.until("keys=130 ")

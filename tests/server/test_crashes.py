"""Whatever breaks in a session ends that session, is logged once, and its player is told so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from unittest import mock

import asyncssh
import pytest
from textual.app import App
from textual.css.query import NoMatches
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static
from textual.worker import WorkerFailed

from server.ops.limits import Limits
from server.people.presence import isolate
from server.serve import Server
from server.sessions.app import Visit
from tests.server.emulator import PATIENCE, Terminal, connect, open_terminal
from tests.server.floor import FloorApp
from tests.server.open_server import open_server
from tests.server.rawssh import until
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

LEFT = b"\x1b[?1049l\x1b[?25h"
TOLD = b"Something went wrong on our side. Please connect again.\r\n"


class Broken(RuntimeError):
    """What is raised on purpose."""


def _fail(*_: object) -> Any:
    raise Broken("asked to crash")


async def _fail_later() -> None:
    await asyncio.sleep(0)
    _fail()


class _Board(Static):
    """A widget whose painting breaks when it is told to."""

    broken = False

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint, or break."""
        return _fail() if self.broken else super().render_lines(crop)


BREAKS: dict[str, Callable[[App[Any]], object]] = {
    "handler": _fail,
    "timer": lambda app: app.set_timer(0.001, _fail),
    "interval": lambda app: app.set_interval(0.001, _fail),
    "worker": lambda app: app.run_worker(_fail_later()),
    "thread": lambda app: app.run_worker(_fail, thread=True),
    "later": lambda app: app.call_later(_fail),
    "after a paint": lambda app: app.call_after_refresh(_fail),
    "driver": lambda app: setattr(app._driver, "process_message", _fail),
    "output": lambda app: setattr(app._driver, "flush", _fail),
    "repaint": lambda app: cast(Any, app._driver)._isolated(_fail),
    "paint": lambda app: _break_paint(app),
}


def _break_paint(app: App[Any]) -> None:
    board = app.query_one("#fragile", _Board)
    board.broken = True
    board.refresh()


class FragileApp(FloorApp):
    """Breaks in the way that was chosen, when x is pressed."""

    how = ""

    def compose(self) -> Any:
        """Add the widget that may break."""
        yield from super().compose()
        yield _Board("fragile", id="fragile")

    async def on_key(self, event: Key) -> None:
        """Break; the rest is done by the floor app's own method, which is called as well."""
        if event.key == "y":
            BREAKS[self.how](self)


def _fragile(how: str) -> Callable[[Visit], App[Any]]:
    def make(visit: Visit) -> App[Any]:
        app = FragileApp(visit)
        app.how = how
        return app

    return make


async def _until_broken(terminal: Terminal) -> None:
    """Press the key that breaks, and others for what breaks at the next."""
    terminal.send("y")
    async with asyncio.timeout(PATIENCE):
        while not terminal.closed:
            with suppress(OSError):
                terminal.send("b")
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("how", BREAKS)
async def test_a_crash_ends_its_own_session_only(
    tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async with (
        open_server(tmp_path, Limits(), _fragile(how)) as server,
        connect(server.port) as ann,
        connect(server.port) as bob,
    ):
        unlucky, other = await open_terminal(ann), await open_terminal(bob)
        same_line = await open_terminal(ann)
        for terminal in (unlucky, other, same_line):
            await terminal.until("keys=0")
        await _until_broken(unlucky)
        assert unlucky.channel.get_exit_status() == 1
        for terminal in (other, same_line):
            terminal.send("a")
            await terminal.until("keys=1")
    assert bytes(unlucky.raw).endswith(TOLD)
    assert b"Traceback" not in unlucky.raw + unlucky.errors
    assert b"asked to crash" not in unlucky.raw + unlucky.errors
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1, [record.getMessage() for record in errors]
    assert "guest-" in errors[0].getMessage()
    assert errors[0].exc_info
    assert "asked to crash" in caplog.text
    assert capsys.readouterr() == ("", "")


async def test_a_crash_while_the_app_is_made_is_told_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(visit: Visit) -> App[Any]:
        raise Broken(f"no app for {visit.lobby.player}")

    async with open_server(tmp_path, Limits(), broken) as server, connect(server.port) as ann:
        terminal = await open_terminal(ann)
        assert await terminal.until_closed() == 1
        assert bytes(terminal.raw) == TOLD
    assert len([record for record in caplog.records if record.exc_info]) == 1


def test_a_listener_that_breaks_hears_no_more(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[int] = []

    def listener(news: int) -> None:
        heard.append(news)
        if news == 2:
            _fail()

    told = isolate(listener, "ann")
    for news in (1, 2, 3):
        told(news)
    assert heard == [1, 2]
    (record,) = caplog.records
    assert "ann" in record.getMessage()


async def test_a_broken_listener_does_not_reach_the_player_who_acted(
    server: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(server.port, ann_key) as ann, connect(server.port, bob_key) as bob:
        host = await open_terminal(ann)
        await host.until("keys=0")
        host.send("o")
        code = (await host.until("code=")).partition("code=")[2].split()[0]
        (app,) = [app for app in _apps() if app.visit.chair]
        assert app.visit.chair
        app.visit.chair.subscribe(_fail)
        guest = await open_terminal(bob, f"join {code}")
        await guest.until("seat=1")
        guest.send("a")
        await guest.until("keys=1")


def _apps() -> list[FloorApp]:
    from tests.server.floor import MADE

    return [app for app in MADE if isinstance(app, FloorApp)]


@takes_longer
async def test_who_vanishes_in_the_middle_of_a_paint_leaves_no_error(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with connect(server.port) as bob:
        other = await open_terminal(bob)
        await other.until("keys=0")
        for keys in ("n", "nnnn", "n" * 40):
            async with connect(server.port) as ann:
                noisy = await open_terminal(ann, size=(100, 30))
                await noisy.until("keys=0")
                painted = len(noisy.raw)
                noisy.send(keys)
                await until(lambda noisy=noisy, painted=painted: len(noisy.raw) > painted)  # type: ignore[misc]
        await until(lambda: len(server.doors.tasks) == 1)
        other.send("a")
        await other.until("keys=1")
    assert [record for record in caplog.records if record.levelno >= 30] == []


async def test_what_broke_in_a_worker_is_named_with_its_cause(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        open_server(tmp_path, Limits(), _fragile("worker")) as server,
        connect(server.port) as ann,
    ):
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        await _until_broken(terminal)
    (record,) = [one for one in caplog.records if one.exc_info]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1].__cause__ if record.exc_info[1] else None, Broken)


@pytest.mark.parametrize("in_worker", [False, True])
async def test_what_an_app_that_ends_does_not_find_is_no_news(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, in_worker: bool
) -> None:
    def end_and_look(app: App[Any]) -> None:
        app.exit()
        missing = NoMatches("the head of a screen that is gone")
        app._handle_exception(WorkerFailed(missing) if in_worker else missing)

    caplog.set_level("DEBUG")
    with mock.patch.dict(BREAKS, {"ending": end_and_look}):
        async with (
            open_server(tmp_path, Limits(), _fragile("ending")) as server,
            connect(server.port) as ann,
        ):
            terminal = await open_terminal(ann)
            await terminal.until("keys=0")
            terminal.send("y")
            assert await terminal.until_closed() == 0
    (record,) = (one for one in caplog.records if "while it was ending" in one.getMessage())
    assert record.levelname == "DEBUG"

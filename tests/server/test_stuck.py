"""A session that holds the event loop is ended alone, or the process is, and players come back."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncssh
import pytest

from server.ops.watchdog import ALIVE, READY, STATUS, STOPPING
from tests.ports import lasting_port
from tests.server.emulator import PATIENCE, connect, open_terminal
from tests.server.kept_games import keep_game
from tests.server.rawssh import until
from tests.server.test_drain import players, quiet, serving

pytestmark = pytest.mark.slow

_MODULE = "tests.server.stuck_process"
_SPIN, _SLEEP, _HEAR_NOBODY = "\x1b[18~", "\x1b[19~", "\x1b[20~"
Keys = dict[str, asyncssh.SSHKey]


@pytest.fixture
def keys(ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey) -> Keys:
    """Give the players of a game, in the order of their seats."""
    return {"ann": ann_key, "bob": bob_key}


def _health(port: int) -> tuple[int, str]:
    """Ask whether a server is well."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


async def _until_unwell(port: int) -> str:
    """Wait until a server says that it is not well, and return why."""
    async with asyncio.timeout(PATIENCE):
        while (found := await asyncio.to_thread(_health, port))[0] == 200:
            await asyncio.sleep(0.1)
    return found[1]


@contextmanager
def manager(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Be the service manager: give the path of its socket, and all that it is told."""
    told: set[str] = set()
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(folder / "manager"))
        there.setblocking(False)
        loop.add_reader(there, lambda: told.add(there.recv(100).decode()))
        try:
            yield str(folder / "manager"), told
        finally:
            loop.remove_reader(there)


def events(errors: str) -> list[dict[str, str]]:
    """Read a log of lines of JSON."""
    return [json.loads(line) for line in errors.splitlines()]


@pytest.mark.parametrize("key", [_SPIN, _SLEEP], ids=["spins", "sleeps"])
async def test_a_session_that_holds_the_loop_is_ended_alone(
    tmp_path: Path, keys: Keys, key: str
) -> None:
    port = lasting_port()
    await keep_game(tmp_path / "cuttle.db", keys)
    options = ("--metrics-port", str(port), "--log-format", "json")
    async with serving(tmp_path, *options, module=_MODULE) as server:
        async with players(server.port, keys) as (ann, bob):
            assert await asyncio.to_thread(_health, port) == (200, "ok\n")
            ann.send(key)
            assert re.match(r"loop: no turn for \d+ s \(since", await _until_unwell(port))
            assert await ann.until_closed() == 1
            assert b"Your session hung and had to be ended." in ann.raw
            bob.send("?")
            await bob.until("esc")
            async with connect(server.port, keys["ann"], "ann") as again:
                back = await open_terminal(again, size=(100, 32))
                await back.until(lambda text: "turn " in text)
            await until(lambda: _health(port) == (200, "ok\n"))
            counts = await asyncio.to_thread(_counts, port)
        server.stop()
        status, errors = await server.ended()
    assert status == 0
    assert counts == {
        'cuttle_sessions_broken_total{why="stuck"}': 1,
        "cuttle_event_loop_stalls_total": 1,
        "cuttle_watchdog_interrupts_total": 1,
    }
    stuck = next(event for event in events(errors) if event["event"].startswith("the event loop"))
    assert stuck["level"] == "critical"
    assert stuck["player"] == "ann"
    assert "in action_" in stuck["trace"]
    (ended,) = (event for event in events(errors) if event["event"].startswith("session of ann"))
    assert "the session held the event loop" in ended["trace"]


def _counts(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    names = "sessions_broken_total|event_loop_stalls_total|watchdog_interrupts_total"
    found = re.findall(rf"^(cuttle_(?:{names})(?:{{.*}})?) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


async def test_a_process_that_cannot_go_on_ends_and_players_come_back(
    tmp_path: Path, keys: Keys
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    with manager(tmp_path) as (address, told):
        options = ("--log-format", "json")
        environment = {"NOTIFY_SOCKET": address}
        async with serving(tmp_path, *options, module=_MODULE, environment=environment) as server:
            await until(lambda: {READY, ALIVE} <= told)
            async with players(server.port, keys) as (ann, bob):
                shown = await bob.still("turn ")
                ann.send(_HEAR_NOBODY)
                status, errors = await server.ended()
            assert status == STATUS
    levels = {event["level"] for event in events(errors)}
    assert "critical" in levels
    assert any("the process ends" in event["event"] for event in events(errors))
    assert any("action_hear_nobody" in event.get("trace", "") for event in events(errors))
    async with serving(tmp_path) as server, players(server.port, keys) as (_, bob):
        assert (await bob.still("turn ")).splitlines()[0] == shown.splitlines()[0]


async def test_the_service_manager_hears_of_the_start_the_end_and_signs_of_life(
    tmp_path: Path,
) -> None:
    with manager(tmp_path) as (address, told):
        async with serving(tmp_path, environment={"NOTIFY_SOCKET": address}) as server:
            await until(lambda: {READY, ALIVE} <= told)
            told.clear()
            await until(lambda: ALIVE in told)
            assert told == {ALIVE}
            server.stop()
            assert quiet(await server.ended())
        await until(lambda: STOPPING in told)

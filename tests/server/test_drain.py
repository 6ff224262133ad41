"""Stopping a server: players are told, terminals given back, and games kept to go on with."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO

import asyncssh
import pytest

from cuttle_tui.ports import LobbyError
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.serve import CLOSING, Server
from tests.server.emulator import PATIENCE, Terminal, connect, open_terminal
from tests.server.kept_games import keep_game
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

SIZE = (100, 32)
GIVEN_BACK = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l")
_EVERYDAY = re.compile(r"time=\S+ level=(?:debug|info) logger=")
"""How a line of the log begins that nobody need look into."""
Keys = dict[str, asyncssh.SSHKey]


@pytest.fixture
def keys(ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey) -> Keys:
    """Give the players of a game, in the order of their seats."""
    return {"ann": ann_key, "bob": bob_key}


class Serving:
    """The real command, serving."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port
        self.pid = process.pid

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end."""
        self._process.send_signal(number)

    async def ended(self) -> tuple[int, str]:
        """Wait for its end; give its exit status and what it wrote to its standard error."""
        async with asyncio.timeout(PATIENCE * 2):
            _, errors = await self._process.communicate()
        assert self._process.returncode is not None
        return self._process.returncode, errors.decode()


def quiet(end: tuple[int, str]) -> bool:
    """Return whether it ended well and wrote nothing but lines of its log below a warning."""
    status, errors = end
    assert [line for line in errors.splitlines() if not _EVERYDAY.match(line)] == []
    assert errors.count("the drain is over: everything is kept") == 1
    return status == 0


@asynccontextmanager
async def serving(
    data: Path,
    *options: str,
    module: str = "server.cli",
    errors: int | IO[bytes] = asyncio.subprocess.PIPE,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[Serving]:
    """Run `cuttle serve`, or a module that does so, and kill whatever is left of it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, "serve", "--port", "0", "--data", str(data), *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=errors,
        env={**os.environ, "XDG_CONFIG_HOME": str(data), "XDG_RUNTIME_DIR": str(data)}
        | dict(environment),
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE * 2):
            first = (await process.stdout.readline()).decode()
        port = re.search(r"-p (\d+)", first)
        assert port, first
        yield Serving(process, int(port[1]))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def players(port: int, keys: Keys) -> AsyncIterator[list[Terminal]]:
    """Let both players come to the table at which they are awaited."""
    ann, bob = keys
    async with connect(port, keys[ann], ann) as one, connect(port, keys[bob], bob) as other:
        terminals = [await open_terminal(each, size=SIZE) for each in (one, other)]
        for terminal in terminals:
            await terminal.until(lambda text: "turn " in text and "away" not in text)
        yield terminals


async def draw(terminals: list[Terminal], turn: int) -> list[str]:
    """Let whoever is asked draw a card; give what all see then."""
    for terminal in terminals:
        if "YOUR TURN" in terminal.text:
            terminal.send("d")
            break
    return [await terminal.still(f"turn {turn}") for terminal in terminals]


@takes_longer
async def test_players_are_told_get_their_terminals_back_and_the_game_afterwards(
    tmp_path: Path, keys: Keys
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with serving(tmp_path) as server, players(server.port, keys) as terminals:
        shown = await draw(terminals, 2)
        server.stop()
        for terminal in terminals:
            assert await terminal.until_closed() == 0
            end = bytes(terminal.raw[-400:])
            assert all(sequence in end for sequence in GIVEN_BACK)
            assert str(CLOSING) in end.decode()
            assert end.index(str(CLOSING).encode()) > end.index(b"\x1b[?1049l")
        assert quiet(await server.ended())
    async with serving(tmp_path) as server, players(server.port, keys) as terminals:
        for terminal, text in zip(terminals, shown, strict=True):
            await terminal.until(lambda now, text=text: now == text)  # type: ignore[misc]
        await draw(terminals, 3)
        server.stop(signal.SIGINT)
        assert (await server.ended())[0] == 0


@takes_longer
async def test_being_asked_twice_to_end_changes_nothing(tmp_path: Path, keys: Keys) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with serving(tmp_path) as server, players(server.port, keys) as terminals:
        await draw(terminals, 2)
        server.stop()
        server.stop()
        for terminal in terminals:
            assert await terminal.until_closed() == 0
            server.stop()
        assert quiet(await server.ended())
    async with serving(tmp_path) as server, players(server.port, keys) as terminals:
        await draw(terminals, 3)


@takes_longer
async def test_a_terminal_that_takes_nothing_does_not_keep_the_server(
    tmp_path: Path, keys: Keys
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with serving(tmp_path) as server, players(server.port, keys) as (ann, bob):
        transport = ann.channel.get_connection()._transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        server.stop()
        assert await bob.until_closed() == 0
        assert quiet(await server.ended())


async def test_no_new_game_begins_once_the_server_drains(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path, database=f"sqlite:///{tmp_path / 'cuttle.db'}") as server:
        host = enter_lobby(server.matchmaker, Player("host", "host"))
        code = (await host.play_computer("standard")).state().code
        assert code is None
        room = server.matchmaker.rooms.open("standard", public=True, coded=True)
        async with connect(server.port) as guest:
            server.drain()
            terminal = await open_terminal(guest, f"join {room.code}", size=SIZE)
            await terminal.until("the server is shutting down")
        for begin in (host.quick_match, host.play_computer):
            with pytest.raises(LobbyError) as refused:
                await begin("standard")
            assert refused.value.reason == "closing"

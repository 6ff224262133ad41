"""The app begins where its player asked for, a new player's once they have a name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.ports import TablePlan
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.players import Player
from server.serve import Server
from tests.server.databases import new_database
from tests.server.emulator import Terminal, connect, open_terminal

pytestmark = pytest.mark.slow


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with accounts."""
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, database=database, pace=0.0) as running:
        yield running


@pytest.fixture
def host(cuttle: Server) -> PlayerLobby:
    """Return the lobby of a player who is here already."""
    return enter_lobby(cuttle.matchmaker, Player("cy", "cy"))


async def _named(connection: asyncssh.SSHClientConnection, command: str) -> Terminal:
    """Come with a new key and a command, and take the suggested name."""
    terminal = await open_terminal(connection, command)
    await terminal.until("your name")
    terminal.send("\r")
    return terminal


async def test_a_new_key_watches_the_game_it_asked_for(
    cuttle: Server, host: PlayerLobby, ann_key: asyncssh.SSHKey
) -> None:
    title = (await host.play_computer("standard")).state().title
    async with connect(cuttle.port, ann_key) as connection:
        terminal = await _named(connection, f"watch {title}")
        await terminal.until("stop watching")


async def test_a_new_key_sits_down_at_the_table_it_asked_for(
    cuttle: Server, host: PlayerLobby, ann_key: asyncssh.SSHKey
) -> None:
    room = (await host.open_table(TablePlan("standard"))).state()
    async with connect(cuttle.port, ann_key) as connection:
        terminal = await _named(connection, f"join {room.code}")
        await terminal.until("cy")
        await terminal.until(room.title)


@pytest.mark.parametrize(
    ("command", "why"),
    [("watch nothing", "that table is gone, or it is private"), ("join zzzz", "no room has that")],
)
async def test_a_new_key_that_asked_for_nothing_here_comes_home_with_a_word_about_it(
    cuttle: Server, ann_key: asyncssh.SSHKey, command: str, why: str
) -> None:
    async with connect(cuttle.port, ann_key) as connection:
        terminal = await _named(connection, command)
        await terminal.until(why)

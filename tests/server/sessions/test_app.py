"""The app begins where its player asked for, a new player's once they have a name."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.ports import TablePlan
from engine.actions import Action, Kind
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.limits import Limits
from server.people.accounts import Player
from server.serve import Server
from server.terminal.wire import Wire
from tests.server.databases import new_database
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.floor import floor_app
from tests.server.rawssh import until
from tests.server.seats import view_of
from tests.server.sshclient import needs_ssh, ssh

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


async def test_a_terminal_that_only_writes_lines_gets_lines(
    cuttle: Server, host: PlayerLobby
) -> None:
    room = (await host.open_table(TablePlan("standard"))).state()
    for command, told in (
        ("", "You are guest-"),
        (f"join {room.code}", "Waiting for cy to be ready."),
    ):
        async with connect(cuttle.port) as connection:
            terminal = await open_terminal(connection, command, term="dumb")
            await terminal.until(told)
            terminal.send("quit\r")
            terminal.send("yes\r")
            await terminal.until_closed()
        assert b"\x1b" not in terminal.raw


@needs_ssh
@pytest.mark.parametrize("keyed", [True, False])
async def test_an_input_that_has_ended_is_no_event_for_the_log(
    cuttle: Server,
    ann_key: asyncssh.SSHKey,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    keyed: bool,
) -> None:
    caplog.set_level(logging.INFO)
    file = tmp_path / "key"
    ann_key.write_private_key(file)
    file.chmod(0o600)
    words = ("-o", "IdentitiesOnly=yes", "-i", str(file)) if keyed else ()
    status, _, _ = await ssh(cuttle, "-tt", *words, "127.0.0.1", env={"TERM": "xterm-256color"})
    assert status in (0, 1)
    assert not [each for each in caplog.messages if "broke" in each]


async def test_an_input_that_has_ended_before_the_game_is_told(
    cuttle: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wire, "input_over", True)
    async with connect(cuttle.port) as connection:
        terminal = await open_terminal(connection)
        assert await terminal.until_closed() == 1
    assert terminal.raw.endswith(b"Cuttle needs your keyboard, and your input has ended.\r\n")
    assert b"\x1b[?1049h" not in terminal.raw


async def test_who_watches_a_game_is_not_sent_home(host: PlayerLobby, cuttle: Server) -> None:
    seat = await host.play_computer("standard")
    watcher = enter_lobby(cuttle.matchmaker, Player("dan", "dan"))
    assert not watcher.follows_game
    await until(lambda: seat.state().view is not None)
    chair = await watcher.watch(seat.state().title)
    assert watcher.follows_game
    assert seat.seat is not None
    seat.submit(Action(Kind.CONCEDE, seat=seat.seat), view_of(seat).ply)
    await until(lambda: not watcher.follows_game)
    assert chair.state().view is not None


async def test_a_screen_on_a_wall_stays_lit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follows, asked = True, 0

    def follows_game(_: PlayerLobby) -> bool:
        nonlocal asked
        asked += 1
        return follows

    monkeypatch.setattr(PlayerLobby, "follows_game", property(follows_game))
    async with (
        Server(tmp_path / "wall", app_for=floor_app, limits=Limits(idle=0.1)) as server,
        connect(server.port) as connection,
    ):
        terminal = await open_terminal(connection)
        await until(lambda: asked > 5)
        assert not terminal.closed
        follows = False
        assert await terminal.until_closed() == 0

"""The waiting room over ssh: the line is copied, something is done meanwhile, the seat is kept."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal

pytestmark = pytest.mark.slow

CLIPBOARD = b"\x1b]52;"


async def room_of(
    connection: asyncssh.SSHClientConnection, term: str = "xterm-256color"
) -> tuple[Terminal, str]:
    """Open a room; give its terminal and its code."""
    host = await open_terminal(connection, term=term)
    await host.until("WELCOME")
    host.send("o")
    await host.until("NEW TABLE")
    host.send("\r")
    return host, await host.room_code()


async def test_the_line_is_copied_once_and_as_it_stands(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with (
        Server(tmp_path, address="cards.example.org") as server,
        connect(server.port, ann_key, user="ann") as ann,
    ):
        host, code = await room_of(ann)
        line = f"ssh -t -p {server.port} cards.example.org join {code}"
        assert line in host.text
        assert CLIPBOARD not in host.raw
        host.send("y")
        await host.until("copied, if your terminal can")
        assert host.raw.count(CLIPBOARD) == 1
        assert CLIPBOARD + b"c;" + b64encode(line.encode()) + b"\x07" in host.raw


async def test_a_terminal_without_a_clipboard_is_told_so(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, _ = await room_of(ann, term="linux")
        host.send("y")
        await host.until("this terminal has no clipboard")
        assert CLIPBOARD not in host.raw


async def test_a_puzzle_is_interrupted_by_the_call_and_the_seat_is_kept(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        Server(tmp_path) as server,
        connect(server.port, ann_key, user="ann") as ann,
        connect(server.port, bob_key, user="bob") as bob,
    ):
        host, code = await room_of(ann)
        host.send("\r")
        await host.until("you, host, ready")
        host.send("p")
        await host.until("WIN THIS TURN")
        rung = host.raw.count(b"\x07")
        guest = await open_terminal(bob, f"join {code}")
        await guest.until("waiting for ann to be ready")
        await host.until("bob is waiting at your table: tab goes there")
        assert host.raw.count(b"\x07") > rung
        assert "deck" in host.text  # the puzzle lies there still
        host.send("\t")
        await host.until("Are you ready?")
        host.send("\r")
        await host.until(lambda _: _was_told(host, "your game with bob begins"))
        await guest.until(lambda _: _was_told(guest, "your game with ann begins"))


async def test_no_game_begins_before_a_guest_who_is_away_is_back(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, code = await room_of(ann)
        async with connect(server.port, bob_key, user="bob") as bob:
            guest = await open_terminal(bob, f"join {code}")
            await guest.until("waiting for ann to be ready")
        await host.until("bob is away: the game waits until bob is back")
        host.send("\r")
        await host.until("waiting for bob to come back")
        async with connect(server.port, bob_key, user="bob") as bob:
            guest = await open_terminal(bob)
            for terminal in (host, guest):
                await terminal.until("turn 1")


def _was_told(terminal: Terminal, line: str) -> bool:
    """Return whether a line has been shown, though it may have given way to what happened next."""
    return line.encode() in re.sub(rb"\x1b\[[0-9;]*m", b"", terminal.raw)


async def test_practice_is_taken_up_again_where_it_was_left(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, code = await room_of(ann)
        host.send("g")
        await host.until("scrap")
        (room,) = server.matchmaker.rooms  # practice is no table of the server's
        assert room.code == code
        host.send("\t")
        await host.until("your practice game, where you left it")
        host.send("gq")
        await host.until("LEAVE?")
        host.send("y")
        await host.until("practice against the computer")
        assert room.people()

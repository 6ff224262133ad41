"""Seats over real connections: a drop is survived, and friends find each other by code."""

from __future__ import annotations

import asyncio

import asyncssh
import pytest

from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal


async def _code(terminal: Terminal) -> str:
    terminal.send("o")
    text = await terminal.until("waiting")
    return text.partition("code=")[2].split()[0]


@pytest.mark.slow
async def test_a_dropped_player_comes_back_to_the_same_seat(
    server: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(server.port, bob_key, user="bob") as bob:
        async with connect(server.port, ann_key) as ann:
            host = await open_terminal(ann)
            await host.until("keys=0")
            code = await _code(host)
            friend = await open_terminal(bob, f"join {code.lower()}")
            await friend.until("seat=1")
            host.send("r")
            await host.until("dealt away=.")
        while len(server.doors.tasks) > 1:
            await asyncio.wait([*server.doors.tasks], return_when=asyncio.FIRST_COMPLETED)
        friend.send("a")
        await friend.until("dealt away=ann.")
        async with connect(server.port, ann_key) as ann:
            host = await open_terminal(ann)
            await host.until("seat=0 code=None dealt away=.")


async def test_a_code_that_does_not_work_opens_the_app_with_a_word_about_it(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, "join zzzz")
        await terminal.until("notice=no room has that code no table")
        terminal.send("q")
        assert await terminal.until_closed() == 0

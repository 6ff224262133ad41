"""Friends over real ssh: a guest plays by a code, leaves with the game, and comes back for good."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.sessions.test_plain import Script

pytestmark = pytest.mark.slow


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a store."""
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, database=database, pace=0.0) as running:
        yield running


async def test_a_guest_who_comes_back_with_a_key_is_a_friend_with_an_account(
    cuttle: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with connect(cuttle.port, ann_key, user="ann") as line:
        ann = Script(await open_terminal(line, "plain", term=None))
        ann.send("name ann")
        await ann.until("You are ann")
        ann.send("open")
        code = re.findall(" join ([0-9A-Z]{4})", await ann.until(" join "))[0]

        async with connect(cuttle.port) as unknown:
            terminal = await open_terminal(unknown, "plain", term=None)
            guest = Script(terminal)
            guest.send("name dana")
            await guest.until("You are dana")
            guest.send(f"join {code}")
            await guest.until("ann")
            for each in (ann, guest):
                each.send("ready")
            await ann.until("goes? first|go first")
            ann.send("concede")
            ann.send("yes")
            await guest.until("You win|ann conceded")
            guest.send("quit")
            assert await terminal.until_closed() == 0
            said = terminal.raw.decode()
        ann.send("leave")
        game = re.search(r"Your last game: ssh -t \S.* replay ([a-z2-7]{10})\n", said)
        resume = re.search(r"by your resume code: ([A-Z2-9]{8})\n", said)
        assert game
        assert resume
        assert f" record {game[1]}\n" in said
        assert f" picture {game[1]}\n" in said
        async with connect(cuttle.port) as unknown:  # without the seat, by the id alone
            shown = await unknown.run(f"record {game[1]}")
            assert str(shown.stdout).startswith("cuttle record 1")

        async with connect(cuttle.port, bob_key, user="dana") as known:
            dana = Script(await open_terminal(known, "plain", term=None))
            dana.send("name dana")
            await dana.until("You are dana")
            dana.send(f"guest {resume[1]}")
            await dana.until("1 game is yours now")
            dana.send("friends")
            await dana.until("ann: 1-0, here now")
            ann.send("again dana")
            await ann.until("dana is invited")
            await dana.until("ann waits for you at a table. Type again ann.")
            dana.send("again ann")
            await ann.until("dana")
            ann.send("leave")
            ann.send("forget dana")
            ann.send("yes")
            await ann.until("dana is forgotten")
            ann.send("friends")
            await ann.until("Nobody yet")

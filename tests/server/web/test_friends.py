"""Friends in a browser: by a link to a game, and the next day by the cookie to the same friend."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from server.web import WebOptions
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.web.page import browser

pytestmark = pytest.mark.slow


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a store that browsers reach."""
    database, web = new_database(tmp_path / "cuttle.db"), WebOptions("127.0.0.1", 0)
    async with Server(tmp_path, database=database, web=web, pace=0.0) as running:
        yield running


async def test_who_came_by_a_link_finds_the_friend_by_the_cookie_and_joins_by_a_key(
    cuttle: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(cuttle.port, ann_key, user="ann") as line, browser(cuttle) as there:
        ann = await open_terminal(line)
        await ann.until("WELCOME   Choose a name")
        ann.send("\x15ann\r")
        await ann.until("quick match")
        ann.send("n\r")
        code = await ann.room_code()
        async with there.page(f"/join/{code}") as page:
            await page.until("ann invites you")
            await page.type("\x15bob\r")
            await page.until("TABLE")
            ann.send("\r")
            await ann.until("bob begins")
            ann.send("qg")
            await page.until("ann conceded")
            await page.type("q")
            await page.until("quick match")
        ann.send("q")
        await ann.until("x  bob")
        async with there.page("/", name="two") as page:
            await page.until("x  ann")
            assert "1-0, here now" in page.text
            await ann.until("0-1, here now")
            ann.send("x")
            await ann.until("bob is invited")
            await page.until("waits for you")
            await page.type("x")
            await page.until("TABLE")
            await ann.until("bob sat down")

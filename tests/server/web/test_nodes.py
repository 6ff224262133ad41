"""Browsers and clients of ssh at two nodes of a cluster play at one table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from server.web import WebOptions
from tests.server.cluster.halls import Post
from tests.server.emulator import connect
from tests.server.rawssh import until
from tests.server.test_waiting_room import room_of
from tests.server.two_nodes import member_of
from tests.server.web.page import browser

pytestmark = pytest.mark.one_node

WEB = WebOptions(port=0)


@pytest.fixture
async def nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Server, Server]]:
    """Run two nodes that browsers may enter."""
    post = Post()
    monkeypatch.setattr(Server, "_prepared", lambda server: member_of(server, post))
    async with Server(tmp_path, web=WEB) as one, Server(tmp_path, web=WEB) as two:
        yield one, two


@pytest.mark.slow
async def test_a_browser_and_ssh_play_at_two_nodes(
    nodes: tuple[Server, Server], ann_key: asyncssh.SSHKey
) -> None:
    """The link of a table leads there from the other node, and so does the code by ssh."""
    one, two = nodes
    async with connect(one.port, ann_key) as connection, browser(two) as there:
        ann, code = await room_of(connection)
        assert one.web is not None
        assert f"{one.web.url}/join/{code}" in ann.text
        async with there.page(f"/join/{code}") as bob:
            await bob.until("your name")
            await bob.type("\x15ottoline\r")
            await bob.until("waiting for ann")
            await ann.until("ottoline")
            ann.send("\r")
            await ann.until("ready")


@pytest.mark.slow
async def test_a_page_that_comes_back_at_another_node_has_its_seat(
    nodes: tuple[Server, Server],
) -> None:
    """No node must be the one where a browser was before."""
    one, two = nodes
    async with browser(one) as there, browser(two) as friend:
        async with there.page() as page:
            await page.until("guest-")
            await page.type("n\r")
            code = await page.room_code()
            async with friend.page(f"/join/{code}") as other:
                await other.until("your name")
        there.url = friend.url
        async with there.page(name="again") as page:
            await page.until(code)
            (table,) = (room.table for node in nodes for room in node.matchmaker.rooms)
            people = [sitter.name for sitter in table.sitters if sitter.kind == "person"]
            assert len(people) == 1
            await until(lambda: table.sitters[0].present)

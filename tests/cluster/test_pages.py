"""A browser's page whose line breaks finds its seat at another node."""

from __future__ import annotations

import asyncio
import re

import pytest
from yarl import URL

from tests.cluster.processes import Node, nodes
from tests.server.web.page import Page, browser
from tests.whole import takes_longer

pytestmark = [pytest.mark.slow, takes_longer]


def _link(node: Node) -> URL:
    """Return where a node lets browsers in."""
    found = re.search(r"in a browser: +(\S+)", node.said)
    assert found is not None
    return URL(found[1]).with_host("127.0.0.1")


async def _named(page: Page, name: str) -> None:
    await page.until("your name")
    await page.type(f"\x15{name}\r")
    await page.until("quick match")


async def _ready(page: Page) -> None:
    """Begin the game; a key that comes just after a change is not taken, nor one just after it."""
    async with asyncio.timeout(60):
        while "deck" not in page.text:
            await page.type("\r")
            await asyncio.sleep(1)


async def test_a_page_that_comes_back_at_another_node_has_its_seat() -> None:
    with nodes(2, more="[web]\nenabled = true\nport = 0") as (one, two):
        async with (
            browser(_link(one)) as ann,
            browser(_link(two)) as bob,
            bob.page() as friend,
            ann.page() as page,
        ):
            await _named(friend, "robin")
            await _named(page, "ottoline")
            await page.type("o")
            await page.until("NEW TABLE")
            await page.type("\r")
            path = f"/join/{await page.room_code()}"
            async with bob.page(path, name="seat") as opponent:
                await opponent.until("ottoline")
                await page.until("robin")
                await _ready(page)
                await page.socket.close()
                ann.url = bob.url
                async with ann.page(path) as again:
                    await again.until("deck")
                    assert "robin" in again.text
                    await opponent.until(lambda text: "away" not in text)

"""The door for browsers in a real browser: played by taps and keys, lost, blocked, looked at."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import asyncssh
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from cuttle_tui.ports import Chair
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from engine.actions import Kind
from engine.cards import rank_of
from server.serve import Server
from server.web.values import WebOptions
from tests.browser import needs_browser
from tests.server.emulator import connect, open_terminal
from tests.server.eventful import keys_for
from tests.server.seats import chairs_of, view_of
from tests.server.web.window import PHONE, Window, chromium, window

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

SEED: Final = 387
"""Found by trying: the host is dealt a ten, a nine and an eight, and does not begin."""
_NAMES: Final = {"enter": "Enter", "space": " ", "left": "ArrowLeft", "right": "ArrowRight"}


def entropy(count: int) -> bytes:
    """Give bytes that make every deal alike."""
    return bytes([SEED % 256, SEED // 256]) * (count // 2)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Start a browser for every test of this file."""
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server without accounts that browsers may enter."""
    async with Server(tmp_path, web=WebOptions(port=0), entropy=entropy) as running:
        yield running


async def opened_room(host: Window, *, public: bool = False) -> str:
    """Open a room by keys; return its code."""
    await host.until("WELCOME")
    await host.press("n")
    await host.until("NEW TABLE")
    if public:
        await host.press("p")
        await host.until(lambda text: "friends with the code" not in text)
    await host.press("Enter")
    return await host.room_code()


async def joined(guest: Window, host: Window, code: str) -> None:
    """Follow the link of a room by taps, and let the host begin."""
    await guest.open(f"/join/{code}")
    await guest.point("take this name")
    await host.until("Are you ready?")
    await host.press("Enter")
    await guest.until("YOUR TURN")


async def score(player: Window, chair: Chair) -> None:
    """Play the highest points of a hand, by keys."""
    await player.until("YOUR TURN")
    view = view_of(chair)
    assert view.viewer is not None
    points = [action for action in view.legal if action.kind is Kind.POINTS]
    action = max(points, key=lambda action: rank_of(action.cards[0]))
    order = present_table(chair.state(), view.viewer, TableUi()).order
    await player.press(*(_NAMES.get(key, key) for key in keys_for(view, action, order)))
    await player.until(lambda _: view_of(chair).ply > view.ply)


async def test_a_phone_and_a_desktop_play_a_whole_game(
    browser: Browser, room: Server, ann_key: asyncssh.SSHKey
) -> None:
    """Taps against keys, watched by ssh and in a third browser; one is killed and comes back."""
    async with (
        window(browser, room) as host,
        window(browser, room) as third,
        connect(room.port, ann_key) as ssh,
    ):
        code = await opened_room(host, public=True)
        async with window(browser, room, None, **PHONE) as guest:
            await joined(guest, host, code)
            chairs = chairs_of(room)
            table, names = chairs[0].state(), [one.name for one in chairs[0].state().sitters]
            watcher = await open_terminal(ssh, f"watch {table.title}")
            await watcher.until(names[1])
            await third.open(f"/watch/{table.title}")
            await third.until(names[1])
            await guest.point("deck")
            await score(host, chairs[0])
            await guest.until("YOUR TURN")
            state = await guest.page.context.storage_state()
        async with window(browser, room, **PHONE, storage_state=state) as guest:
            await guest.point("deck")
            await host.page.reload()
            await score(host, chairs[0])
            await guest.until("YOUR TURN")
            await guest.point("deck")
            await score(host, chairs[0])
            await host.until("YOU WIN")
            for other in (guest, watcher, third):
                await other.until("WINS")

"""The page for those who hear it, magnify it, or want less to move in it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from textual.app import App

from cuttle_tui.app import CuttleApp
from server.serve import Server
from server.sessions.app import Visit, cuttle_app
from server.web import WebOptions
from tests.browser import needs_browser
from tests.server.web.window import DESK, PHONE, Window, window
from tests.whole import some

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

HEARD: Final = "document.getElementById('asked').innerText"
SCHEME: Final = "document.documentElement.dataset.scheme"
CODE_ASKED: Final = "JOIN. Type the code your friend gave you. 4 more letters or digits."
ALLOWS_ZOOM: Final = """!/user-scalable=(no|0)|maximum-scale/.test(
    document.querySelector("meta[name=viewport]").content)"""
ZOOMED: Final = "visualViewport.scale > 1.5"
FOLLOWS: Final = "document.getElementById('terminal').classList.contains('zoomed')"


@pytest.fixture
def apps() -> list[App[Any]]:
    """Keep the apps of the sessions that begin."""
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path, apps: list[App[Any]]) -> AsyncIterator[Server]:
    """Run a server without accounts that browsers may enter."""

    def kept(visit: Visit) -> App[Any]:
        apps.append(cuttle_app(visit))
        return apps[-1]

    async with Server(tmp_path, web=WebOptions(port=0), app_for=kept) as running:
        yield running


async def heard(guest: Window, words: str) -> None:
    """Wait until the live region says something."""
    await guest.holds(f"{HEARD} === {json.dumps(words)}")


@pytest.mark.parametrize("options", some([DESK, PHONE], 2))
async def test_a_screen_reader_finds_a_heading_and_plain_mode(
    browser: Browser, room: Server, options: dict[str, Any]
) -> None:
    """And a region that is read whenever it changes; each by its role."""
    async with window(browser, room, "/join/K7QF", **options) as guest:
        await heard(guest, CODE_ASKED)
        tree = await guest.page.locator("body").aria_snapshot()
        assert '- heading "Cuttle, a card game for two" [level=1]' in tree
        assert "plain join K7QF" in tree
        assert f"- status: {CODE_ASKED}" in tree
        assert await guest.page.locator("#asked").get_attribute("aria-live") == "polite"


async def test_what_the_bar_asks_is_heard_as_it_changes(browser: Browser, room: Server) -> None:
    """By keys, on another screen and back on the one before, and over another line."""
    async with window(browser, room) as guest:
        await guest.until("WELCOME")
        await guest.press("h")
        await guest.until("LEARN")
        await guest.holds(f"{HEARD}.startsWith('LEARN')")
        await guest.press("Escape")
        await guest.holds(f"{HEARD}.startsWith('WELCOME')")
        await guest.press("h")
        await guest.until("LEARN")
        await guest.press("Enter")
        await guest.holds(f"{HEARD}.startsWith('LESSONS')")
        await guest.press("Enter")
        await heard(
            guest,
            "DRAW AND POINTS. Draw a card. "
            "On your turn you draw a card or play one. More cards mean more choices.",
        )
        await guest.press("1")
        question = (
            "YOUR TURN. Draw a card. How do you play 3H? "
            "p: 3 points; o: take a card from the scrap."
        )
        await heard(guest, question)
        await guest.again(guest.page.reload)
        await heard(guest, question)


async def test_the_page_can_be_magnified(browser: Browser, room: Server) -> None:
    """Without being loaded again or laid out for less room."""
    async with window(browser, room, **PHONE) as guest:
        await guest.until("WELCOME")
        assert await guest.page.evaluate(ALLOWS_ZOOM)
        lines, size = guest.lines_to_server, guest.size
        fingers = await guest.page.context.new_cdp_session(guest.page)
        await fingers.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
        await guest.holds(ZOOMED)
        await guest.holds(FOLLOWS)
        assert (guest.lines_to_server, guest.size) == (lines, size)


async def test_the_session_follows_the_wishes_of_the_browser(
    browser: Browser, room: Server, apps: list[App[Any]]
) -> None:
    """Dark or light, still or moving: at once, and as they change while the page is open."""
    options = {**DESK, "color_scheme": "dark", "reduced_motion": "reduce"}
    async with window(browser, room, **options) as guest:
        await guest.until("WELCOME")
        [app] = cast(list[CuttleApp], apps)
        await guest.holds(f"{SCHEME} === 'dark'")
        assert not app.moves
        await guest.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        await guest.holds(f"{SCHEME} === 'light'")
        assert app.moves
        await guest.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        await guest.holds(f"{SCHEME} === 'dark'")
        assert not app.moves

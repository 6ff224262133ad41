"""A page in trouble: its line dies, its start fails; it says so, and goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route

from server.serve import Server
from server.web import WebOptions
from tests.browser import needs_browser
from tests.server.web.window import DESK, PHONE, Window, window, window_of
from tests.whole import some

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

LOST: Final = "!notice.hidden && notice.innerText.includes('connection is lost')"
LINE: Final = "!document.getElementById('line').hidden"
RETRY: Final = "!back.hidden && back.innerText === 'Try again'"
LATE: Final = "getComputedStyle(document.getElementById('late')).visibility === 'visible'"
NO_STORAGE: Final = """Object.defineProperty(window, "sessionStorage", {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); }
});"""
BROKEN: Final = "window.matchMedia = () => { throw new Error('no such thing'); };"


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server without accounts that browsers may enter."""
    async with Server(tmp_path, web=WebOptions(port=0)) as running:
        yield running


class Proxy:
    """What stands between a browser and a server, and may fall silent without hanging up."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.silent = False
        """Whether bytes are taken, and none passed on."""
        self.sockets_only = False
        """Whether that is so for WebSockets alone."""
        self.port = 0
        self._open: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry a connection, until either side ends it."""
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._open |= {writer, back}
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._carry(reader, back))
                both.create_task(self._carry(there, writer))
        finally:
            self._open -= {writer, back}

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        swallows = False
        with suppress(ConnectionError):
            while data := await source.read(1 << 16):
                swallows = swallows or (self.sockets_only and data.startswith(b"GET /socket?width"))
                if not self.silent and not swallows:
                    sink.write(data)
        sink.close()
        with suppress(ConnectionError):
            await sink.wait_closed()

    async def end(self) -> None:
        """End every connection."""
        for writer in self._open:
            writer.transport.abort()
        while self._open:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def behind_proxy(
    browser: Browser, server: Server, path: str | None = "/", **options: Any
) -> AsyncIterator[tuple[Window, Proxy]]:
    """Open a window that reaches a server by a proxy."""
    assert server.web is not None
    proxy = Proxy(server.web.port)
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = listening.sockets[0].getsockname()[1]
    context = await browser.new_context(**(options or DESK))
    try:
        place = cast(Server, SimpleNamespace(web=SimpleNamespace(port=proxy.port, prefix="")))
        yield await window_of(context, place, path), proxy
    finally:
        await context.close()
        listening.close()
        await proxy.end()


@pytest.mark.parametrize("options", some([PHONE, DESK], 2))
async def test_a_key_that_nobody_answers_is_told(
    browser: Browser, room: Server, options: dict[str, Any]
) -> None:
    """The line swallows all; once another is to be had the page goes on by itself."""
    async with behind_proxy(browser, room, **options) as (guest, proxy):
        await guest.until("this is Cuttle")
        proxy.silent = True
        await guest.point("settings")
        await guest.holds(LOST)
        proxy.silent = False
        await guest.again(lambda: guest.holds("notice.hidden"))
        await guest.point("settings")
        await guest.until("SETTINGS")


async def test_a_line_that_is_silent_when_it_is_looked_at_is_told(
    browser: Browser, room: Server
) -> None:
    """A page that comes to the front asks at once."""
    async with behind_proxy(browser, room) as (guest, proxy):
        await guest.until("this is Cuttle")
        proxy.silent = True
        await guest.page.evaluate("dispatchEvent(new Event('visibilitychange'))")
        await guest.holds(LOST)
        proxy.silent = False
        await guest.holds("notice.hidden")


async def test_a_socket_that_is_never_opened_is_told_and_tried_again(
    browser: Browser, room: Server
) -> None:
    """A first visit gets the words, the line for ssh, and then its game."""
    async with behind_proxy(browser, room, None) as (guest, proxy):
        proxy.sockets_only = True
        await guest.open("/")
        await guest.holds("notice.innerText.includes('by WebSocket')")
        assert await guest.page.evaluate(f"{LINE} && {RETRY}")
        proxy.sockets_only = False
        await guest.until("WELCOME")
        await guest.holds("notice.hidden")


async def test_a_network_that_is_back_replaces_what_still_waits(
    browser: Browser, room: Server
) -> None:
    """Not even the limit of a socket that connects is waited for."""
    async with behind_proxy(browser, room) as (guest, proxy):
        await guest.until("this is Cuttle")
        await guest.page.context.set_offline(True)
        await guest.holds("notice.innerText.includes('offline')")
        proxy.silent = True
        await guest.page.clock.install()
        await guest.page.context.set_offline(False)
        await guest.page.evaluate("dispatchEvent(new Event('online'))")  # it waits for an answer
        proxy.silent = False
        await guest.again(lambda: guest.page.evaluate("dispatchEvent(new Event('online'))"))
        await guest.holds("notice.hidden")


async def test_a_browser_without_storage_plays(browser: Browser, room: Server) -> None:
    """A page that is loaded again begins another session there, and that is all."""
    async with window(browser, room, None) as guest:
        await guest.page.add_init_script(NO_STORAGE)
        await guest.open("/")
        await guest.until("WELCOME")
        await guest.holds("document.getElementById('late') === null && notice.hidden")


async def test_a_browser_without_cookies_is_told_so(browser: Browser, room: Server) -> None:
    """And how to play all the same."""
    async with behind_proxy(browser, room, None) as (guest, _):

        async def bare(route: Route) -> None:
            answer = await route.fetch()
            headers = {k: v for k, v in answer.headers.items() if k.lower() != "set-cookie"}
            await route.fulfill(response=answer, headers=headers)

        await guest.page.context.route("**/*", bare)
        await guest.page.context.add_init_script(NO_STORAGE)
        await guest.page.context.clear_cookies()
        await guest.open("/join/K7QF")
        await guest.page.context.clear_cookies()  # which the fetch of the test has taken
        await guest.holds("notice.innerText.includes('needs cookies')")
        assert await guest.page.evaluate(f"{LINE} && {RETRY}")
        assert (await guest.page.locator("#line").inner_text()).endswith("join K7QF")


@pytest.mark.parametrize("name", ["page.js", "textual.js"])
async def test_a_script_that_does_not_come_is_told(
    browser: Browser, room: Server, name: str
) -> None:
    """By the page alone, or by the script that waits for the other; then it loads again."""
    async with behind_proxy(browser, room, None) as (guest, _):
        await guest.page.route(f"**/page/{name}*", lambda route: route.abort())
        await guest.open("/join/K7QF")
        place = "#late" if name == "page.js" else "#notice"
        await guest.holds(LATE if name == "page.js" else f"{LINE} && {RETRY}")
        assert (await guest.page.locator(f"{place} code").inner_text()).endswith("join K7QF")
        await guest.page.unroute(f"**/page/{name}*")
        await guest.page.locator(f"{place} :is(a, button)").click()
        await guest.until("friend's room")


@pytest.mark.parametrize("script", [BROKEN, "delete window.WebSocket"])
async def test_a_start_that_fails_is_told(browser: Browser, room: Server, script: str) -> None:
    """Whatever the browser lacks."""
    async with behind_proxy(browser, room, None) as (guest, _):
        await guest.page.add_init_script(script)
        await guest.open("/")
        await guest.holds(LATE if script == BROKEN else f"{LINE} && {RETRY}")

"""A page in a real browser: what its server shows there, and fingers and keys that play."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    WebSocket as Socket,
    async_playwright,
)

from server.serve import Server
from tests.browser import CHROMIUM
from tests.server.emulator import PATIENCE, Terminal

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
_PATIENCE: Final = 30_000
"""Milliseconds until something that does not come is a failure."""
_ARGUMENTS: Final = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking")
_SCREENS: Final = "delete ResizeObserverEntry.prototype.devicePixelContentBoxSize"
"""An emulated screen tells sizes in its own pixels as if they were the machine's."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the browser of this machine, without a window."""
    assert CHROMIUM is not None, "chromium is missing"
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*_ARGUMENTS], timeout=_PATIENCE
        )
        try:
            yield running
        finally:
            await running.close()


class Window(Terminal):
    """A page of a browser; its screen is read off what comes by its socket."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__()
        self.page, self.url = page, url
        self.told: list[Any] = []
        """What the server told the page that was not for its terminal."""
        self.typed: list[str] = []
        """What the page sent as typed, beside the answers and the focus of its terminal."""
        self.complaints: list[str] = []
        """Errors of the page, and breaches of its policy."""
        self.lines_to_server = 0
        """How many sockets have brought something."""
        page.on("websocket", self._connected)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _connected(self, socket: Socket) -> None:
        query = parse_qs(urlsplit(socket.url).query)
        size = int(query["height"][0]), int(query["width"][0])
        fresh = True

        def received(data: str | bytes) -> None:
            nonlocal fresh
            if fresh:
                self._screen.resize(*size)
                self._screen.reset()
                self.lines_to_server += 1
                fresh = False
            self._received(data)

        socket.on("framereceived", received)
        socket.on("framesent", self._sent)

    def _received(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            self.data_received(data, None)
        else:
            self.told.append(json.loads(data))
            self._news.set()

    def _sent(self, data: str | bytes) -> None:
        what, *values = json.loads(data)
        if what == "stdin" and not values[0].endswith(("[I", "[O", "$y")):
            self.typed.append(values[0])
        if what == "resize":
            self._screen.resize(values[0]["height"], values[0]["width"])
        self._news.set()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    async def open(self, path: str = "/") -> None:
        """Follow a link."""
        await self.page.goto(self.url + path)

    async def press(self, *keys: str) -> None:
        """Press keys, by the names that browsers give them."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def point(self, text: str) -> None:
        """Tap on a text, or click where there is no touch, once it is there."""
        await self.until(text)
        row, line = next((at, line) for at, line in enumerate(self.lines) if text in line)
        await self.point_at(line.index(text) + len(text) // 2, row)

    async def point_at(self, column: int, row: int) -> None:
        """Tap or click a cell."""
        box = await self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        x = box["x"] + (column + 0.5) * box["width"] / self._screen.columns
        y = box["y"] + (row + 0.5) * box["height"] / self._screen.lines
        touch = await self.page.evaluate("matchMedia('(pointer: coarse)').matches")
        await (self.page.touchscreen.tap(x, y) if touch else self.page.mouse.click(x, y))

    async def again(self, then: Callable[[], Awaitable[object]]) -> None:
        """Do something after which the page has another line to the server."""
        lines = self.lines_to_server
        await then()
        await self.until(lambda _text: self.lines_to_server > lines)

    @property
    def lines(self) -> list[str]:
        """The rows of the screen."""
        return [*self._screen.display]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self._screen.columns, self._screen.lines

    async def holds(self, condition: str) -> None:
        """Wait until an expression is true in the page, whose policy lets nothing in it wait."""
        async with asyncio.timeout(PATIENCE):
            while not await self._true(condition):
                await asyncio.sleep(0.02)

    async def _true(self, condition: str) -> bool:
        try:
            return bool(await self.page.evaluate(condition))
        except Error:  # the page is being loaded
            return False


@asynccontextmanager
async def window(
    browser: Browser, server: Server, path: str | None = "/", **options: Any
) -> AsyncIterator[Window]:
    """Open a window of a new profile, and follow a link in it unless that is None.

    Its page must have nothing to complain of: no error, no breach of its policy.
    """
    context = await browser.new_context(**(options or DESK))
    try:
        opened = await window_of(context, server, path)
        yield opened
        assert not opened.complaints, opened.complaints
    finally:
        await context.close()


async def window_of(context: BrowserContext, server: Server, path: str | None = "/") -> Window:
    """Open one more window of a profile."""
    assert server.web is not None
    context.set_default_timeout(_PATIENCE)
    await context.add_init_script(_SCREENS)
    opened = Window(
        await context.new_page(), f"http://127.0.0.1:{server.web.port}{server.web.prefix}"
    )
    if path is not None:
        await opened.open(path)
    return opened

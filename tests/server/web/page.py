"""A browser's page as a test holds it: a real WebSocket in front, an emulated screen behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import BaseCookie
from typing import Any

import aiohttp
from yarl import URL

from server.serve import Server
from tests.server.emulator import Terminal

_GOODBYE = 2.0
"""Seconds for which a page that closes waits for the server, which may be kept busy."""


class Page(Terminal):
    """A terminal in a page, and what its server told the page besides."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        super().__init__(width, height)
        self.told: list[Any] = []
        """What was not for the terminal."""
        self.code: int | None = None
        """Why the socket was closed."""

    async def live(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Take what comes, until the socket closes."""
        self.socket = socket
        async for message in socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.data_received(message.data, None)
            else:
                self.told.append(json.loads(message.data))
                self._news.set()
        self.code = socket.close_code
        self.connection_lost(None)

    async def say(self, *message: object) -> None:
        """Send a message."""
        await self.socket.send_str(json.dumps(message))

    async def type(self, keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            await self.say("stdin", key)


class Browser:
    """A browser: its cookies, and the pages that it has open."""

    def __init__(self, url: URL, session: aiohttp.ClientSession) -> None:
        self.url, self.session = url, session

    @property
    def cookies(self) -> BaseCookie[str]:
        """The cookies it would send."""
        return self.session.cookie_jar.filter_cookies(self.url)

    async def get(self, path: str = "/", **more: Any) -> aiohttp.ClientResponse:
        """Ask for a path; the answer is read."""
        response = await self.session.get(self.url / path.lstrip("/"), **more)
        await response.read()
        return response

    @asynccontextmanager
    async def page(
        self,
        path: str = "/",
        name: str = "one",
        size: tuple[int, int] = (80, 24),
        origin: str | None = None,
        **query: str,
    ) -> AsyncIterator[Page]:
        """Open a page as a browser does: the text first, then the socket."""
        await self.get(path)
        whole = self.url.path.rstrip("/") + path
        asked = {"width": str(size[0]), "height": str(size[1]), "path": whole, "page": name}
        asked |= query
        address = (self.url / "socket").with_query(asked)
        origin = str(self.url.origin()) if origin is None else origin
        soon = aiohttp.ClientWSTimeout(ws_close=_GOODBYE)
        async with self.session.ws_connect(address, origin=origin, timeout=soon) as socket:
            page = Page(*size)
            living = asyncio.create_task(page.live(socket))
            try:
                yield page
            finally:
                await socket.close()
                await living


@asynccontextmanager
async def browser(place: Server | URL, **options: Any) -> AsyncIterator[Browser]:
    """Start a browser without cookies, for a server here or for a link."""
    jar = aiohttp.CookieJar(unsafe=True)  # addresses have cookies here as names do
    async with aiohttp.ClientSession(cookie_jar=jar, **options) as session:
        yield Browser(place if isinstance(place, URL) else link_of(place), session)


def link_of(server: Server) -> URL:
    """Return where a server here lets browsers in."""
    assert server.web is not None
    return URL(f"http://127.0.0.1:{server.web.port}")

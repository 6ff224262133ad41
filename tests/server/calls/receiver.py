"""A receiver of calls on this machine, which takes, refuses, redirects or keeps quiet as asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

PATIENCE = 10.0


@dataclass(frozen=True)
class Taken:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Receiver:
    """What came, and what is answered."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.answer: Callable[[Taken], web.Response] = lambda _taken: web.json_response({"id": "7"})
        self.port = 0

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/hook"

    async def _take(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        path = str(request.rel_url)
        taken = Taken(request.method, path, headers, await request.read())
        self.taken.append(taken)
        return self.answer(taken)

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for something; what came is told if it never is."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not done():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(
                [(each.method, each.path, each.body) for each in self.taken]
            ) from None

    def events(self) -> list[str]:
        """Return the events of the form json, in the order in which they came."""
        return [each.document["event"] for each in self.taken]


@asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    """Run a receiver."""
    made = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made._take)
    runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    try:
        yield made
    finally:
        await runner.cleanup()

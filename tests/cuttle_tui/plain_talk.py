"""Hold a conversation in plain mode for the tests: type a line, read what was said."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.plain.lines import Lines
from cuttle_tui.plain.session import PlainSession
from cuttle_tui.ports import Lobby
from engine.play.view import View

PATIENCE = 60.0
"""Seconds until an answer that does not come is a failure."""


class Talk:
    """A player who types, and remembers all that was said."""

    def __init__(self, lobby: Lobby, **more: Any) -> None:
        self.said: list[str] = []
        self._source = Lines()
        self._put = self._given = 0
        self._idle = asyncio.Event()
        self.session = PlainSession(
            lobby, self._lines(), self.said.append, prompt=self._prompt, **more
        )

    async def _lines(self) -> AsyncIterator[str]:
        async for line in self._source:
            self._given += 1
            yield line

    def _prompt(self) -> None:
        if self._given == self._put:
            self._idle.set()

    async def idle(self) -> None:
        """Wait until every line was answered and the next may be typed."""
        async with asyncio.timeout(PATIENCE):
            await self._idle.wait()

    async def type(self, line: str) -> list[str]:
        """Type a line and give what was said to it."""
        start = len(self.said)
        self.put(line)
        running = asyncio.ensure_future(self.idle())
        await asyncio.wait([running, self.task], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        running.cancel()
        return self.said[start:]

    def put(self, line: str) -> None:
        """Type a line, and do not wait for what is said to it."""
        self._idle.clear()
        self._put += 1
        self._source.put(line)

    async def until(self, text: str) -> None:
        """Wait until a text was said."""
        async with asyncio.timeout(PATIENCE):
            while not any(text in line for line in self.said):
                assert not self.task.done(), self.said
                await asyncio.sleep(0)

    def end(self) -> None:
        """Type no more."""
        self._source.end()

    task: asyncio.Task[int]

    @property
    def view(self) -> View:
        """The game as the session knows it."""
        assert self.session.table is not None
        assert self.session.table.view is not None
        return self.session.table.view


@asynccontextmanager
async def talk(lobby: Lobby, **more: Any) -> AsyncIterator[Talk]:
    """Hold a conversation."""
    one = Talk(lobby, **more)
    one.task = asyncio.ensure_future(one.session.run())
    try:
        await one.idle()
        yield one
    finally:
        one.end()
        async with asyncio.timeout(PATIENCE):
            await one.task


def at_home(seed: str = "seed", **more: Any) -> LocalLobby:
    """Open the lobby at home, with computers that do not think long."""
    return LocalLobby("ana", pace=0.0, seed=seed.encode(), **more)


async def play_on(one: Talk, chance: random.Random, *, typed: bool = False, most: int = 400) -> int:
    """Play any legal choices, by number or in notation, until the game is over; count them."""
    for played in range(most):
        await one.type("wait")
        table = one.session.table
        assert table is not None
        if table.over:
            return played
        assert table.menu is not None, one.said[-5:]
        if typed:
            await one.type(str(chance.choice(one.view.legal)))
        else:
            numbers = chance.sample(range(1, table.menu.count + 1), table.menu.pick)
            await one.type(" ".join(map(str, numbers)))
    return most

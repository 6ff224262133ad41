"""Sessions begin in turn; who is gone by then is waited for no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.people.presence import Turns
from server.serve import Server
from server.web import WebOptions
from tests.server.emulator import connect, open_terminal
from tests.server.rawssh import until
from tests.server.web.page import browser


class Held(Turns):
    """Turns that do not come until they are let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.held = True

    def _schedule(self, pause: float) -> None:
        if not self.held:
            super()._schedule(pause)

    def go_on(self) -> None:
        """Let the turns come."""
        self.held = False
        self._schedule(0.0)


@pytest.fixture
def turns() -> Held:
    """Hold back the turns in which sessions begin."""
    return Held()


@pytest.mark.parametrize("door", ["ssh", "page"])
async def test_who_is_gone_before_their_turn_leaves_the_queue(
    tmp_path: Path, turns: Held, door: str
) -> None:
    async with Server(tmp_path, web=WebOptions(port=0)) as server:
        server.doors.beginnings = turns
        if door == "ssh":
            async with connect(server.port) as ann:
                await open_terminal(ann)
                await until(lambda: server.doors.tasks)
                ann.abort()
        else:
            async with browser(server) as there, there.page() as page:
                await until(lambda: server.doors.tasks and hasattr(page, "socket"))
                transport = page.socket._writer.transport
                assert transport is not None
                transport.abort()
        await until(lambda: not server.doors.tasks)
        async with connect(server.port) as bob:
            terminal = await open_terminal(bob)
            await until(lambda: server.doors.tasks)
            turns.go_on()
            await terminal.until("Cuttle")
            assert server.metrics.sessions_ended == 0

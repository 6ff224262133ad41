"""One client that misbehaves costs the others nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.ops.limits import Limits
from server.serve import Server
from tests.server.emulator import connect, open_terminal
from tests.server.open_server import open_server
from tests.whole import takes_longer

pytestmark = pytest.mark.slow


async def test_a_flood_of_input_loses_nobody_a_key(server: Server) -> None:
    async with connect(server.port) as ann, connect(server.port) as bob:
        flooder = await open_terminal(ann)
        other = await open_terminal(bob)
        await flooder.until("keys=0")
        await other.until("keys=0")
        flooder.send("\x1b[A" * 20_000)
        for count in range(1, 11):
            other.send("a")
            await other.until(f"keys={count} ")
        await flooder.until(lambda text: "keys=0" not in text)
        assert "keys=20000" not in flooder.text


@pytest.mark.parametrize("window", [2**16, 2**26])
@takes_longer
async def test_a_client_that_stops_reading_is_not_painted_for(server: Server, window: int) -> None:
    """Each key costs about 50 kB of output, so a server that paints on would hold megabytes."""
    async with connect(server.port) as ann, connect(server.port) as bob:
        stalled = await open_terminal(ann, window=window, size=(100, 40))
        other = await open_terminal(bob)
        await stalled.until("keys=0")
        await other.until("keys=0")
        (wire,) = [wire for wire in server.doors.tasks.values() if wire.size == (100, 40)]
        transport = ann._transport
        assert transport
        transport.pause_reading()
        most = 0
        for count in range(1, 41):
            stalled.send("n")
            other.send("a")
            await other.until(f"keys={count} ")
            most = max(most, wire.waiting)
        assert Limits().backlog < most < 4 * Limits().backlog
        transport.resume_reading()
        await stalled.until("keys=40")
        other.send("a")
        await other.until("keys=41")


async def test_a_client_that_takes_nothing_for_long_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(stall_timeout=0.2, backlog=4096)
    async with open_server(tmp_path, limits) as server, connect(server.port) as ann:
        stalled = await open_terminal(ann, window=2**12)
        await stalled.until("keys=0")
        stalled.channel.pause_reading()
        stalled.send("n")
        while server.doors.tasks:
            await asyncio.wait([*server.doors.tasks])

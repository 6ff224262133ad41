"""Open a server whose limits a test has chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.ops.limits import Limits
from server.serve import Server
from server.sessions.app import AppFor
from tests.server.floor import floor_app


@asynccontextmanager
async def open_server(
    data: Path, limits: Limits, app_for: AppFor = floor_app
) -> AsyncIterator[Server]:
    """Run a server with these limits."""
    async with Server(data, app_for=app_for, limits=limits) as server:
        yield server


def hold_no_longer(limits: Limits, hold: float) -> None:
    """Shorten how long a connection is kept on which nothing runs, at a door that is open.

    What must be asked for in that time can be asked for before, however slow the machine is.
    """
    object.__setattr__(limits, "hold", hold)

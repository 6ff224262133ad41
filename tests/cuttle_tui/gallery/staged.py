"""Bring a scene up: open its app, press its keys, and change its size."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Final

from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from tests.cuttle_tui.gallery import (
    at_home,
    daily,
    fronts,
    league,
    learning,
    many_seats,
    nights,
    online,
    seeing,
    two_seats,
    watching,
)
from tests.cuttle_tui.gallery.scene import Scene, Size

_ALL: Final = (
    *two_seats.SCENES,
    *many_seats.SCENES,
    *league.SCENES,
    *nights.SCENES,
    *online.SCENES,
    *fronts.SCENES,
    *at_home.SCENES,
    *daily.SCENES,
    *learning.SCENES,
    *watching.SCENES,
    *seeing.SCENES,
)
SCENES: Final[dict[str, Scene]] = {scene.name: scene for scene in _ALL}
DAY: Final = date(2026, 11, 22)
"""On which everything takes place."""
assert len(SCENES) == len(_ALL), "two scenes of one name"


@asynccontextmanager
async def staged(scene: Scene) -> AsyncIterator[tuple[CuttleApp, Pilot[None]]]:
    """Open a scene in the first of its sizes."""
    app = scene.opens()
    app.today = lambda: DAY
    async with app.run_test(size=scene.sizes[0]) as pilot:
        await settled(pilot)
        await pilot.press(*scene.keys.split())
        await settled(pilot)
        yield app, pilot


async def resized(pilot: Pilot[None], size: Size) -> None:
    """Give the terminal another size, if it has not that one, and wait until the screen has it."""
    app = pilot.app
    if app.size != size:
        await pilot.resize_terminal(*size)
        while app.is_running and app.screen.outer_size != size:
            await settled(pilot)
        await settled(pilot)


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    await pilot.pause()
    await pilot.pause()

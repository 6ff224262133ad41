"""A click on a key that is drawn below a screen does what that key does, in every row of hints."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.zone import Hotspot, Zone
from cuttle_tui.playing.moves import PAUSE
from cuttle_tui.playing.screen import TableScreen
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import SCENES, settled, staged
from tests.cuttle_tui.grids import grid

pytestmark = [pytest.mark.slow, pytest.mark.long]
Seen = tuple[list[str], list[str]]


def _below(app: CuttleApp) -> Iterator[tuple[Zone[Any], Hotspot]]:
    """Find the keys in the rows below a screen, each at its first place."""
    told = set()
    for zone in (*app.screen.query(PromptBar), *app.screen.query(Keys)):
        for spot in zone.keyspots:
            if zone.display and spot.key not in told:
                told.add(spot.key)
                yield zone, spot


def _shown(app: CuttleApp) -> Seen:
    if app._exit:
        return ["has ended"], []
    return [type(screen).__name__ for screen in app.screen_stack], grid(app)


async def _after(scene: Scene, key: str, *, clicked: bool) -> Seen:
    """Return what is shown after a key, pressed or clicked on."""
    async with staged(scene) as (app, pilot):
        if isinstance(app.screen, TableScreen):  # long after cards were covered
            app.screen.mouse.turning.clock = lambda: monotonic() + 2 * PAUSE
        if clicked:
            zone, spot = next(found for found in _below(app) if found[1].key == key)
            x, y = zone.region.x + spot.left, zone.region.y + spot.y
            await pilot.click(offset=(x, y))
        else:
            await pilot.press(key)
        await settled(pilot)
        return _shown(app)


_SPREAD = [*SCENES.values()][::5]
"""Each takes seconds: a scene is staged twice for each of its keys."""


@pytest.mark.parametrize("scene", _SPREAD, ids=lambda scene: scene.name)
async def test_a_click_on_a_hint_is_its_key(scene: Scene) -> None:
    async with staged(scene) as (app, _):
        keys = [spot.key for _, spot in _below(app)]
    different = [
        key
        for key in keys
        if await _after(scene, key, clicked=True) != await _after(scene, key, clicked=False)
    ]
    assert different == []

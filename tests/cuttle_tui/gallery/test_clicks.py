"""A click on a key that is drawn below a screen does what that key does, in every row of hints."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.keymap import INTERRUPT_KEY
from cuttle_tui.kit.prompt import Keys, PromptBar
from cuttle_tui.kit.zone import Hotspot, Zone
from cuttle_tui.playing.moves import PAUSE
from cuttle_tui.playing.screen import TableScreen
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import SCENES, staged

pytestmark = [pytest.mark.slow, pytest.mark.long]


def _below(app: CuttleApp) -> Iterator[tuple[Zone[Any], Hotspot]]:
    """Find the keys in the rows below a screen, each at its first place."""
    told = set()
    for zone in (*app.screen.query(PromptBar), *app.screen.query(Keys)):
        for spot in zone.keyspots:
            if zone.display and spot.key not in told:
                told.add(spot.key)
                yield zone, spot


_SPREAD = [*SCENES.values()][::5]


@pytest.mark.parametrize("scene", _SPREAD, ids=lambda scene: scene.name)
async def test_a_click_on_a_hint_is_its_key(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Note what is carried out, and do nothing of it: so all keys are tried on one screen."""
    done: list[str] = []
    async with staged(scene) as (app, pilot):
        monkeypatch.setattr(app.screen, "press_key", done.append)
        monkeypatch.setattr(app.screen, "interrupt", lambda: done.append(INTERRUPT_KEY))
        if isinstance(app.screen, TableScreen):  # long after cards were covered
            app.screen.mouse.turning.clock = lambda: monotonic() + 2 * PAUSE
        for zone, spot in [*_below(app)]:
            await pilot.click(offset=(zone.region.x + spot.left, zone.region.y + spot.y))
            await pilot.press(spot.key)
            heard, done[:] = tuple(done), ()
            assert heard == (spot.key, spot.key)

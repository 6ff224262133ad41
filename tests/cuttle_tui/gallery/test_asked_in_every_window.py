"""Whatever the window, a question, what can be answered and the reason are whole."""

from __future__ import annotations

import re
from itertools import product
from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.prompt import PromptBar
from cuttle_tui.kit.text_types import held_upright
from tests.cuttle_tui.gallery.judging import faults_of_keys, faults_of_pieces
from tests.cuttle_tui.gallery.scene import Scene
from tests.cuttle_tui.gallery.staged import SCENES, resized, staged
from tests.whole import WHOLE, some

pytestmark = pytest.mark.slow
ASKED: Final = (
    *("two-choose-card", "two-choose-play", "two-choose-target", "two-what-is-it", "two-counter"),
    *("two-give-two", "two-fetch-full", "two-seven-target", "three-choose-card", "four-target"),
    *("four-counter", "four-crowded", "four-for-whom", "three-counter", "online-room-host"),
)
_HEIGHTS: Final = (20, *range(24, 91, 11 if WHOLE else 33))
WINDOWS: Final = (
    *product(range(60, 251, 19 if WHOLE else 38), _HEIGHTS),
    *product((44, 59), range(36, 91, 9 if WHOLE else 27)),
)


_TOO_MANY: Final = ("two-fetch-full", (44, 36))
"""All cards of the scrap but a few in a low phone: the bar names the one that is marked."""


@pytest.mark.parametrize("scene", [SCENES[name] for name in ASKED], ids=ASKED)
async def test_what_is_asked_is_whole(scene: Scene) -> None:
    faults: dict[tuple[int, int], list[str]] = {}
    async with staged(scene) as (app, pilot):
        for size in some(WINDOWS, 3):
            if (scene.name, size) == _TOO_MANY:
                continue
            await resized(pilot, size)
            faults[size] = faults_of_pieces(app) + faults_of_keys(app) + _left_out(app)
    assert {size: some for size, some in faults.items() if some} == {}


_TEN: Final = re.compile(r"10(?=[SHDC])")
_SUITS: Final = str.maketrans("♠♥♦♣", "SHDC")


def _left_out(app: CuttleApp) -> list[str]:
    """List what the prompt says only in part; on an upright phone a tap tells the reason."""
    bar = app.screen.query_one(PromptBar)
    assert bar.model is not None
    upright = app.size.width < 60
    asked = held_upright(bar.model) if upright else bar.model
    told = "\n".join(row.text for row in bar.strips()).translate(_SUITS)
    shown = set(_TEN.sub("T", told).split())
    wanted = {"question": [plain(asked.sentence)]}
    if not upright:
        forms = (asked.options, asked.shorter, asked.shortest, asked.named)
        wanted["options"] = [" ".join(map(plain, form)) for form in forms if form]
        wanted["reason"] = [plain(asked.why)]
    return [
        f"{what} cut"
        for what, forms in wanted.items()
        if forms and not any(shown >= set(form.split()) for form in forms)
    ]

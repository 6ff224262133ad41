"""Large windows: no state of play leaves more than so much of the felt blank."""

from __future__ import annotations

from typing import Final

import pytest

from tests.cuttle_tui.gallery.felt import STATES, felt_of
from tests.cuttle_tui.gallery.scene import Scene, Size

pytestmark = pytest.mark.slow

REACHED: Final[dict[Size, int]] = {(200, 60): 70, (120, 40): 60}
"""The shares kept to so far; they should never rise."""
SPARSE: Final[dict[str, dict[Size, int]]] = {
    "three-end": {(200, 60): 75},
    "three-seat-aimed-at": {(120, 40): 61},
    "two-take-or-give": {(120, 40): 61},
    "four-scrap": {(120, 40): 62},
    "two-scrap-empty": {(120, 40): 64},
}
"""States in which hardly a card lies on the table, and the end of a game of three."""


@pytest.mark.parametrize("scene", STATES.values(), ids=STATES)
async def test_felt_is_not_left_blank(scene: Scene) -> None:
    shares = await felt_of(scene)
    most = REACHED | SPARSE.get(scene.name, {})
    assert {size: round(share, 1) for size, share in shares.items() if share > most[size]} == {}


def test_every_sparse_state_is_in_the_gallery() -> None:
    assert STATES.keys() >= SPARSE.keys()

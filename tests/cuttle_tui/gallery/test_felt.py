"""Large windows: no state of play leaves more than so much of the felt blank."""

from __future__ import annotations

from typing import Final

import pytest

from tests.cuttle_tui.gallery.felt import LIMITS, STATES, felt_of
from tests.cuttle_tui.gallery.scene import Scene, Size

pytestmark = pytest.mark.slow

REACHED: Final[dict[Size, int]] = {(200, 60): 75, (120, 40): 62}
"""The shares kept to so far; they should come down to the limits, and never rise."""
SPARSE: Final = frozenset({"two-take-or-give", "two-empty-hand", "two-scrap-empty", "three-end"})
"""States in which hardly a card lies in the hand, and the end of a game of three."""
SPARSE_LIMIT: Final = 76


@pytest.mark.parametrize("scene", STATES.values(), ids=STATES)
async def test_felt_is_not_left_blank(scene: Scene) -> None:
    shares = await felt_of(scene)
    most = {size: SPARSE_LIMIT if scene.name in SPARSE else REACHED[size] for size in LIMITS}
    assert {size: round(share, 1) for size, share in shares.items() if share > most[size]} == {}


def test_every_sparse_state_is_in_the_gallery() -> None:
    assert STATES.keys() >= SPARSE

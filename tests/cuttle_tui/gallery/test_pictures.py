"""The pictures of the docs are what the app draws."""

from __future__ import annotations

from typing import Final

import pytest

from docs.pictures.draw import HERE, MOVING, PICTURES, drawn, moving
from tests.cuttle_tui.gallery.svg import words_of
from tests.programs.accept import HOW

_SVGS: Final = {path.stem for path in HERE.glob("*.svg")}


def test_every_picture_has_a_recipe() -> None:
    assert {*PICTURES, MOVING} == _SVGS


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
async def test_picture_is_true(name: str) -> None:
    kept = (HERE / f"{name}.svg").read_text(encoding="utf-8")
    assert words_of(kept) == words_of(await drawn(PICTURES[name])), HOW


@pytest.mark.slow
def test_the_moving_picture_is_true() -> None:
    kept = (HERE / f"{MOVING}.svg").read_text(encoding="utf-8")
    assert words_of(kept) == words_of(moving()), HOW

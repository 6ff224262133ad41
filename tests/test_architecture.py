"""The map of the house names every room, and no room that is not there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

_ROOT: Final = Path(__file__).parents[1]
_MAP: Final = _ROOT / "docs" / "ARCHITECTURE.md"
_LONGEST: Final = 200
"""Lines that the map may have: more than that nobody reads."""
_NAMED: Final = sorted(
    set(re.findall(r"`((?:engine|cuttle_tui|server|tests)/[\w./]*)`", _MAP.read_text()))
)
_ROOMS: Final = sorted(
    f"{path.parent.relative_to(_ROOT)}/"
    for package in ("engine", "cuttle_tui", "server")
    for path in (_ROOT / package).glob("*/__init__.py")
)


@pytest.mark.parametrize("name", _NAMED)
def test_what_the_map_names_is_there(name: str) -> None:
    path = _ROOT / name
    assert path.is_dir() if name.endswith("/") else path.is_file()


@pytest.mark.parametrize("room", _ROOMS)
def test_every_room_is_on_the_map(room: str) -> None:
    assert room in _NAMED


def test_the_map_is_short() -> None:
    assert len(_MAP.read_text().splitlines()) <= _LONGEST

"""The changelog and the version tell releases apart."""

from __future__ import annotations

import re
from pathlib import Path

from cuttle_tui import __version__
from cuttle_tui.kit.words import VERSION

CHANGELOG = (Path(__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")


def test_what_is_not_released_has_a_version_of_its_own() -> None:
    _, coming, *parts = re.split(r"^## \[(.+?)\].*\n", CHANGELOG, flags=re.MULTILINE)
    unreleased, released = parts[0].strip(), parts[1::2]
    assert coming == "Unreleased"
    if unreleased:
        assert __version__ not in released
        assert re.search(r"\.dev\d+$", __version__), "a release is what is closed in the changelog"
        assert unreleased.startswith(f"This becomes {__version__},")
    else:
        assert __version__ == released[0]


def test_the_screens_show_the_first_two_numbers_of_the_version() -> None:
    assert re.fullmatch(r"cuttle \d+\.\d+", VERSION)
    assert f"cuttle {__version__}".startswith(f"{VERSION}.")
    assert "dev" not in VERSION

"""Colours are brought down to what a terminal has."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.tty.terminal import Colours
from server.terminal.colours import downgrade

RED_ON_BLACK = "\x1b[1;38;2;255;0;0;48;2;0;0;0mx\x1b[0m"


@pytest.mark.parametrize(
    ("colours", "text"),
    [
        ("true", RED_ON_BLACK),
        ("256", "\x1b[1;38;5;196;48;5;16mx\x1b[0m"),
        ("16", "\x1b[1;31;40mx\x1b[0m"),
        ("none", "\x1b[1mx\x1b[0m"),
    ],
)
def test_a_style_in_every_depth(colours: Colours, text: str) -> None:
    assert downgrade(RED_ON_BLACK, colours) == text


def test_colours_that_fall_together_are_told_apart() -> None:
    dim = "\x1b[38;2;20;20;20;48;2;0;0;0mx"
    assert downgrade(dim, "16") == "\x1b[97;40mx"


def test_what_is_not_a_colour_stays() -> None:
    text = "\x1b[?1049h\x1b[2J\x1b[3;4H\x1b[7;4mx\x1b[m"
    assert downgrade(text, "none") == text
    assert downgrade(text, "256") == text


@given(st.text(alphabet="0123456789;m\x1b[x", max_size=60))
def test_any_output_can_be_read(text: str) -> None:
    for colours in ("256", "16", "none"):
        assert "38;2;" not in downgrade(text, colours)

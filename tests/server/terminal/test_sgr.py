"""A frame looks the same after it was made terse, and takes fewer bytes."""

from __future__ import annotations

from typing import Final

import pyte
import pytest
from hypothesis import given, strategies as st

from cuttle_tui.tty.terminal import Colours
from server.terminal.colours import downgrade, optimize_sgr

WIDTH, HEIGHT = 12, 4
RESET = "\x1b[0m"

colours = st.sampled_from(
    ["38;2;1;2;3", "48;2;9;8;7", "38;2;1;2;4", "38;5;20", "48;5;20", "31", "42", "97", "104"]
)
attributes = st.sampled_from(["1", "3", "4", "7", "9", "2", "5", "22", "39", "49", "0", ""])
looks = st.lists(colours | attributes, min_size=1, max_size=4).map(";".join)
resets = st.sampled_from(["\x1b[0m", "\x1b[m"])
moves = (
    st.builds("\x1b[{};{}H".format, st.integers(1, HEIGHT), st.integers(1, WIDTH))
    | st.builds("\x1b[{}G".format, st.integers(1, WIDTH))
    | st.just("\n")
)
erasures = st.sampled_from(["\x1b[K", "\x1b[2J", "\x1b[?25l", "\x1b[?2026h"])
texts = st.text("ab ♠", min_size=1, max_size=4)
frames = st.lists(
    looks.map("\x1b[{}m".format) | resets | moves | erasures | texts, max_size=30
).map("".join)


def shown(*outputs: str) -> list[list[tuple[object, ...]]]:
    """Return what is seen; of most blanks that is only the colour behind them."""
    screen = pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(screen)
    for output in outputs:
        stream.feed(output)
    return [[_seen(screen.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def _seen(char: pyte.screens.Char) -> tuple[object, ...]:
    plain = not (char.underscore or char.strikethrough or char.reverse)
    return (" ", char.bg) if char.data == " " and plain else char


@pytest.mark.slow
@given(frames, frames)
def test_it_looks_the_same(one: str, two: str) -> None:
    assert shown(optimize_sgr(one), optimize_sgr(two)) == shown(one, RESET, two, RESET)


@pytest.mark.slow
@given(st.lists(st.builds("\x1b[{}m{}\x1b[0m".format, looks, texts)).map("".join))
def test_it_never_takes_more_than_one_reset_does(frame: str) -> None:
    assert len(optimize_sgr(frame)) <= len(frame) + len("0;")


def test_a_shared_colour_is_said_once() -> None:
    frame = (
        "\x1b[1;1H\x1b[1;38;2;1;2;3;48;2;4;5;6mace\x1b[0m"
        "\x1b[38;2;1;2;3;48;2;4;5;6m of \x1b[0m\x1b[2;1H"
        "\x1b[38;2;7;7;7;48;2;4;5;6mspades\x1b[0m"
    )
    assert optimize_sgr(frame) == (
        "\x1b[1;1H\x1b[1;38;2;1;2;3;48;2;4;5;6mace"
        "\x1b[22m of \x1b[2;1H"
        "\x1b[38;2;7;7;7mspades\x1b[0m"
    )


def test_blanks_change_only_the_colour_behind_them() -> None:
    frame = (
        "\x1b[1;38;2;1;2;3;48;2;4;5;6mace\x1b[0m"
        "\x1b[38;2;7;7;7;48;2;8;8;8m   \x1b[0m"
        "\x1b[1;38;2;1;2;3;48;2;4;5;6mtwo\x1b[0m"
    )
    assert optimize_sgr(frame) == (
        "\x1b[1;38;2;1;2;3;48;2;4;5;6mace\x1b[48;2;8;8;8m   \x1b[48;2;4;5;6mtwo\x1b[0m"
    )


def test_what_has_no_colours_stays_as_it_is() -> None:
    assert optimize_sgr("\x1b[?1049h\x1b[2J") == "\x1b[?1049h\x1b[2J"


def test_what_is_copied_goes_through_as_it_is() -> None:
    copied = "\x1b]52;c;c3NoIC10IC1wIDIyMjIgSE9TVCBqb2luIEs3UUY=\a"
    frame = f"\x1b[1;1H\x1b[1;38;2;1;2;3mace\x1b[0m{copied}\x1b[31mking\x1b[0m"
    for colours in DEPTHS:
        assert copied in optimize_sgr(downgrade(frame, colours))


DEPTHS: Final[tuple[Colours, ...]] = ("true", "256", "16", "none")

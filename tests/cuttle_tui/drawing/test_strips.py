"""A cut row of a zone shows the same cells as Textual's own strip."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

import pyte
from hypothesis import given, strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.drawing.rows import Sheet, ZoneStrip, changed_spans
from cuttle_tui.tty.private_textual import CellsUpdate

_STYLES = [Style(), Style(bold=True), Style(color="red")]
_SEGMENTS = st.lists(
    st.builds(
        Segment, st.text("ab ♠日", min_size=1, max_size=6), st.sampled_from(_STYLES), st.none()
    ),
    max_size=6,
)


def cells(strip: Strip) -> list[tuple[str, Style | None]]:
    return [(letter, segment.style) for segment in strip for letter in segment.text]


@given(_SEGMENTS, st.integers(0, 20), st.integers(0, 20))
def test_a_part_is_cut_as_textual_cuts_it(segments: list[Segment], start: int, stop: int) -> None:
    width = sum(segment.cell_length for segment in segments)
    ours = ZoneStrip(segments, width).crop(start, stop)
    theirs = Strip(segments, width).crop(start, stop)
    assert cells(ours) == cells(theirs)
    assert ours.cell_length == sum(segment.cell_length for segment in ours)


@given(st.lists(st.tuples(st.integers(0, 12), st.text("ab ♠日", max_size=5))))
def test_pieces_beyond_the_edge_and_over_each_other_fill_the_row(
    pieces: list[tuple[int, str]],
) -> None:
    sheet = Sheet(8, 1)
    for x, text in pieces:
        sheet.put(x, 0, text, bold=len(text) % 2 > 0)
    (strip,) = sheet.strips(DEFAULT)
    assert sum(segment.cell_length for segment in strip) == 8


# what changed -------------------------------------------------------------------------------------

_WIDTH, _HEIGHT = 24, 3
_CONSOLE: Final = Console(color_system="truecolor", force_terminal=True, legacy_windows=False)
_PIECES = st.lists(
    st.tuples(
        st.integers(0, _WIDTH),
        st.integers(0, _HEIGHT),
        st.text("ab ♠日", max_size=9),
        st.sampled_from(["felt", "sel"]),
    ),
    max_size=9,
)
_Cells = Iterable[tuple[int, int, Strip]]


def drawn(pieces: Iterable[tuple[int, int, str, str]]) -> list[Strip]:
    sheet = Sheet(_WIDTH, _HEIGHT)
    for x, y, text, ground in pieces:
        sheet.put(x, y, text, ground=ground)
    return sheet.strips(DEFAULT)


def whole(rows: list[Strip]) -> _Cells:
    return ((y, 0, row) for y, row in enumerate(rows))


def seen(*updates: _Cells) -> list[list[tuple[str, str]]]:
    """Tell what a terminal shows after it was sent cells: signs, and the ground behind each."""
    screen = pyte.Screen(_WIDTH, _HEIGHT)
    stream = pyte.Stream(screen)
    for cells in updates:
        stream.feed(CellsUpdate(cells).render_segments(_CONSOLE))
    return [
        [(screen.buffer[y][x].data, screen.buffer[y][x].bg) for x in range(_WIDTH)]
        for y in range(_HEIGHT)
    ]


@given(_PIECES, _PIECES)
def test_the_cells_that_changed_make_the_new_picture(
    one: list[tuple[int, int, str, str]], more: list[tuple[int, int, str, str]]
) -> None:
    before, after = drawn(one), drawn(chain(one, more))
    changed = (
        (y, start, new.crop(start, stop))
        for y, (old, new) in enumerate(zip(before, after, strict=True))
        for start, stop in changed_spans(old, new)
    )
    assert seen(whole(before), changed) == seen(whole(after))


def test_cells_that_stay_are_not_sent_but_for_a_few_between() -> None:
    near, far = (drawn([(2, 0, "1", "felt"), (x, 0, "2", "felt")])[0] for x in (7, 8))
    assert changed_spans(near, near) == []
    assert changed_spans(near, far) == [(7, 9)]
    plain, other = drawn([])[0], drawn([(3, 0, " ", "sel")])[0]
    assert changed_spans(plain, near) == [(2, 8)]
    assert changed_spans(plain, far) == [(2, 3), (8, 9)]
    assert changed_spans(
        other, drawn([(2, 0, "1", "felt"), (3, 0, " ", "sel"), (4, 0, "2", "felt")])[0]
    ) == [(2, 3), (4, 5)]

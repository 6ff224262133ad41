"""A cut row of a zone shows the same cells as Textual's own strip."""

from __future__ import annotations

from hypothesis import given, strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.drawing.rows import Sheet, ZoneStrip

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

"""Rows are what was put on them, the later over the earlier, however they are rendered."""

from __future__ import annotations

from typing import Final

from hypothesis import given, strategies as st
from rich.cells import cell_len
from rich.style import Style

from cuttle_tui.drawing.palette import DEFAULT, SOLID, Ink
from cuttle_tui.drawing.rows import Sheet

_WIDTH: Final = 24
_TEXTS: Final = st.text("aZ ♥█·", min_size=1, max_size=9)
_PIECES: Final = st.lists(
    st.tuples(st.integers(0, _WIDTH + 3), _TEXTS, st.sampled_from(["ink", "key", "quiet"])),
    max_size=8,
)


@given(_PIECES, st.booleans())
def test_a_row_shows_the_last_that_was_put_on_each_cell(
    pieces: list[tuple[int, str, str]], apart: bool
) -> None:
    column = 0
    sheet, cells = Sheet(_WIDTH, 1), [(" ", DEFAULT.styles[Ink("ink", "felt", False)])] * _WIDTH
    for x, text, fore in pieces:
        left = column + x % 3 if apart else x
        column = sheet.put(left, 0, text, fore)
        for at, sign in enumerate(text[: max(0, _WIDTH - left)], left):
            cells[at] = (sign, DEFAULT.styles[Ink(fore, "felt", False)])
    (strip,) = sheet.strips(DEFAULT)
    seen = [(sign, piece.style or Style()) for piece in strip for sign in piece.text]
    assert [sign for sign, _ in seen] == [sign for sign, _ in cells]
    for (sign, style), (_, wanted) in zip(seen, cells, strict=True):
        assert style.bgcolor == wanted.bgcolor
        assert sign == " " or style == wanted


def test_a_sign_of_two_cells_leaves_a_blank_where_its_half_is_covered() -> None:
    sheet = Sheet(6, 1)
    sheet.put(0, 0, "a牌b")
    sheet.put(2, 0, "x")
    (strip,) = sheet.strips(DEFAULT)
    assert strip.text == "a xb  "
    assert cell_len(strip.text) == strip.cell_length == 6


def test_full_cells_are_blanks_on_a_ground_of_their_ink() -> None:
    sheet = Sheet(6, 1)
    assert sheet.put(1, 0, f"a{SOLID}{SOLID}b", "key") == 5
    assert sheet.texts() == [" a  b"]
    assert [sheet.at(x, 0)[1].ground for x in range(1, 5)] == ["felt", "key", "key", "felt"]


def test_nothing_is_put_or_seen_below_the_last_row() -> None:
    sheet = Sheet(9, 1)
    sheet.put(0, 1, "won")
    assert sheet.at(0, 1)[0] == " "

"""The parts of a waiting room stand below each other, whatever the window."""

from __future__ import annotations

from itertools import product

import pytest

from cuttle_tui.drawing.room import CARDS, NO_CARDS, SMALL, RoomParts, room_rows

USUAL = CARDS[-2]
"""A card of a code in a window of 24 rows."""
PARTS = [
    RoomParts(1, 5, 0, 3, 1),
    RoomParts(2, 3, 1, 2, 0),
    RoomParts(1, 1, 0, 0, 0),
    RoomParts(0, 2, 2, 0, 0),
]


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("plate", [1, 2, 4, 6])
def test_nothing_overlaps_and_nothing_is_cut(plate: int, parts: RoomParts) -> None:
    for height, size in product(range(8, 60), (*CARDS, NO_CARDS)):
        rows = room_rows(height, plate, size, parts)
        if rows is None:
            continue
        plates_end = rows.plates + parts.strips * rows.plate_rows
        assert 0 <= rows.head < rows.plates or not parts.strips
        assert plates_end <= rows.band <= rows.cards
        assert rows.cards + max(size.height, parts.beside) <= rows.below
        assert rows.below + parts.below <= rows.band_end <= rows.terms
        assert rows.terms + rows.terms_room <= height


def test_the_smallest_cards_fit_where_the_others_do_not() -> None:
    parts = RoomParts(1, 3, 0, 2, 0)
    assert room_rows(7, 2, USUAL, parts) is None
    assert room_rows(7, 2, SMALL, parts) is not None


def test_as_much_stays_blank_above_the_cards_as_below_them() -> None:
    for height in range(13, 60):
        rows = room_rows(height, 2, USUAL, RoomParts(1, 5, 0, 1, 0))
        assert rows is not None
        assert rows.cards - rows.band == rows.band_end - (rows.cards + USUAL.height)


def test_several_strips_of_plates_stay_apart() -> None:
    parts = RoomParts(2, 3, 0, 1, 0)
    tall = room_rows(40, 4, CARDS[4], parts)
    assert tall is not None
    assert tall.plate_rows == 5
    low = room_rows(15, 2, USUAL, parts)
    assert low is not None
    assert low.plate_rows == 1

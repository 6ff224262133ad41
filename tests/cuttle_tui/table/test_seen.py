"""Hidden cards that were seen are marked, unless the player does not want that."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.drawing.tile_rows import draw_backs
from cuttle_tui.preferences import FIELDS
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from tests.cuttle_tui import tables
from tests.cuttle_tui.gallery.positions import SEEN
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.table.test_table import settled
from tests.cuttle_tui.tables import card

_TOP = card(SEEN.partition("; deck ")[2][:2])
_HAND = {card("TC"), card("KS")}


def test_marked_are_cards_of_hidden_hands_and_the_next_of_the_deck() -> None:
    model = present_table(tables.chair(SEEN).shown, 0, TableUi())
    (bob,) = model.others
    assert {*bob.known} == bob.remembered == _HAND
    assert model.mid.deck_top == _TOP
    unmarked = present_table(tables.chair(SEEN).shown, 0, TableUi(marks=False))
    assert (unmarked.others[0].known, unmarked.mid.deck_top) == ((), None)


def test_what_can_be_read_now_is_not_marked() -> None:
    text = f"{tables.TARGETS}; seen 12 TC KS"
    (bob,) = present_table(tables.chair(text).shown, 0, TableUi()).others
    assert len(bob.known) == bob.hand_size
    assert bob.remembered == frozenset()


def test_a_watcher_sees_marks_on_both_hands() -> None:
    text = SEEN.replace("seen 12 TC KS", "seen 12 TC KS AH, 13 P1 JS")
    model = present_table(tables.chair(text, None).shown, 0, TableUi(watching=True))
    assert model.remembered == (card("AH"),)
    assert model.backs == 5
    assert {*model.others[0].known} == _HAND


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        (TileSize(3, 1), [" 9♥░5♥ ░░░"]),
        (TileSize(6, 2), [" 9♥    ░5♥░░░ ░░░░░░", "       ░░░░░░ ░░░░░░"]),
    ],
)
def test_the_index_of_a_card_that_was_seen_shines_through_its_back(
    size: TileSize, rows: list[str]
) -> None:
    sheet, seen = Sheet(24, 2), card("5H")
    room = TileSize(size.width * 3 + 2, 2)
    known = (card("9H"), seen)
    draw_backs(sheet, 0, 0, known, 1, room, size, UNICODE, remembered=frozenset({seen}))
    assert [row.rstrip() for row in sheet.texts()][: len(rows)] == rows


async def test_a_setting_takes_the_marks_away() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(SEEN))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "10♣" in "".join(grid(app)[:4])
        await pilot.press(",", *["down"] * list(FIELDS).index("marks"), "right", "escape")
        await settled(pilot)
        assert "10♣" not in "".join(grid(app)[:4])

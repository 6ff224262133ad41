"""The panel of rules beside a list: it ends with a rule, and says where the others are."""

from __future__ import annotations

from typing import Final

import pytest

from cuttle_tui.drawing.faces import Face
from cuttle_tui.drawing.fronts import (
    LISTS_HIGHEST,
    LISTS_WIDEST,
    front_plan_for,
    list_plan_for,
    panel_width,
)
from cuttle_tui.drawing.palette import DEFAULT, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import plain, say
from cuttle_tui.kit.board import BoardModel, BoardSeat
from cuttle_tui.kit.drawn import BacksModel, Drawn, Wearer
from cuttle_tui.kit.heads import Panel
from cuttle_tui.kit.lists import ListModel, RowList, heads_of, line_row
from cuttle_tui.kit.text_types import PanelBlock
from cuttle_tui.kit.zone import PaintContext
from cuttle_tui.rules.panels import rules_blocks
from cuttle_tui.rules.samples import cards_block, dealt_block
from engine.rules.rulesets import PRESETS


@pytest.mark.parametrize("height", range(4, 90, 3))
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_rules_end_with_a_rule_and_say_where_the_rest_is(
    height: int, size: tuple[int, int]
) -> None:
    plan = front_plan_for(*size, LISTS_WIDEST)
    assert plan is not None
    sheet, panel = Sheet(size[0], height), Panel(PaintContext(DEFAULT, UNICODE), "panel")
    blocks = rules_blocks(PRESETS["standard"])
    panel.draw(blocks, plan, sheet)
    rows = [row.strip() for row in sheet.texts() if row.strip()]
    told = " ".join(row for row in rows if not row.startswith("more: "))
    texts = [text for b in blocks for text in (b.title, *map(plain, b.lines))]
    whole = [" ".join(texts[:count]) for count in range(len(texts) + 1)]
    assert told in whole
    assert rows[-1].startswith("more: ")
    assert not rows[-2:] or rows[-2:][0] not in {b.title for b in blocks}


_STORY: Final = PanelBlock("a title", (say("a line"),))
_BOARD: Final = BoardModel(
    "enter",
    (say("how it ended"),),
    tuple(BoardSeat(name, "10 of 21", False, (Face(9), Face(22)), ()) for name in ("bob", "ana")),
    "",
    (),
)
_BACKS: Final = BacksModel((Wearer("bob", (say("bob"),)),))


def _panel(size: tuple[int, int], rows: int, *blocks: PanelBlock) -> list[str]:
    """Draw a panel of a window on so many rows, and return them."""
    plan = list_plan_for(*size, LISTS_HIGHEST)
    assert plan is not None
    sheet = Sheet(panel_width(plan) + (plan.width - plan.left - plan.content), rows)
    Panel(PaintContext(DEFAULT, UNICODE), "panel").draw(blocks, plan, sheet)
    return sheet.texts()


@pytest.mark.parametrize("drawn", [_BACKS, dealt_block(PRESETS["standard"]).drawn])
def test_what_is_drawn_has_all_rows_that_the_texts_leave(drawn: Drawn) -> None:
    taken = [
        sum(
            map(
                bool,
                map(str.strip, _panel((200, 60), rows, _STORY, PanelBlock("", (), drawn=drawn))),
            )
        )
        for rows in (28, 36, 44)
    ]
    assert taken[0] < taken[1] <= taken[2]


def test_a_board_is_as_wide_as_the_panel_where_it_lies_below_the_texts() -> None:
    rows = _panel((200, 60), 46, _STORY, PanelBlock("", (), drawn=_BOARD))
    assert rows.index(next(row for row in rows if "how it ended" in row)) < 6
    assert any(row.strip().startswith("bob 10 of 21") for row in rows)


def test_a_board_has_the_columns_that_the_texts_beside_it_leave_free() -> None:
    plan = list_plan_for(120, 60, LISTS_HIGHEST)
    assert plan is not None
    starts = []
    for rows in (5, 22):
        sheet = Sheet(120, rows)
        panel = Panel(PaintContext(DEFAULT, UNICODE), "panel")
        panel.draw((_STORY, _STORY, PanelBlock("", (), drawn=_BOARD)), plan, sheet)
        starts.append(max(row.find("how it ended") for row in sheet.texts()))
    assert starts[0] > starts[1] > 0


@pytest.mark.parametrize("rows", range(6, 48, 3))
@pytest.mark.parametrize("size", [(120, 40), (150, 50), (200, 60)])
def test_the_cards_are_there_whole_or_not_at_all(size: tuple[int, int], rows: int) -> None:
    told = "\n".join(_panel(size, rows, _STORY, cards_block(PRESETS["standard"])))
    assert ("wipe" in told) == ("goal" in told) == ("the cards" in told)
    assert "a line" in told


@pytest.mark.parametrize("name", ["standard", "cutthroat"])
def test_the_cards_are_those_of_the_pack_below_a_title_apart(name: str) -> None:
    rules = PRESETS[name]
    rows = _panel((200, 60), 46, _STORY, cards_block(rules))
    title = next(y for y, row in enumerate(rows) if "the cards" in row)
    assert not rows[title + 1].strip()
    assert any("Jo" in row for row in rows) == bool(rules.jokers)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_deal_shows_no_hidden_card(name: str) -> None:
    rules = PRESETS[name]
    board = dealt_block(rules).drawn
    assert isinstance(board, BoardModel)
    assert len(board.seats) == rules.seats
    assert all(face.side == "back" for seat in board.seats for face in seat.points)
    assert len(board.hand) == rules.deal_others


def test_a_column_that_no_row_fills_gives_its_room_to_the_one_before() -> None:
    heads = heads_of(("date", "against", "score", "how"), (3, 13, 24))
    rows = tuple(
        line_row(("monday", "somebody with a long name", "", ""), (3, 13, 24)) for _ in range(3)
    )
    plan = list_plan_for(80, 24, LISTS_HIGHEST)
    assert plan is not None
    sheet, zone = Sheet(80, 12), RowList(PaintContext(DEFAULT, UNICODE), "list")
    zone.draw(ListModel(rows, 0, heads=heads), plan, sheet)
    told = "\n".join(sheet.texts())
    assert "score" not in told
    assert "how" not in told
    assert "somebody with a long name" in told

"""The help opens with the rules of what is asked."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.rules.panels import rules_at_hand
from engine.actions import Kind
from engine.cards import parse_card
from tests.cuttle_tui import tables
from tests.cuttle_tui.front.test_help import settled
from tests.cuttle_tui.gallery import positions
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

CHOSEN = "9C"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (tables.COUNTER, "A two counters", "If you have a queen"),
        (positions.BLOCK, "Scuttle: play a number card", "That opponent may block with a ten"),
        (positions.REBUFF, "When a royal is played", "When a royal is played"),
        (tables.FETCH, "Three: take any card", "Three: take any card"),
        (tables.ROBBED, "Four: your opponent discards 2", "Four: your opponent discards 2"),
        (tables.PAY, "Five: discard 1 card", "Five: discard 1 card"),
        (tables.PEEK, "Seven: reveal the top 2 cards", "Seven: reveal the top 2 cards"),
        (tables.LIMIT, "At the end of your turn, discard", "At the end of your turn, discard"),
        (positions.OFFER, "You may concede", "Once per turn, before anything"),
    ],
)
def test_each_question_has_its_rules(text: str, first: str, last: str) -> None:
    told = rules_at_hand(tables.view_of(text, 0), None, None)
    assert told[0].startswith(first)
    assert told[-1].startswith(last)


@pytest.mark.parametrize(
    ("play", "says"),
    [
        (None, "Nine: return one of"),
        (Kind.ONE_OFF, "Nine: return one of"),
        (Kind.SCUTTLE, "Scuttle: play a number card"),
        (Kind.POINTS, "Play an ace to a ten on your side"),
    ],
)
def test_a_chosen_card_and_play_have_theirs(play: Kind | None, says: str) -> None:
    view = tables.view_of(tables.TARGETS, 0)
    assert rules_at_hand(view, parse_card(CHOSEN), play)[0].startswith(says)


def test_a_ten_has_points_and_scuttles_alone() -> None:
    view = tables.view_of(tables.TARGETS, 0)
    (points, scuttle) = rules_at_hand(view, parse_card("TC"), None)
    assert (points[:11], scuttle[:8]) == ("Play an ace", "Scuttle:")


@pytest.mark.parametrize(
    ("chair", "keys", "says"),
    [
        (tables.counter_chair(), "", "A two counters an opponent's one-off"),
        (tables.chair(tables.TARGETS), "3 s ", "Scuttle: play a number card"),
        (tables.chair(tables.WAITING), "", ""),
    ],
)
async def test_the_help_of_a_table_opens_with_them(chair: FakeChair, keys: str, says: str) -> None:
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test() as pilot:
        await pilot.press(*f"{keys}question_mark".split())
        await settled(pilot)
        rows = grid(app)
        assert rows[3].strip().startswith(says)
        assert says or not any("Scuttle:" in row or "counters" in row for row in rows)

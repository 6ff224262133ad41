"""A jack that may be laid on one's own cards as well: gifts stand apart and are called gifts."""

from __future__ import annotations

from typing import Final

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names
from cuttle_tui.table.log_lines import log_lines
from cuttle_tui.table.words.menu_lines import choice_words
from engine.play import events as ev
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.table.test_table import BAR, OPTIONS, WHY, settled
from tests.cuttle_tui.tables import card

NAMES: Final = Names(("ana", "bob"), 0)
BOBS: Final = "hand 4S points 4D TH 4H"
TABLE: Final = tables.position("hand JD 3H points 5C 2S", BOBS).replace("cuttle.cards", "standard")


def _words(app: CuttleApp, row: int) -> str:
    return " ".join(grid(app)[row].split())


async def test_gifts_stand_apart_and_the_warning_names_who_would_win() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(TABLE, log=()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        assert _words(app, OPTIONS).startswith("j steal 4♦, 4♥ or 10♥ d draw")
        await pilot.press("j")
        assert "Move which card with J♦?" in grid(app)[BAR]
        assert _words(app, OPTIONS).startswith("a 4♦ b 4♥ c 10♥ d give bob 2♠ e give bob 5♣ esc")
        assert _words(app, WHY) == "bob would win with 5♣"


async def test_of_many_cards_the_letters_of_gifts_stand_apart() -> None:
    mine, bobs = "hand JD points AS 2S AC 2C 3C", "hand 4S points AH 2H 3H AD 2D 3D"
    text = tables.position(mine, bobs).replace("cuttle.cards", "standard")
    app = CuttleApp(FakeLobby(), chair=tables.chair(text, log=()))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("1", "j")
        assert _words(app, OPTIONS).startswith("a-f theirs g-k give one away")


def test_the_log_says_who_gave_what_to_whom() -> None:
    log = (
        ev.Stole(0, card("JD"), card("5C"), 0, 1),
        ev.Stole(1, card("JS"), card("4H"), 1, 0),
        ev.Stole(0, card("JH"), card("5C"), 1, 0),
    )
    assert [plain(line) for line in log_lines(log, NAMES)] == [
        "you gave bob 5C with JD",
        "bob gave you 4H with JS",
        "you stole bob's 5C back with JH",
    ]


def test_plain_mode_calls_gifts_by_their_name() -> None:
    view = tables.view_of(TABLE, 0)
    told = [plain(choice_words(view, action, NAMES)) for action in view.legal]
    assert "steal bob's TH with JD" in told
    assert "give bob 5C with JD: bob would win" in told
    assert "give bob 2S with JD" in told


@pytest.mark.parametrize("target", ["7H", "3C"])
def test_with_more_seats_a_gift_names_who_gets_it(target: str) -> None:
    hands = (tables_many.MINE, tables_many.BOBS, tables_many.CAROLS, tables_many.DMITRIS)
    view = tables.view_of(tables_many.position("team", *hands), 0)
    names = Names(tables_many.NAMES, 0)
    told = [plain(choice_words(view, a, names)) for a in view.legal if card(target) in a.targets]
    assert any(line.startswith(f"give bob {target} with ") for line in told)

"""What is asked names what is at stake, who may answer, and only what does something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.prose import plain
from cuttle_tui.reel import Reel
from cuttle_tui.scene import Mode
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.wording.hints import about_answer
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.replay import replay_prompt
from cuttle_tui.wording.seeing import look_prompt
from cuttle_tui.wording.threat import threat_line
from tests.cuttle_tui import tables, tables_many
from tests.cuttle_tui.gallery import positions as at
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.test_table import OPTIONS, WHY, settled

MORE = "turn 21 P1; ask counter P0; pile P1 oneoff 6S; ply 41"


@pytest.mark.parametrize(
    ("bobs", "dmitris", "line"),
    [
        ("hand 4S QS", "hand 2D 6H", "dmitri may answer with 2D"),
        ("hand 2C QS", "hand 2D 6H", "bob and dmitri may answer with 2C or 2D"),
        ("hand 4S QS", "hand 9H 6H", "the open hands of bob and dmitri hold no two"),
    ],
)
def test_all_foes_may_answer_a_counter(bobs: str, dmitris: str, line: str) -> None:
    hands = ("hand 2S AH court 8S", f"{bobs} points TD", "hand 3S", f"{dmitris} points 5C")
    view = tables.view_of(tables_many.position("team", *hands, more=MORE), 0)
    assert plain(about_answer(view, 0, True, Names(tables_many.NAMES, 0))) == line


def test_foes_whose_hands_are_hidden_may_hold_a_two() -> None:
    hands = ("hand 2S AH", "hand 4S QS points TD", "hand 3S", "hand 9H points 5C")
    view = tables.view_of(tables_many.position("team", *hands, more=MORE), 0)
    told = plain(about_answer(view, 0, True, Names(tables_many.NAMES, 0)))
    assert told == "bob and dmitri may answer with a two"


def test_a_king_that_would_win_is_told_of() -> None:
    view = tables.view_of(at.REBUFF, 1)
    told = plain(threat_line(view, 1, Names(("bob", "ana"), 1)))
    assert told == "bob puts KH on the table and wins: 13 of 10"


async def test_a_jack_for_ones_own_cards_alone_gives_them_away() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(at.DEAD_SEVEN))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert grid(app)[OPTIONS].split("   ")[0].strip() == "j give bob 3♣ or 7♥"
        assert "must be played" in grid(app)[WHY]


async def test_targets_that_have_no_room_are_told_by_their_letters() -> None:
    foe = "hand 4S points AC AD AH 2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D"
    text = tables.position("hand JS", foe)
    app = CuttleApp(FakeLobby(), chair=tables.chair(text))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "j")
        await settled(pilot)
        assert grid(app)[OPTIONS].strip() == "a-n the lettered cards   esc another card"


async def test_no_digits_lie_on_the_hand_while_digits_choose_phrases() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.scene is not None
        assert [face.key for face in app.screen.scene.tray][:2] == ["1", "2"]
        app.screen._set_desk(replace(app.screen.desk, mode=Mode.TALK))
        assert {face.key for face in app.screen.scene.tray} == {""}


async def test_with_an_empty_hand_no_key_for_cards_is_offered() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(at.NO_HAND))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert grid(app)[-1].split("  ")[1:5] == ["z scrap", "l log", "? help", "q leave"]


@pytest.mark.parametrize(("ply", "dead"), [(0, {"left"}), (5, set()), (9, {"right"})])
def test_a_replay_offers_no_step_beyond_its_ends(ply: int, dead: set[str]) -> None:
    for prompt in (
        replay_prompt(ply, 9, (), (), Reel()),
        look_prompt(ply, 9, (), "", ()),
    ):
        keys = {plain(one).split()[0] for one in prompt.options}
        assert {"left", "right"} - keys == dead

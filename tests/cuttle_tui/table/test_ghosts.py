"""Cards that were taken stay for a moment where they lay: dull, and in nobody's way."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from cuttle_tui.app import CuttleApp
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.digest import digest_of
from cuttle_tui.table.present_seats import ghosts_of, with_ghosts
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.view_model import SeatModel, TableModel
from cuttle_tui.table.widgets.seats import Me, Opponents
from engine.cards import Card
from engine.rules.rulesets import PRESETS
from engine.table.state import TableState
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount
from tests.cuttle_tui.table.test_highlight import FOREVER, At, settled
from tests.engine.test_record import played
from tests.whole import times

pytestmark = pytest.mark.usefixtures("glowing")
_MOVES = 60


# which cards stay, and where


def _model(state: TableState) -> TableModel:
    return present_table(state, 0, TableUi(), digest_of(state, 0))


def _rows(seat: SeatModel) -> tuple[list[Card], list[Card]]:
    return [face.card for face in seat.points], [face.card for face in seat.royals]


@pytest.mark.slow
@settings(max_examples=times(8, 30), deadline=None)
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32))
def test_what_was_taken_lies_where_it_lay(ruleset, seed) -> None:  # type: ignore[no-untyped-def]
    table = played(ruleset, seed)
    states = (table.past(0, ply) for ply in range(len(table.state(None).steps)))
    shown_at = ((state, _model(state)) for state in states if state)
    for (then, before), (now, after) in pairwise(shown_at):
        assert then.view is not None
        assert now.view is not None
        ghosts = ghosts_of(then.view, now.view, then.log)
        seats = [*range(1, len(now.view.seats)), 0]
        for seat, old, new in zip(seats, _all(before), _all(after), strict=True):
            shown = with_ghosts(new, [ghost for ghost in ghosts if ghost.seat == seat])
            for lay, lie in zip(_rows(old), _rows(shown), strict=True):
                assert [card for card in lie if card in lay] == lay
            gone = [face for face in (*shown.points, *shown.royals) if face.gone]
            assert {(face.look, face.word) for face in gone} <= {("mute", "x")}


def _all(model: TableModel) -> tuple[SeatModel, ...]:
    return (*model.others, model.me)


def test_a_card_that_has_come_back_is_no_ghost() -> None:
    table = table_after(14)
    last = len(table.state(None).steps) - 1
    pairs = [(table.past(0, ply - 1), table.past(0, ply)) for ply in range(1, last)]
    then, now = next(
        (one, two)
        for one, two in pairs
        if one and two and one.view and two.view and ghosts_of(one.view, two.view)
    )
    assert then.view is not None
    assert now.view is not None
    ghosts = ghosts_of(then.view, now.view, then.log)
    whole = present_table(then, 0, TableUi(), digest_of(then, 0))
    assert with_ghosts(whole.me, [ghost for ghost in ghosts if ghost.seat == 0]) == whole.me
    assert ghosts_of(then.view, then.view, then.log) == ()


# on the screen


def _ghosts(screen: TableScreen) -> set[Card]:
    return {ghost.card for ghost in screen.body.highlights.highlight.ghosts}


async def _until_something_is_taken(at: At, settle) -> list[str]:  # type: ignore[no-untyped-def]
    """Play on; return the screen just before the first card is taken."""
    for _ in range(_MOVES):
        at.screen.body.highlights.stop()
        at.screen.body.show_zones()
        await settle()
        before = grid(at.app)
        at.move()
        await settle()
        if _ghosts(at.screen):
            return before
    raise AssertionError("nothing was taken")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (44, 40)])
@pytest.mark.parametrize("ruleset", ["standard", "team"])
async def test_what_was_taken_is_crossed_out_and_then_goes(
    ruleset: str, size: tuple[int, int]
) -> None:
    at = At(ruleset, 2)
    async with at.app.run_test(size=size) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        await _until_something_is_taken(at, lambda: settled(pilot))
        shown = "\n".join(grid(at.app))
        assert " x" in shown or "x " in shown
        touched = {spot.card for zone in _fields(at.screen) for spot in zone.spots}
        lying = _lying(at.screen)
        assert touched == lying
        at.screen.body.highlights.go_out()
        await settled(pilot)
        assert {spot.card for zone in _fields(at.screen) for spot in zone.spots} == lying
        assert "\n".join(grid(at.app)) != shown


def _fields(screen: TableScreen) -> tuple[Opponents, Me]:
    return screen.query_one(Opponents), screen.query_one(Me)


def _lying(screen: TableScreen) -> set[Card]:
    view = screen.state.view
    assert view is not None
    return {lying.card for side in view.seats for lying in (*side.points, *side.royals)}


async def test_keys_act_while_a_ghost_is_shown() -> None:
    at = At("standard", 2)
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at.screen.body.highlights.seconds = FOREVER
        await _until_something_is_taken(at, lambda: settled(pilot))
        ghosts = _ghosts(at.screen)
        await pilot.press("1")
        assert at.screen.ui.choice.card is not None
        assert _ghosts(at.screen) == ghosts


@pytest.mark.slow
async def test_the_setting_turns_ghosts_off() -> None:
    at = At("standard", 2)
    at.app = CuttleApp(
        lobbies.online(account=FakeAccount(settings={"highlight": False})), chair=at.table.chair(0)
    )
    async with at.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(_MOVES):
            if at.table.over:
                break
            at.move()
            await settled(pilot)
            assert not _ghosts(at.screen)

"""A look back shows every seat what the table showed it then, and nothing it learnt since."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from engine.actions import parse_action
from engine.play.legal import legal_actions, standing_actions
from engine.prng import Stream
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.practice import PracticeGame
from engine.table.seats import Ready
from engine.table.state import TableState
from engine.table.table import Table
from tests.engine.test_record import played

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())
Shown = list[dict[int | None, TableState]]


def walked(ruleset: Ruleset, seed: int, stop: int) -> tuple[Table, Shown]:
    """Play a random game, and keep what the table showed everybody at each ply."""
    table = Table(ruleset, b"secret %d" % seed, title="elm")
    viewers = (None, *range(ruleset.seats))
    for seat in range(ruleset.seats):
        table.sit(seat, f"player-{seat}", "person")
    shown: Shown = [{viewer: table.state(viewer) for viewer in viewers}]
    chance = Stream(seed.to_bytes(8, "big"))
    assert table.game is not None
    for _ in range(stop):
        position = table.game.position
        choices = [(position.prompt.seats[0], action) for action in legal_actions(position)]
        if not choices:
            break
        if chance.below(9) == 0:  # somebody gives up, steps away, takes it back or offers a draw
            choices += [
                (seat, one)
                for seat in range(ruleset.seats)
                for one in standing_actions(position, seat)
            ]
        seat, action = choices[chance.below(len(choices))]
        table.submit(seat, action, position.ply)
        shown.append({viewer: table.state(viewer) for viewer in viewers})
    return table, shown


@settings(deadline=None)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_every_ply_is_shown_to_every_seat_as_it_was(ruleset: Ruleset, seed: int, stop: int) -> None:
    table, shown = walked(ruleset, seed, stop)
    for ply, then in enumerate(shown):
        for viewer, state in then.items():
            past = table.past(viewer, ply)
            assert past is not None
            assert state.view is not None
            assert past.view == replace(state.view, legal=())
            assert past.log == state.log
            assert past.steps == state.steps
    assert table.past(None, len(shown)) is None
    assert table.past(None, -1) is None


def test_it_tells_nothing_of_what_came_later() -> None:
    table = played(PRESETS["standard"], 5)
    assert table.over
    past = table.past(0, 3)
    assert past is not None
    assert past.view is not None
    assert past.view.outcome is None
    assert (past.secret, past.next_commitment, past.given_up, past.ready) == ("", "", (), ())
    assert past.commitment == table.state(0).commitment


async def test_there_is_none_before_the_deal_nor_of_an_earlier_game() -> None:
    table = Table(PRESETS["standard"], b"seed")
    chair = table.sit(0, "ana", "person")
    assert await chair.past(0) is None
    other = table.sit(1, "bob", "person")
    chair.submit(parse_action("concede@0"), 0)
    assert await chair.past(1) is not None
    chair.ask(Ready())
    other.ask(Ready())
    assert await chair.past(1) is None
    past = await chair.past(0)
    assert past is not None
    assert past.log == chair.state().log


async def test_hands_that_were_opened_since_stay_closed() -> None:
    table = Table(PRESETS["standard"], b"seed")
    for seat, name in enumerate(("ana", "bob")):
        table.sit(seat, name, "person")
        table.show_hands(seat)
    watcher = table.watch()
    now, past = watcher.state().view, await watcher.past(0)
    assert now is not None
    assert past is not None
    assert past.view is not None
    assert all(seat.open for seat in now.seats)
    assert not any(seat.hand for seat in past.view.seats)


@pytest.mark.parametrize("name", ["standard", "cutthroat", "team"])
async def test_practice_looks_back_beyond_where_it_began(name: str) -> None:
    record = played(PRESETS[name], 7).record()
    ply = len(record.entries) // 2
    branch = PracticeGame(record, ply, 0)
    chair = branch.chair(0)
    assert len(chair.state().steps) == ply + 1
    for before in range(ply + 1):
        past = await chair.past(before)
        assert past is not None
        assert past.view == replace(PracticeGame(record, before, 0).state(0).view, legal=())  # type: ignore[type-var]
        assert past.log == PracticeGame(record, before, 0).state(0).log
    assert await chair.past(ply + 1) is None
    chair.leave()
    assert await chair.past(0) is None

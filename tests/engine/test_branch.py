"""Branches: a finished game goes on from any ply, with its cards, and each seat knows its own."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from engine.actions import Action, Kind, parse_action
from engine.bots import greedy
from engine.errors import NotYourTurn, StaleAction
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS, Ruleset
from engine.table.practice import PracticeChair, PracticeError, PracticeGame
from engine.table.seats import Ready
from engine.table.state import replayed_state
from tests.cuttle_tui.games import record_after, table_after
from tests.engine.test_record import played


def play_out(branch: PracticeGame, most: int = 400) -> None:
    """Let the computer play every seat to the end."""
    chairs = [branch.chair(seat) for seat in range(branch.seats)]
    for _ in range(most):
        asked = next((chair for chair in chairs if legal(chair)), None)
        if asked is None:
            return
        view = asked.state().view
        assert view is not None
        asked.submit(greedy.choose(view, 3), view.ply)


def legal(chair: PracticeChair) -> tuple[Action, ...]:
    """Give what a seat may do now."""
    view = chair.state().view
    return () if view is None else view.legal


@pytest.mark.slow
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 2**32), st.floats(0, 0.99))
def test_every_seat_sees_what_it_saw_then_and_no_more(
    ruleset: Ruleset, seed: int, part: float
) -> None:
    record = played(ruleset, seed).record()
    if record.outcome is None:
        return
    replay = Replay(record)
    ply = int(part * replay.plies)
    view = replay.view(ply)
    gone = {*view.retired, *view.absent}
    for seat in set(range(ruleset.seats)) - gone:
        branch = PracticeGame(record, ply, seat)
        for other in range(ruleset.seats):
            shown, then = branch.state(other), replayed_state(replay, ply, other)
            assert (shown.view, shown.log) == (then.view, then.log)


def test_it_is_played_to_its_end_by_the_rules() -> None:
    record = record_after()
    branch = PracticeGame(record, 6, 0)
    play_out(branch)
    view = branch.chair(0).state().view
    assert view is not None
    assert view.outcome is not None
    assert branch.chair(0).record() is None


def test_what_is_done_there_leaves_the_game_as_it_was() -> None:
    record = record_after()
    replay = Replay(record)
    before = replay.view(6, all_hands=True)
    play_out(PracticeGame(record, 6, 0))
    assert replay.view(6, all_hands=True) == before
    assert replay.record == record


def test_who_sits_there() -> None:
    branch = PracticeGame(record_after(), 6, 1, title="practice")
    state = branch.chair(1).state()
    assert [(one.name, one.kind) for one in state.sitters] == [
        ("ana", "computer"),
        ("bob", "person"),
    ]
    assert state.title == "practice"
    assert not state.commitment


def test_asking_again_goes_back_to_where_it_began() -> None:
    branch = PracticeGame(record_after(), 6, 0)
    chair = branch.chair(0)
    start = chair.state()
    told: list[object] = []
    chair.subscribe(told.append)
    play_out(branch)
    assert chair.state() != start
    seen = len(told)
    chair.ask(Ready())
    assert chair.state() == start
    assert len(told) == seen + 1


def test_only_whoever_is_asked_may_act() -> None:
    branch = PracticeGame(record_after(), 6, 0)
    view = Replay(record_after()).view(6)
    other = branch.chair(1 - view.asked[0])
    with pytest.raises(NotYourTurn):
        other.submit(Action(Kind.DRAW), view.ply)
    with pytest.raises(StaleAction):
        branch.chair(view.asked[0]).submit(Action(Kind.DRAW), view.ply - 1)


def test_once_it_is_left_nobody_sees_or_does_anything_there() -> None:
    branch = PracticeGame(record_after(), 6, 0)
    told: list[object] = []
    branch.chair(1).subscribe(told.append)
    branch.chair(0).leave()
    for seat in range(2):
        state = branch.chair(seat).state()
        assert state.view is None
        assert state.log == ()
        with pytest.raises(StaleAction):
            branch.chair(seat).submit(Action(Kind.DRAW), 6)
    assert not told


def test_a_computer_that_breaks_gives_up() -> None:
    branch = PracticeGame(record_after(), 6, 0)
    branch.chair(1).leave()
    view = branch.chair(0).state().view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.winners == (0,)


@pytest.mark.parametrize(("plies", "ply", "why"), [(7, 3, "unfinished"), (999, 27, "over")])
def test_no_branch_grows_there(plies: int, ply: int, why: str) -> None:
    with pytest.raises(PracticeError) as error:
        PracticeGame(record_after(plies), ply, 0)
    assert error.value.obstacle == why


def test_who_has_given_up_by_then_cannot_go_on() -> None:
    table = table_after(2, "cutthroat", seed=3)
    table.submit(2, parse_action("concede@2"), 0)
    table.submit(1, parse_action("concede@1"), 0)
    record = table.record()
    assert record.outcome is not None
    with pytest.raises(PracticeError) as error:
        PracticeGame(record, len(record.entries) - 1, 2)
    assert error.value.obstacle == "gone"
    assert PracticeGame(record, len(record.entries) - 1, 0).chair(0).state().view is not None

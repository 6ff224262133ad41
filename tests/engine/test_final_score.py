"""The scores at the end of a recorded game."""

from __future__ import annotations

from engine.record.summary import final_score
from engine.rules.rulesets import PRESETS
from tests.engine.test_record import played


def test_a_final_score_has_the_score_and_the_turns_of_the_last_position() -> None:
    for seed, stop in ((1, 400), (2, 7)):
        table = played(PRESETS["standard"], seed, stop=stop)
        state = table.state(None)
        assert state.view is not None
        end = final_score(table.record())
        assert end.scores == tuple(seat.score for seat in state.view.seats)
        assert end.turns == state.view.turn + 1
        assert end.outcome == state.view.outcome


def test_a_game_given_up_before_anything_was_played_has_no_turn() -> None:
    table = played(PRESETS["standard"], 1, stop=0)
    table.leave(0)
    assert final_score(table.record()).turns == 0

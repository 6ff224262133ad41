"""A play of points that is called a win is one, and no other wins, by every ruleset."""

from __future__ import annotations

import random

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import Names
from cuttle_tui.table.choices import NOTHING, Question
from cuttle_tui.table.words.play_labels import play_label
from engine.actions import Kind
from engine.rules.rulesets import PRESETS
from tests.cuttle_tui.games import dealt


@pytest.mark.parametrize("ruleset", sorted(PRESETS))
def test_points_that_are_called_a_win_end_the_game(ruleset: str) -> None:
    found = 0
    for seed in range(30):
        table, choose = dealt(ruleset, seed), random.Random(seed)
        chairs = [table.chair(seat) for seat in range(table.seats)]
        while not table.over:
            assert table.game is not None
            seat = table.game.position.prompt.seats[0]
            view = chairs[seat].state().view
            assert view is not None
            names = Names(("ana", "bob", "carol", "dmitri")[: table.seats], seat)
            question = Question(view, seat, names, NOTHING)
            points = [action for action in view.legal if action.kind is Kind.POINTS]
            action = choose.choice(points or view.legal)
            chairs[seat].submit(action, view.ply)
            if action.kind is Kind.POINTS:
                called = "you win" in plain(play_label(question, action.cards[0], Kind.POINTS))
                after = chairs[seat].state().view
                assert after is not None
                assert called == (after.outcome is not None and seat in after.outcome.winners)
                found += called
    assert found

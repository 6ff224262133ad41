"""Mistakes beyond doubt: what is looked at again, what stands, and what was right instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.bots.search import Assessment, Rated
from engine.coach.analysis import decision_view, judged
from engine.coach.mistakes import CLEAR, LOSS, NEAR, may_be_mistake, mistake_in
from engine.record.summary import Replay
from tests.cuttle_tui.games import record_after

REPLAY = Replay(record_after())
PLY = 2
VIEW = decision_view(REPLAY, PLY)
PLAYED = REPLAY.record.entries[PLY].action
OTHERS = tuple(action for action in VIEW.legal if action != PLAYED)


def thought(played: float, *others: float) -> Assessment:
    """Rate what was played, and other plays; the rest is hopeless."""
    chances = (*others, *[0.0] * (len(OTHERS) - len(others)))
    plays = [Rated(PLAYED, played), *map(Rated, OTHERS, chances)]
    return Assessment(others[0], tuple(sorted(plays, key=lambda one: -one.chance)))


def test_a_costly_decision_is_looked_at_again() -> None:
    for loss, again in ((LOSS + 0.01, True), (LOSS - 0.01, False)):
        decision = judged(REPLAY, PLY, thought(0.6 - loss, 0.6))
        assert decision is not None
        assert may_be_mistake(decision) == again
        assert not may_be_mistake(replace(decision, matters=False))


def test_what_is_nearly_as_good_as_the_best_is_right() -> None:
    mistake = mistake_in(VIEW, PLAYED, [thought(0.3, 0.5, 0.5 - NEAR / 2, 0.49 - NEAR)])
    assert mistake is not None
    assert mistake.right == OTHERS[:2]
    assert (mistake.best, mistake.played) == (0.5, 0.3)


def test_what_costs_little_by_any_long_look_is_no_mistake() -> None:
    clear, doubtful = thought(0.49 - CLEAR, 0.5), thought(0.51 - CLEAR, 0.5)
    assert mistake_in(VIEW, PLAYED, [clear, clear]) is not None
    assert mistake_in(VIEW, PLAYED, [doubtful]) is None
    assert mistake_in(VIEW, PLAYED, [clear, doubtful]) is None
    assert mistake_in(VIEW, PLAYED, [doubtful, clear]) is None


def test_what_is_right_is_told_by_all_long_looks() -> None:
    first, second = thought(0.2, 0.6, 0.5), thought(0.3, 0.4, 0.56, 0.5)
    mistake = mistake_in(VIEW, PLAYED, [first, second])
    assert mistake is not None
    assert mistake.right == (OTHERS[1], OTHERS[0])
    assert (mistake.best, mistake.played) == pytest.approx((0.53, 0.25))


def test_what_is_not_rated_is_no_mistake() -> None:
    assert mistake_in(VIEW, PLAYED, [Assessment(0.5, (Rated(OTHERS[0], 0.5),))]) is None

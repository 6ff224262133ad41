"""Mistakes beyond doubt: what is looked at again, what stands, and what was right instead."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

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
    first, second = thought(0.2, 0.6, 0.52), thought(0.2, 0.4, 0.54, 0.4)
    mistake = mistake_in(VIEW, PLAYED, [first, second])
    assert mistake is not None
    assert mistake.right == (OTHERS[1], OTHERS[0])
    assert (mistake.best, mistake.played) == pytest.approx((0.53, 0.2))


# What two long looks said of what was played, and then of the best of the other plays: measured.
DID_NOT_STAND: Final = (
    # with twenty times the work the last play was the best
    ((0.569, 0.804, 0.732, 0.692, 0.65), (0.642, 0.831, 0.746, 0.673, 0.703)),
    # ... one that counted as right was worse than what was played
    (
        (0.315, 0.504, 0.454, 0.448, 0.445, 0.442, 0.4),
        (0.362, 0.402, 0.448, 0.437, 0.424, 0.452, 0.49),
    ),
    # ... next to nothing was lost
    ((0.465, 0.573, 0.345), (0.352, 0.572, 0.409)),
)
STOOD: Final = ((0.13, 0.373, 0.296, 0.251), (0.13, 0.37, 0.229, 0.214))


def test_what_did_not_stand_is_no_mistake() -> None:
    for looks in DID_NOT_STAND:
        assert mistake_in(VIEW, PLAYED, [thought(*look) for look in looks]) is None, looks
    mistake = mistake_in(VIEW, PLAYED, [thought(*look) for look in STOOD])
    assert mistake is not None
    assert mistake.right == OTHERS[:1]


def test_what_is_right_is_clearly_better_by_each_long_look() -> None:
    sure, unsure = thought(0.3, 0.52, 0.46), thought(0.3, 0.52, 0.44)
    assert mistake_in(VIEW, PLAYED, [sure, sure]) is not None
    assert mistake_in(VIEW, PLAYED, [sure, unsure]) is None
    assert mistake_in(VIEW, PLAYED, [unsure, sure]) is None


def test_what_is_not_rated_is_no_mistake() -> None:
    assert mistake_in(VIEW, PLAYED, [Assessment(0.5, (Rated(OTHERS[0], 0.5),))]) is None

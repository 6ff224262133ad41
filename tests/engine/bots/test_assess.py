"""Assessments: what a seat may think of its game."""

from __future__ import annotations

import random

import pytest

from engine.bots.search import assess
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.rulesets import PRESETS
from tests.engine.bots.positions import sample
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.worked import set_up
from tests.whole import some, times

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["cuttle.cards", "standard", "cutthroat", "team"])
def test_every_seat_is_told_its_chance(name: str) -> None:
    rng = random.Random(1)
    for p in sample(PRESETS[name], times(2, 4)):
        for seat in range(p.rules.seats):
            view = observe(p, seat)
            found = assess(view, 1, 0.003)
            assert 0 <= found.chance <= 1
            assert {play.action for play in found.plays} == set(view.legal)
            assert [play.chance for play in found.plays[1:]] <= [found.chance] * len(found.plays)
            assert found == assess(observe(reshuffle_hidden(p, seat, rng), seat), 1, 0.003)


def test_a_won_position_is_called_won() -> None:
    position = set_up("standard", "P0 hand 3C 9D points TS 8H; P1 hand 4C 5C; deck 6C 6D 6H 6S")
    found = assess(observe(position, 0), 1, 0.02)
    assert found.chance > 0.9
    assert str(found.plays[0].action) in ("points 3C", "points 9D")
    assert assess(observe(position, 1), 1, 0.02).chance < 0.2


def test_a_finished_game_is_certain() -> None:
    position = set_up("standard", "P0 hand 3C 9D points TS 8H")
    play(position, next(a for a in legal_actions(position) if str(a) == "points 3C"))
    assert assess(observe(position, 0), 1).chance == 1
    assert assess(observe(position, 1), 1).chance == 0


@pytest.mark.parametrize("name", some(["standard", "cuttle.cards"], 2))
def test_two_seats_are_not_promised_more_than_a_game(name: str) -> None:
    """Each knows other cards, and hopes; but one of them alone will win."""
    positions = sample(PRESETS[name], times(15, 40))
    promised = sum(assess(observe(p, seat), 1, 0.02).chance for p in positions for seat in (0, 1))
    assert 0.95 < promised / len(positions) < 1.1

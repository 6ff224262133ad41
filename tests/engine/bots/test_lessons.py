"""What networks are taught with: samples of games."""

from __future__ import annotations

import random

import pytest

from engine.bots.levels import level_of
from engine.bots.network import network_of
from engine.play.compiled import compile_rules
from engine.rules.rulesets import PRESETS
from tests.bench.bots.exploit_by_search import Course, Minds
from tests.bench.bots.selfplay import Samples, by_hand, one_ply, play_game


def test_of_three_seats_all_are_taught() -> None:
    """The search asks about the two seats that need not act as well."""
    found, rng = Samples(), random.Random(3)
    found.take(play_game(PRESETS["cutthroat"], rng, one_ply(by_hand, rng), by_hand, 0.85))
    targets = found.targets
    assert len(targets) % 3 == 0
    for at in range(0, len(targets), 3):
        assert sum(targets[at : at + 3]) == pytest.approx(1)
        assert sum(bool(plays) for plays, _ in found.plays[at : at + 3]) <= 1
    assert any(plays for plays, _ in found.plays)


def test_a_best_response_learns_its_own_choices_and_those_of_its_level() -> None:
    """Of each seat's choices its own network is taught: the level's by what the level did."""
    ruleset = PRESETS["cuttle.cards"]
    net = network_of(compile_rules(ruleset))
    course = Course(ruleset, level_of("casual").player(), 4, random.Random(5))
    own, level = course.play(Minds(net, net), 4)
    made = [max(odds) for plays, odds in level.plays if plays]
    assert set(made) == {1.0}, "the level's plays are facts"
    found = [max(odds) for plays, odds in own.plays if plays]
    assert min(found) < 0.9, "the response's plays are what its search thought of them"

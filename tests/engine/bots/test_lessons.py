"""What networks are taught with: samples of games."""

from __future__ import annotations

import random

import pytest

from engine.rules.rulesets import PRESETS
from tests.bench.bots.selfplay import Samples, by_hand, one_ply, play_game


def test_of_three_seats_all_are_taught() -> None:
    """The search asks about the two seats that need not act as well."""
    found, rng = Samples(), random.Random(3)
    play_game(PRESETS["cutthroat"], rng, one_ply(by_hand, rng), by_hand, 0.85, found)
    targets = found.targets
    assert len(targets) % 3 == 0
    for at in range(0, len(targets), 3):
        assert sum(targets[at : at + 3]) == pytest.approx(1)
        assert sum(bool(plays) for plays, _ in found.plays[at : at + 3]) <= 1
    assert any(plays for plays, _ in found.plays)

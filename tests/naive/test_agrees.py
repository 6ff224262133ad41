"""The engine and the naive rules play the same game, in every ruleset and with any options."""

from __future__ import annotations

import random

import pytest

from engine.rules.rulesets import PRESETS, Ruleset
from tests.naive.compare import Walk
from tests.naive.tables import random_deal, random_position, random_ruleset
from tests.whole import GAMES

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())
BLOCKS = 10
"""The games with chance options are cut into so many tests."""


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_dealt_games(ruleset: Ruleset) -> None:
    for seed in range(GAMES // 4):
        rng = random.Random(seed)
        difference = Walk(random_deal(ruleset, rng), rng, rng.choice((0, 0, 0.03))).difference()
        assert difference is None, f"seed {seed}: {difference}"


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_games_from_scattered_cards(ruleset: Ruleset) -> None:
    for seed in range(GAMES // 2):
        rng = random.Random(seed)
        difference = Walk(random_position(ruleset, rng), rng, rng.choice((0, 0.03))).difference(60)
        assert difference is None, f"seed {seed}: {difference}"


@pytest.mark.parametrize("block", range(BLOCKS))
def test_games_with_any_options(block: int) -> None:
    for seed in range(block, GAMES * 5, BLOCKS):
        rng = random.Random(seed)
        ruleset = random_ruleset(rng)
        start = random_position if rng.random() < 0.7 else random_deal
        difference = Walk(start(ruleset, rng), rng, rng.choice((0, 0.03))).difference(100)
        assert difference is None, f"seed {seed}: {difference}"

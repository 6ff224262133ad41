"""The engine and the naive rules play the same game, in every ruleset and with any options."""

from __future__ import annotations

import random

import pytest

from engine.errors import RulesetError
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.naive.compare import Walk
from tests.naive.tables import WORDS, random_deal, random_position, random_ruleset
from tests.whole import GAMES, MANY, times

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())
BLOCKS = 10
"""The games with chance options are cut into so many tests."""
SHARES = MANY - 1
"""So many tests are never cut to a part, so that no option is left to the whole sweep."""


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


@pytest.mark.parametrize("block", range(SHARES))
def test_every_option_and_value_is_played_equally_often(block: int) -> None:
    for word in WORDS[block::SHARES]:
        for seed in range(times(GAMES // 5, GAMES // 2)):
            rng = random.Random(f"{word} {seed}")
            ruleset = random_ruleset(rng, word)
            start = random_position if rng.random() < 0.7 else random_deal
            walk = Walk(start(ruleset, rng), rng, rng.choice((0, 0.1)))
            difference = walk.difference(100)
            assert difference is None, f"{word}, seed {seed}: {difference}"


@pytest.mark.parametrize("block", range(SHARES))
def test_every_option_and_value_belongs_to_some_ruleset(block: int) -> None:
    for word in WORDS[block::SHARES]:
        assert any(_parses(f"{preset}+{word}") for preset in PRESETS), word


def _parses(text: str) -> bool:
    try:
        parse_ruleset(text)
    except RulesetError:
        return False
    return True

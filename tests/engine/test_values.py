"""Values can be pickled and copied, in the compiled build as well: processes exchange them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from engine.actions import parse_action
from engine.play.explain import Refusal, explain
from engine.play.observe import observe
from engine.play.perform import play
from engine.rules.effects import effects_of
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.play_out import steps

_WAYS: list[Callable[[Any], Any]] = [
    lambda value: pickle.loads(pickle.dumps(value)),
    copy.copy,
    copy.deepcopy,
]


@pytest.mark.slow
@pytest.mark.parametrize("way", _WAYS, ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=list(PRESETS))
def test_what_a_game_is_made_of_can_be_copied(ruleset: Ruleset, way: Callable[[Any], Any]) -> None:
    told: set[type] = set()
    for seed in range(3):
        for position, legal, _ in steps(ruleset, seed):
            position.events = position.events or []
            seat = position.prompt.seats[0] if legal else 0
            view = observe(position, seat)
            assert way(view) == view
            assert way(position.prompt) == position.prompt
        assert position.events is not None
        for event in position.events:
            told.add(type(event))
            assert way(event) == event
    assert len(told) > 8


@pytest.mark.parametrize("way", _WAYS, ids=["pickle", "copy", "deepcopy"])
def test_effects_and_refusals_can_be_copied(way: Callable[[Any], Any]) -> None:
    for ruleset in PRESETS.values():
        for effect in filter(None, effects_of(ruleset)):
            assert way(effect) == effect
    position = next(steps(PRESETS["standard"], 1))[0]
    refusal = explain(observe(position, position.prompt.seats[0]), parse_action("counter 2S"))
    assert isinstance(refusal, Refusal)
    assert way(refusal) == refusal


@pytest.mark.parametrize("way", _WAYS, ids=["pickle", "copy", "deepcopy"])
def test_a_copied_position_plays_on(way: Callable[[Any], Any]) -> None:
    for position, legal, rng in steps(PRESETS["cuttle.cards"], 5):
        if not legal:
            break
        twin, action = way(position), rng.choice(legal)
        other = position.copy()
        play(twin, action)
        play(other, action)
        assert observe(twin, 0) == observe(other, 0)

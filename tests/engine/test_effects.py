"""What a one-off does is a value that a view offers, under any ruleset."""

from __future__ import annotations

import pytest

from engine.actions import parse_action
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.view import Ask, View
from engine.record.position_text import parse_position
from engine.rules.effects import (
    DrawCards,
    Effect,
    OpponentDiscards,
    OpponentDraws,
    PlayFromDeck,
    ReturnTargets,
)

START = "; P0 hand 4C 5C 7C 9C TC; P1 hand 2S KD QD points 3H; deck 5D 6D 8D; scrap AD"


def after(ruleset: str, *actions: str) -> View:
    """Play actions, and look at the table as the second seat."""
    position = parse_position(ruleset + START)
    for action in actions:
        play(position, parse_action(action))
    return observe(position, 1)


@pytest.mark.parametrize(
    ("ruleset", "action", "effect"),
    [
        ("standard", "oneoff 4C", OpponentDiscards(count=2)),
        ("standard+random-four", "oneoff 4C", OpponentDiscards(count=2, at_random=True)),
        ("standard+drawing-four", "oneoff 4C", OpponentDraws(count=1)),
        ("cuttle.cards", "oneoff 5C", DrawCards(count=3, cost=1)),
        ("standard", "oneoff 7C", PlayFromDeck(shown=1)),
    ],
)
def test_the_open_one_off(ruleset: str, action: str, effect: Effect) -> None:
    view = after(ruleset, action)
    assert view.ask is Ask.COUNTER
    assert view.open_effect == effect


def test_it_stays_open_while_its_player_or_a_victim_chooses() -> None:
    asked = after("standard", "oneoff 4C", "decline")
    assert (asked.ask, asked.open_effect) == (Ask.GIVE, OpponentDiscards(count=2))
    asked = after("standard", "oneoff 7C", "decline")
    assert (asked.ask, asked.open_effect) == (Ask.SEVEN, PlayFromDeck(shown=1))
    assert after("standard", "oneoff 7C", "counter 2S").open_effect == PlayFromDeck(shown=1)
    assert after("standard", "points 9C").open_effect is None


def test_an_action_has_an_effect_only_as_a_one_off() -> None:
    view = after("standard+nine-topdeck")
    evict = view.effect(parse_action("oneoff 9C>QD"))
    assert isinstance(evict, ReturnTargets)
    assert evict.to_deck
    assert view.effect(parse_action("scuttle 9C>3H")) is None
    assert view.effect(parse_action("draw")) is None
    assert view.effect(parse_action("oneoff TC")) is None

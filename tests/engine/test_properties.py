"""Properties that hold in every game of every ruleset."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from engine.actions import DECLINE, Action, Kind, parse_action
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions, standing_actions
from engine.play.perform import play
from engine.play.view import Ask
from engine.record.position_text import parse_position, position_text
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.play_out import all_cards, start, steps
from tests.engine.strategies import rulesets
from tests.engine.test_knowledge import leak
from tests.whole import GAMES, times

pytestmark = pytest.mark.slow

RULESETS = list(PRESETS.values())
LONGEST = 2000


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_cards_are_conserved_and_every_game_ends(ruleset: Ruleset) -> None:
    for seed in range(GAMES):
        pack = list(start(ruleset, seed)[0].rules.pack)
        for number, (position, legal, _) in enumerate(steps(ruleset, seed)):
            assert sorted(all_cards(position)) == pack
            assert bool(legal) == (position.outcome is None)
            assert len(set(legal)) == len(legal)
            assert number < LONGEST


def test_a_turn_ends_within_the_hand_limit() -> None:
    """Hands grow in many ways, on the turns of others too; a low limit meets most of them."""
    for ruleset in RULESETS:
        limited = replace(ruleset, hand_limit=4, hand_limit_mode="discardEnd")
        for seed in range(40):
            turn, mover = 0, 0
            for position, _, _ in steps(limited, seed):
                if position.turn > turn and mover not in position.retired:
                    assert position.hands[mover].bit_count() <= 4
                turn, mover = position.turn, position.mover


def test_a_swapped_hand_is_held_to_the_limit() -> None:
    """The hand that comes was grown by a nine in the turn before: its new holder discards."""
    hands = "P0 hand 4C 9D; P1 hand 5C XB; P2 hand 3S 4S 6S TS 7C"
    p = parse_position(f"cutthroat; {hands}; turn 3 P0; deck 8C 8D 8H")
    swaps = replace(PRESETS["cutthroat"], jokers=1, joker_mode="handSwap")
    p.rules = compile_rules(replace(swaps, hand_limit=4, hand_limit_mode="discardEnd"))
    for text in ("points 4C", "points 5C", "points 7C", "oneoff 9D>7C", "oneoff XB@2"):
        play(p, parse_action(text))
        while p.prompt.ask is Ask.COUNTER:
            play(p, DECLINE)
    assert (p.prompt.ask, p.prompt.seats, p.prompt.owed) == (Ask.LIMIT, (1,), 1)


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_text_forms_round_trip(ruleset: Ruleset, seed: int, stop: int) -> None:
    for number, (position, legal, _) in enumerate(steps(ruleset, seed)):
        for action in legal + [
            a for s in range(ruleset.seats) for a in standing_actions(position, s)
        ]:
            assert parse_action(str(action)) == action
        if number == stop:
            text = position_text(position)
            again = parse_position(text)
            assert position_text(again) == text
            assert legal_actions(again) == legal


@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(0, 120))
def test_a_copy_is_independent(ruleset: Ruleset, seed: int, stop: int) -> None:
    for number, (position, legal, rng) in enumerate(steps(ruleset, seed)):
        if number != stop or not legal:
            continue
        before = position_text(position)
        copy = position.copy()
        assert position_text(copy) == before
        while choices := legal_actions(copy):
            play(copy, rng.choice(choices))
        assert position_text(position) == before


@settings(max_examples=max(times(25, 60), GAMES // 2))
@given(rulesets(), st.integers(0, 2**32))
def test_options_keep_every_property(ruleset: Ruleset, seed: int) -> None:
    """Any options over any ruleset: cards stay whole, games end, nothing hidden is shown."""
    for number, (position, legal, rng) in enumerate(steps(ruleset, seed)):
        assert sorted(all_cards(position)) == list(position.rules.pack)
        assert bool(legal) == (position.outcome is None)
        assert number < LONGEST
        for viewer in (*range(ruleset.seats), None):
            assert leak(position, viewer, rng) == ""


@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_seats_may_give_up_at_any_moment(ruleset: Ruleset, seed: int) -> None:
    """Every seat gives up in turn, at random moments, until the game is over."""
    for position, _, rng in steps(ruleset, seed):
        if rng.random() < 0.8:
            continue
        copy = position.copy()
        for seat in rng.sample(range(ruleset.seats), ruleset.seats):
            concede = Action(Kind.CONCEDE, seat=seat)
            if concede in standing_actions(copy, seat):
                play(copy, concede)
                assert len(all_cards(copy)) == len(set(all_cards(copy))) == len(copy.rules.pack)
        assert copy.outcome is not None
        assert legal_actions(copy) == []

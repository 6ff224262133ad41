"""`explain` agrees with `legal_actions`, and finds the reason a player would name."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.actions import OUT_OF_TURN, Action, Kind, parse_action
from engine.cards import members
from engine.play.explain import Reason, explain
from engine.play.observe import observe
from engine.play.position import Position
from engine.rules.rulesets import PRESETS, Ruleset
from tests.engine.play_out import steps
from tests.engine.worked import set_up
from tests.whole import GAMES

pytestmark = pytest.mark.slow


def pointed_at(position: Position, rng: random.Random) -> Iterator[Action]:
    """Everything a player may point at: every card in every way, at some target, at some seat."""
    hand = members(position.hands[position.prompt.seats[0]]) if position.prompt.seats else []
    table = [c for s in range(position.rules.seats) for c in members(position.points[s])]
    table += [c for s in range(position.rules.seats) for c in members(position.royals[s])]
    table += [card for stack in position.stacks.values() for card in stack]
    cards = [*hand, *position.shown(), *position.scrap[:4], rng.randrange(54)]
    for kind in Kind:
        yield Action(kind)
        for card in cards:
            yield Action(kind, (card,))
            for target in [*rng.sample(table, min(4, len(table))), rng.randrange(54)]:
                yield Action(kind, (card,), (target,))
                yield Action(kind, (card,), (target,), rng.randrange(position.rules.seats))
            yield Action(kind, (card,), (), rng.randrange(position.rules.seats))
            if len(table) > 1:
                yield Action(kind, (card,), tuple(sorted(rng.sample(table, 2))))
        if len(hand) > 1:
            yield Action(kind, tuple(sorted(rng.sample(hand, 2))))


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=lambda r: r.name)
def test_explain_agrees_with_legal_actions(ruleset: Ruleset) -> None:
    seen: Counter[Reason] = Counter()
    for seed in range(max(1, GAMES // 50)):
        for number, (position, legal, rng) in enumerate(steps(ruleset, seed)):
            seats = position.prompt.seats
            if not seats or number % 4:
                continue
            view = observe(position, seats[0])
            assert all(explain(view, action) is None for action in legal)
            for action in pointed_at(position, rng):
                if action.kind in OUT_OF_TURN:
                    continue
                refusal = explain(view, action)
                assert (refusal is None) == (action in legal), str(action)
                if refusal is not None:
                    seen[refusal.reason] += 1
    assert len(seen) >= 12


@pytest.mark.parametrize(
    ("ruleset", "before", "action", "reason"),
    [
        ("standard", "P0 hand QC", "points QC", Reason.NOT_A_NUMBER),
        ("standard", "P0 hand 4C; P1 hand +1", "points 5C", Reason.NOT_IN_HAND),
        ("standard", "P0 hand TC", "oneoff TC", Reason.NOT_FOR_THAT),
        ("standard", "P0 hand 7D; P1 points 7H", "scuttle 7D>7H", Reason.TOO_HIGH),
        ("standard", "P0 hand 9D points 3C", "scuttle 9D>3C", Reason.NOT_HOSTILE),
        ("standard", "P0 hand 9D; P1 court 8H", "scuttle 9D>8H", Reason.WRONG_KIND),
        ("standard", "P0 hand 9D", "scuttle 9D>3C", Reason.NOT_ON_TABLE),
        (
            "howto",
            "P0 hand 9D; P1 points 3C court QC",
            "scuttle 9D>3C",
            Reason.QUEEN_FORBIDS_SCUTTLE,
        ),
        ("howto", "P0 hand QC court QD", "royal QC", Reason.QUEEN_LIMIT),
        ("standard", "P0 hand 2S; P1 court QC KD", "oneoff 2S>KD", Reason.COVERED),
        ("sipie", "P0 hand 2S; P1 court QC QD", "oneoff 2S>QC", Reason.COVERED),
        ("standard", "P0 hand 2S; P1 points 9S", "oneoff 2S>9S", Reason.WRONG_KIND),
        ("standard", "P0 hand 2S points TH[JC<1,JD<0]", "oneoff 2S>JC", Reason.BURIED),
        ("standard", "P0 hand 2S", "oneoff 2S", Reason.NO_TARGET),
        ("standard", "P0 hand 2S; P1 court KC", "oneoff 2S", Reason.NEEDS_TARGET),
        ("standard", "P0 hand 3S", "oneoff 3S", Reason.SCRAP_EMPTY),
        ("standard", "P0 hand 4S", "oneoff 4S", Reason.NO_VICTIM),
        ("standard", "P0 hand 5S; deck", "oneoff 5S", Reason.DECK_EMPTY),
        ("standard", "P0 hand 5S; deck", "draw", Reason.DECK_EMPTY),
        ("standard", "P0 hand 5S", "pass", Reason.DECK_LEFT),
        ("howto", "P0 hand 5S; deck", "pass", Reason.PLAYS_LEFT),
        ("standard+draw-limit=2", "P0 hand 5S 6S", "draw", Reason.HAND_FULL),
        ("cuttle.cards", "P0 hand KC frozen KC", "royal KC", Reason.FROZEN),
        ("cuttle.cards", "P0 hand JC", "jack JC", Reason.NO_TARGET),
        ("cuttle.cards", "P0 hand JC points TH", "jack JC>TH", Reason.NOT_HOSTILE),
        ("standard", "P0 hand 2C; P1 hand +1", "counter 2C", Reason.OTHER_QUESTION),
        ("standard+nine-two", "P0 hand 9C; P1 court KC KD", "oneoff 9C>KC", Reason.TWO_TARGETS),
        (
            "cuttle.cards+nine-two",
            "P0 hand 9C; P1 points TH[JC<0] court KD",
            "oneoff 9C>TH,JC",
            Reason.ON_ONE_ANOTHER,
        ),
        ("cutthroat", "P0 hand 4C; P1 hand +1", "oneoff 4C@2", Reason.NO_VICTIM),
        ("cutthroat", "P0 hand 4C; P1 hand +1", "oneoff 4C", Reason.WRONG_SEAT),
    ],
)
def test_the_reason_is_the_one_a_player_would_name(
    ruleset: str, before: str, action: str, reason: Reason
) -> None:
    refusal = explain(observe(set_up(ruleset, before), 0), parse_action(action))
    assert refusal is not None
    assert refusal.reason is reason


def test_who_is_asked_is_named() -> None:
    view = observe(set_up("standard", "P0 hand 4C; P1 hand 5C"), 1)
    refusal = explain(view, parse_action("points 5C"))
    assert refusal is not None
    assert (refusal.reason, refusal.seat) == (Reason.NOT_ASKED, 0)


def test_the_guarding_queen_is_named() -> None:
    view = observe(set_up("standard", "P0 hand JC; P1 points TH court QS"), 0)
    refusal = explain(view, parse_action("jack JC>TH"))
    assert refusal is not None
    assert refusal.by == (parse_action("points QS").card,)

"""The deal, the turn, drawing, hand limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.errors import DeckError
from engine.play.compiled import compile_rules
from engine.play.position import deal
from engine.play.view import Ask
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from tests.engine.worked import MAIN, Case, each, run

CASES = [
    Case(
        "T004", "team", "P0 hand 4C; deck KD ...", "draw", "P2 sees P0 nothing; P3 sees P0 nothing"
    ),
    Case(
        "T004",
        "all",
        "P0 hand 4C; deck KD ...",
        "draw",
        "P0 hand 4C KD; P1 sees P0 nothing; P1 to play",
    ),
    Case("T005", "all", "deck +1", "!pass", "legal draw"),
    Case("T006", "all", "P0 hand 3C", "draw; !P0 points 3C", "P0 points; P1 to play"),
    Case("T007", "cuttle.cards", "P0 hand +8; deck KD ...", "draw", "P0 hand 9; P0 to limit 1"),
    Case(
        "T007",
        "cuttle.cards",
        "P0 hand +8; deck KD ...",
        "draw; discard KD",
        "P0 hand 8; scrap KD; P1 to play",
    ),
    Case("T007", "2p -cuttle.cards", "P0 hand +8; deck KD ...", "draw", "P0 hand 9; P1 to play"),
    Case("T007", "old", "P0 hand +8; deck KD ...", "!draw", ""),
    Case("T008", "cuttle.cards", "P0 hand KC +8; deck", "pass", "P0 to limit 1; passes 1"),
    Case("T008", "cuttle.cards", "P0 hand KC +8; deck", "pass; discard KC", "passes 0; P1 to play"),
    Case(
        "T008",
        "cutthroat team",
        "P0 hand KC +7; deck",
        "pass; discard KC",
        "P0 hand 7; passes 1; P1 to play",
    ),
    Case(
        "T008",
        "2p -cuttle.cards -howto on hand-limit=8",
        "P0 hand KC +8; deck",
        "pass; discard KC",
        "P0 hand 8; passes 1; P1 to play",
    ),
    Case(
        "T009",
        "cuttle.cards/4.0.0",
        "P0 hand 2D +9 points TS 9S",
        "points 2D",
        "P0 score 21; P0 hand 9; scrap; P0 wins",
    ),
    Case("T009", "cuttle.cards", "P0 hand 2D +8 points TS 9S", "points 2D", "P0 hand 8; P0 wins"),
    Case("T010", "cutthroat", "P0 hand +7", "draw", "P0 hand 8; P0 to limit 1"),
    Case("T010", "cuttle.cards", "P0 hand +7", "draw", "P0 hand 8; P1 to play"),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)


COVERED = ["T001", "T002", "T003"]


@pytest.mark.parametrize("name", MAIN)
def test_t001_t002_t003_the_deal(name: str) -> None:
    """T001, T002, T003: how many cards everybody gets, and what is left."""
    ruleset = parse_ruleset(name)
    pack = compile_rules(ruleset).pack
    hands, deck = {2: ([5, 6], 41), 3: ([5] * 3, 39), 4: ([5] * 4, 34)}[ruleset.seats]
    position = deal(ruleset, pack, first=0)
    assert [hand.bit_count() for hand in position.hands] == hands
    assert len(position.deck) == deck
    assert len(pack) == (52 if ruleset.seats == 2 else 54)
    assert position.scrap == []
    assert position.prompt.seats == (0,)
    assert position.prompt.ask is Ask.PLAY
    sides = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1)}
    assert ruleset.sides == sides[ruleset.seats]


@pytest.mark.parametrize("name", MAIN)
def test_the_dealer_sits_before_the_first_seat(name: str) -> None:
    """T001, T002, T003 with another dealer: the larger hand moves along."""
    ruleset = parse_ruleset(name)
    last = ruleset.seats - 1
    position = deal(ruleset, compile_rules(ruleset).pack, first=last)
    sizes = [hand.bit_count() for hand in position.hands]
    assert sizes == ([6, 5] if ruleset.seats == 2 else [5] * ruleset.seats)
    assert position.prompt.seats == (last,)


@pytest.mark.parametrize(
    "deck",
    [
        range(51),
        range(53),
        [*range(51), 50],
        [*range(52), 51],
        [*range(51), 52],
        [*range(51), -1],
        [*range(51), 10**12],
        [],
    ],
    ids=["short", "long", "twice", "twice too many", "joker", "negative", "huge", "empty"],
)
def test_a_deck_holds_each_card_of_the_pack_once(deck: Sequence[int]) -> None:
    with pytest.raises(DeckError, match="each of the 52 cards once"):
        deal(PRESETS["standard"], list(deck))

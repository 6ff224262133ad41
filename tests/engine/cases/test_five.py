"""Fives."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T079",
        "2p -cuttle.cards",
        "P0 hand 5C 9D; deck KC 3H ...",
        "oneoff 5C",
        "P0 hand 9D KC 3H; scrap 5C; P1 to play",
    ),
    Case(
        "T079",
        "cuttle.cards cutthroat team",
        "P0 hand 5C 9D; deck KC 3H 4S ...",
        "oneoff 5C; discard 9D",
        "P0 hand KC 3H 4S; scrap 9D 5C; P1 to play",
    ),
    Case(
        "T080",
        "cuttle.cards cutthroat team",
        "P0 hand 5C",
        "oneoff 5C",
        "P0 hand 3; scrap 5C; P1 to play",
    ),
    Case("T080", "2p -cuttle.cards", "P0 hand 5C", "oneoff 5C", "P0 hand 2; scrap 5C; P1 to play"),
    Case(
        "T081",
        "cuttle.cards cutthroat team",
        "P0 hand 5C 9D; P1 hand QS; deck KC",
        "oneoff 5C; discard 9D",
        "P0 hand KC; scrap 9D 5C; deck 0; P1 sees P0 all; P0 sees P1 all",
    ),
    Case(
        "T082",
        "cuttle.cards cutthroat team",
        "P0 hand 5C 9D",
        "oneoff 5C; !discard",
        "P0 to pay 1; legal discard 9D",
    ),
    Case("T083", "all", "P0 hand 5C; deck", "!oneoff 5C", ""),
    Case("T084", "standard", "P0 hand 5C; deck KC", "oneoff 5C", "P0 hand KC; deck 0"),
    Case(
        "T085",
        "cuttle.cards",
        "P0 hand 5C 9D +6",
        "oneoff 5C; discard 9D",
        "P0 hand 9; P0 to limit 1",
    ),
    Case(
        "T085",
        "cuttle.cards",
        "P0 hand 5C 9D +6; deck KC KD KH ...",
        "oneoff 5C; discard 9D; discard KC",
        "P0 hand 8; scrap 5C 9D KC; P1 to play",
    ),
    Case(
        "T085",
        "cuttle.cards/0.1.1 cuttle.cards/1.0.0 cuttle.cards/1.0.1",
        "P0 hand 5C 9D +6; deck +5",
        "oneoff 5C; discard 9D",
        "P0 hand 8; deck 3; P1 to play",
    ),
    Case(
        "T086",
        "cuttle.cards cutthroat team",
        "P0 hand 5C; P1 hand 2C; deck +5",
        "oneoff 5C; P1 counter 2C",
        "P0 hand; scrap 5C 2C; deck 5; P1 to play",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

"""Threes."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T063",
        "2p -cuttle.cards",
        "P0 hand 3S; scrap 3D KC",
        "oneoff 3S; take 3D",
        "P0 hand 3D; scrap KC 3S; P1 to play",
    ),
    Case(
        "T063",
        "cuttle.cards cutthroat team",
        "P0 hand 3S; scrap 3D KC",
        "oneoff 3S; !take 3D",
        "P0 to fetch; legal take KC",
    ),
    Case("T064", "2p -cuttle.cards", "P0 hand 3S; scrap 3D", "?oneoff 3S", ""),
    Case("T064", "cuttle.cards cutthroat team", "P0 hand 3S; scrap 3D", "!oneoff 3S", ""),
    Case("T065", "all", "P0 hand 3S; scrap", "!oneoff 3S", ""),
    Case(
        "T066", "all", "P0 hand 3S; scrap KC", "oneoff 3S; !take 3S", "P0 to fetch; legal take KC"
    ),
    Case(
        "T067",
        "all",
        "P0 hand 3S 2D; P1 hand 2C; scrap KC",
        "oneoff 3S; P1 counter 2C; P0 counter 2D; take 2C",
        "P0 hand 2C; scrap KC 2D 3S",
    ),
    Case(
        "T068",
        "all",
        "P0 hand 3S; scrap KC",
        "oneoff 3S; take KC; !P0 royal KC",
        "P0 hand KC; P1 to play",
    ),
    Case(
        "T244",
        "cuttle.cards",
        "P0 hand 3S +7; scrap KC",
        "oneoff 3S; take KC",
        "P0 hand 8; P1 to play",
    ),
    Case("T244", "cuttle.cards", "P0 hand 3S +8; scrap KC", "oneoff 3S; take KC", "P0 to limit 1"),
    Case(
        "T244",
        "cuttle.cards",
        "P0 hand 3S +8; scrap KC",
        "oneoff 3S; take KC; discard KC",
        "P0 hand 8; scrap 3S KC; P1 to play",
    ),
    Case(
        "T244", "standard", "P0 hand 3S +8; scrap KC", "oneoff 3S; take KC", "P0 hand 9; P1 to play"
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

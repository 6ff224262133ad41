"""Sixes."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T087",
        "all",
        "P0 hand 6C court KC QD; P1 court KH",
        "oneoff 6C",
        "scrap KC QD KH 6C; P0 court; P1 court",
    ),
    Case(
        "T088",
        "all -howto",
        "P0 hand 6C KS; P1 court 8H",
        "oneoff 6C",
        "scrap 8H 6C; P1 sees P0 nothing",
    ),
    Case(
        "T088",
        "howto",
        "P0 hand 6C KS; P1 hand 8H; turn 1 P1",
        "oneoff 8H; P0 oneoff 6C",
        "scrap 8H 6C; P1 sees P0 all",
    ),
    Case("T089", "all", "P0 hand 6C; P1 points TH[JC<0]", "oneoff 6C", "P0 points TH; scrap JC 6C"),
    Case(
        "T090",
        "all",
        "P0 hand 6C; P1 points TH[JC<1,JD<0]",
        "oneoff 6C",
        "P1 points TH; scrap JC JD 6C",
    ),
    Case(
        "T091",
        "standard miller encyclopedia cuttle.cards cutthroat",
        "P0 hand 6C points TH[JC<1]; P1 points TS AC",
        "oneoff 6C",
        "P1 score 21; P1 wins",
    ),
    Case(
        "T091",
        "team",
        "P0 hand 6C points TH[JC<1]; P1 points TS AC",
        "oneoff 6C",
        "P1 score 21; P1 P3 win",
    ),
    Case(
        "T091",
        "sipie howto",
        "P0 hand 6C points TH[JC<1]; P1 hand 4C points TS AC",
        "oneoff 6C",
        "P1 score 21; goes on; P1 to play",
    ),
    Case(
        "T092",
        "sipie howto",
        "P0 hand 6C points TH[JC<1]; P1 points TS AC",
        "oneoff 6C; P1 draw",
        "P1 wins",
    ),
    Case(
        "T093",
        "2p team",
        "P0 points 9S 4D court KC; P1 hand 6C; turn 1 P1",
        "oneoff 6C",
        "P0 score 13; P0 goal 21; goes on",
    ),
    Case(
        "T231",
        "cutthroat",
        "P0 hand 6C; P1 points TH[JC<2]; P2 points 4S",
        "oneoff 6C",
        "P2 points TH 4S; P2 wins",
    ),
    Case(
        "T232",
        "2p team",
        "P0 hand 6C points TH[JC<1]; P1 points 7S court KC",
        "oneoff 6C",
        "P1 points TH 7S; P1 goal 21; goes on",
    ),
    Case(
        "T232",
        "cutthroat",
        "P0 hand 6C points TH[JC<1]; P1 points 7S court KC",
        "oneoff 6C",
        "P1 score 17; P1 goal 14; P1 wins",
    ),
    Case("T261", "all", "P0 hand 6C", "oneoff 6C", "scrap 6C; P1 to play"),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

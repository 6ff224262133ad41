"""Jacks, and how many queens may lie there."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T157",
        "2p cutthroat",
        "P0 hand JC points TD AC; P1 points TS",
        "jack JC>TS",
        "P0 score 21; P0 wins",
    ),
    Case(
        "T157",
        "team",
        "P0 hand JC points TD AC; P1 points TS",
        "jack JC>TS@0",
        "P0 score 21; P0 P2 win",
    ),
    Case("T158", "2p cutthroat", "P0 hand JC; P1 points TS court QC", "!jack JC>TS", ""),
    Case(
        "T158",
        "team",
        "P0 hand JC; P1 points TS court QC",
        "!jack JC>TS@0; !jack JC>TS@2; !jack JC>TS@3",
        "",
    ),
    Case(
        "T159",
        "2p",
        "P0 hand JC JH; P1 hand JD points TS",
        "jack JC>TS; P1 jack JD>TS; P0 jack JH>TS",
        "P0 points TS[JC,JD,JH]; owner TS P1",
    ),
    Case(
        "T159",
        "cutthroat",
        "P0 hand JC JH; P1 hand JD points TS",
        "jack JC>TS; P1 jack JD>TS; P2 draw; P0 jack JH>TS",
        "P0 points TS[JC,JD,JH]; owner TS P1",
    ),
    Case(
        "T159",
        "team",
        "P0 hand JC JH; P1 hand JD points TS",
        "jack JC>TS@0; P1 jack JD>TS@1; P2 draw; P3 draw; P0 jack JH>TS@0",
        "P0 points TS[JC,JD,JH]; owner TS P1",
    ),
    Case(
        "T160",
        "standard sipie",
        "P0 hand JC points 5C",
        "jack JC>5C",
        "P1 points 5C[JC]; P0 points",
    ),
    Case(
        "T160",
        "miller howto encyclopedia cuttle.cards cutthroat",
        "P0 hand JC points 5C",
        "!jack JC>5C",
        "",
    ),
    Case("T161", "2p -howto cutthroat", "P0 hand JC; P1 court 8H", "!jack JC>8H", ""),
    Case("T161", "team", "P0 hand JC; P1 court 8H", "!jack JC>8H@0", ""),
    Case(
        "T162",
        "2p cutthroat",
        "P0 hand JC; P1 hand 2C points TS",
        "jack JC>TS; !P1 counter 2C",
        "P0 points TS[JC]; P1 hand 2C; P1 to play",
    ),
    Case(
        "T162",
        "team",
        "P0 hand JC; P1 hand 2C points TS",
        "jack JC>TS@0; !P1 counter 2C",
        "P0 points TS[JC]; P1 hand 2C; P1 to play",
    ),
    Case("T163", "howto", "P0 hand QD court QC", "!royal QD", ""),
    Case("T163", "all -howto", "P0 hand QD court QC", "royal QD", "P0 court QC QD"),
    Case(
        "T299",
        "encyclopedia on jack-counterable=yes",
        "P0 hand JC; P1 hand 2C points TS",
        "jack JC>TS; P1 counter 2C",
        "scrap JC 2C; P1 points TS; P1 to play",
    ),
    Case(
        "T299",
        "encyclopedia",
        "P0 hand JC; P1 hand 2C points TS",
        "jack JC>TS; !P1 counter 2C",
        "P0 points TS[JC]",
    ),
    Case("T305", "howto on queens-guard-queens", "P0 hand QD court QC", "!royal QD", ""),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

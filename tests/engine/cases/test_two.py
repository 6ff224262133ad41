"""Twos as one-offs."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case("T038", "2p team", "P0 hand 2S; P1 court KD", "oneoff 2S>KD", "scrap KD 2S; P1 goal 21"),
    Case("T038", "cutthroat", "P0 hand 2S; P1 court KD", "oneoff 2S>KD", "scrap KD 2S; P1 goal 14"),
    Case("T039", "all", "P0 hand 2S; P1 court QC KD", "!oneoff 2S>KD", ""),
    Case(
        "T039",
        "all on queen-covers=PJ",
        "P0 hand 2S; P1 court QC KD",
        "oneoff 2S>KD",
        "scrap KD 2S; P1 court QC",
    ),
    Case("T040", "all -howto", "P0 hand 2S; P1 court QC", "oneoff 2S>QC", "scrap QC 2S"),
    Case("T040", "howto", "P0 hand 2S; P1 court QC", "!oneoff 2S>QC", ""),
    Case(
        "T041",
        "standard miller",
        "P0 hand 2S; P1 court QC QD",
        "oneoff 2S>QC",
        "scrap QC 2S; P1 court QD",
    ),
    Case("T041", "all -standard -miller -howto", "P0 hand 2S; P1 court QC QD", "!oneoff 2S>QC", ""),
    Case("T041", "howto", "P0 hand QD court QC", "!royal QD", ""),
    Case("T042", "all -howto -encyclopedia", "P0 hand 2S; P1 court QC 8H", "!oneoff 2S>8H", ""),
    Case(
        "T042",
        "encyclopedia",
        "P0 hand 2S; P1 court QC 8H",
        "oneoff 2S>8H",
        "scrap 8H 2S; P1 court QC",
    ),
    Case(
        "T042",
        "all -howto -encyclopedia on queen-covers=PJ",
        "P0 hand 2S; P1 court QC 8H",
        "oneoff 2S>8H",
        "scrap 8H 2S; P1 court QC",
    ),
    Case("T042", "howto", "P0 hand 2S 8H; P1 court QC", "!royal 8H; !oneoff 2S>8H", ""),
    Case("T043", "all -howto", "P0 hand 2S KS; P1 court 8H", "", "P1 sees P0 all"),
    Case(
        "T043",
        "all -howto",
        "P0 hand 2S KS; P1 court 8H",
        "oneoff 2S>8H",
        "scrap 8H 2S; P1 sees P0 nothing",
    ),
    Case("T043", "howto", "P0 hand 8H; P1 hand 2S", "!royal 8H; oneoff 8H; !P1 oneoff 2S>8H", ""),
    Case(
        "T044",
        "all",
        "P0 hand 2S; P1 points TH[JC<0]",
        "oneoff 2S>JC",
        "scrap JC 2S; P0 points TH; P1 points; goes on",
    ),
    Case(
        "T044",
        "2p cutthroat",
        "P0 hand 2S points TS AC; P1 points TH[JC<0]",
        "oneoff 2S>JC",
        "P0 score 21; P0 wins",
    ),
    Case(
        "T044",
        "team",
        "P0 hand 2S points TS AC; P1 points TH[JC<0]",
        "oneoff 2S>JC",
        "P0 score 21; P0 P2 win",
    ),
    Case(
        "T045",
        "2p -howto -cuttle.cards",
        "P0 hand 2S points TH[JC<1]",
        "oneoff 2S>JC",
        "scrap JC 2S; P0 points; P1 points TH",
    ),
    Case(
        "T045",
        "howto cuttle.cards cutthroat team",
        "P0 hand 2S points TH[JC<1]",
        "!oneoff 2S>JC",
        "",
    ),
    Case("T046", "all", "P0 hand 2S; P1 points TH[JC<0] court QS", "!oneoff 2S>JC", ""),
    Case("T047", "all", "P0 hand 2S; P1 points 9S", "!oneoff 2S>9S", ""),
    Case("T048", "all", "P0 hand 2S; P1 points TH[JC<1,JD<0]", "!oneoff 2S>JC", ""),
    Case(
        "T048",
        "2p on attach-any",
        "P0 hand 2S; P1 points TH[JC<1,JD<0]",
        "oneoff 2S>JC",
        "scrap JC 2S; P0 points TH[JD]",
    ),
    Case(
        "T049",
        "all",
        "P0 hand 2S; P1 points TH[JC<1,JD<0]",
        "oneoff 2S>JD",
        "scrap JD 2S; P0 points TH[JC]; owner TH P1",
    ),
    Case(
        "T050",
        "all",
        "P0 hand 2S; P1 points AC; deck +1",
        "!oneoff 2S",
        "legal draw, points 2S, scuttle 2S>AC",
    ),
    Case(
        "T220",
        "2p -howto on attach-any",
        "P0 hand 2S; P1 points TH[JC<0,JD<1,JH<0]",
        "oneoff 2S>JC",
        "scrap JC 2S; P0 points TH[JD,JH]; owner TH P0; goes on",
    ),
    Case(
        "T220",
        "2p -howto on attach-any",
        "P0 hand 2S; P1 hand 2C points TH[JC<0,JD<1,JH<0]",
        "oneoff 2S>JC; P1 oneoff 2C>JH",
        "P1 points TH[JD]",
    ),
    Case("T220", "all", "P0 hand 2S; P1 points TH[JC<0,JD<1,JH<0]", "!oneoff 2S>JC", ""),
    Case(
        "T236",
        "cutthroat",
        "P0 hand 2C; P1 points TH[JC<2]; P2 points 4S",
        "oneoff 2C>JC",
        "scrap JC 2C; P2 score 14; P2 wins",
    ),
    Case("T236", "2p", "P0 hand 2C; P1 points TH[JC<0]", "oneoff 2C>JC", "P0 points TH"),
    Case(
        "T279",
        "2p -howto -cuttle.cards",
        "P0 hand 2S court KD",
        "oneoff 2S>KD",
        "scrap KD 2S; P0 goal 21",
    ),
    Case("T279", "howto cuttle.cards cutthroat team", "P0 hand 2S court KD", "!oneoff 2S>KD", ""),
    Case(
        "T300", "howto on two-kinds=JQK", "P0 hand 2S; P1 court QC", "oneoff 2S>QC", "scrap QC 2S"
    ),
    Case("T300", "howto", "P0 hand 2S; P1 court QC", "!oneoff 2S>QC", ""),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

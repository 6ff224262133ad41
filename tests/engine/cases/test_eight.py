"""Eights: glasses, the status, against each other."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T115",
        "2p -howto",
        "P0 hand 8H 3C; P1 hand 2C KS",
        "royal 8H",
        "P0 sees P1 2C KS; P1 sees P0 nothing",
    ),
    Case(
        "T115",
        "2p -howto",
        "P0 hand 8H 3C; P1 hand 2C KS",
        "royal 8H; P1 oneoff 2C>8H",
        "P0 sees P1 nothing; P1 hand 1",
    ),
    Case(
        "T116",
        "standard cuttle.cards",
        "P0 hand 3C court 8H; P1 hand KS court 8D",
        "",
        "P0 sees P1 KS; P1 sees P0 3C",
    ),
    Case(
        "T117",
        "all -howto",
        "P0 hand 8H; P1 hand 2C",
        "royal 8H; !P1 counter 2C",
        "P0 court 8H; P1 hand 2C",
    ),
    Case(
        "T117",
        "howto",
        "P0 hand 8H; P1 hand 2C",
        "oneoff 8H; P1 counter 2C",
        "scrap 8H 2C; P1 to play",
    ),
    Case(
        "T118",
        "howto",
        "P0 hand 8H 3C; P1 hand KS",
        "oneoff 8H",
        "scrap 8H; P0 sees P1 KS; P1 sees P0 nothing",
    ),
    Case("T118", "all -howto", "P0 hand 8H", "!oneoff 8H; royal 8H", "P0 court 8H; scrap"),
    Case(
        "T119",
        "howto",
        "P0 hand KS; P1 hand 8C QS; exposer 0; turn 1 P1",
        "oneoff 8C",
        "P0 sees P1 nothing; P1 sees P0 KS; scrap 8C",
    ),
    Case(
        "T120",
        "howto",
        "P0 hand KS; P1 hand 8C QS; exposer 0; turn 1 P1",
        "points 8C",
        "P0 sees P1 QS; P1 sees P0 nothing",
    ),
    Case(
        "T121",
        "encyclopedia",
        "P0 court 8H QC; P1 hand 9C; turn 1 P1",
        "oneoff 9C>8H",
        "P0 hand 8H; P0 court QC; scrap 9C",
    ),
    Case(
        "T121",
        "2p -howto -encyclopedia",
        "P0 court 8H QC; P1 hand 9C; turn 1 P1",
        "!oneoff 9C>8H",
        "",
    ),
    Case(
        "T122",
        "all -howto on eight-for-eight",
        "P0 hand 8C; P1 court 8H",
        "oneoff 8C>8H",
        "scrap 8C 8H; P1 court",
    ),
    Case("T122", "all -howto", "P0 hand 8C; P1 court 8H", "!oneoff 8C>8H", ""),
    Case("T122", "howto on eight-for-eight", "P0 hand 8C; P1 court 8H", "!oneoff 8C>8H", ""),
    Case("T123", "all -howto on eight-for-eight", "P0 hand 8C; P1 points 8H", "!oneoff 8C>8H", ""),
    Case(
        "T124",
        "all -howto -encyclopedia on eight-for-eight",
        "P0 hand 8C; P1 court 8H QC",
        "!oneoff 8C>8H",
        "",
    ),
    Case(
        "T124",
        "encyclopedia on eight-for-eight",
        "P0 hand 8C; P1 court 8H QC",
        "oneoff 8C>8H",
        "scrap 8C 8H; P1 court QC",
    ),
    Case(
        "T125",
        "cutthroat",
        "P0 hand 3C court 8H; P1 hand KS; P2 hand QS",
        "",
        "P0 sees P1 KS; P0 sees P2 QS; P1 sees P2 nothing; P2 sees P1 nothing;"
        " P1 sees P0 nothing; P2 sees P0 nothing",
    ),
    Case(
        "T126",
        "team",
        "P0 hand 3C court 8H; P1 hand KS; P2 hand QS; P3 hand JS",
        "",
        "P0 sees P1 KS; P0 sees P3 JS; P0 sees P2 nothing;"
        " P2 sees P1 nothing; P2 sees P3 nothing; P2 sees P0 nothing",
    ),
    Case(
        "T127",
        "all on beginner",
        "P0 hand 8H 7C; P1 points 3C",
        "!royal 8H; !oneoff 8H; !oneoff 7C; ?points 8H; ?points 7C; ?scuttle 8H>3C; ?scuttle 7C>3C",
        "",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

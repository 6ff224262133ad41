"""Aces."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T034",
        "all",
        "P0 hand AS points TH[JC<1] 3D; P1 points 9S court QD",
        "oneoff AS",
        "scrap TH JC 3D 9S AS; P1 court QD; P0 points; P1 points",
    ),
    Case("T035", "all", "P0 hand AS", "?oneoff AS; oneoff AS", "scrap AS; P1 to play"),
    Case(
        "T036",
        "all",
        "P0 hand AS points TH; P1 hand 2C points 9S",
        "oneoff AS; P1 counter 2C",
        "scrap AS 2C; P0 points TH; P1 points 9S; P1 to play",
    ),
    Case(
        "T037",
        "cutthroat",
        "P0 hand AC points 5C; P1 points 7D; P2 points 9H",
        "oneoff AC",
        "scrap AC 5C 7D 9H",
    ),
    Case(
        "T256",
        "all",
        "P0 hand AS points TH[JC<1] 3D court QC; P1 hand 2C points 9S court QD",
        "oneoff AS; !P1 counter 2C",
        "scrap TH JC 3D 9S AS; P0 court QC; P1 court QD; P1 hand 2C; P1 to play",
    ),
    Case(
        "T256",
        "all on queen-blocks-counter=none",
        "P0 hand AS points TH[JC<1] 3D court QC; P1 hand 2C points 9S court QD",
        "oneoff AS; P1 counter 2C",
        "scrap AS 2C; P1 points 9S",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

"""Scuttles."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case("T020", "all -howto", "P0 hand 7D; P1 points 7C", "scuttle 7D>7C", "scrap 7C 7D"),
    Case("T020", "howto", "P0 hand 7D; P1 points 7C", "!scuttle 7D>7C", ""),
    Case("T021", "all", "P0 hand 7D; P1 points 7H", "!scuttle 7D>7H", ""),
    Case("T022", "all", "P0 hand 7D; P1 points 6H", "scuttle 7D>6H", "scrap 7D 6H"),
    Case("T023", "all", "P0 hand 8C; P1 points 7S", "scuttle 8C>7S", "scrap 8C 7S"),
    Case("T024", "all -howto", "P0 hand TS; P1 points TH", "scuttle TS>TH", "scrap TS TH"),
    Case("T024", "howto", "P0 hand TS; P1 points TH", "!scuttle TS>TH", ""),
    Case("T025", "all -howto", "P0 hand AD; P1 points AC", "scuttle AD>AC", "scrap AD AC"),
    Case("T025", "howto", "P0 hand AD; P1 points AC", "!scuttle AD>AC", ""),
    Case("T026", "all", "P0 hand 9D points 3C", "!scuttle 9D>3C", "P0 points 3C"),
    Case("T027", "howto", "P0 hand 7D points TS 5S; P1 points TC", "!scuttle 7D>TC", "P0 score 15"),
    Case("T028", "all", "P0 hand TD; P1 points 9H[JC<0]", "scuttle TD>9H", "scrap TD 9H JC"),
    Case(
        "T029",
        "all -howto",
        "P0 hand 6C; P1 points 5C court QS",
        "scuttle 6C>5C",
        "scrap 6C 5C; P1 court QS",
    ),
    Case("T029", "howto", "P0 hand 6C; P1 points 5C court QS", "!scuttle 6C>5C", ""),
    Case(
        "T030",
        "all",
        "P0 hand 9D; P1 hand 2C points 5C",
        "scuttle 9D>5C; !P1 counter 2C",
        "scrap 9D 5C; P1 to play",
    ),
    Case("T031", "all -howto", "P0 hand 9C; P1 court 8H", "!scuttle 9C>8H", ""),
    Case("T032", "all", "P0 hand JC; P1 points 2C", "!scuttle JC>2C", ""),
    Case("T033", "team", "P0 hand 9C; P2 points 2C", "!scuttle 9C>2C", ""),
    Case("T252", "howto on tie-suit", "P0 hand 7D; P1 points 7C", "scuttle 7D>7C", "scrap 7D 7C"),
    Case("T252", "howto on tie-suit", "P0 hand 7C; P1 points 7D", "!scuttle 7C>7D", ""),
    Case("T252", "howto on tie-suit", "P0 hand 7D; P1 points 7C court QC", "!scuttle 7D>7C", ""),
    Case("T252", "howto", "P0 hand 7D; P1 points 7C", "!scuttle 7D>7C", ""),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

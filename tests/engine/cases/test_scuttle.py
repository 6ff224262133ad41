"""Scuttles."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case("T020", "all -howto", "P0 hand 7D; P1 points 7C", "scuttle 7D>7C", "scrap 7C 7D"),
    Case("T020", "howto", "P0 hand 7D; P1 points 7C", "!scuttle 7D>7C", ""),
    Case("T021", "all", "P0 hand 7D; P1 points 7H", "!scuttle 7D>7H", ""),
    Case("T022", "all", "P0 hand 7D; P1 points 6H", "scuttle 7D>6H", "scrap 7D 6H"),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

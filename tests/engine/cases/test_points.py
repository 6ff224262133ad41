"""Points, goals and winning."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case("T011", "2p", "P0 hand 3C points TS 8H", "points 3C", "P0 score 21; P0 wins"),
    Case("T011", "team", "P0 hand 3C points TS 8H", "points 3C", "P0 score 21; P0 P2 win"),
    Case("T011", "cutthroat", "P0 hand 3C points TS", "points 3C", "P0 score 13; goes on"),
    Case("T011", "cutthroat", "P0 hand 4C points TS", "points 4C", "P0 score 14; P0 wins"),
    Case("T012", "all", "P0 hand QC", "!points QC", "P0 to play"),
    Case("T013", "2p", "P0 hand KD points TS court KC", "royal KD", "P0 goal 10; P0 wins"),
    Case("T013", "team", "P0 hand KD points TS court KC", "royal KD", "P0 goal 10; P0 P2 win"),
    Case(
        "T014", "cuttle.cards", "P0 hand KH points 5C court KC KD", "royal KH", "P0 goal 5; P0 wins"
    ),
    Case("T014", "team", "P0 hand KH points 5C court KC KD", "royal KH", "P0 goal 5; P0 P2 win"),
    Case(
        "T014",
        "2p -cuttle.cards",
        "P0 hand KH points 5C court KC KD",
        "royal KH",
        "P0 goal 7; goes on",
    ),
    Case(
        "T015",
        "2p -howto -cuttle.cards",
        "P0 hand KS court KC KD KH",
        "royal KS",
        "P0 goal 5; P0 score 0; goes on",
    ),
    Case("T015", "cuttle.cards", "P0 hand KS court KC KD KH", "royal KS", "P0 goal 0; P0 wins"),
    Case("T015", "howto", "P0 hand KS court KC KD KH", "royal KS", "P0 score 0; P0 wins"),
    Case("T016", "cutthroat", "P0 hand KD points 9C", "royal KD", "P0 goal 9; P0 wins"),
    Case("T016", "cuttle.cards", "P0 hand KD points 9C", "royal KD", "P0 goal 14; goes on"),
    Case("T017", "cutthroat", "P0 hand KH court KC KD", "royal KH", "P0 goal 0; P0 wins"),
    Case("T017", "cuttle.cards", "P0 hand KH court KC KD", "royal KH", "P0 goal 5; goes on"),
    Case("T018", "team", "P0 points TS 4S; P2 court KC", "draw", "P0 goal 21; P2 goal 14; goes on"),
    Case(
        "T019",
        "team",
        "P0 hand AC points TS; P2 points TD",
        "points AC",
        "P0 score 11; P2 score 10; goes on",
    ),
    Case(
        "T258",
        "all -howto",
        "P0 hand 8H points TS 3C",
        "royal 8H",
        "P0 score 13; P0 court 8H; goes on",
    ),
    Case("T258", "2p cutthroat", "P0 hand 8H points TS 3C", "points 8H", "P0 score 21; P0 wins"),
    Case("T258", "team", "P0 hand 8H points TS 3C", "points 8H", "P0 score 21; P0 P2 win"),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

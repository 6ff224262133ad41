"""Tens: against a hand, against a scuttle."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case("T150", "all -howto", "P0 hand TC; P1 hand 9D 3C", "!oneoff TC; !oneoff TC@1", ""),
    Case(
        "T150",
        "howto",
        "P0 hand TC; P1 hand 9D 3C",
        "oneoff TC",
        "P1 to give 1; legal discard 3C, discard 9D",
    ),
    Case(
        "T150",
        "howto",
        "P0 hand TC; P1 hand 9D 3C",
        "oneoff TC; P1 discard 9D",
        "P1 hand 3C; scrap TC 9D; P1 to play",
    ),
    Case(
        "T151",
        "howto",
        "P0 hand TC; P1 hand 2C 9D",
        "oneoff TC; P1 counter 2C",
        "P1 hand 9D; scrap TC 2C; P1 to play",
    ),
    Case(
        "T152",
        "all on ten-block",
        "P0 hand 9C; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD",
        "scrap 9C TD; P1 points 5D; P1 to play",
    ),
    Case(
        "T152",
        "all",
        "P0 hand 9C; P1 hand TD points 5D",
        "scuttle 9C>5D; !P1 block TD",
        "scrap 9C 5D; P1 hand TD; P1 to play",
    ),
    Case(
        "T153",
        "all on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C",
        "scrap 9C 5D TD 2C; P1 points; P1 to play",
    ),
    Case(
        "T153",
        "2p on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C; P1 decline; wait",
        "asked P1; P1 to block",
    ),
    Case(
        "T153",
        "cutthroat on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C; P1 decline; P2 decline; wait",
        "asked P1; P1 to block",
    ),
    Case(
        "T153",
        "team on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C; P1 decline; P3 decline; wait",
        "asked P1; P1 to block",
    ),
    Case(
        "T154",
        "all -howto on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D court QC",
        "scuttle 9C>5D; P1 block TD; !P0 counter 2C",
        "scrap 9C TD; P1 points 5D; P0 hand 2C",
    ),
    Case(
        "T154",
        "howto on ten-block",
        "P0 hand 9C 2C; P1 hand TD points 5D court QC",
        "!scuttle 9C>5D",
        "",
    ),
    Case(
        "T154",
        "all -howto on ten-block queen-blocks-counter=none",
        "P0 hand 9C 2C; P1 hand TD points 5D court QC",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C",
        "scrap 9C 5D TD 2C",
    ),
    Case(
        "T155",
        "all on ten-block",
        "P0 hand 9C court QC; P1 hand TD points 5D",
        "scuttle 9C>5D; P1 block TD",
        "scrap 9C TD; P1 points 5D",
    ),
    Case(
        "T156",
        "cutthroat on ten-block",
        "P0 hand 9C; P1 points 5D; P2 hand TD",
        "scuttle 9C>5D; !P2 block TD",
        "scrap 9C 5D; P2 hand TD",
    ),
    Case(
        "T233",
        "2p on ten-block",
        "P0 hand 7C; P1 hand TD points 6D; deck 8C 3H ...",
        "oneoff 7C; scuttle 8C>6D; P1 block TD",
        "scrap 7C 8C TD; P1 points 6D; top 3H; shown; P1 to play",
    ),
    Case(
        "T233",
        "2p on ten-block",
        "P0 hand 7C 2C; P1 hand TD points 6D; deck 8C 3H ...",
        "oneoff 7C; scuttle 8C>6D; P1 block TD; P0 counter 2C",
        "scrap 6D 8C TD 2C 7C; P1 points; top 3H; P1 to play",
    ),
    Case(
        "T234",
        "2p on ten-block",
        "P0 hand TC; P1 hand TD points 9H[JC<0]",
        "scuttle TC>9H; P1 block TD",
        "scrap TC TD; P1 points 9H[JC]",
    ),
    Case("T275", "howto", "P0 hand TC", "!oneoff TC; ?points TC", ""),
    Case(
        "T298",
        "2p on ten-block",
        "P0 hand 9C 2C; P1 hand TD TH points 5D",
        "scuttle 9C>5D; P1 block TD; P0 counter 2C; P1 block TH",
        "scrap 9C TD 2C TH; P1 points 5D; P1 to play",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

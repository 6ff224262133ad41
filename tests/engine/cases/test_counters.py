"""Twos as counters, and the queens that stop them."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T051",
        "2p -cuttle.cards",
        "P0 hand 5C 2D; P1 hand 2C",
        "oneoff 5C; P1 counter 2C; P0 counter 2D",
        "scrap 2C 2D 5C; P0 hand 2; P1 to play",
    ),
    Case(
        "T051",
        "cuttle.cards cutthroat team",
        "P0 hand 5C 2D; P1 hand 2C",
        "oneoff 5C; P1 counter 2C; P0 counter 2D",
        "scrap 2C 2D 5C; P0 hand 3; P1 to play",
    ),
    Case(
        "T052",
        "all",
        "P0 hand 5C 2D; P1 hand 2C 2H",
        "oneoff 5C; P1 counter 2C; P0 counter 2D; P1 counter 2H",
        "scrap 5C 2C 2D 2H; P0 hand; P1 to play",
    ),
    Case(
        "T053",
        "2p -cuttle.cards",
        "P0 hand 5C 2D 2S; P1 hand 2C 2H",
        "oneoff 5C; P1 counter 2C; P0 counter 2D; P1 counter 2H; P0 counter 2S",
        "scrap 5C 2C 2D 2H 2S; P0 hand 2; P1 to play",
    ),
    Case(
        "T053",
        "cuttle.cards cutthroat team",
        "P0 hand 5C 2D 2S; P1 hand 2C 2H",
        "oneoff 5C; P1 counter 2C; P0 counter 2D; P1 counter 2H; P0 counter 2S",
        "scrap 5C 2C 2D 2H 2S; P0 hand 3; P1 to play",
    ),
    Case(
        "T054",
        "all",
        "P0 hand AS court QC; P1 hand 2C points 9S",
        "oneoff AS; !P1 counter 2C",
        "scrap AS 9S; P1 hand 2C; P1 to play",
    ),
    Case(
        "T054",
        "all on queen-blocks-counter=none",
        "P0 hand AS court QC; P1 hand 2C points 9S",
        "oneoff AS; P1 counter 2C",
        "scrap AS 2C; P1 points 9S",
    ),
    Case(
        "T055",
        "all",
        "P0 hand AS 2D; P1 hand 2C points 9S court QC",
        "oneoff AS; P1 counter 2C; !P0 counter 2D",
        "scrap AS 2C; P0 hand 2D; P1 points 9S",
    ),
    Case(
        "T055",
        "all on queen-blocks-counter=none",
        "P0 hand AS 2D; P1 hand 2C points 9S court QC",
        "oneoff AS; P1 counter 2C; P0 counter 2D",
        "scrap AS 2C 2D 9S",
    ),
    Case(
        "T056",
        "all",
        "P0 hand AS court QC; P1 hand 2C points 9S court QD",
        "oneoff AS; !P1 counter 2C",
        "scrap AS 9S; P1 hand 2C; P1 to play",
    ),
    Case(
        "T056",
        "all on queen-blocks-counter=none",
        "P0 hand AS court QC; P1 hand 2C points 9S court QD",
        "oneoff AS; P1 counter 2C",
        "scrap AS 2C; P1 points 9S",
    ),
    Case(
        "T057", "all", "P0 hand AS; P1 hand 3D", "oneoff AS; !P1 counter 3D", "scrap AS; P1 hand 3D"
    ),
    Case(
        "T058",
        "all",
        "P0 hand KC; P1 hand 2C",
        "royal KC; !P1 counter 2C",
        "P0 court KC; P1 hand 2C; P1 to play",
    ),
    Case("T059", "all", "P0 hand 5C 2C", "oneoff 5C; !P0 counter 2C; wait", "P1 to counter"),
    Case(
        "T060",
        "cuttle.cards howto",
        "P0 hand 9C 2D; P1 hand 6C points 2C",
        "oneoff 9C>2C; P1 oneoff 6C; P0 counter 2D; P1 counter 2C",
        "scrap 9C 6C 2D 2C",
    ),
    Case(
        "T060",
        "cutthroat team",
        "P0 hand 9C 2D; P1 hand 6C points 2C",
        "oneoff 9C>2C; P1 oneoff 6C; P0 counter 2D; !P1 counter 2C",
        "P1 hand 2C",
    ),
    Case(
        "T060",
        "howto on nine-freeze",
        "P0 hand 9C 2D; P1 hand 6C points 2C",
        "oneoff 9C>2C; P1 oneoff 6C; P0 counter 2D; !P1 counter 2C",
        "P1 hand 2C",
    ),
    Case(
        "T060",
        "cuttle.cards on freeze-scope=wholeTurn",
        "P0 hand 9C 2D; P1 hand 6C points 2C",
        "oneoff 9C>2C; P1 oneoff 6C; P0 counter 2D; !P1 counter 2C",
        "P1 hand 2C",
    ),
    Case("T060", "2p -howto -cuttle.cards", "P0 hand 9C; P1 points 2C", "!oneoff 9C>2C", ""),
    Case(
        "T061",
        "all",
        "P0 hand 2S 2D; P1 hand 2C court KD",
        "oneoff 2S>KD; P1 counter 2C; P0 counter 2D",
        "scrap KD 2S 2C 2D; P1 court",
    ),
    Case("T062", "all", "P0 hand 5C", "oneoff 5C; wait", "P1 to counter; legal decline"),
    Case(
        "T227",
        "miller howto on queen-blocks-counter=none",
        "P0 hand AS 2D 2S court QC; P1 hand 2C 2H points 9S court QD",
        "oneoff AS; P1 counter 2C; P0 counter 2D; P1 counter 2H; P0 counter 2S",
        "scrap AS 9S 2C 2D 2H 2S; P1 to play",
    ),
    Case(
        "T227",
        "all",
        "P0 hand AS 2D 2S court QC; P1 hand 2C 2H points 9S court QD",
        "oneoff AS; !P1 counter 2C",
        "scrap AS 9S",
    ),
    Case(
        "T228",
        "cutthroat",
        "P0 hand AC 2D; P1 hand 2C 2H points 9S; P2 hand 2S court QC",
        "oneoff AC; P1 counter 2C; P0 counter 2D; P1 counter 2H; P2 counter 2S; wait",
        "scrap AC 9S 2C 2D 2H 2S; P1 to play",
    ),
    Case(
        "T229",
        "all -howto",
        "P0 hand 2S 2D; P1 hand 2C court QC",
        "oneoff 2S>QC; P1 counter 2C; !P0 counter 2D",
        "scrap 2S 2C; P1 court QC; P0 hand 2D",
    ),
    Case(
        "T229",
        "all -howto on queen-blocks-counter=none",
        "P0 hand 2S 2D; P1 hand 2C court QC",
        "oneoff 2S>QC; P1 counter 2C; P0 counter 2D",
        "scrap 2S 2C 2D QC; P1 court",
    ),
    Case("T229", "howto", "P0 hand 2S 2D; P1 hand 2C court QC", "!oneoff 2S>QC", ""),
    Case(
        "T289",
        "standard on queen-blocks-counter=twos",
        "P0 hand AS 2D court QC; P1 hand 2C 2H points 9S",
        "oneoff AS; P1 counter 2C; P0 counter 2D; !P1 counter 2H",
        "scrap AS 2C 2D 9S; P1 hand 2H; P1 to play",
    ),
    Case(
        "T289",
        "standard",
        "P0 hand AS 2D court QC; P1 hand 2C 2H points 9S",
        "oneoff AS; !P1 counter 2C",
        "scrap AS 9S",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)

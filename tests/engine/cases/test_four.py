"""Fours."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.engine.worked import Case, each, play_out, run

CASES = [
    Case(
        "T069",
        "2p",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "oneoff 4C; P1 discard 2C KS",
        "P1 hand 9D; scrap 4C 2C KS; P1 to play",
    ),
    Case(
        "T069",
        "cutthroat team",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "oneoff 4C@1; P1 discard 2C KS",
        "P1 hand 9D; scrap 4C 2C KS; P1 to play",
    ),
    Case(
        "T069",
        "cuttle.cards/3.0.0",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "oneoff 4C",
        "P1 hand 1; scrap 3; P1 to play",
    ),
    Case("T070", "2p", "P0 hand 4C; P1 hand 9D", "oneoff 4C", "P1 to give 1; legal discard 9D"),
    Case(
        "T070", "2p", "P0 hand 4C; P1 hand 9D", "oneoff 4C; P1 discard 9D", "P1 hand; scrap 4C 9D"
    ),
    Case(
        "T070",
        "cutthroat team",
        "P0 hand 4C; P1 hand 9D",
        "oneoff 4C@1; P1 discard 9D",
        "P1 hand; scrap 4C 9D",
    ),
    Case("T071", "2p", "P0 hand 4C", "!oneoff 4C", ""),
    Case("T071", "cutthroat team", "P0 hand 4C", "!oneoff 4C@1", ""),
    Case(
        "T072",
        "2p",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "P1 to give 1; legal discard 9D",
    ),
    Case(
        "T072",
        "2p",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C; P1 counter 2C; P0 counter 2D; P1 discard 9D",
        "P1 hand; scrap 4C 2C 2D 9D",
    ),
    Case(
        "T072",
        "cutthroat team",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C@1; P1 counter 2C; P0 counter 2D",
        "P1 to give 1; legal discard 9D",
    ),
    Case(
        "T073",
        "2p",
        "P0 hand 4C 2D; P1 hand 2C",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "scrap 4C 2C 2D; P1 to play",
    ),
    Case(
        "T073",
        "cutthroat team",
        "P0 hand 4C 2D; P1 hand 2C",
        "oneoff 4C@1; P1 counter 2C; P0 counter 2D",
        "scrap 4C 2C 2D; P1 to play",
    ),
    Case(
        "T074",
        "cuttle.cards/3.0.0",
        "P0 hand 4C; P1 hand 2C 9D KS 5H",
        "oneoff 4C",
        "P1 hand 2; scrap 3; P1 to play",
    ),
    Case(
        "T074",
        "2p on random-four",
        "P0 hand 4C; P1 hand 2C 9D KS 5H",
        "oneoff 4C",
        "P1 hand 2; scrap 3; P1 to play",
    ),
    Case(
        "T074",
        "cutthroat team on random-four",
        "P0 hand 4C; P1 hand 2C 9D KS 5H",
        "oneoff 4C@1",
        "P1 hand 2; scrap 3; P1 to play",
    ),
    Case(
        "T074",
        "standard cuttle.cards",
        "P0 hand 4C; P1 hand 2C 9D KS 5H",
        "oneoff 4C",
        "P1 to give 2; P1 hand 4",
    ),
    Case(
        "T075",
        "2p on random-four",
        "P0 hand 4C; P1 hand 9D",
        "oneoff 4C",
        "P1 hand; scrap 4C 9D; P1 to play",
    ),
    Case(
        "T075",
        "cutthroat team on random-four",
        "P0 hand 4C; P1 hand 9D",
        "oneoff 4C@1",
        "P1 hand; scrap 4C 9D; P1 to play",
    ),
    Case(
        "T076",
        "2p on drawing-four",
        "P0 hand 4C; deck KD",
        "oneoff 4C",
        "P1 hand KD; deck 0; P1 to play",
    ),
    Case(
        "T076",
        "cutthroat team on drawing-four",
        "P0 hand 4C; deck KD",
        "oneoff 4C@1",
        "P1 hand KD; deck 0; P1 to play",
    ),
    Case("T076", "2p", "P0 hand 4C; deck KD", "!oneoff 4C", ""),
    Case("T076", "cutthroat team", "P0 hand 4C; deck KD", "!oneoff 4C@1", ""),
    Case(
        "T077",
        "cutthroat",
        "P0 hand 4C KC; P1 hand 5D 6D KS",
        "!oneoff 4C@2; oneoff 4C@1; discard 5D KS",
        "P1 hand 6D; P0 hand KC; P1 to play",
    ),
    Case("T078", "cuttle.cards", "P0 hand 4C +9; P1 hand 5D 6D", "oneoff 4C", "P1 to give 2"),
    Case(
        "T078",
        "cuttle.cards",
        "P0 hand 4C +9; P1 hand 5D 6D",
        "oneoff 4C; P1 discard 5D 6D",
        "P0 to limit 1; P0 hand 9",
    ),
    Case(
        "T242",
        "cuttle.cards/3.0.0",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "P1 hand; scrap 4C 2C 2D 9D; P1 to play",
    ),
    Case(
        "T242",
        "cuttle.cards/3.0.0",
        "P0 hand 4C 2D; P1 hand 2C",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "scrap 4C 2C 2D; P1 to play",
    ),
    Case(
        "T242",
        "2p on random-four",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "P1 hand; scrap 4C 2C 2D 9D; P1 to play",
    ),
    Case(
        "T242",
        "2p on random-four",
        "P0 hand 4C 2D; P1 hand 2C",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "scrap 4C 2C 2D; P1 to play",
    ),
    Case(
        "T242",
        "cutthroat team on random-four",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C@1; P1 counter 2C; P0 counter 2D",
        "P1 hand; scrap 4C 2C 2D 9D; P1 to play",
    ),
    Case(
        "T242",
        "cutthroat team on random-four",
        "P0 hand 4C 2D; P1 hand 2C",
        "oneoff 4C@1; P1 counter 2C; P0 counter 2D",
        "scrap 4C 2C 2D; P1 to play",
    ),
    Case(
        "T242",
        "cuttle.cards",
        "P0 hand 4C 2D; P1 hand 2C 9D",
        "oneoff 4C; P1 counter 2C; P0 counter 2D",
        "P1 to give 1; legal discard 9D",
    ),
    Case(
        "T248",
        "2p",
        "P0 hand 4C; P1 hand 9D 3C KS court QC",
        "oneoff 4C; P1 discard 9D KS",
        "P1 hand 3C; P1 court QC; scrap 4C 9D KS",
    ),
    Case(
        "T248",
        "cutthroat team",
        "P0 hand 4C; P1 hand 9D 3C KS court QC",
        "oneoff 4C@1; P1 discard 9D KS",
        "P1 hand 3C; P1 court QC; scrap 4C 9D KS",
    ),
    Case(
        "T248",
        "cuttle.cards/3.0.0",
        "P0 hand 4C; P1 hand 9D 3C KS court QC",
        "oneoff 4C",
        "P1 hand 1; P1 court QC; scrap 3; P1 to play",
    ),
    Case("T248", "all", "P0 hand 6C; P1 court QC KC", "oneoff 6C", "scrap 6C QC KC"),
    Case(
        "T248", "all", "P0 hand AC; P1 points 9S court QC", "oneoff AC", "scrap AC 9S; P1 court QC"
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)


COVERED = ["T074"]
GAMES = 1200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "four"),
    [
        ("cuttle.cards/3.0.0", "oneoff 4C"),
        ("standard+random-four", "oneoff 4C"),
        ("team+random-four", "oneoff 4C@1"),
    ],
)
def test_t074_every_pair_is_as_likely(ruleset: str, four: str) -> None:
    """T074: over many seeds each of the six pairs goes about equally often."""
    pairs = Counter(
        tuple(
            play_out(
                ruleset, f"P0 hand 4C; P1 hand 2C 9D KS 5H; seed {seed:04x}", f"{four}; all decline"
            ).scrap[:2]
        )
        for seed in range(GAMES)
    )
    assert len(pairs) == 6
    assert all(abs(count - GAMES / 6) < 60 for count in pairs.values()), pairs

"""How the rules are read where knobs turned by hand leave room; docs/adr/0006 lists them."""

from __future__ import annotations

import pytest

from tests.engine.worked import Case, each, run

READINGS = [
    Case(
        "a queen shields a two played as a one-off as she shields one that counters",
        "standard on queen-blocks-counter=twos",
        "P0 hand 2S court QC; P1 hand 2C court KD",
        "oneoff 2S>KD; !P1 counter 2C",
        "scrap 2S KD; P1 hand 2C; P1 to play",
    ),
    Case(
        "she shields no other one-off",
        "standard on queen-blocks-counter=twos",
        "P0 hand 6S court QC; P1 hand 2C",
        "oneoff 6S; P1 counter 2C",
        "scrap 6S 2C; P0 court QC",
    ),
    Case(
        "a jack off a seven must take one's own card where jacks only reach opponents",
        "standard sipie on jack-reach=oppToSelf",
        "P0 hand 7D points 5C; deck JC",
        "oneoff 7D; jack JC>5C",
        "P1 points 5C[JC]; scrap 7D",
    ),
    Case(
        "other rulesets force no such jack",
        "miller howto encyclopedia cuttle.cards cutthroat on jack-reach=oppToSelf",
        "P0 hand 7D points 5C; deck JC",
        "oneoff 7D",
        "legal discard JC",
    ),
    Case(
        "a jack forced on one's own card gives it to the next opponent",
        "cutthroat team on seven-self-jack=yes jack-reach=oppToSelf",
        "P0 hand 7D points 5C; deck JC",
        "oneoff 7D; jack JC>5C",
        "P1 points 5C[JC]",
    ),
    Case(
        "where partners retire alone, a side wins once the other has nobody left",
        "team on concede-mode=retire",
        "P0 hand 5C; P1; P2; P3; deck 4C 3C",
        "P1 concede@1; draw; P0 concede@0; P3 concede@3",
        "P0 P2 win",
    ),
    Case(
        "that opponent is still in the game",
        "cutthroat on seven-self-jack=yes",
        "P0 hand 7D points 5C; deck JC; retired P1",
        "oneoff 7D; jack JC>5C",
        "P2 points 5C[JC]",
    ),
    Case(
        "where a jack reaches any card there is nothing to force",
        "team on seven-self-jack=yes",
        "P0 hand 7D points 5C; deck JC",
        "oneoff 7D",
        "legal jack JC>5C@1, jack JC>5C@2, jack JC>5C@3",
    ),
    Case(
        "a two that may hit anybody's cards still spares a partner's",
        "team on two-side=any",
        "P0 hand 2S court KC; P1 court KD; P2 court KH; P3 court KS",
        "?oneoff 2S>KC; ?oneoff 2S>KD; ?oneoff 2S>KS; !oneoff 2S>KH",
        "",
    ),
    Case(
        "a nine that may hit anybody's cards still spares a partner's",
        "team on nine-side=any",
        "P0 hand 9S court KC; P1 court KD; P2 court KH; P3 court KS",
        "?oneoff 9S>KC; ?oneoff 9S>KD; ?oneoff 9S>KS; !oneoff 9S>KH",
        "",
    ),
    Case(
        "with three seats everybody else is an opponent",
        "cutthroat on two-side=any nine-side=any",
        "P0 hand 2S 9S court KC; P1 court KD; P2 court KH",
        "?oneoff 2S>KC; ?oneoff 2S>KD; ?oneoff 2S>KH; ?oneoff 9S>KC; ?oneoff 9S>KD; ?oneoff 9S>KH",
        "",
    ),
    Case(
        "a nine returns glasses of nobody to the seat that played them",
        "team on eight-form=unowned",
        "P0 hand 9C; P1 court 8H[XB<3]; P3 hand",
        "oneoff 9C>8H",
        "P3 hand 8H; P1 hand; P3 frozen 8H; scrap 9C XB",
    ),
    Case(
        "glasses that come back to the side that returns them are not frozen",
        "team on eight-form=unowned",
        "P0 hand 9C; P1 court 8H[XB<2]; P2 hand",
        "oneoff 9C>8H",
        "P2 hand 8H; P2 frozen; scrap 9C XB",
    ),
    Case(
        "glasses that belong to their seat return to whoever holds them",
        "team",
        "P0 hand 9C; P1 court 8H[XB<3]; P3 hand",
        "oneoff 9C>8H",
        "P1 hand 8H; P1 frozen 8H; P3 hand",
    ),
    Case(
        "a seat at its goal wins as its turn ends, though its pass completes the run",
        "sipie on pass-run=steps",
        "P0 points TC TD AC; deck; passes 2",
        "pass",
        "P0 wins",
    ),
    Case(
        "a concession that waits for the partner does not break a run of passes",
        "team on pass-run=steps",
        "P0; deck; passes 2",
        "P1 concede@1",
        "passes 2",
    ),
    Case(
        "taking it back breaks the run",
        "team on pass-run=steps",
        "P0; deck; passes 2",
        "P1 concede@1; P1 retract@1",
        "passes 0",
    ),
    Case(
        "leaving breaks the run",
        "team on pass-run=steps",
        "P0; deck; passes 2",
        "P1 leave@1",
        "passes 0",
    ),
    Case(
        "a concession stands while its player is away, and the partner's completes it",
        "team",
        "P0",
        "P1 concede@1; P1 leave@1; P3 concede@3",
        "P0 P2 win",
    ),
    Case(
        "an absent player must come back to concede",
        "team",
        "P0",
        "P1 leave@1; !P1 concede@1; P3 concede@3; P1 return@1; P1 concede@1",
        "P0 P2 win",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(READINGS), ids=lambda v: getattr(v, "number", v))
def test_reading(case: Case, ruleset: str) -> None:
    run(case, ruleset)

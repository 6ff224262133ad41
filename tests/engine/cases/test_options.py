"""House rules that belong to no single rank."""

from __future__ import annotations

import pytest

from engine.cards import card_name
from engine.errors import RulesetError
from engine.play.compiled import compile_rules
from engine.rules.options import parse_ruleset
from tests.engine.worked import Case, each, run

CASES = [
    Case(
        "T208", "standard on quick-15", "P0 hand 6D points 9C", "points 6D", "P0 score 15; P0 wins"
    ),
    Case(
        "T208",
        "standard on quick-15",
        "P0 hand AC points 9C court KC",
        "points AC",
        "P0 score 10; P0 goal 10; P0 wins",
    ),
    Case("T208", "standard", "P0 hand 6D points 9C", "points 6D", "P0 score 15; goes on"),
    Case("T209", "cuttle.cards on quick-15", "P1 court KC KD", "", "P0 goal 15; P1 goal 7"),
    Case(
        "T210",
        "all on open-hands",
        "P0 hand KS; P1 hand QS",
        "",
        "P0 sees P1 QS; P1 sees P0 KS; watcher sees P0 KS; watcher sees P1 QS",
    ),
    Case(
        "T211",
        "standard on queens-guard-queens",
        "P0 hand 2S 6C; P1 court QC QD",
        "!oneoff 2S>QC; !oneoff 2S>QD; oneoff 6C",
        "scrap 6C QC QD",
    ),
    Case("T211", "standard", "P0 hand 2S; P1 court QC QD", "oneoff 2S>QC", "scrap 2S QC"),
    Case(
        "T212",
        "standard on queens-guard-queens",
        "P0 hand 2S; P1 court QC",
        "oneoff 2S>QC",
        "scrap 2S QC",
    ),
    Case(
        "T213",
        "2p on joker-swap",
        "P0 hand XB 3C; P1 hand KD KH",
        "oneoff XB",
        "P0 hand KD KH; P1 hand 3C; scrap XB; P1 to play",
    ),
    Case(
        "T214",
        "2p on joker-swap",
        "P0 hand XB 3C court QC; P1 hand 2C court QD",
        "oneoff XB; !P1 counter 2C",
        "P0 hand 2C; P1 hand 3C; scrap XB",
    ),
    Case(
        "T214",
        "2p on joker-swap queen-blocks-counter=none",
        "P0 hand XB 3C court QC; P1 hand 2C",
        "oneoff XB; P1 counter 2C",
        "P0 hand 3C; P1 hand; scrap XB 2C",
    ),
    Case(
        "T215",
        "cuttle.cards on joker-swap",
        "P0 hand XB; P1 hand +8",
        "oneoff XB",
        "P0 hand 8; P1 hand; P1 to play",
    ),
    Case(
        "T215",
        "cuttle.cards on joker-swap",
        "P0 hand XB; P1 hand +9",
        "oneoff XB",
        "P0 hand 9; P0 to limit 1",
    ),
    Case(
        "T216",
        "standard on nine-freeze",
        "P0 hand 9C; P1 court KD",
        "oneoff 9C>KD; all decline; !P1 royal KD",
        "P1 hand KD; P1 frozen KD",
    ),
    Case("T216", "standard", "P0 hand 9C; P1 court KD", "oneoff 9C>KD; P1 royal KD", "P1 court KD"),
    Case("T217", "2p on children", "P0 hand AS; P1 points 9C", "!oneoff AS; ?points AS", ""),
    Case("T218", "standard on draw-limit=8", "P0 hand +8", "!draw", ""),
    Case("T218", "old", "P0 hand +8", "!draw", ""),
    Case("T218", "cuttle.cards", "P0 hand +8", "draw", "P0 to limit 1"),
    Case(
        "T219",
        "standard on draw-limit=8",
        "P0 hand 5C +7; deck +5",
        "oneoff 5C",
        "P0 hand 8; deck 4; P1 to play",
    ),
    Case(
        "T219", "standard", "P0 hand 5C +7; deck +5", "oneoff 5C", "P0 hand 9; deck 3; P1 to play"
    ),
    Case(
        "T225",
        "2p on open-hands random-four",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "",
        "P0 sees P1 2C 9D KS",
    ),
    Case(
        "T225",
        "2p on open-hands random-four",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "oneoff 4C",
        "P1 hand 1; scrap 3; P1 to play",
    ),
    Case(
        "T225",
        "cutthroat team on open-hands random-four",
        "P0 hand 4C; P1 hand 2C 9D KS",
        "oneoff 4C@1",
        "P1 hand 1; scrap 3; P1 to play",
    ),
    Case(
        "T255",
        "2p on joker-swap",
        "P0 hand 7C 3C; P1 hand KD; deck XB 9D ...",
        "oneoff 7C; oneoff XB",
        "P0 hand KD; P1 hand 3C; scrap 7C XB; top 9D",
    ),
    Case(
        "T268",
        "standard on children-kings",
        "P0 hand AS 5C KD",
        "!oneoff AS; ?oneoff 5C; ?royal KD",
        "",
    ),
    Case(
        "T271",
        "standard on eight-for-eight queens-guard-queens",
        "P0 hand 8C 2S 6C; P1 court QC QD 8H",
        "!oneoff 8C>8H; !oneoff 2S>QC; !oneoff 2S>QD; !oneoff 2S>8H; oneoff 6C",
        "scrap 6C QC QD 8H; P1 court",
    ),
    Case(
        "T273",
        "standard on quick-15 children",
        "P0 hand 6D points 9C",
        "points 6D",
        "P0 score 15; P0 wins",
    ),
    Case(
        "T273", "standard on children", "P0 hand 6D points 9C", "points 6D", "P0 goal 21; goes on"
    ),
    Case(
        "T274",
        "standard cuttle.cards on joker-swap",
        "P0 hand 3S; P1 hand KD; scrap XB",
        "oneoff 3S; take XB; P1 draw; ?P0 oneoff XB; P0 oneoff XB",
        "P0 hand 2; P1 hand",
    ),
    Case("T276", "standard on draw-limit=4", "P0 hand JC JD JH JS", "", "P0 to play; legal pass"),
    Case(
        "T282",
        "standard on nine-freeze",
        "P0 hand 9C court KC; P1 court KD",
        "!oneoff 9C>KC; oneoff 9C>KD",
        "P1 hand KD; P1 frozen KD",
    ),
    Case(
        "T282",
        "standard",
        "P0 hand 9C court KC; P1 court KD",
        "?oneoff 9C>KC; oneoff 9C>KD",
        "P1 hand KD; P1 frozen",
    ),
    Case(
        "T283",
        "standard on nine-topdeck",
        "P0 hand 9C court KC",
        "oneoff 9C>KC",
        "top KC; P0 court; P0 goal 21",
    ),
    Case(
        "T283",
        "standard on nine-topdeck",
        "P0 hand 9C court KC",
        "oneoff 9C>KC; P1 draw",
        "P1 hand KC",
    ),
    Case("T283", "cuttle.cards/2.0.0", "P0 hand 9C court KC", "!oneoff 9C>KC", ""),
    Case(
        "one's own point card is scuttled",
        "2p cutthroat team on own-scuttle",
        "P0 hand 9C points 8D[JC<1] court QC; P1 points 4C",
        "scuttle 9C>8D",
        "scrap 9C 8D JC; P0 points; P1 points 4C",
    ),
    Case(
        "neither a queen nor a ten stops that",
        "standard+own-scuttle+scuttle_queen_blocks=yes+ten-block howto+own-scuttle",
        "P0 hand 9C points 8D court QC; P1 hand TC points 4C court QD",
        "!scuttle 9C>4C; scuttle 9C>8D",
        "scrap 9C 8D; P1 to play",
    ),
    Case(
        "it must be lower, and no partner's",
        "team on own-scuttle",
        "P0 hand 7C points 8D; P2 points 4C; P1 points 4D",
        "!scuttle 7C>8D; !scuttle 7C>4C; ?scuttle 7C>4D",
        "",
    ),
    Case(
        "without the option it is an opponent's",
        "all",
        "P0 hand 9C points 8D; P1 points",
        "!scuttle 9C>8D",
        "",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CASES), ids=lambda v: getattr(v, "number", v))
def test_case(case: Case, ruleset: str) -> None:
    run(case, ruleset)


COVERED = ["T209", "T268", "T270", "T273"]


def test_t209_quick_15_goals() -> None:
    """T209: the goals by kings."""
    assert parse_ruleset("cuttle.cards+quick-15").goals == (15, 10, 7, 5, 0)


def test_t268_the_pack_of_children_kings() -> None:
    """T268: 44 cards, no jack and no queen."""
    pack = pack_of("standard+children-kings")
    assert len(pack) == 44
    assert not {"J", "Q"} & {card[0] for card in pack}
    assert "KD" in pack


def test_t273_the_pack_of_children() -> None:
    """T273: number cards only."""
    assert {card[0] for card in pack_of("standard+quick-15+children")} == set("A23456789T")


def pack_of(ruleset: str) -> list[str]:
    return list(map(card_name, compile_rules(parse_ruleset(ruleset)).pack))


@pytest.mark.parametrize(
    "text",
    [
        "standard+random-four+drawing-four",
        "standard+nine-freeze+nine-topdeck",
        "standard+nine-freeze+nine-two",
        "standard+nine-topdeck+nine-two",
        "cutthroat+joker-swap",
        "team+joker-swap",
        "standard+joker-swap+children",
        "standard+children+children-kings",
        "standard+children+beginner",
    ],
)
def test_t270_pairs_that_are_refused(text: str) -> None:
    """T270: options that exclude each other, or what the ruleset has."""
    with pytest.raises(RulesetError):
        parse_ruleset(text)


def test_t270_options_that_stand_together() -> None:
    """T270: a queen, a four and open hands have nothing to do with one another."""
    parse_ruleset("standard+random-four+nine-topdeck+queens-guard-queens+open-hands")

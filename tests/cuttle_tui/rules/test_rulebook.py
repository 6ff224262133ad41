"""The rules page can be written for every ruleset that can be named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.kit.names import role_word
from cuttle_tui.rules.book import rules_page, rules_text
from cuttle_tui.rules.cards import card_rule
from engine.cards import parse_card
from engine.errors import RulesetError
from engine.rules.options import OPTIONS, Option, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset


@pytest.mark.parametrize(
    ("knob", "says"),
    [
        ("two_kinds=", "Two: counter a one-off."),
        ("two_kinds=J", "Two: scrap one of any player's jacks. Or counter a one-off."),
        ("nine_kinds=", "Nine: it cannot return any card."),
        ("queen_covers=", "She protects no queen, not even herself."),
        ("deck_exclude=A", "A standard pack without aces, no jokers."),
        ("deck_exclude=T9Q+jokers=1", "A standard pack without tens, nines and queens, 1 joker."),
        ("goals=12", "Get 12 points on your side of the table."),
        ("goals=12,9", "with one to four kings 9, 9, 9 and 9."),
        ("goals=12,9,0,W", "9, 0 points, you win outright and you win outright."),
        ("pass_to_end=2", "2 passes in a row end the game without a winner."),
        ("queen_covers=GX", "opponents' twos, nines and jacks cannot target your glasses."),
        ("queen_covers=X", "She protects no queen"),
        ("eight_form=none", "cannot target your point cards, jacks and kings."),
        ("four_count=1", "Four: your opponent discards 1 card of their choice."),
    ],
)
def test_what_can_be_set_can_be_told(knob: str, says: str) -> None:
    text = rules_text(parse_ruleset(f"standard+{knob}"), width=999)
    assert says in text


@pytest.mark.parametrize(
    ("ruleset", "says"),
    [
        ("team+two_side=any", "Two: scrap one of your own or an opponent's"),
        ("team+nine_side=any", "Nine: return one of your own or an opponent's"),
        ("team+nine_side=any+nine_dest=deckTop", "one of your own or an opponent's"),
        ("cutthroat+nine_side=any", "Nine: return one of any player's"),
        ("cuttle.cards", "A two that a nine has frozen may still counter, in that turn as well."),
        ("miller", "A two that a nine has frozen cannot counter either"),
        ("standard", "a three from the hand that takes a three counts as a pass."),
        (
            "standard",
            "The seven is scrapped when that is done, so a revealed three cannot take it.",
        ),
        ("cuttle.cards", "The seven is scrapped before that is played"),
        ("cuttle.cards", "If none can be played, you scrap one."),
        ("standard", "If it cannot be played, it is scrapped."),
        ("standard", "After each game, even a draw, the next player clockwise goes first."),
        ("howto", "The same player goes first until a match is over"),
        ("standard", "in a game that is not rated they see all hands if every player agrees."),
        ("standard+spectators=public", "but no hand that glasses show."),
        ("howto", "cannot target your point cards, jacks and kings."),
        ("standard", "Once per turn, before anything is played, you or your opponent may offer"),
        ("cutthroat", "any player may offer a draw; it takes every opponent to accept it."),
        ("cutthroat", "it takes one pass fewer, but at least two."),
        ("standard", "If several reach it together, the player whose turn it is wins"),
        ("howto", "Kings that win outright win at once"),
        ("team", "their seat draws or passes, never counters, and discards at random."),
        ("standard", "A one-off that lacks a target, a card to take or a card to draw"),
        ("sipie", "Its scuttle takes anybody's point card; here an opponent's, or with"),
        ("standard+own-scuttle", "You may also scuttle one of your own point cards"),
        ("sipie+quick-15", "Its five may draw two cards; here it draws two, or what is left."),
        ("miller", "The players decide who goes first; here the first deal decides"),
        ("howto", "It opens the hand of the player who plays the eight; here it opens"),
        ("standard+jack_reach=oppToSelf", "must give one of your own point cards to an opponent"),
    ],
)
def test_the_page_reads_the_rules_as_the_game_does(ruleset: str, says: str) -> None:
    assert says in rules_text(parse_ruleset(ruleset), width=999)


@pytest.mark.parametrize(
    ("ruleset", "says"),
    [
        ("cuttle.cards", "counts as a pass"),
        ("standard", "frozen"),
        ("standard", "one pass fewer"),
        ("sipie", "win at once"),
        ("standard+spectators=public", "they see all hands"),
        ("howto", "glasses."),
        ("standard", "WHERE THE SOURCE DIFFERS"),
        ("cuttle.cards+nine-topdeck", "frozen"),
    ],
)
def test_the_page_does_not_say_what_is_not_played(ruleset: str, says: str) -> None:
    text = rules_text(parse_ruleset(ruleset), width=999)
    if ruleset == "howto":  # but for what watchers never see
        text = text.replace("no hand that glasses show", "")
    assert says not in text


def test_a_forced_jack_is_only_told_where_it_can_happen() -> None:
    for ruleset in ("standard", "miller", "team+seven_self_jack=yes"):
        assert "must give" not in rules_text(parse_ruleset(ruleset), width=999)


def test_kings_that_lower_nothing_are_not_said_to() -> None:
    assert "Each of your kings" in rules_text(parse_ruleset("standard"))
    assert "Each of your kings" not in rules_text(parse_ruleset("standard+goals=12"))


def test_a_page_tells_the_version_of_its_rules() -> None:
    assert "rules version 1.0.2\n" in rules_text(parse_ruleset("cuttle.cards"))
    assert "rules version 2.0.0\n" in rules_text(parse_ruleset("cuttle.cards/2.0.0+quick-15"))


def test_a_rank_without_an_effect_is_said_to_have_none() -> None:
    ruleset = parse_ruleset("standard+one_offs=A23456789T")
    text = rules_text(ruleset, width=999)
    assert "Ten:" not in text
    assert "open hands until" not in text
    assert role_word(parse_card("TC"), ruleset) == ""
    assert card_rule(parse_card("TC"), ruleset) == card_rule(
        parse_card("TC"), parse_ruleset("standard")
    )


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda ruleset: ruleset.name)
def test_an_option_that_changes_the_game_changes_its_page(preset: Ruleset, option: Option) -> None:
    name = f"{preset.name}+{option.name}{'=3' if option.numbered else ''}"
    try:
        ruleset = parse_ruleset(name)
    except RulesetError:
        return  # it cannot be laid over this ruleset
    same = replace(ruleset, name=preset.name) == preset or name in CHANGES_NOTHING
    assert (rules_page(ruleset) == rules_page(preset)) == same


CHANGES_NOTHING = ("howto+eight-for-eight",)
"""No glasses lie on the table there."""

"""The rules page can be written for every ruleset that can be named."""

from __future__ import annotations

import pytest

from cuttle_tui.wording.rules.book import rules_text
from engine.rules.text import parse_ruleset


@pytest.mark.parametrize(
    ("knob", "says"),
    [
        ("two_kinds=", "Two: counter a one-off."),
        ("two_kinds=J", "Two: scrap one of any player's jacks. Or counter a one-off."),
        ("nine_kinds=", "Nine: it cannot return any card."),
        ("queen_covers=", "She protects no queen, not even herself."),
        ("deck_exclude=A", "A standard pack without aces, no jokers."),
        ("deck_exclude=T9Q+jokers=1", "A standard pack without tens, nines and queens, 1 joker."),
        ("goals=12", "Have 12 points on your side of the table."),
        ("goals=12,9", "with one to four kings 9, 9, 9 and 9."),
        ("goals=12,9,0,W", "9, 0 points, you win outright and you win outright."),
        ("pass_to_end=1", "1 pass in a row ends the game without a winner."),
        ("four_count=1", "Four: your opponent discards 1 card of their choice."),
    ],
)
def test_what_can_be_set_can_be_told(knob: str, says: str) -> None:
    text = rules_text(parse_ruleset(f"standard+{knob}"), width=999)
    assert says in text


def test_kings_that_lower_nothing_are_not_said_to() -> None:
    assert "Each of your kings" in rules_text(parse_ruleset("standard"))
    assert "Each of your kings" not in rules_text(parse_ruleset("standard+goals=12"))


def test_a_page_tells_the_version_of_its_rules() -> None:
    assert "rules version 1.0.2\n" in rules_text(parse_ruleset("cuttle.cards"))
    assert "rules version 2.0.0\n" in rules_text(parse_ruleset("cuttle.cards/2.0.0+quick-15"))

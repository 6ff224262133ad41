"""Options: they read, write, compose, and refuse what cannot stand together."""

from __future__ import annotations

import pytest
from hypothesis import given

from cuttle_tui.rules.book import rules_page, rules_text, rulesets_text
from engine.errors import RulesetError
from engine.rules.effects import effects_of
from engine.rules.options import OPTIONS, Option, parse_ruleset, stamped
from engine.rules.rulesets import PRESETS, STANDARD
from tests.engine.strategies import ruleset_texts
from tests.engine.worked import Case, each, run


@given(ruleset_texts())
def test_the_text_of_a_ruleset_round_trips(text: str) -> None:
    ruleset = parse_ruleset(text)
    assert parse_ruleset(ruleset.name) == ruleset
    assert parse_ruleset(stamped(ruleset)).one_offs == ruleset.one_offs


def test_the_order_in_which_options_are_written_does_not_matter() -> None:
    one = parse_ruleset("standard+quick-15+random-four")
    assert one == parse_ruleset("standard+random-four+quick-15")
    assert one.name == "standard+random-four+quick-15"


def test_a_knob_goes_over_an_option_and_keeps_its_own_name() -> None:
    ruleset = parse_ruleset("cuttle.cards/1.0.1+handLimit=6")
    assert (ruleset.hand_limit, ruleset.hand_limit_mode) == (6, "blockDraw")
    assert parse_ruleset(ruleset.name) == ruleset
    assert parse_ruleset("standard+three.exclude=self+3+quick-15").three_exclude == "self+3"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_cites_its_source(name: str) -> None:
    assert parse_ruleset(name) is PRESETS[name] or parse_ruleset(name) == PRESETS[name]
    assert PRESETS[name].source
    assert PRESETS[name].title


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_sets_only_knobs_and_cites_its_source(name: str) -> None:
    number = "=5" if OPTIONS[name].numbered else ""
    ruleset = parse_ruleset(f"standard+{name}{number}")
    assert OPTIONS[name].source
    if name != "tie-suit":
        assert [f for f in STANDARD.__slots__ if getattr(STANDARD, f) != getattr(ruleset, f)] != [
            "name"
        ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("whist", "unknown ruleset"),
        ("standard+whist", "unknown option"),
        ("standard+random-four+drawing-four", "do not go together"),
        ("standard+nine-freeze+nine-topdeck", "do not go together"),
        ("standard+nine-two+nine-freeze", "do not go together"),
        ("standard+nine-topdeck+nine-two", "do not go together"),
        ("standard+children+joker-swap", "do not go together"),
        ("standard+children+beginner", "do not go together"),
        ("standard+children+children-kings", "do not go together"),
        ("standard+first-to-2+best-of-3", "do not go together"),
        ("standard+first-to-3+first-to=3", "do not go together"),
        ("standard+first-to", "write first-to=N"),
        ("standard+hand-limit=6+draw-limit=6", "do not go together"),
        ("cutthroat+joker-swap", "jokers already steal royals"),
        ("team+joker-swap", "jokers already steal royals"),
        ("team+attach-any", "only for two players"),
        ("standard+hand-limit", "write hand-limit=N"),
        ("standard+hand-limit=0", "write hand-limit=N"),
        ("standard+quick-15=3", "write quick-15"),
        ("standard+four.mode=never", "four_mode must be one of"),
        ("standard+goals=x", "goals cannot be"),
        ("standard+sides=0", "unknown option or setting"),
        ("standard/2", "unknown ruleset"),
    ],
)
def test_what_cannot_be_is_refused_by_a_clear_message(text: str, says: str) -> None:
    with pytest.raises(RulesetError, match=says):
        parse_ruleset(text)


@pytest.mark.parametrize(
    ("ruleset", "option"),
    [
        ("howto", "eight-for-eight"),
        ("cuttle.cards", "nine-freeze"),
        ("team", "nine-freeze"),
        ("encyclopedia", "queens-guard-queens"),
        ("cutthroat", "quick-15"),
    ],
)
def test_an_option_that_changes_nothing_is_taken_and_inert(ruleset: str, option: str) -> None:
    """The rules page stays as it is: there are no glasses for an eight to scrap, for example."""
    plain, with_it = parse_ruleset(ruleset), parse_ruleset(f"{ruleset}+{option}")
    assert effects_of(with_it) == effects_of(plain)
    assert rules_page(with_it) == rules_page(plain)


def test_a_new_option_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worked example of CONTRIBUTING: it parses, prints, plays, and stands in the list."""
    option = Option("rich-five", "a five draws four cards", "our club", {"five_draw": 4})
    monkeypatch.setitem(OPTIONS, option.name, option)
    assert parse_ruleset("standard+rich-five").five_draw == 4
    assert "Five: draw 4 cards." in rules_text(parse_ruleset("standard+rich-five"))
    assert "a five draws four cards" in rulesets_text()
    rows = Case("club", "2p on rich-five", "P0 hand 5C; deck +6", "oneoff 5C", "P0 hand 4")
    for case, ruleset in each([rows]):
        run(case, ruleset)

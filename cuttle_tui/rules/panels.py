"""The rules beside a form or a lesson: their name, the goal, where to read the rest."""

from __future__ import annotations

from cuttle_tui.i18n.translation import (
    SILENCE,
    Sentence,
    Span,
    kept_in_each_language,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import HELP
from cuttle_tui.kit.names import in_short
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.rules.book import rules_page
from engine.errors import RulesetError
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset


def more_rules_line() -> Sentence:
    """Say how to read the rules that have no room beside a list."""
    keys = {"help": Span(HELP.key, "key"), "rules": Span(letters.READ_RULES, "strong")}
    return tell("more: {help} then {rules}", **keys)


@kept_in_each_language(256)
def named_rules(ruleset: str) -> PanelModel:
    """Name a ruleset by its text, and write its rules; nothing if it cannot be read."""
    try:
        rules = parse_ruleset(ruleset)
    except RulesetError:
        return ()
    name = PanelBlock(tr("rules"), (say(Span(in_short(ruleset), "strong")),))
    return (name, *rules_blocks(rules))


@kept_in_each_language(256)
def goal_named(ruleset: str) -> PanelModel:
    """Write the goal of a ruleset's text, whole or not at all; nothing if it cannot be read."""
    return tuple(block._replace(more=SILENCE, whole=True) for block in named_rules(ruleset)[1:])


def rules_blocks(ruleset: Ruleset) -> PanelModel:
    """Write the goal of a ruleset, and where to read its other rules."""
    goal = rules_page(ruleset)[0]
    return (PanelBlock(goal.heading, tuple(map(say, goal.lines)), more_rules_line()),)

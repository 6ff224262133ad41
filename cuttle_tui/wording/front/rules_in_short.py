"""Write rulesets in little room."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import Sentence, Span, tell
from cuttle_tui.keymap import front_letters as letters
from cuttle_tui.keymap.commands import HELP
from engine.table.clocks import NO_CLOCK


def in_short(ruleset: str) -> str:
    """Shorten the text of a ruleset to its name and how many options there are.

    >>> in_short("cuttle.cards/1.0.2+first-to-2")
    'cuttle.cards +1'
    """
    base, *options = ruleset.split("+")
    name = base.partition("/")[0]
    return f"{name} +{len(options)}" if options else name


def game_in_short(ruleset: str, timing: str, *, rated: bool = False) -> str:
    """Name the rules and clocks of a game; the options of rated matches go without saying.

    >>> game_in_short("cuttle.cards/1.0.2+first-to-2", "steady", rated=True)
    'cuttle.cards, steady'
    """
    rules = in_short(ruleset.partition("+")[0] if rated else ruleset)
    return rules if timing == NO_CLOCK else f"{rules}, {timing}"


def more_rules_line() -> Sentence:
    """Say how to read the rules that have no room beside a list."""
    keys = {"help": Span(HELP.key, "key"), "rules": Span(letters.READ_RULES, "strong")}
    return tell("more: {help} then {rules}", **keys)

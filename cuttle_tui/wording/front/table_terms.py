"""Word the terms of a table in full: rules, options, clocks."""

from __future__ import annotations

from collections.abc import Iterator

from cuttle_tui.i18n.rich_text import Sentence, Span, tell
from cuttle_tui.wording.front.new_table import control_text, option_title
from engine.rules.options import OPTIONS
from engine.rules.rulesets import Ruleset
from engine.table.clocks import NO_CLOCK


def rules_lines(ruleset: Ruleset) -> list[Sentence]:
    """Name the rules, and say in words what each option changes."""
    options = [each for each in options_in_words(ruleset.name) if each]
    name = Span(rules_name(ruleset.name), "strong")
    if not options:
        return [tell("rules: {rules}", rules=name)]
    return [tell("rules: {rules}, but {options}", rules=name, options="; ".join(options))]


def rules_name(text: str) -> str:
    """Return the name of a ruleset, without its version and its options."""
    return text.partition("+")[0].partition("/")[0]


def options_in_words(text: str) -> Iterator[str]:
    """Word each option in the text of a ruleset."""
    for part in text.split("+")[1:]:
        name, _, number = part.partition("=")
        if name in OPTIONS:
            yield option_title(name, int(number) if number.isdigit() else None)
        else:
            yield part


def clock_line(timing: str) -> Sentence:
    """Say how much time there is to move."""
    if timing == NO_CLOCK:
        return tell("no clocks: take your time")
    return tell("clocks are {control}", control=control_text(timing))

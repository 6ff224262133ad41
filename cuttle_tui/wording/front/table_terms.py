"""Word the terms of a table in full: rules, options, clocks."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.wording.front.new_table import option_title
from cuttle_tui.wording.table.clocks import control_line
from engine.rules.options import OPTIONS
from engine.rules.rulesets import Ruleset
from engine.table.clocks import NO_CLOCK


def rules_lines(ruleset: Ruleset) -> list[Sentence]:
    """Name the rules, and say in words what each option changes."""
    options = options_in_words(ruleset.name)
    name = Span(rules_name(ruleset.name), "strong")
    if not options:
        return [tell("rules: {rules}", rules=name)]
    return [tell("rules: {rules}, but {options}", rules=name, options=options)]


def rules_name(text: str) -> str:
    """Return the name of a ruleset, without its version and its options."""
    return text.partition("+")[0].partition("/")[0]


def options_in_words(text: str) -> Sentence:
    """Word each option in the text of a ruleset; silence if it has none."""
    told: Sentence = SILENCE
    for part in text.split("+")[1:]:
        name, _, number = part.partition("=")
        count = int(number) if number.isdecimal() else None
        title = option_title(name, count) if name in OPTIONS else part
        told = tell("{told}; {more}", told=told, more=title) if told else say(title)
    return told


def clock_line(timing: str) -> Sentence:
    """Say how much time there is to move."""
    if timing == NO_CLOCK:
        return tell("no clocks: take your time")
    return control_line(timing)

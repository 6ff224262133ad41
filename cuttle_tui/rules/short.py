"""Rulesets in little room, the terms of a table in full, and clocks in words."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import HELP
from cuttle_tui.kit.names import control_line, in_short
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.rules.book import rules_page
from engine.errors import RulesetError
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import Ruleset
from engine.table.seats import NO_CLOCK


def more_rules_line() -> Sentence:
    """Say how to read the rules that have no room beside a list."""
    keys = {"help": Span(HELP.key, "key"), "rules": Span(letters.READ_RULES, "strong")}
    return tell("more: {help} then {rules}", **keys)


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


def option_title(name: str, count: int | None) -> str:
    """Summarize what an option changes."""
    return tr(OPTIONS[name].title) if count is None else tr(_NUMBERED[name], n=count)


_NUMBERED: Final = {
    "hand-limit": N_("discard down to {n} at the end of your turn"),
    "draw-limit": N_("you cannot draw with {n} cards in hand"),
}
"""Titles of the options that take a number."""


def named_rules(ruleset: str) -> PanelModel:
    """Name a ruleset by its text, and write its rules; nothing if it cannot be read."""
    try:
        rules = parse_ruleset(ruleset)
    except RulesetError:
        return ()
    name = PanelBlock(tr("rules"), (say(Span(in_short(ruleset), "strong")),))
    return (name, *rules_blocks(rules))


def rules_blocks(ruleset: Ruleset) -> PanelModel:
    """Write the rules of a ruleset, as many as there is room for."""
    return tuple(
        PanelBlock(section.heading, tuple(say(line) for line in section.lines), more_rules_line())
        for section in rules_page(ruleset)
    )

"""Write the rules page of a ruleset from its data, so that it cannot drift from what is enforced.

A page is a list of sections; a section is a heading and short sentences. Every sentence, in the
`rules_` modules beside this one, is chosen by a knob of `engine.rules.rulesets.Ruleset`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.wording.rules.basics import goal, leaving, points, setup, turn
from cuttle_tui.wording.rules.royals import counters, royals
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS, Ruleset
from engine.rules.text import stamped


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules page."""

    heading: str
    lines: tuple[str, ...]


def rules_page(ruleset: Ruleset) -> list[Section]:
    """Write all the rules of a ruleset."""
    return [
        Section(str(heading), lines)
        for heading, write in _SECTIONS
        if (lines := tuple(write(ruleset)))
    ]


def rules_text(ruleset: Ruleset, width: int = 78) -> str:
    """Write the rules page as plain text, wrapped to a width."""
    version = stamped(ruleset).partition("+")[0].partition("/")[2]
    source = tr(ruleset.source, version=version)
    lines = [ruleset.name, tr("{title}; from: {source}", title=tr(ruleset.title), source=source)]
    for section in rules_page(ruleset):
        lines += ["", section.heading.upper()]
        for line in section.lines:
            lines += _wrapped(line, width)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a line, its first row after a dash."""
    rows = [""]
    for word in _BLANK.split(text):
        if len(rows[-1]) + len(word) + 3 > width and rows[-1]:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return [("- " if not number else "  ") + row for number, row in enumerate(rows)]


_BLANK: Final = re.compile(r" (?![:;?!](?: |$))")
"""Where a line may be broken: not before a sign that stands alone."""


def rulesets_text(command: str = "cuttle rules NAME") -> str:
    """List every ruleset and every option, a line each.

    Args:
        command: what prints the rules of one.
    """
    wide = max(len(name) for name in (*PRESETS, *OPTIONS)) + 2
    lines = [tr("Rulesets:")]
    lines += [f"  {name:<{wide}}{tr(ruleset.title)}" for name, ruleset in PRESETS.items()]
    example = "standard+random-four+quick-15"
    lines += ["", tr("House rules, added to any ruleset with + ({example}):", example=example)]
    lines += [
        f"  {option.name + ('=N' if option.numbered else ''):<{wide}}{tr(option.title)}"
        for option in OPTIONS.values()
    ]
    lines += ["", tr("`{command}` prints the rules of one.", command=command)]
    return "\n".join(lines) + "\n"


def _one_offs(ruleset: Ruleset) -> Iterator[str]:
    from cuttle_tui.wording.rules.one_offs import one_offs  # loads effects; a list needs none

    return one_offs(ruleset)


_SECTIONS: Final[tuple[tuple[Message, Callable[[Ruleset], Iterator[str]]], ...]] = (
    (N_("the goal"), goal),
    (N_("the table"), setup),
    (N_("your turn"), turn),
    (N_("points and scuttles"), points),
    (N_("one-offs"), _one_offs),
    (N_("royals and glasses"), royals),
    (N_("counters"), counters),
    (N_("conceding"), leaving),
)

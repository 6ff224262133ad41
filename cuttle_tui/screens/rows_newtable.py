"""Make the rows of the screen on which a table is put together."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import tr
from cuttle_tui.local.table_options import TableOptions
from cuttle_tui.widgets.choices import Choosable
from cuttle_tui.wording.front import new_table as wording
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS

SETTINGS: Final = {
    "w": wording.WHO,
    "c": wording.COMPUTERS,
    "t": wording.TIMING,
    "p": wording.PUBLIC,
}
"""The rows that have a key of their own, by that key."""


def rows_of(wish: TableOptions) -> tuple[Choosable | None, ...]:
    """Make a row for each thing that can be chosen; None is a blank one."""
    return (
        _row(wording.WHO, wording.who_text(wish), "w"),
        _row(wording.RULES, wording.rules_text(wish), "r"),
        _row(wording.COMPUTERS, wording.computers_text(wish), "c"),
        *(_meeting_rows(wish) if wish.who == "room" else ()),
        None,
        *(
            Choosable(name, wording.option_label(wish, one), tr(one.title), chosen=wish.has(name))
            for name, one in OPTIONS.items()
        ),
    )


def _meeting_rows(wish: TableOptions) -> tuple[Choosable, ...]:
    """Make the rows about a table to which other people come."""
    return (
        _row(wording.TIMING, wording.timing_text(wish), "t"),
        _row(wording.PUBLIC, wording.public_text(wish), "p"),
    )


def _row(name: str, text: str, key: str) -> Choosable:
    return Choosable(name, str(wording.LABELS[name]), text, key)


def ruleset_rows(wish: TableOptions) -> tuple[Choosable, ...]:
    """Make a row for each ruleset."""
    return tuple(
        Choosable(name, name, tr(ruleset.title), chosen=name == wish.base)
        for name, ruleset in PRESETS.items()
    )

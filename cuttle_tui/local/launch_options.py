"""Options of the command line for a game at home."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.local.user import settings_path
from cuttle_tui.preferences import RULES, FileStore, Preferences, Value
from engine.bots.levels import LEVELS
from engine.errors import RulesetError
from engine.rules.options import parse_ruleset

_FORMER: Final = "greedy"
"""What the only level of the computer was called once; stands for the usual one."""
LEVEL_NAMES: Final = (*(level.name for level in LEVELS), _FORMER)
"""The levels that can be asked for."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """The options of a launch; without any, the home screen opens."""

    table: TableOptions | None = None
    """The preselected table; None for the rules that were used last."""
    seed: bytes | None = None
    """The seed of the deals; None for a fresh secret each time."""
    level: str = ""
    """The level of the computer in a game that starts at once; empty for the home screen."""
    settings: Mapping[str, Value] = field(default_factory=dict)
    """Settings for this run only, by name."""


def table_for(text: str) -> TableOptions:
    """Parse the text of a ruleset into the options of a table.

    Raises:
        RulesetError: the ruleset or an option is unknown, or they cannot be combined.
    """
    base, *options = parse_ruleset(text).name.split("+")
    chosen = (option.partition("=") for option in options)
    return TableOptions(
        base=base,
        options=tuple((name, int(number) if number else None) for name, _, number in chosen),
    )


def kept_table(kept: Preferences) -> TableOptions:
    """Return the options of a table with the rules that were used last."""
    with suppress(RulesetError):
        return table_for(str(kept.recall(RULES) or ""))
    return TableOptions()


def seed_from(text: str) -> bytes:
    """Hash any text into the seed of all deals."""
    return hashlib.sha256(text.encode()).digest()


def preferences(settings: Mapping[str, Value]) -> Preferences:
    """Load the settings stored at home, overridden by those of this run."""
    return Preferences(FileStore(settings_path()), settings)

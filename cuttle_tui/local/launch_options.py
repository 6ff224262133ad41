"""Launch options: how a game at home begins, as the command line asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.local.user import settings_path
from cuttle_tui.preferences.settings import Value
from cuttle_tui.preferences.stores import FileStore, Preferences
from cuttle_tui.table.table_options import TableOptions
from engine.rules.text import parse_ruleset

LEVELS: Final = {"greedy": N_("looks one move ahead and guesses hidden cards")}
"""How well the computer can play, and how it does it."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """What was asked for; with nothing of it the home screen comes first."""

    wish: TableOptions = field(default_factory=TableOptions)
    """The table that is preselected."""
    seed: bytes | None = None
    """Where deals come from; None for a fresh secret each time."""
    level: str = ""
    """How well the computer plays the game that begins at once; empty to begin at home."""
    settings: Mapping[str, Value] = field(default_factory=dict)
    """Settings for this run alone, by name."""


def wish_for(text: str) -> TableOptions:
    """Wish for a table by the text that names its ruleset.

    Raises:
        RulesetError: there is no such ruleset or option, or they do not go together.
    """
    base, *options = parse_ruleset(text).name.split("+")
    chosen = (option.partition("=") for option in options)
    return TableOptions(
        base=base,
        options=tuple((name, int(number) if number else None) for name, _, number in chosen),
    )


def seed_from(text: str) -> bytes:
    """Turn any text into the seed of all deals."""
    return hashlib.sha256(text.encode()).digest()


def preferences(settings: Mapping[str, Value]) -> Preferences:
    """Read what is kept at home, under what was asked for this time."""
    return Preferences(FileStore(settings_path()), settings)

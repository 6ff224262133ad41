"""The local user, and the options of the command line for a game at home."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from platformdirs import user_config_path, user_state_path

from cuttle_tui.front.new_table_words import TableOptions
from cuttle_tui.i18n.translation import C_, languages
from cuttle_tui.local.game_files import private_file, private_folder
from cuttle_tui.preferences import FileStore, Preferences, Value
from engine.bots.levels import LEVELS
from engine.reading import decode_text
from engine.rules.options import parse_ruleset

_OFFER: Final = C_("a player at this keyboard who gave no name", "player")
_NOBODY: Final = frozenset(("root", "administrator", "admin", "toor", "system", "user"))
"""Login names that are no names of people."""
LONGEST_NAME: Final = 16
"""Characters in a name."""


def login_name() -> str:
    """Return the login name as an offer for a player's name, unless it names nobody."""
    import getpass

    names = [os.environ.get("SUDO_USER", "")]
    with suppress(KeyError, OSError):
        names.append(getpass.getuser())
    found = (name for name in map(clean_name, names) if name and name.lower() not in _NOBODY)
    return next(found, str(_OFFER))


def clean_name(text: str) -> str:
    """Return a name without what cannot be shown on one line; empty if nothing remains."""
    composed = normalize("NFC", text)
    shown = "".join(sign if sign.isprintable() else " " for sign in composed)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def player_name() -> str:
    """Return the name the player chose at home, else the login name."""
    name = _own_settings().get("name")
    return (clean_name(name) if isinstance(name, str) else "") or login_name()


def settings_path() -> Path:
    """Return the path of the settings file."""
    return user_config_path("cuttle") / "settings.json"


def own_language() -> str:
    """Return the language in the settings file; empty if there is none."""
    language = _own_settings().get("language")
    return language if isinstance(language, str) and language in languages() else ""


def _own_settings() -> dict[str, Any]:
    """Read the settings file; empty if there is none, or none that can be read."""
    try:
        text = decode_text(settings_path().read_bytes())
    except (OSError, ValueError):
        return {}
    import json  # most players have no file

    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def log_crash(error: BaseException) -> Path | None:
    """Append an error to the crash log; return its path, or None if it cannot be written."""
    import traceback  # slow to load, and rarely needed

    path = user_state_path("cuttle") / "crash.log"
    try:
        private_folder(path.parent)
        private_file(path)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return None
    return path


_FORMER: Final = "greedy"
"""What the only level of the computer was called once; stands for the usual one."""
LEVEL_NAMES: Final = (*(level.name for level in LEVELS), _FORMER)
"""The levels that can be asked for."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """The options of a launch; without any, the home screen opens."""

    table: TableOptions = field(default_factory=TableOptions)
    """The preselected table."""
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


def seed_from(text: str) -> bytes:
    """Hash any text into the seed of all deals."""
    return hashlib.sha256(text.encode()).digest()


def preferences(settings: Mapping[str, Value]) -> Preferences:
    """Load the settings stored at home, overridden by those of this run."""
    return Preferences(FileStore(settings_path()), settings)

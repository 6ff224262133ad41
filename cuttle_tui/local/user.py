"""The local user: name, settings file, language, crash log; files that nobody else may read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from platformdirs import user_config_path, user_state_path

from cuttle_tui.i18n.translation import C_, languages
from engine.reading import decode_text

_FOLDER: Final = 0o700
_FILE: Final = 0o600

_OFFER: Final = C_("a player at this keyboard who gave no name", "player")
_NOBODY: Final = frozenset(("root", "administrator", "admin", "toor", "system", "user"))
"""Login names that are no names of people."""
LONGEST_NAME: Final = 16
"""Characters in a name."""


def given_login_name() -> str:
    """Return the login name, if it is the name of somebody; else nothing."""
    import getpass

    names = [os.environ.get("SUDO_USER", "")]
    with suppress(KeyError, OSError):
        names.append(getpass.getuser())
    found = (name for name in map(clean_name, names) if name and name.lower() not in _NOBODY)
    return next(found, "")


def clean_name(text: str) -> str:
    """Return a name without what cannot be shown on one line; empty if nothing remains."""
    composed = normalize("NFC", text)
    shown = "".join(sign if sign.isprintable() else " " for sign in composed)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def player_name() -> str:
    """Return the name the player chose at home, else the login name."""
    return own_name() or nameless()


def own_name() -> str:
    """Return the same; empty if neither names the player."""
    return kept_name() or given_login_name()


def nameless() -> str:
    """Return what a player without a name is called in the records of games."""
    return str(_OFFER)


def kept_name() -> str:
    """Return the name the player chose at home; empty if they chose none."""
    name = _own_settings().get("name")
    return clean_name(name) if isinstance(name, str) else ""


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


def private_folder(path: Path) -> None:
    """Make a folder for its owner alone; one that is there keeps its rights.

    Raises:
        OSError: it cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=_FOLDER, exist_ok=True)


def private_file(path: Path) -> None:
    """Make a file for its owner alone, also if it was readable by others.

    Raises:
        OSError: it cannot be made.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE))
    with suppress(OSError):  # it belongs to somebody else
        path.chmod(_FILE)

"""The local user: name, settings file, language, crash log."""

from __future__ import annotations

import getpass
import json
import traceback
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_state_path

from cuttle_tui.i18n.translation import C_, languages, tr

_NAMELESS: Final = C_("a player whose name is not known", "you")


def local_name() -> str:
    """Return the user's name on this system."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return tr(_NAMELESS)


def settings_path() -> Path:
    """Return the file in which settings are kept at home."""
    return user_config_path("cuttle") / "settings.json"


def own_language() -> str:
    """Return which language is set at home; empty where none is, or where that cannot be read."""
    try:
        language = json.loads(settings_path().read_text(encoding="utf-8")).get("language")
    except (OSError, ValueError, AttributeError, RecursionError):
        return ""
    return language if isinstance(language, str) and language in languages() else ""


def log_crash(error: BaseException) -> Path | None:
    """Append an error to the crash log, and return its path; players see no traceback.

    None where no file can be written.
    """
    path = user_state_path("cuttle") / "crash.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return None
    return path

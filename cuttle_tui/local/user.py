"""The local user: name, settings file, language, crash log."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_state_path

from cuttle_tui.i18n.translation import C_, languages, tr

_NAMELESS: Final = C_("a player whose name is not known", "you")


def local_name() -> str:
    """Return the user's login name."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return tr(_NAMELESS)


def settings_path() -> Path:
    """Return the path of the settings file."""
    return user_config_path("cuttle") / "settings.json"


def own_language() -> str:
    """Return the language in the settings file; empty if there is none."""
    try:
        text = settings_path().read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    import json  # most players have no file

    try:
        language = json.loads(text).get("language")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return language if isinstance(language, str) and language in languages() else ""


def log_crash(error: BaseException) -> Path | None:
    """Append an error to the crash log; return its path, or None if it cannot be written."""
    import traceback  # slow to load, and rarely needed

    path = user_state_path("cuttle") / "crash.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return None
    return path

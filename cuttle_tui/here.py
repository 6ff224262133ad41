"""Know who sits at this terminal, and note what broke there for whoever mends it."""

from __future__ import annotations

import getpass
import traceback
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from cuttle_tui.tongue import C_, tr

_NAMELESS: Final = C_("a player whose name is not known", "you")


def own_name() -> str:
    """Give the name of whoever sits at this terminal."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return tr(_NAMELESS)


def noted(error: BaseException) -> Path | None:
    """Note what broke, and tell in which file; nobody is shown a traceback.

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

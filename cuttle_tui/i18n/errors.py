"""Translate errors: in input, files and actions, of the system, and crashes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from engine.errors import CuttleError


def broken_line(error: BaseException, path: Path | None) -> str:
    """Return the message for a crash, with the path of the log if there is one."""
    if path is None:
        kind = type(error).__name__
        return tr("something went wrong and the game had to stop: {kind}", kind=kind)
    return tr("something went wrong and the game had to stop; details are in {path}", path=path)


_UNREADABLE: Final = N_("it cannot be read")
_OF_THE_SYSTEM: Final = {
    message.text: message
    for message in (
        N_("File exists"),
        N_("File name too long"),
        N_("Is a directory"),
        N_("No space left on device"),
        N_("No such file or directory"),
        N_("Not a directory"),
        N_("Permission denied"),
        N_("Read-only file system"),
        N_("Address already in use"),
        N_("Cannot assign requested address"),
        N_("Could not determine home directory."),
    )
}
"""Messages of the system about files and ports that players may see."""


def worded(error: BaseException) -> str:
    """Return the message of an error in the player's language."""
    if isinstance(error, CuttleError):
        parts = {
            name: worded(part) if isinstance(part, BaseException) else part
            for name, part in error.parts.items()
        }
        return tr(error.message, **parts)
    if isinstance(error, OSError):
        return str(system_words(error))
    return str(_UNREADABLE)


def system_words(error: OSError) -> Message | str:
    """Return the message of the operating system, translated if we know it."""
    text = error.strerror or str(error)
    number = error.errno or 0
    if text not in _OF_THE_SYSTEM and number > 0:
        text = os.strerror(number)  # without what a library wrote around it
    return _OF_THE_SYSTEM.get(text, text)

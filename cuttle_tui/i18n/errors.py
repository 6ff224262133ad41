"""Word errors in what a player typed, in a file or in an action, and a crash."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from engine.errors import CuttleError


def broken_line(error: BaseException, path: Path | None) -> str:
    """Say that the game crashed, and which file has the details; None for none."""
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
"""What is said of files and ports by the system, as far as it happens to players."""


def worded(error: BaseException) -> str:
    """Word an error in the reader's language; errors of Python are only named."""
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
    """Return what the operating system says, to be translated where we have words for it."""
    text = error.strerror or str(error)
    number = error.errno or 0
    if text not in _OF_THE_SYSTEM and number > 0:
        text = os.strerror(number)  # without what a library wrote around it
    return _OF_THE_SYSTEM.get(text, text)

"""Files and folders that nobody else on this machine may read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_FOLDER: Final = 0o700
_FILE: Final = 0o600


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

"""Play at this terminal: ``python -m cuttle_tui``."""

from __future__ import annotations

import getpass
import os

from cuttle_tui.app import CuttleApp
from cuttle_tui.local import LocalLobby
from cuttle_tui.terminal import terminal_of


def main() -> None:
    """Open the app on this terminal."""
    try:
        player = getpass.getuser()
    except (KeyError, OSError):
        player = "you"
    CuttleApp(LocalLobby(player), terminal=terminal_of(os.environ)).run()


if __name__ == "__main__":
    main()

"""Play at this terminal: ``python -m cuttle_tui``."""

from __future__ import annotations

import getpass
import os

from platformdirs import user_data_path

from cuttle_tui.app import CuttleApp
from cuttle_tui.local import LocalLobby
from cuttle_tui.terminal import terminal_of
from engine.record import Record


def main() -> None:
    """Open the app on this terminal."""
    CuttleApp(_lobby(), terminal=terminal_of(os.environ)).run()


def watch(record: Record) -> None:
    """Step through a recorded game on this terminal."""
    CuttleApp(_lobby(), terminal=terminal_of(os.environ), record=record).run()


def _lobby() -> LocalLobby:
    try:
        player = getpass.getuser()
    except (KeyError, OSError):
        player = "you"
    return LocalLobby(player, records=user_data_path("cuttle") / "records")


if __name__ == "__main__":
    main()

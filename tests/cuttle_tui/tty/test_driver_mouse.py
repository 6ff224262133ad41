"""The mouse at this machine's own terminal: real bytes in, and no motion asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.ptys import in_terminal

pytestmark = pytest.mark.slow

COMMAND = (sys.executable, "-m", "cuttle_tui")


def _home(folder: Path) -> dict[str, str]:
    places = {f"XDG_{one}_HOME": str(folder / one) for one in ("CONFIG", "DATA", "STATE")}
    (folder / "CONFIG" / "cuttle").mkdir(parents=True)
    (folder / "CONFIG" / "cuttle" / "settings.json").write_text('{"name": "ana"}')
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**kept, **places, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}


def click(column: int, row: int) -> bytes:
    """Press and release the left button; columns and rows begin at 1."""
    return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m".encode()


def test_hints_are_clicked_on_at_a_real_terminal(tmp_path: Path) -> None:
    wheel_up = b"\x1b[<64;20;15M"
    status, shown = in_terminal(
        COMMAND,
        [
            (b"WELCOME", click(28, 24)),
            (b"SETTINGS", click(36, 22)),
            (b"WELCOME", wheel_up),
            (b"the game?", click(47, 24)),
        ],
        _home(tmp_path),
    )
    assert status == 0
    assert b"SETTINGS" in shown
    assert b"\x1b[?1000h" in shown
    assert b"\x1b[?1003h" not in shown

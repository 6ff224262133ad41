"""Compare what the terminal shows, as text, with a file."""

from __future__ import annotations

import os
from pathlib import Path

from cuttle_tui.app import CuttleApp

_FOLDER = Path(__file__).parent / "snapshots"


def grid(app: CuttleApp) -> list[str]:
    """Give the rows of the screen."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


def check(app: CuttleApp, name: str) -> None:
    """Compare the screen with its file; write the file when UPDATE_SNAPSHOTS is set."""
    shown = "\n".join(grid(app)) + "\n"
    path = _FOLDER / f"{name}_{app.size.width}x{app.size.height}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")

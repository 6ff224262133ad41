"""Word the message after a crash."""

from __future__ import annotations

from pathlib import Path

from cuttle_tui.i18n.translation import tr


def broken_line(error: BaseException, path: Path | None) -> str:
    """Say that the game crashed, and which file has the details; None for none."""
    if path is None:
        kind = type(error).__name__
        return tr("something went wrong and the game had to stop: {kind}", kind=kind)
    return tr("something went wrong and the game had to stop; details are in {path}", path=path)

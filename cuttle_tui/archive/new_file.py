"""Write new files for the player, never over others."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from cuttle_tui.archive.folder import NotWritten, stem_of
from engine.record.record import Record


def write_beside(record: Record, texts: dict[str, str], folder: Path | None = None) -> list[Path]:
    """Write texts named after a game into a folder, unless the same are there already.

    Args:
        record: the game.
        texts: what to write, by suffix such as ``.svg``.
        folder: where; by default the current folder.

    Raises:
        NotWritten: something cannot be written; no partial file is left.
    """
    for number in count(1):
        stem = stem_of(record) if number == 1 else f"{stem_of(record)}.{number}"
        files = {(folder or Path()) / f"{stem}{suffix}": text for suffix, text in texts.items()}
        if not any(path.exists() for path in files):
            return [write_new(path, text) for path, text in files.items()]
        if all(_has(path, text) for path, text in files.items()):
            return [*files]
    raise AssertionError


def _has(path: Path, text: str) -> bool:
    """Return whether a file holds this text."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def write_new(path: Path, text: str) -> Path:
    """Write a new file.

    Raises:
        NotWritten: it exists already, or cannot be written; no partial file is left.
    """
    try:
        file = path.open("x", encoding="utf-8")
    except OSError as error:
        raise NotWritten(error.strerror or str(error)) from None
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise NotWritten(error.strerror or str(error)) from None
    return path

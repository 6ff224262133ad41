"""Write new files for the player, never over others."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from cuttle_tui.archive.folder import NotWritten, stem_of
from engine.record.record import Record


def write_beside(record: Record, texts: dict[str, str], folder: Path | None = None) -> list[Path]:
    """Write texts named after a game into a folder, by default the current one.

    Args:
        record: the game.
        texts: what to write, by suffix such as ``.svg``.
        folder: where.

    Raises:
        NotWritten: something cannot be written; no partial file is left.
    """
    stem = _free_stem(folder or Path(), stem_of(record), tuple(texts))
    return [write_new(stem.with_name(stem.name + suffix), text) for suffix, text in texts.items()]


def _free_stem(folder: Path, stem: str, suffixes: tuple[str, ...]) -> Path:
    """Return a name that no file of these suffixes has."""
    for number in count(1):
        name = stem if number == 1 else f"{stem}.{number}"
        if not any((folder / f"{name}{suffix}").exists() for suffix in suffixes):
            return folder / name
    raise AssertionError


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

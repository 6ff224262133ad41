"""Export a record to a file that the player names; only at home."""

from __future__ import annotations

from pathlib import Path

from cuttle_tui.archive.folder import SUFFIX, stem_of
from engine.errors import CuttleError
from engine.record.record import Record, record_text


class NotWritten(CuttleError):
    """A record could not be written; the text says why."""


class Taken(NotWritten):
    """The file exists already."""


def file_name(record: Record) -> str:
    """Return a default file name, with the start of the game and its players."""
    return f"{stem_of(record)}{SUFFIX}"


def write_copy(record: Record, name: str) -> Path:
    """Write a record to a new file; in a folder, under the default name.

    Raises:
        NotWritten: it cannot be written; no partial file is left.
        Taken: the file exists already; it is unchanged.
    """
    try:
        path = Path(name).expanduser()
        path = path / file_name(record) if path.is_dir() else path
        file = path.open("x", encoding="utf-8", errors="replace")
    except FileExistsError:
        raise Taken(str(path)) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise NotWritten(_reason(error)) from None
    try:
        with file:
            file.write(record_text(record))
    except OSError as error:
        path.unlink(missing_ok=True)
        raise NotWritten(_reason(error)) from None
    return path


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

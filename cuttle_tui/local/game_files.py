"""Keep each running game in a file that nobody else may read, so that it can be resumed."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from engine.errors import N_, CuttleError
from engine.table.events import Acted, DealtOut, TableEvent, parse_table_event, table_event_text

SUFFIX: Final = ".table"
_FORMAT: Final = 2
"""Of the deal of a day; other tables are still written in the first form, which had none."""
_MARK: Final = "cuttle table"
_BINARY: Final = getattr(os, "O_BINARY", 0)
"""Lines end the same on every system."""
_LARGEST: Final = 8_000_000
"""Bytes of the longest file that is read."""


class GameFileError(CuttleError):
    """A file of a game cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class TableHead:
    """What a table at home is, besides its events."""

    ruleset: str
    """Its text, with the version of the rules."""
    seed: str
    """The secret source of all secrets of the match, in hex."""
    people: int
    """How many seats, the first, are played at this keyboard."""
    practice: bool
    """Whether moves can be taken back."""
    chances: tuple[int, ...]
    """The seed of the guesses of each computer."""
    level: str
    """How well they play."""
    day: str = ""
    """The day whose deal it is, as ``2026-11-30``; empty at other tables."""


def append_lines(path: Path, lines: Iterable[str]) -> None:
    """Append lines to a file that nobody else may read, which is made if it is missing.

    A line that a full disk or another process left incomplete is ended first.

    Raises:
        OSError: they cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(f"{line}\n" for line in lines).encode()
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, 0o600)
    try:
        if os.fstat(file).st_size:
            os.lseek(file, -1, os.SEEK_END)
            if os.read(file, 1) != b"\n":
                data = b"\n" + data
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def parse_head(line: str) -> TableHead:
    """Parse the first line of a file.

    Raises:
        GameFileError: it is none of ours, or of a later version.
    """
    try:
        values: dict[str, Any] = json.loads(line)
        version = values.pop(_MARK)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise GameFileError(N_("it is not a game of Cuttle")) from None
    if version not in (1, _FORMAT):
        raise GameFileError(N_("it was written by another version of Cuttle"))
    try:
        head = TableHead(**{**values, "chances": tuple(map(int, values["chances"]))})
        bytes.fromhex(head.seed)
    except (ValueError, KeyError, TypeError) as error:
        raise GameFileError(N_("it is not a game of Cuttle")) from error
    return head


def is_locked(file: int) -> bool:
    """Lock an open file for this process; return whether another process has it."""
    try:
        import fcntl
    except ImportError:  # this system has no such locks
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # nor has this file system
        return False
    return False


class GameFile:
    """The file of one table; what cannot be written now is written with the next event."""

    def __init__(self, path: Path, head: TableHead, events: Sequence[TableEvent] = ()) -> None:
        """Prepare to write; nothing is written before the first action.

        Args:
            path: the file.
            head: the table.
            events: the events in it already.
        """
        self.path: Final = path
        self.problem: OSError | None = None
        """Why the last event is not written; None if it is."""
        values = asdict(head)
        form = _FORMAT if values["day"] else 1
        if form == 1:
            del values["day"]
        first = json.dumps({_MARK: form, **values}, separators=(",", ":"))
        self._lines = [first, *map(table_event_text, events)]
        self._begun = bool(events)
        """Whether there is anything worth keeping."""
        self._written = 0
        """How many lines are in the file."""
        self._ends: list[int] = []
        """The length of the file after each line that is in it."""
        self._file: int | None = None
        self._closed = False

    @classmethod
    def taken_over(
        cls, path: Path, head: TableHead, events: Sequence[TableEvent], file: int
    ) -> GameFile:
        """Go on with an open, locked file that holds these events.

        A line without an end is cut off.
        """
        taken, end = cls(path, head, events), 0
        taken._file = file
        taken._written = len(taken._lines)
        for line in _bytes_of(file).split(b"\n")[: taken._written]:
            end += len(line) + 1
            taken._ends.append(end)
        return taken

    def append(self, event: TableEvent) -> None:
        """Write an event; if that fails, `problem` says why, and the next try writes it too."""
        self._lines.append(table_event_text(event))
        self._begun = self._begun or isinstance(event, Acted)
        if self._begun and not self._closed:
            self._write()
        if isinstance(event, DealtOut):
            self.sync()

    def cut_back(self, count: int) -> None:
        """Forget all events but the first so many."""
        del self._lines[1 + count :]
        del self._ends[1 + count :]
        self._written = min(self._written, len(self._lines))
        if self._begun and not self._closed:
            self._write()

    def _write(self) -> None:
        """Write the lines that are missing, after the last one that is complete."""
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY
                self._file = os.open(self.path, flags, 0o600)
                is_locked(self._file)
            file = self._file
            os.ftruncate(file, self._ends[-1] if self._ends else 0)
            while self._written < len(self._lines):
                line = self._lines[self._written].encode() + b"\n"
                rest = line
                while rest:
                    rest = rest[os.write(file, rest) :]
                self._ends.append((self._ends[-1] if self._ends else 0) + len(line))
                self._written += 1
        except OSError as error:
            self.problem = error
        else:
            self.problem = None

    def sync(self) -> None:
        """Wait until the disk has what was written."""
        if self._file is not None and not self._closed:
            with suppress(OSError):
                os.fsync(self._file)

    def close(self) -> None:
        """Write what is missing, and let other processes have the file."""
        if self._closed:
            return
        if self._begun and self._written < len(self._lines):
            self._write()
        self.sync()
        self._closed = True
        if self._file is not None:
            os.close(self._file)

    def delete(self) -> None:
        """Remove the file: the game is over."""
        if self._file is None or self._closed:
            return
        with suppress(OSError):  # while no other process can have it
            self.path.unlink(missing_ok=True)
        self._begun = False
        self.close()
        with suppress(OSError):  # some systems keep a file while it is open
            self.path.unlink(missing_ok=True)


def _bytes_of(file: int) -> bytes:
    """Read a whole file.

    Raises:
        OSError: it cannot be read.
        GameFileError: it is too long to be ours.
    """
    parts, size = [], 0
    os.lseek(file, 0, os.SEEK_SET)
    while part := os.read(file, 1 << 20):
        parts.append(part)
        size += len(part)
        if size > _LARGEST:
            raise GameFileError(N_("it is not a game of Cuttle"))
    return b"".join(parts)


def read_table(file: int) -> tuple[TableHead, list[TableEvent]]:
    """Read a table from an open file.

    Raises:
        OSError: it cannot be read.
        GameFileError: it is broken, none of ours, or of another version.
    """
    whole = _bytes_of(file).split(b"\n")[:-1]  # what follows the last line end is incomplete
    try:
        head, *lines = [line.decode() for line in whole]
    except ValueError:
        raise GameFileError(N_("it is not a game of Cuttle")) from None
    told = parse_head(head)
    try:
        return told, [parse_table_event(line) for line in lines]
    except CuttleError:
        raise GameFileError(N_("a line of it is broken")) from None


def open_existing(path: Path) -> int | None:
    """Open and lock the file of a game; return None if another process has it, or it is gone.

    Raises:
        OSError: it cannot be opened.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | _BINARY)
    except FileNotFoundError:
        return None
    if is_locked(file) or os.fstat(file).st_nlink == 0:
        os.close(file)
        return None
    return file


def new_path(folder: Path) -> Path:
    """Return a free path for the file of a new game."""
    return folder / f"{time.strftime('%Y-%m-%d_%H%M%S')}_{secrets.token_hex(3)}{SUFFIX}"

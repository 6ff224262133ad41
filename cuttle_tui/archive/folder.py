"""Keep the records of games in a folder, the newest ones, and read them again."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.errors import system_words
from cuttle_tui.ports import ArchivedGame, ArchiveProblem, Chair, Change
from engine.errors import CuttleError
from engine.record.parser import parse_head, parse_record
from engine.record.record import Record, RecordError
from engine.record.replay import printable

MOST: Final = 200
"""How many records are kept."""

SUFFIX: Final = ".cuttle"
"""How the name of a file with a record ends."""
_OURS: Final = re.compile(r"(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)\d\d_([\w-]+?)(?:\.\d+)?\.cuttle")
_NAME: Final = 12
_HEAD: Final = 4096
"""Characters of a record within which its head ends."""


class FolderArchive:
    """An archive that is a folder; what cannot be written waits, and is noted."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        self._path = path
        self._most = most
        self._waiting: list[str] = []
        """Records that could not be written yet."""
        self._trouble: ArchiveProblem | None = None
        self._unlisted: ArchiveProblem | None = None

    @property
    def trouble(self) -> ArchiveProblem | None:
        """Why the last game could not be kept so far; None when it was."""
        return self._trouble

    @property
    def unlisted(self) -> ArchiveProblem | None:
        """Why the games could not be listed last time; None when they were."""
        return self._unlisted

    def keep(self, text: str) -> None:
        """Write a record to a file of its own, and throw away the oldest beyond the limit."""
        self._waiting.append(text)
        self._write_waiting()

    def _write_waiting(self) -> None:
        """Write all that waits, and let wait what cannot be written."""
        waiting, self._waiting, self._trouble = self._waiting, [], None
        for text in waiting:
            try:
                self._put(text)
            except OSError as error:
                self._waiting.append(text)
                self._trouble = ArchiveProblem(error, str(self._path))
            except (CuttleError, UnicodeError) as error:
                self._trouble = ArchiveProblem(error, str(self._path))

    def _put(self, text: str) -> None:
        stem = stem_of(parse_record(text))
        self._path.mkdir(parents=True, exist_ok=True)
        self._write(stem, text)
        self._thin()

    def _write(self, stem: str, text: str) -> None:
        """Write under a free name; leave no half of a file behind."""
        path = self._path / f"{stem}{SUFFIX}"
        number = 1
        while path.exists():
            number += 1
            path = self._path / f"{stem}.{number}{SUFFIX}"
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def _thin(self) -> None:
        with suppress(OSError):  # what cannot be thrown away is no reason to write again
            for name in self._names()[self._most :]:
                (self._path / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        """List the files this archive has written, newest first; none if there is no folder.

        Raises:
            OSError: there is a folder, and it cannot be read.
        """
        try:
            found = [path.name for path in self._path.iterdir()]
        except FileNotFoundError:
            return []
        return sorted(filter(_OURS.fullmatch, found), reverse=True)

    def games(self) -> tuple[ArchivedGame, ...]:
        """List the games, newest first; what waits to be written is tried again before."""
        self._write_waiting()
        self._unlisted = None
        try:
            return tuple(map(self._kept, self._names()))
        except OSError as error:
            self._unlisted = ArchiveProblem(error, str(self._path))
            return ()

    def _kept(self, name: str) -> ArchivedGame:
        """Read the head of a file; of a broken one, tell only what its name says."""
        match = _OURS.fullmatch(name)
        assert match is not None
        day, hour, minute, players = match.groups()
        when = f"{day} {hour}:{minute}"
        try:
            head = parse_head(_text(self._path / name, _HEAD))
        except RecordError:
            called = (one.replace("_", " ").strip() or "nobody" for one in players.split("-"))
            return ArchivedGame(name, tuple(map(printable, called)), when, readable=False)
        winners = None if head.outcome is None else head.outcome.winners
        return ArchivedGame(name, tuple(map(printable, head.players)), when, winners)

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is none.
        """
        return read_record(self._path / name)

    def where(self, record: Record) -> str:
        """Return the file of a game; empty if it is not stored here."""
        for path in sorted(self._path.glob(f"{stem_of(record)}*{SUFFIX}")):
            with suppress(RecordError):
                if read_record(path) == record:
                    return str(path)
        return ""


def stem_of(record: Record) -> str:
    """Make a file name that tells when a game was played, and by whom."""
    names = "-".join(re.sub(r"\W+", "_", name)[:_NAME] or "_" for name in record.players)
    return f"{record.started.astimezone():%Y-%m-%d_%H%M%S}_{names}"


def read_record(file: Path) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: the file cannot be read, or holds no legal record.
    """
    return parse_record(_text(file))


def _text(file: Path, most: int = -1) -> str:
    """Read so many characters of a file, or all."""
    try:
        with file.open(encoding="utf-8") as lines:
            return lines.read(most)
    except OSError as error:
        raise RecordError(0, "cannot be read: {why}", why=system_words(error)) from None
    except UnicodeDecodeError:
        raise RecordError(0, "is not text") from None


class Recorder:
    """Keep the record of every game at a table, as one of its watchers.

    It writes at once, so that a game is kept even when the app ends with it.
    """

    def __init__(self, chair: Chair, folder: FolderArchive) -> None:
        self._chair = chair
        self._folder = folder
        self._kept = False
        chair.subscribe(self._changed)

    def _changed(self, change: Change) -> None:
        text = self._chair.record()
        if text is None:
            self._kept = False
        elif not self._kept:
            self._kept = True
            self._folder.keep(text)

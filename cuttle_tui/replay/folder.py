"""Store the records of the latest games in a folder, and export copies."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.translation import own_time, system_words
from cuttle_tui.ports import ArchivedGame, ArchiveProblem, Chair, Change
from engine.computers import is_computer
from engine.errors import CuttleError
from engine.reading import OLD_WINDOWS, UTF8, decode_text, encoding_of
from engine.record.match import PlayedGame, standings
from engine.record.parser import parse_head, parse_record
from engine.record.record import HEADING, Record, RecordError, record_text
from engine.record.summary import printable

MOST: Final = 200
"""Maximum number of records."""

SUFFIX: Final = ".cuttle"
"""Suffix of record files."""
_OURS: Final = re.compile(r"(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)\d\d_([\w-]+?)(?:\.(\d+))?\.cuttle")
_TIME: Final = len("2026-09-28_142501")
_NAME: Final = 12
_HEAD: Final = 4096
"""Maximum length of the head of a record."""


def records_in(data: Path) -> Path:
    """Return the folder of finished games in a data folder."""
    return data / "records"


class FolderArchive:
    """An archive in a folder; records that cannot be written are retried later."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        self.path: Final = path
        self._most = most
        self._waiting: list[str] = []
        """Records not yet written."""
        self.trouble: ArchiveProblem | None = None
        """Why the last game is not stored; None if it is."""
        self.unlisted: ArchiveProblem | None = None
        """Why the last listing failed; None if it did not."""

    def keep(self, text: str) -> None:
        """Write a record to a file, and delete the oldest beyond the limit.

        A game that was taken back and ended again is written over its earlier ending.
        """
        self._waiting.append(text)
        self._write_waiting()

    def _write_waiting(self) -> None:
        """Write the waiting records; keep those that fail."""
        waiting, self._waiting, self.trouble = self._waiting, [], None
        for text in waiting:
            try:
                self._put(text)
            except OSError as error:
                self._waiting.append(text)
                self.trouble = ArchiveProblem(error, str(self.path))
            except (CuttleError, UnicodeError) as error:
                self.trouble = ArchiveProblem(error, str(self.path))

    def _put(self, text: str) -> None:
        record = parse_record(text)
        self.path.mkdir(parents=True, exist_ok=True)
        # the file of the same game, or a free one
        stem = stem_of(record)
        path = self.path / f"{stem}{SUFFIX}"
        number = 1
        while path.exists():
            with suppress(RecordError):
                if record.deal is not None and read_record(path).deal == record.deal:
                    break
            number += 1
            path = self.path / f"{stem}.{number}{SUFFIX}"
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError:  # leave no partial file
            path.unlink(missing_ok=True)
            raise
        with suppress(OSError):  # the new record is written all the same
            for name in self._names()[self._most :]:
                (self.path / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        """List the files of this archive, newest first; none if there is no folder.

        Raises:
            OSError: the folder cannot be read.
        """
        try:
            found = [path.name for path in self.path.iterdir()]
        except FileNotFoundError:
            return []
        ours = (match for name in found if (match := _OURS.fullmatch(name)))
        return [match.string for match in sorted(ours, key=_begun, reverse=True)]

    def games(self, most: int | None = None) -> tuple[ArchivedGame, ...]:
        """List the games, newest first, after retrying the waiting records.

        If a number is given, only so many files are read.
        """
        self._write_waiting()
        self.unlisted = None
        try:
            games = [self._kept(name) for name in self._names()[:most]]
            known = [
                (game.name, _played(head)) for game, head in reversed(games) if head is not None
            ]
            stood = standings(played for _, played in known)
            matches = dict(zip((name for name, _ in known), stood, strict=True))
            return tuple(replace(game, match=matches.get(game.name)) for game, _ in games)
        except OSError as error:
            self.unlisted = ArchiveProblem(error, str(self.path))
            return ()

    def _kept(self, name: str) -> tuple[ArchivedGame, Record | None]:
        """Read the head of a file; if it is broken, use the name of the file."""
        match = _OURS.fullmatch(name)
        assert match is not None
        day, hour, minute, players, _ = match.groups()
        when = f"{day} {hour}:{minute}"
        try:
            head = parse_head(_text(self.path / name, _HEAD))
        except RecordError:
            called = (player.replace("_", " ").strip() or "nobody" for player in players.split("-"))
            broken = ArchivedGame(name, tuple(map(printable, called)), when, readable=False)
            return broken, None
        return archived_game(name, head, when), head

    def record(self, name: str) -> Record:
        record = read_record(self.path / name)
        if record.ruleset.match == "single":
            return record
        stood = {game.name: game.match for game in self.games()}
        return replace(record, match=stood.get(name))

    def where(self, record: Record) -> str:
        for path in sorted(self.path.glob(f"{stem_of(record)}*{SUFFIX}")):
            with suppress(RecordError):
                if read_record(path) == record:
                    return str(path)
        return ""


def _played(head: Record) -> PlayedGame:
    """Return what a match asks of a game: two friends go on with it, whoever left the game."""
    winners = None if head.outcome is None else head.outcome.winners
    friends = len(head.players) == _DUEL and not any(map(is_computer, head.players))
    given_up = () if friends else head.given_up
    return PlayedGame(
        head.ruleset.name, head.players, winners, given_up, number=head.number, left=head.left
    )


_DUEL: Final = 2


def archived_game(name: str, head: Record, when: str = "") -> ArchivedGame:
    """Return what a list says of a game, by the head of its record."""
    players, end = tuple(map(printable, head.players)), head.outcome
    if end is None:
        return ArchivedGame(name, players, when)
    return ArchivedGame(name, players, when, end.winners, why=end.why, given_up=head.given_up)


def stem_of(record: Record) -> str:
    """Return a file name without suffix: the start of the game and its players."""
    names = "-".join(re.sub(r"\W+", "_", name)[:_NAME] or "_" for name in record.players)
    started = own_time(record.started)
    return f"{started.year:04}{started:-%m-%d_%H%M%S}_{names}"


def _begun(file: re.Match[str]) -> tuple[str, int, str]:
    """Return the key that sorts files by their games' starts; one second may have several."""
    name = file.string
    return name[:_TIME], int(file[5] or 1), name


def read_record(file: Path) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: it cannot be read, or is no legal record.
    """
    return parse_record(_text(file))


def _text(file: Path, most: int = -1) -> str:
    """Read a file, by default whole."""
    try:
        with file.open("rb") as opened:
            data = opened.read(most)
        if len(data) == most and encoding_of(data)[0] == UTF8:
            data = data[: data.rfind(b"\n")]  # or a letter might be cut in two
        return decode_text(data)
    except OSError as error:
        raise RecordError(0, "cannot be read: {why}", why=system_words(error)) from None
    except UnicodeDecodeError:
        text = data.decode(OLD_WINDOWS, "replace")
        if "\0" in text or not text.lstrip().startswith(HEADING):
            raise RecordError(0, "is not text") from None
        return text.replace("\r\n", "\n")


# export ------------------------------------------------------------------------------------------


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
    except (OSError, RuntimeError, ValueError) as error:
        raise NotWritten(_reason(error)) from None
    return write_new(path, record_text(record))


def write_new(path: Path, text: str) -> Path:
    """Write a new file.

    Raises:
        NotWritten: it cannot be written; no partial file is left.
        Taken: the file exists already; it is unchanged.
    """
    try:
        file = path.open("x", encoding="utf-8", errors="replace")
    except FileExistsError as error:
        raise Taken(_reason(error)) from None
    except (OSError, ValueError) as error:
        raise NotWritten(_reason(error)) from None
    try:
        with file:
            file.write(text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise NotWritten(_reason(error)) from None
    return path


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def write_beside(record: Record, texts: dict[str, str], folder: Path | None = None) -> list[Path]:
    """Write texts named after a game, by suffix, into a folder, unless the same are there already.

    Raises:
        NotWritten: something cannot be written; no partial file is left.
    """
    for number in count(1):
        stem = stem_of(record) if number == 1 else f"{stem_of(record)}.{number}"
        files = {(folder or Path()) / f"{stem}{suffix}": text for suffix, text in texts.items()}
        if not any(path.exists() for path in files):
            return [write_new(path, text) for path, text in files.items()]
        with suppress(OSError):
            if all(path.read_bytes() == text.encode() for path, text in files.items()):
                return [*files]
    raise AssertionError


# recording ---------------------------------------------------------------------------------------


def record_games(chair: Chair, folder: FolderArchive) -> None:
    """Store the record of every game at a table from now on, as a watcher.

    It is written at once, so that no game is lost when the app ends.
    """
    kept = False

    def look(_: Change) -> None:
        nonlocal kept
        text, was_kept = chair.record(), kept
        kept = text is not None
        if text is not None and not was_kept:
            folder.keep(text)

    chair.subscribe(look)

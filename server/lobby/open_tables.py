"""The tables of a room at home that are open, in a file: the next room goes on with their games."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from cuttle_tui.local.friends import open_tables_in
from cuttle_tui.local.game_files import is_locked
from cuttle_tui.local.user import private_file, private_folder
from engine.errors import CuttleError
from engine.rules.options import parse_ruleset
from engine.table.controls import parse_control
from engine.table.events import parse_table_event
from engine.table.table import Table
from server.store.values import AddEntry, CloseTable, OpenTable, RunningTable, Write

log = logging.getLogger(__name__)

HOST: Final = "host"
"""The identity of the host."""
_DUEL: Final = 2


class OpenTables:
    """A file to which each change at a table adds a line; one process writes it at a time.

    What is played in another room of the same player is not kept, nor anything once a line could
    not be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None
        """Open, and locked, while this process writes it."""

    @property
    def writing(self) -> bool:
        return self._file is not None

    def acquire(self) -> bool:
        """Be the one that writes; return whether it is."""
        try:
            private_folder(self._path.parent)
            private_file(self._path)
            file = self._path.open("a", encoding="utf-8")
        except OSError:
            return False
        if is_locked(file.fileno()):
            file.close()
            return False
        self._file = file
        with suppress(OSError):
            if self._path.read_bytes()[-1:] not in (b"", b"\n"):
                self._write("")  # ends a line whose process ended while it wrote it
        return self.writing

    def release(self) -> None:
        """Let another process write; the file goes if no game of it goes on, nor is unreadable."""
        if self._file is None:
            return
        with suppress(OSError):
            if not any(table is None or _goes_on(table) for _, table in self._open()):
                self._path.unlink()
        self._close()

    def note(self, write: Write) -> None:
        """Add what happens at a table."""
        match write:
            case OpenTable():
                self._write(json.dumps({"opened": write.id, "head": write.head}))
            case AddEntry():
                self._write(json.dumps({"at": write.table, "entry": write.text}))
            case CloseTable():
                self._write(json.dumps({"closed": write.id}))

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        try:
            self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as error:
            log.warning("what is played here is not kept: %s", error)
            self._close()

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what could not be written is tried once more
                file.close()

    def games(self) -> list[tuple[RunningTable, Table]]:
        """Read the tables at which a game of several people was going on."""
        read = [(kept, table) for kept, table in self._open() if table is not None]
        return [(kept, table) for kept, table in read if _goes_on(table)]

    def _open(self) -> Iterator[tuple[RunningTable, Table | None]]:
        """Yield the tables that were not closed, as they were; None for what cannot be read."""
        heads, entries = dict[str, str](), dict[str, list[str]]()
        for line in self._lines():
            match line:
                case {"opened": id, "head": head}:
                    heads[id], entries[id] = head, []
                case {"at": id, "entry": entry} if id in heads:
                    entries[id].append(entry)
                case {"closed": id}:
                    heads.pop(id, None)
        for id, head in heads.items():
            kept = RunningTable(id, head, tuple(entries[id]))
            yield kept, _replayed(kept)

    def _lines(self) -> Iterator[dict[str, str]]:
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return
        for line in filter(None, text.splitlines()):
            try:
                yield dict(json.loads(line))
            except (ValueError, TypeError):
                log.warning("a line of %s cannot be read", self._path)


def _replayed(kept: RunningTable) -> Table | None:
    """Return a table as its entries left it; None if they cannot be read."""
    try:
        head = json.loads(kept.head)
        control = parse_control(head["timing"])
        table = Table(parse_ruleset(head["ruleset"]), bytes.fromhex(head["seed"]), control=control)
        table.replay([*map(parse_table_event, kept.entries)])
    except (CuttleError, ValueError, KeyError, TypeError):
        log.warning("table %s cannot be read", kept.id)
        return None
    return table


def _goes_on(table: Table) -> bool:
    """Return whether a game is worth going on with: with a computer it is begun anew."""
    return table.running and len(people_at(table)) >= _DUEL


def people_at(table: Table) -> dict[str, str]:
    """Return the names of the people who sit at a table, by identity."""
    seats = zip(table.owners, table.sitters, strict=True)
    return {owner: sitter.name for owner, sitter in seats if sitter.kind == "person"}


def others_at(tables: Iterable[Table]) -> tuple[str, ...]:
    """Return the names of the people with whom the host sat last; empty for nobody."""
    for table in reversed([*tables]):
        people = people_at(table)
        if people.pop(HOST, ""):
            return tuple(people.values())
    return ()


def unfinished_in(data: Path) -> tuple[str, ...]:
    """Return the names of the friends with whom a game of the last room goes on.

    Of a room that is open there is none to go on with.
    """
    tables = OpenTables(open_tables_in(data))
    if not tables.acquire():
        return ()
    told = others_at(table for _, table in tables.games())
    tables.release()
    return told

"""The tables of a room at home that are open, in a file: the next room goes on with their games."""

from __future__ import annotations

import fcntl
import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from cuttle_tui.local.friends import open_tables_in
from cuttle_tui.local.user import private_file, private_folder
from engine.errors import CuttleError
from engine.rules.options import parse_ruleset
from engine.table.controls import parse_control
from engine.table.events import Joined, TableEvent, parse_table_event
from engine.table.table import Table
from server.store.values import AddEntry, CloseTable, OpenTable, RunningTable, Write

log = logging.getLogger(__name__)

HOST: Final = "host"
"""The identity of the host."""


class OpenTables:
    """A file to which each change at a table adds a line; one process writes it at a time.

    Another room of the same player has the file for reading, and what is played there is not kept.
    What cannot be written is as if it had not been.
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
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.write("\n")  # after a line whose process ended while it wrote it
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Let another process write; the file goes if no game of it goes on, nor is unreadable."""
        if self._file is not None:
            with suppress(OSError):
                if all(_runs(table) is False for table in self._open()):
                    self._path.unlink()
            self._file.close()
            self._file = None

    def note(self, write: Write) -> None:
        """Add what happens at a table."""
        match write:
            case OpenTable():
                self._add(opened=write.id, head=write.head)
            case AddEntry():
                self._add(at=write.table, entry=write.text)
            case CloseTable():
                self._add(closed=write.id)

    def _add(self, **line: str) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.write(f"{json.dumps(line)}\n")
                self._file.flush()

    def tables(self) -> list[RunningTable]:
        """Read the tables at which a game was going on."""
        return [table for table in self._open() if _runs(table)]

    def _open(self) -> list[RunningTable]:
        """Read the tables that were not closed."""
        heads, entries = dict[str, str](), dict[str, list[str]]()
        for line in self._lines():
            match line:
                case {"opened": id, "head": head}:
                    heads[id], entries[id] = head, []
                case {"at": id, "entry": entry} if id in heads:
                    entries[id].append(entry)
                case {"closed": id}:
                    heads.pop(id, None)
        return [RunningTable(id, head, tuple(entries[id])) for id, head in heads.items()]

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


def _runs(kept: RunningTable) -> bool | None:
    """Return whether a game goes on at a table; None if it cannot be read."""
    try:
        head = json.loads(kept.head)
        control = parse_control(head["timing"])
        table = Table(parse_ruleset(head["ruleset"]), bytes.fromhex(head["seed"]), control=control)
        table.replay([*map(parse_table_event, kept.entries)])
    except (CuttleError, ValueError, KeyError, TypeError):
        log.warning("table %s cannot be read", kept.id)
        return None
    return table.running


def _events(table: RunningTable) -> Iterator[TableEvent]:
    with suppress(CuttleError):
        yield from map(parse_table_event, table.entries)


def others_at(tables: Iterable[RunningTable]) -> tuple[str, ...]:
    """Return the names of the people with whom the host sat last; empty for nobody."""
    for table in reversed([*tables]):
        joined = [event for event in _events(table) if isinstance(event, Joined)]
        people = {each.who: each.called for each in joined if each.kind == "person"}
        if people.pop(HOST, "") and people:
            return tuple(people.values())
    return ()


def unfinished_in(data: Path) -> tuple[str, ...]:
    """Return the names of the friends with whom a game of the last room goes on."""
    return others_at(OpenTables(open_tables_in(data)).tables())

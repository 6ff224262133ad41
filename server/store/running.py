"""Running tables in the database: apply the server's writes, and read them back."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from server.store import games
from server.store.league import championships, nights
from server.store.tables import entries, running
from server.store.values import (
    AddEntry,
    AddNightEntry,
    CloseTable,
    EnterMatch,
    KeepGame,
    OpenNight,
    OpenTable,
    RunningTable,
    Write,
)

log = logging.getLogger(__name__)

_INSERT: Final[dict[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def apply(connection: Connection, writes: Sequence[Write]) -> None:
    """Apply writes in order, all or nothing; repeating them changes nothing."""
    for kind, alike in groupby(_lasting(writes), key=type):
        _HOW[kind](connection, list(alike))


def _lasting(writes: Sequence[Write]) -> list[Write]:
    """Drop the writes that a later close undoes.

    It saves work, and it lets writes be repeated whose table was closed by the first try.
    """
    closed = {write.id: at for at, write in enumerate(writes) if isinstance(write, CloseTable)}
    return [write for at, write in enumerate(writes) if at >= closed.get(_table(write), -1)]


def _table(write: Write) -> str:
    match write:
        case AddEntry():
            return write.table
        case OpenTable() | CloseTable():
            return write.id
        case _:
            return ""


def _open(connection: Connection, writes: Sequence[OpenTable]) -> None:
    rows = [asdict(write) for write in writes]
    if _insert(connection, running, rows):
        return
    for write in writes:
        query = sa.select(running.c.head).where(running.c.id == write.id)
        if connection.scalar(query) != write.head:
            log.error("table %s is open already, with another head; that one stays", write.id)


def _add(connection: Connection, writes: Sequence[AddEntry]) -> None:
    rows = [asdict(write) for write in writes]
    if _insert(connection, entries, rows):
        return
    for write in writes:
        which = (entries.c.table == write.table, entries.c.number == write.number)
        if connection.scalar(sa.select(entries.c.text).where(*which)) != write.text:
            log.error(
                "entry %d of table %s is there already, with another text; that one stays",
                write.number,
                write.table,
            )


def _insert(connection: Connection, table: sa.Table, rows: Sequence[dict[str, object]]) -> bool:
    """Insert the rows whose keys are new; return whether that was all of them."""
    insert = _INSERT[connection.dialect.name](table).on_conflict_do_nothing()
    done = connection.execute(insert.execution_options(preserve_rowcount=True), rows)
    return done.rowcount == len(rows)


def _close(connection: Connection, writes: Sequence[CloseTable]) -> None:
    which = running.c.id.in_([write.id for write in writes])
    connection.execute(running.delete().where(which))


def _keep(connection: Connection, writes: Sequence[KeepGame]) -> None:
    for write in writes:
        games.keep(connection, write.game)


def _open_nights(connection: Connection, writes: Sequence[OpenNight]) -> None:
    for write in writes:
        nights.open_night(connection, write.id, write.head)


def _add_to_nights(connection: Connection, writes: Sequence[AddNightEntry]) -> None:
    for write in writes:
        nights.add_night_entry(connection, write.night, write.number, write.text)


def _enter_matches(connection: Connection, writes: Sequence[EnterMatch]) -> None:
    for write in writes:
        championships.enter_match(connection, write)


_HOW: Final[dict[type[Write], Callable[[Connection, Any], None]]] = {
    OpenTable: _open,
    AddEntry: _add,
    CloseTable: _close,
    KeepGame: _keep,
    OpenNight: _open_nights,
    AddNightEntry: _add_to_nights,
    EnterMatch: _enter_matches,
}


def running_tables(connection: Connection) -> list[RunningTable]:
    """Return every open table, with its entries in order."""
    texts: dict[str, list[str]] = defaultdict(list)
    for table, text in connection.execute(
        sa.select(entries.c.table, entries.c.text).order_by(entries.c.table, entries.c.number)
    ):
        texts[table].append(text)
    heads = connection.execute(sa.select(running.c.id, running.c.head).order_by(running.c.id))
    return [RunningTable(id, head, tuple(texts[id])) for id, head in heads]

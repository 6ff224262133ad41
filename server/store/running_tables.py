"""Running tables and play nights in the database: apply the server's writes, and read them back.

Every write to a table is fenced: the statement that stores it stores nothing unless the table has
the owner and the epoch of the server that writes (ADR 18).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from server.cluster.store import is_there, running_tables
from server.league.store import championships
from server.league.store.tables import NightRow, night_entries, nights
from server.store import games, tries
from server.store.schema import entries, running
from server.store.values import (
    FIRST_EPOCH,
    AddEntry,
    AddNightEntry,
    CloseTable,
    EndTry,
    EnterMatch,
    GiveTable,
    KeepGame,
    LeaveMatch,
    Lost,
    OpenNight,
    OpenTable,
    RetireCode,
    RunningTable,
    Write,
    table_of,
)

_INSERT: Final[dict[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def apply(connection: sa.Connection, owner: str, writes: Sequence[Write]) -> None:
    """Apply writes in order, in a transaction, all or nothing; repeating them changes nothing.

    Raises:
        Lost: tables among them are run by another server than `owner`.
    """
    # A later close undoes the writes before it. Without them there is less work, and a try may be
    # repeated whose first time has closed the table.
    closed = {write.id: at for at, write in enumerate(writes) if isinstance(write, CloseTable)}
    lasting = (write for at, write in enumerate(writes) if at >= closed.get(table_of(write), -1))
    for kind, alike in groupby(lasting, key=type):
        _HOW[kind](connection, owner, list(alike))


def _open(connection: sa.Connection, owner: str, writes: Sequence[OpenTable]) -> None:
    """Store new tables, with the codes that no other table has."""
    wanted = {write.code: write.id for write in writes if write.code is not None}
    query = sa.select(running.c.code).where(running.c.code.in_(wanted))
    taken = {*connection.scalars(query)} if wanted else set()
    codes = {id: code for code, id in wanted.items() if code not in taken}
    mine = {"owner": owner, "epoch": FIRST_EPOCH}
    rows = [
        {"id": write.id, "head": write.head, "code": codes.get(write.id)} | mine for write in writes
    ]
    insert = _INSERT[connection.dialect.name](running).on_conflict_do_nothing(index_elements=["id"])
    if _count(connection, insert.execution_options(preserve_rowcount=True), rows) < len(rows):
        _lose(
            write.id
            for write in writes
            if not _is_there(
                connection, _is_mine(owner, write.id, FIRST_EPOCH), running.c.head == write.head
            )
        )


def _add(connection: sa.Connection, owner: str, writes: Sequence[AddEntry]) -> None:
    """Insert the entries that are new, at tables that are the owner's."""
    rows = [
        {"to": each.table, "at": each.number, "what": each.text, "by": owner, "under": each.epoch}
        for each in writes
    ]
    if _count(connection, _fenced(connection.dialect.name), rows) < len(rows):
        _lose(
            write.table
            for write in writes
            if not _is_there(
                connection,
                _is_mine(owner, write.table, write.epoch),
                entries.c.table == running.c.id,
                entries.c.number == write.number,
                entries.c.text == write.text,
            )
        )


@lru_cache
def _fenced(dialect: str) -> sa.Executable:
    """Build the statement that inserts an entry unless its table has another owner or epoch.

    PostgreSQL also locks the table's row, so that nobody adopts the table until this is committed.
    """
    row = sa.select(
        sa.bindparam("to", type_=sa.Text),
        sa.bindparam("at", type_=sa.Integer),
        sa.bindparam("what", type_=sa.Text),
    ).where(_is_mine(sa.bindparam("by"), sa.bindparam("to"), sa.bindparam("under")))
    insert = _INSERT[dialect](entries).from_select(
        [entries.c.table, entries.c.number, entries.c.text],
        row.select_from(running).with_for_update(read=True),
    )
    return insert.on_conflict_do_nothing().execution_options(preserve_rowcount=True)


def _is_mine(
    owner: str | sa.BindParameter[str],
    table: str | sa.BindParameter[str],
    epoch: int | sa.BindParameter[int],
) -> sa.ColumnElement[bool]:
    return sa.and_(running.c.id == table, running.c.owner == owner, running.c.epoch == epoch)


def _is_there(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> bool:
    return connection.scalar(sa.select(sa.literal(1)).where(*where)) is not None


def _count(
    connection: sa.Connection, statement: sa.Executable, rows: Sequence[dict[str, object]]
) -> int:
    """Execute a statement for each row; return how many rows of the database it changed."""
    return connection.execute(statement, rows).rowcount


def _lose(tables: Iterable[str]) -> None:
    """Raise an error if there are such tables."""
    lost = frozenset(tables)
    if lost:
        raise Lost(lost)


_MINE: Final = _is_mine(sa.bindparam("by"), sa.bindparam("which"), sa.bindparam("under"))
_CLOSE: Final = running.delete().where(_MINE).execution_options(preserve_rowcount=True)


def _close(connection: sa.Connection, owner: str, writes: Sequence[CloseTable]) -> None:
    rows = [{"by": owner, "which": write.id, "under": write.epoch} for write in writes]
    if _count(connection, _CLOSE, rows) < len(rows):
        closed = [write.id for write in writes]
        _lose(connection.scalars(sa.select(running.c.id).where(running.c.id.in_(closed))))


_RETIRE: Final = running.update().where(_MINE).values(code=None)
_GIVE: Final = (
    running.update()
    .where(_MINE, is_there(sa.bindparam("to")))
    .values(owner=sa.bindparam("to"), epoch=running.c.epoch + 1)
    .execution_options(preserve_rowcount=True)
)


def _retire(connection: sa.Connection, owner: str, writes: Sequence[RetireCode]) -> None:
    rows = [{"by": owner, "which": write.id, "under": write.epoch} for write in writes]
    connection.execute(_RETIRE, rows)  # of a table that is lost, the next entry will tell


def _give(connection: sa.Connection, owner: str, writes: Sequence[GiveTable]) -> None:
    """Hand tables over to nodes that are there; others are `Lost`."""
    for write in writes:
        row = {"by": owner, "which": write.id, "under": write.epoch, "to": write.to}
        if _count(connection, _GIVE, [row]) < 1 and not _is_there(
            connection,
            running.c.id == write.id,
            running.c.owner == write.to,
            running.c.epoch == write.epoch + 1,
        ):
            raise Lost(frozenset([write.id]))


def _keep(connection: sa.Connection, owner: str, writes: Sequence[KeepGame]) -> None:
    del owner
    for write in writes:
        games.keep(connection, write.game)


def _leave_matches(connection: sa.Connection, owner: str, writes: Sequence[LeaveMatch]) -> None:
    del owner
    for write in writes:
        games.leave_match(connection, write)


def _end_tries(connection: sa.Connection, owner: str, writes: Sequence[EndTry]) -> None:
    del owner
    for write in writes:
        tries.end(connection, write)


def _open_nights(connection: sa.Connection, owner: str, writes: Sequence[OpenNight]) -> None:
    """Store new play nights; one that is there stays as it is."""
    del owner
    for write in writes:
        if not _is_there(connection, nights.c.id == write.id):
            connection.execute(nights.insert().values(id=write.id, head=write.head))


def _add_to_nights(connection: sa.Connection, owner: str, writes: Sequence[AddNightEntry]) -> None:
    """Add entries to play nights; one whose number is taken changes nothing."""
    del owner
    for write in writes:
        which = night_entries.c.night == write.night, night_entries.c.number == write.number
        if not _is_there(connection, *which):
            connection.execute(night_entries.insert().values(asdict(write)))


def _enter_matches(connection: sa.Connection, owner: str, writes: Sequence[EnterMatch]) -> None:
    del owner
    for write in writes:
        championships.enter_match(connection, write)


_HOW: Final[dict[type[Write], Callable[[sa.Connection, str, Any], None]]] = {
    OpenTable: _open,
    AddEntry: _add,
    CloseTable: _close,
    RetireCode: _retire,
    GiveTable: _give,
    KeepGame: _keep,
    LeaveMatch: _leave_matches,
    EndTry: _end_tries,
    OpenNight: _open_nights,
    AddNightEntry: _add_to_nights,
    EnterMatch: _enter_matches,
}


def adopt(connection: sa.Connection, owner: str) -> list[RunningTable]:
    """Make a server the owner of every open table, and return them with their entries in order.

    Earlier owners can store nothing more at any of them.
    """
    connection.execute(running.update().values(owner=owner, epoch=running.c.epoch + 1))
    return running_tables(connection)


def all_nights(connection: sa.Connection) -> list[NightRow]:
    """List the play nights, by id."""
    heads = connection.execute(sa.select(nights.c.id, nights.c.head).order_by(nights.c.id)).all()
    query = sa.select(night_entries.c.night, night_entries.c.text)
    texts: dict[str, list[str]] = defaultdict(list)
    for night, text in connection.execute(query.order_by(night_entries.c.number)):
        texts[night].append(text)
    return [NightRow(id, head, tuple(texts[id])) for id, head in heads]

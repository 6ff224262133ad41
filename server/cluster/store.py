"""The nodes that share a database, their tables, and which nodes went."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

import sqlalchemy as sa

from server.store.schema import entries, nodes, running
from server.store.values import Beat, NodeRow, RunningTable

_NOW: Final = sa.func.clock_timestamp(type_=sa.DateTime(timezone=True))
_THERE: Final = nodes.c.until > _NOW


def limit(connection: sa.Connection, seconds: float, scope: Literal["LOCAL", "SESSION"]) -> None:
    """Limit the seconds of a statement of this transaction, or of this connection."""
    connection.exec_driver_sql(f"SET {scope} statement_timeout = {round(seconds * 1000)}")


def join(connection: sa.Connection, id: str, name: str, version: str, lease: float) -> None:
    """Add a node, for the seconds of a lease; what it was before, under this name, is gone."""
    connection.execute(nodes.delete().where(nodes.c.name == name, ~_THERE))
    until = _NOW + sa.bindparam(None, timedelta(seconds=lease), type_=sa.Interval)
    connection.execute(
        nodes.insert().values(
            id=id, name=name, version=version, started=_NOW, until=until, draining=False
        )
    )


def leave(connection: sa.Connection, id: str) -> None:
    """Remove a node."""
    connection.execute(nodes.delete().where(nodes.c.id == id))


def drain(connection: sa.Connection, id: str) -> None:
    """Note that a node takes no more tables."""
    connection.execute(nodes.update().where(nodes.c.id == id).values(draining=True))


def beat(connection: sa.Connection, id: str, lease: float) -> Beat:
    """Renew a node's lease unless it was struck, and list the living nodes, in one statement.

    A lease that ended while nobody could reach the database is renewed: whoever judged this node
    would have struck it.
    """
    rows = [*connection.execute(_BEAT, {"mine": id, "lease": timedelta(seconds=lease)})]
    found = (
        NodeRow(
            row.id, row.name, row.started.timestamp(), row.version, row.draining, float(row.rest)
        )
        for row in rows
    )
    return Beat(any(row.renewed for row in rows), tuple(found))


_RENEWED: Final = (
    nodes.update()
    .where(nodes.c.id == sa.bindparam("mine"))
    .values(until=_NOW + sa.bindparam("lease", type_=sa.Interval))
    .returning(nodes.c.id)
    .cte("renewed")
)
_ALIVE: Final = (
    sa.select(
        *(nodes.c.id, nodes.c.name, nodes.c.started, nodes.c.version, nodes.c.draining),
        sa.func.extract("epoch", nodes.c.until - _NOW).label("rest"),
    )
    .where(_THERE | (nodes.c.id == sa.bindparam("mine")))
    .order_by(nodes.c.started, nodes.c.id)
)
_BEAT: Final = _ALIVE.add_columns(
    sa.exists().where(_RENEWED.c.id == nodes.c.id).correlate(nodes).label("renewed")
)


def strike(connection: sa.Connection) -> tuple[str, ...]:
    """Remove the nodes whose leases have ended; return their ids."""
    return tuple(connection.scalars(nodes.delete().where(~_THERE).returning(nodes.c.id)))


def are_late(connection: sa.Connection) -> bool:
    """Return whether the lease of a node has ended that nobody has struck yet."""
    return bool(connection.scalar(sa.select(sa.exists().where(~_THERE))))


def adopt_orphans(connection: sa.Connection, id: str, most: int = 50) -> list[RunningTable]:
    """Become the owner of tables whose owner is gone, and return them with their entries.

    Tables that are being written, adopted or handed over at this moment are left out.
    """
    there = sa.select(nodes.c.id).where(_THERE)
    orphans = (
        sa.select(running.c.id)
        .where(running.c.owner.not_in(there))
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    found = [*connection.scalars(orphans)]
    if not found:
        return []
    connection.execute(
        running.update()
        .where(running.c.id.in_(found), running.c.owner.not_in(there))
        .values(owner=id, epoch=running.c.epoch + 1)
    )
    return running_tables(connection, running.c.id.in_(found), running.c.owner == id)


def take(connection: sa.Connection, id: str, table: str) -> RunningTable | None:
    """Return a table with its entries, if a node runs it."""
    found = running_tables(connection, running.c.id == table, running.c.owner == id)
    return found[0] if found else None


def read(connection: sa.Connection, table: str) -> RunningTable | None:
    """Return a table with its entries so far, whichever node runs it."""
    found = running_tables(connection, running.c.id == table)
    return found[0] if found else None


def tables_besides(
    connection: sa.Connection, owners: Collection[str], identity: str
) -> list[RunningTable]:
    """Return the tables of other owners than these in which a player is named."""
    named = entries.c.text.contains(identity, autoescape=True)
    said = sa.exists().where(entries.c.table == running.c.id, named)
    return running_tables(connection, running.c.owner.not_in([*owners]), said)


def running_tables(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[RunningTable]:
    """Return the open tables, or some of them, with their entries in order."""
    columns = running.c.id, running.c.head, running.c.epoch
    heads = [*connection.execute(sa.select(*columns).where(*where).order_by(running.c.id))]
    wanted = sa.select(entries.c.table, entries.c.text)
    if where:
        wanted = wanted.where(entries.c.table.in_([id for id, _, _ in heads]))
    texts: dict[str, list[str]] = defaultdict(list)
    for table, text in connection.execute(wanted.order_by(entries.c.table, entries.c.number)):
        texts[table].append(text)
    return [RunningTable(id, head, tuple(texts[id]), epoch) for id, head, epoch in heads]


def owner_of(connection: sa.Connection, table: str) -> tuple[str, int] | None:
    """Return the node that runs a table, and its epoch; None for a table that is closed."""
    row = connection.execute(
        sa.select(running.c.owner, running.c.epoch).where(running.c.id == table)
    ).first()
    return None if row is None else (row.owner, row.epoch)


def table_under(connection: sa.Connection, code: str) -> tuple[str, str] | None:
    """Return the table that waits under a room code, and its node."""
    row = connection.execute(
        sa.select(running.c.id, running.c.owner).where(running.c.code == code)
    ).first()
    return None if row is None else (row.id, row.owner)


def is_there(id: Any) -> sa.ColumnElement[bool]:
    """Return the condition that a node is alive."""
    return sa.exists().where(nodes.c.id == id, _THERE)


log = logging.getLogger(__name__)

_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Departure:
    """A node that is gone."""

    row: NodeRow
    """As it was listed last; draining if it has said that it leaves."""
    at: datetime

    @property
    def told(self) -> str:
        """When it went, and whether it had been asked to."""
        how = "drained" if self.row.draining else "died, or was cut off"
        return f"{self.at:%Y-%m-%d %H:%M:%S} UTC, {how}"


class DepartedNodes:
    """The nodes that left while this one runs, until one of the same name is back."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._gone: dict[str, Departure] = {}
        self.leaving: set[str] = set()
        """The ids of nodes that have said that they end in order."""

    def __iter__(self) -> Iterator[Departure]:
        return iter([*self._gone.values()])

    def follow(self, before: Iterable[NodeRow], now: Iterable[NodeRow], here: str) -> None:
        """Note and log who came and who went, as seen from the node with the id `here`."""
        then, live = ({row.id: row for row in rows if row.id != here} for rows in (before, now))
        for row in live.values():
            if row.id not in then:
                self._gone.pop(row.name, None)
                log.info("a node is there, of version %s", row.version, extra={"node": row.name})
        for row in then.values():
            if row.id not in live:
                row = replace(row, draining=row.draining or row.id in self.leaving)
                self.leaving.discard(row.id)
                gone = Departure(row, datetime.fromtimestamp(self._clock(), UTC))
                level = logging.INFO if row.draining else logging.WARNING
                log.log(level, "a node is gone: %s", gone.told, extra={"node": row.name})
                if all(other.name != row.name for other in live.values()):
                    self._gone[row.name] = gone
                    if len(self._gone) > _MOST:
                        del self._gone[next(iter(self._gone))]

"""Play nights in the database: a head and entries, opaque to the store."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.fold.values import NightRow
from server.store.league_tables import night_entries, nights


def open_night(connection: Connection, id: str, head: str) -> bool:
    """Store a new play night; return False if there is one of this id, which stays."""
    if _head(connection, id) is not None:
        return False
    connection.execute(nights.insert().values(id=id, head=head))
    return True


def add_night_entry(connection: Connection, night: str, number: int, text: str) -> bool:
    """Add an entry to a play night; return False if its number is taken, and nothing changes."""
    which = (night_entries.c.night == night, night_entries.c.number == number)
    if connection.scalar(sa.select(night_entries.c.number).where(*which)) is not None:
        return False
    connection.execute(night_entries.insert().values(night=night, number=number, text=text))
    return True


def night(connection: Connection, id: str) -> NightRow | None:
    """Find a play night."""
    head = _head(connection, id)
    return None if head is None else NightRow(id, head, _entries(connection, id))


def all_nights(connection: Connection) -> list[NightRow]:
    """List the play nights, by id."""
    heads = connection.execute(sa.select(nights.c.id, nights.c.head).order_by(nights.c.id)).all()
    return [NightRow(id, head, _entries(connection, id)) for id, head in heads]


def _head(connection: Connection, id: str) -> str | None:
    head: str | None = connection.scalar(sa.select(nights.c.head).where(nights.c.id == id))
    return head


def _entries(connection: Connection, id: str) -> tuple[str, ...]:
    query = sa.select(night_entries.c.text).where(night_entries.c.night == id)
    return tuple(connection.scalars(query.order_by(night_entries.c.number)))

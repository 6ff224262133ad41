"""Tries at the deal of a day: who has begun theirs, and how it ended."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from engine.bots.daily import try_order
from server.league.store.tables import insert_new
from server.store.schema import games, people, tries
from server.store.values import EndTry, TryRow


def begin(connection: sa.Connection, row: TryRow) -> TryRow:
    """Note that somebody begins the deal of a day; return their try, which may be an earlier one.

    Two sessions that begin at the same time, at whichever nodes, get the same one.
    """
    which = tries.c.day == row.day, tries.c.who == row.who
    insert_new(connection, tries, asdict(row))
    return TryRow(**connection.execute(sa.select(tries).where(*which)).one()._asdict())


def end(connection: sa.Connection, write: EndTry) -> None:
    """Note how a try ended, once."""
    values = {name: value for name, value in asdict(write).items() if name != "table"}
    open_try = tries.c.table == write.table, tries.c.end == ""
    connection.execute(tries.update().where(*open_try).values(values))


def of_day(connection: sa.Connection, day: str) -> list[TryRow]:
    """List the tries of a day, under the names that people have now."""
    name = sa.func.coalesce(people.c.name, tries.c.name).label("name")
    columns = [column for column in tries.c if column.name != "name"]
    query = sa.select(*columns, name).outerjoin(people, people.c.id == tries.c.person)
    rows = connection.execute(query.where(tries.c.day == day).order_by(tries.c.who))
    return [TryRow(**row._asdict()) for row in rows]


def best_record(connection: sa.Connection, day: str) -> str | None:
    """Return the record of the best game of a day; None if none was finished, or it is gone."""
    done = [row for row in of_day(connection, day) if row.end and row.game]
    for row in sorted(done, key=lambda row: try_order(row.end, row.turns, row.margin)):
        record = connection.scalar(sa.select(games.c.record).where(games.c.id == row.game))
        if record is not None:
            return str(record)
    return None


def plain(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return the tries of a person as plain JSON."""
    columns = tries.c["day", "name", "end", "turns", "margin", "race", "game"]
    rows = connection.execute(sa.select(*columns).where(tries.c.person == person))
    return [row._asdict() for row in rows.all()]

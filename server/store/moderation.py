"""Reports and bans in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from server.names import same_name
from server.store.tables import bans, reports
from server.store.values import Ban, Report

_REPORT: Final = sa.select(
    reports.c.by, reports.c.against, reports.c.table, reports.c.text, reports.c.at
)
_NEWEST: Final = (reports.c.at.desc(), reports.c.number.desc())


def report(connection: Connection, filed: Report) -> None:
    """Store a report."""
    connection.execute(reports.insert().values(asdict(filed)))


def recent_reports(connection: Connection, limit: int) -> list[Report]:
    """List reports, newest first."""
    rows = connection.execute(_REPORT.order_by(*_NEWEST).limit(limit))
    return [Report(*row) for row in rows]


def reports_by(connection: Connection, id: str) -> list[dict[str, Any]]:
    """List what a person complained about, as plain JSON."""
    rows = connection.execute(_REPORT.where(reports.c.by == id).order_by(*_NEWEST))
    return [{**row._mapping, "at": row.at.isoformat()} for row in rows]


def ban(connection: Connection, wanted: Ban) -> None:
    """Ban a key, a name or an address; a new ban replaces an older ban."""
    unban(connection, wanted.kind, wanted.value)
    connection.execute(bans.insert().values(asdict(wanted)))


def unban(connection: Connection, kind: str, value: str) -> bool:
    """Remove a ban; return whether it existed."""
    which = (bans.c.kind == kind, bans.c.value == value)
    return connection.execute(bans.delete().where(*which)).rowcount > 0


def outlive(connection: Connection, name: str, keys: Iterable[str]) -> None:
    """Ban keys for as long as a name is banned, so that the ban outlives the account of that name.

    Args:
        connection: in a transaction.
        name: of the account.
        keys: the fingerprints of its keys.
    """
    in_force = bans_in_force(connection)
    by_key = {each.value: each for each in in_force if each.kind == "key"}
    for each in in_force:
        if each.kind == "name" and same_name(each.value, name):
            for key in keys:
                if key not in by_key or _ends(by_key[key]) < _ends(each):
                    by_key[key] = Ban("key", key, each.until, each.why)
                    ban(connection, by_key[key])


def _ends(one: Ban) -> datetime:
    return one.until or datetime.max.replace(tzinfo=UTC)


def bans_in_force(connection: Connection) -> list[Ban]:
    """List the bans that have not run out."""
    query = sa.select(bans.c.kind, bans.c.value, bans.c.until, bans.c.why)
    lasting = sa.or_(bans.c.until.is_(None), bans.c.until > datetime.now(UTC))
    rows = connection.execute(query.where(lasting).order_by(bans.c.kind, bans.c.value))
    return [Ban(*row) for row in rows]

"""What operators have decided, in the order in which they did."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.fold.values import AuditRow
from server.store.games import SOMEONE
from server.store.league_tables import audit


def record(connection: Connection, decision: AuditRow) -> None:
    """Write down a decision."""
    connection.execute(audit.insert().values(asdict(decision)))


def decisions(connection: Connection, limit: int) -> list[AuditRow]:
    """List decisions, newest first."""
    query = sa.select(
        audit.c.at, audit.c.by, audit.c.action, audit.c.detail, audit.c.reason
    ).order_by(audit.c.number.desc())
    return [AuditRow(*row) for row in connection.execute(query.limit(limit))]


def forget(connection: Connection, name: str) -> None:
    """Remove a player's name from what was decided about them."""
    rows = connection.execute(sa.select(audit.c.number, audit.c.detail)).all()
    for number, detail in rows:
        told = {key: _without(value, name.lower()) for key, value in detail.items()}
        if told != detail:
            connection.execute(audit.update().where(audit.c.number == number).values(detail=told))


def _without(value: Any, name: str) -> Any:
    if not isinstance(value, str):
        return value
    return ", ".join(SOMEONE if part.lower() == name else part for part in value.split(", "))

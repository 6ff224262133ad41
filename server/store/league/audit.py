"""What operators have decided, in the order in which they did."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.fold.values import AuditRow
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

"""Who may come in for the first time: the state of the doors, and invitations."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa

from server.store.people import note_decision
from server.store.schema import entrance, invitations, invited
from server.store.values import AuditRow, Entrance, Invitation, Refused, TooManyInvitations

_OPEN: Final = Entrance()


def state_of_doors(connection: sa.Connection) -> Entrance:
    """Return who may come in for the first time."""
    columns = entrance.c["state", "guests", "members", "why"]
    row = connection.execute(sa.select(*columns)).first()
    return _OPEN if row is None else Entrance(*row)


def set_doors(connection: sa.Connection, wanted: Entrance, decision: AuditRow) -> list[str]:
    """Open or close the doors to whoever is new; return what changes, as lines."""
    before = state_of_doors(connection)
    if wanted == before:
        raise Refused(f"the doors are so already: {described(before)}")
    connection.execute(entrance.delete())
    if wanted != _OPEN:
        connection.execute(entrance.insert().values(number=1, **asdict(wanted)))
    note_decision(connection, decision)
    return [
        f"the doors: {described(wanted)}",
        f"before: {described(before)}",
        "whoever has an account comes in as ever, and whoever is inside stays",
    ]


def described(doors: Entrance) -> str:
    """Return the state of the doors in words."""
    said = {
        "open": "open to everybody",
        "invited": "open to who is invited",
        "closed": "closed to whoever is new",
    }[doors.state]
    if doors.state != "open":
        said += "; guests come in" if doors.guests else "; no guests"
    if doors.members:
        said += f"; members may give {doors.members} invitations at a time"
    return f"{said} ({doors.why})" if doors.why else said


def invite(connection: sa.Connection, made: Invitation, most: int | None = None) -> None:
    """Store an invitation.

    Raises:
        TooManyInvitations: its member has given so many that can still be used.
    """
    now = datetime.now(UTC)
    connection.execute(invitations.delete().where(invitations.c.until <= now))
    if most is not None:
        query = sa.select(sa.func.count()).where(invitations.c.person == made.person, _good(now))
        given = connection.scalar(query)
        if (given or 0) >= most:
            raise TooManyInvitations(made.by)
    connection.execute(invitations.insert().values(asdict(made)))


def open_invitations(connection: sa.Connection) -> list[Invitation]:
    """List the invitations that can still be used; the first to run out comes first."""
    good = _good(datetime.now(UTC))
    rows = connection.execute(sa.select(invitations).where(good).order_by(invitations.c.until))
    return [Invitation(**row._asdict()) for row in rows]


def _good(now: datetime) -> sa.ColumnElement[bool]:
    """Select the invitations that can still be used."""
    return sa.and_(invitations.c.until > now, invitations.c.used < invitations.c.uses)


def withdraw(connection: sa.Connection, code: str) -> bool:
    """Withdraw an invitation; return whether there was one."""
    return connection.execute(invitations.delete().where(invitations.c.code == code)).rowcount > 0


def let_in(connection: sa.Connection, code: str, fingerprint: str) -> bool:
    """Use an invitation for a key; return whether it may come in."""
    if is_invited(connection, fingerprint):
        return True
    now = datetime.now(UTC)
    used = invitations.update().where(invitations.c.code == code, _good(now))
    if not connection.execute(used.values(used=invitations.c.used + 1)).rowcount:
        return False
    connection.execute(invited.insert().values(fingerprint=fingerprint, code=code, at=now))
    return True


def is_invited(connection: sa.Connection, fingerprint: str) -> bool:
    """Return whether a key may come in for the first time."""
    query = sa.select(invited.c.code).where(invited.c.fingerprint == fingerprint)
    return connection.scalar(query) is not None

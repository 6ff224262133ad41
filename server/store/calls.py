"""Calls in the database: what was told to which receiver, each once, whichever node tells it.

A call has a key that follows from what happened: offered again, by another node or after a restart,
it is there already. A node that sends it claims it first, for as long as sending may take.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from server.league.store.tables import insert_new
from server.store.schema import calls, people, running

DUE, SENT, DONE, FAILED = "due", "sent", "done", "failed"
"""To be sent; sent, and to be withdrawn one day; nothing is left to do; given up."""
_START: Final = "start"
"""The key of the row that says since when a receiver is known."""
NAMED: Final = "call_name"
"""The setting by which an account lets itself be named."""
_KEPT: Final = timedelta(days=2)
"""For how long rows are kept of what cannot be offered again by then."""
_FLEETING: Final = ("seek", "night", "round", "day")


@dataclass(frozen=True, slots=True)
class Call:
    """Something to tell, to everybody who wants it."""

    key: str
    kind: str
    facts: dict[str, Any]
    """What fits JSON; people as they are in the league, never by name."""


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call to one receiver, claimed by who sends it."""

    call: Call
    hook: str
    at: datetime
    """When it was offered first."""
    tries: int
    """This one among them."""
    state: str
    """As it was when it was claimed."""
    over: bool
    """Whether it is to be withdrawn, or need not be sent any more."""
    message: str
    """What the receiver calls it; empty if that is not known."""
    due: datetime
    """When another may claim it, unless it is settled before."""


def known_hooks(connection: sa.Connection) -> frozenset[str]:
    """Return the receivers that have been told anything, or were there when there was nothing."""
    return frozenset(connection.scalars(sa.select(calls.c.hook).where(calls.c.key == _START)))


def offer(
    connection: sa.Connection, offered: Iterable[tuple[str, Call]], now: datetime, most: int
) -> list[str]:
    """Add calls to receivers that have not had them; name those that had no room for one."""
    dropped = []
    for hook, call in offered:
        mine = calls.c.hook == hook
        if connection.scalar(sa.select(calls.c.key).where(mine, calls.c.key == call.key)):
            continue
        waiting = sa.select(sa.func.count()).where(mine, calls.c.state == DUE)
        if (connection.scalar(waiting) or 0) < most:
            _add(connection, hook, call, now, DUE)
        else:
            dropped.append(hook)
    return dropped


def begin(connection: sa.Connection, hook: str, known: Iterable[Call], now: datetime) -> None:
    """Note a new receiver: what was there before it is not told."""
    for call in (*known, Call(_START, _START, {})):
        _add(connection, hook, call, now, DONE)


def _add(connection: sa.Connection, hook: str, call: Call, now: datetime, state: str) -> None:
    """Insert a row, unless the receiver has that call."""
    row = {"hook": hook, "key": call.key, "kind": call.kind, "facts": json.dumps(call.facts)}
    insert_new(connection, calls, row | {"at": now, "due": now, "state": state})


def claim(connection: sa.Connection, hook: str, now: datetime, lease: timedelta) -> CallRow | None:
    """Take the next call to a receiver, so that nobody else sends it meanwhile."""
    waits = sa.or_(calls.c.state == DUE, sa.and_(calls.c.state == SENT, calls.c.over))
    query = sa.select(calls).where(calls.c.hook == hook, waits, calls.c.due <= now)
    row = connection.execute(query.order_by(calls.c.due, calls.c.at, calls.c.key).limit(1)).first()
    if row is None:
        return None
    until = now + lease
    taken = connection.execute(
        calls.update()
        .where(_which(hook, row.key), calls.c.due == row.due, calls.c.tries == row.tries)
        .values(due=until, tries=row.tries + 1)
    )
    if not taken.rowcount:
        return None
    call = Call(row.key, row.kind, json.loads(row.facts))
    return CallRow(call, hook, row.at, row.tries + 1, row.state, row.over, row.message, until)


def settle(
    connection: sa.Connection, row: CallRow, state: str, due: datetime, message: str = ""
) -> None:
    """Note what became of a claimed call, unless another node has claimed it since."""
    values: dict[str, Any] = {"state": state, "due": due, "message": message or row.message}
    if state != row.state:  # to be taken back is another matter, with tries of its own
        values["tries"] = 0
    mine = calls.c.tries == row.tries, calls.c.due == row.due
    which = _which(row.hook, row.call.key)
    connection.execute(calls.update().where(which, *mine).values(**values))


def _which(hook: str, key: str) -> sa.ColumnElement[bool]:
    return sa.and_(calls.c.hook == hook, calls.c.key == key)


_OPEN_SEEKS: Final = sa.and_(
    calls.c.kind == "seek", calls.c.over.is_(False), calls.c.state.in_((DUE, SENT))
)


def open_seeks(connection: sa.Connection) -> list[str]:
    """List the keys of the calls that somebody waits."""
    return [*connection.scalars(sa.select(calls.c.key).where(_OPEN_SEEKS).distinct())]


def end(
    connection: sa.Connection, keys: Collection[str], lost_before: datetime | None = None
) -> None:
    """Have calls taken back; if asked, also those of tables that are closed.

    Of these only what was offered before a moment: a newer table may not be stored yet.
    """
    over = {*keys}
    if lost_before is not None:
        query = sa.select(calls.c.key).where(_OPEN_SEEKS, calls.c.at < lost_before)
        tables = {key.partition(":")[2]: key for key in connection.scalars(query.distinct())}
        there = {*connection.scalars(sa.select(running.c.id).where(running.c.id.in_(tables)))}
        over |= {key for table, key in tables.items() if table not in there}
    if over:
        which = _OPEN_SEEKS, calls.c.key.in_(over)
        connection.execute(calls.update().where(*which).values(over=True))


def forget(connection: sa.Connection, now: datetime) -> None:
    """Delete the rows that nothing needs any more."""
    settled = calls.c.state.in_((DONE, FAILED)), calls.c.kind.in_(_FLEETING)
    connection.execute(calls.delete().where(*settled, calls.c.at < now - _KEPT))


def names_allowed(connection: sa.Connection, players: Collection[str]) -> dict[str, str]:
    """Return the names of those among players who let themselves be named in calls."""
    query = sa.select(people.c.player, people.c.name, people.c.settings)
    rows = connection.execute(query.where(people.c.player.in_([*players])))
    return {row.player: row.name for row in rows if row.settings.get(NAMED) is True}

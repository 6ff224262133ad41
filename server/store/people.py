"""People in the database: names, keys, settings, blocks; reports, bans, operators' decisions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from server.names import KEY_MARK, folded, name_key, same_name, stored_skeleton
from server.store import games
from server.store.schema import audit, bans, blocks, forgotten, former_names, keys, people, reports
from server.store.values import (
    MOST_KEYS,
    AuditRow,
    Ban,
    Key,
    KeyTaken,
    LastKey,
    ManyKeys,
    NameTaken,
    NoSuchPerson,
    Person,
    Report,
    as_secretary,
)

_PERSON: Final = sa.select(*people.c["id", "name", "created", "settings"])


def count(connection: sa.Connection) -> int:
    """Return how many accounts there are."""
    return connection.scalar(sa.select(sa.func.count()).select_from(people)) or 0


def person_of_key(connection: sa.Connection, fingerprint: str) -> Person | None:
    """Find the person of a key."""
    query = _PERSON.join(keys, keys.c.person == people.c.id)
    return _person(connection, query.where(keys.c.fingerprint == fingerprint))


def person(connection: sa.Connection, id: str) -> Person | None:
    """Find a person by id."""
    return _person(connection, _PERSON.where(people.c.id == id))


def person_named(connection: sa.Connection, name: str) -> Person | None:
    """Find a person by their name, or by one that looks like it and is nobody else's."""
    column, bones = people.c.skeleton, stored_skeleton(name)
    longer = column.startswith(f"{bones}{KEY_MARK}", autoescape=True)
    rows = connection.execute(_PERSON.where(sa.or_(column == bones, longer)))
    alike = [each for each in (Person(*row) for row in rows) if same_name(each.name, name)]
    exact = (each for each in alike if folded(each.name) == folded(name))
    return next(exact, next(iter(alike), None))


def _person(connection: sa.Connection, query: sa.Select[Any]) -> Person | None:
    row = connection.execute(query).first()
    return None if row is None else Person(*row)


def known(connection: sa.Connection, id: str) -> Person:
    found = person(connection, id)
    if found is None:
        raise NoSuchPerson(id)
    return found


def name_free(connection: sa.Connection, name: str, person: str = "") -> bool:
    """Return whether a name, and all that look like it, are free for a person, or for anybody."""
    other = person_named(connection, name)
    mine = other is None or other.id == person
    return mine and held_for(connection, name, person) is None


def held_for(connection: sa.Connection, name: str, person: str = "") -> datetime | None:
    """Return until when a name is held back for whoever else had it; None if it is not."""
    query = sa.select(*former_names.c["name", "until"]).where(
        former_names.c.until > datetime.now(UTC), former_names.c.person != person
    )
    alike = (row.until for row in connection.execute(query) if same_name(row.name, name))
    return max(alike, default=None)


def key_for(connection: sa.Connection, name: str, person: str = "") -> str:
    """Return what a name is stored under: its skeleton, or more if another person has that."""
    bones = stored_skeleton(name)
    taken = sa.select(people.c.id).where(people.c.skeleton == bones, people.c.id != person)
    return bones if connection.scalar(taken) is None else name_key(name)


_AN_HOUR: Final = timedelta(hours=1)


def note_seen(connection: sa.Connection, id: str, now: datetime) -> None:
    """Note that a person is here; visits within an hour are one."""
    long_ago = sa.or_(people.c.seen.is_(None), people.c.seen < now - _AN_HOUR)
    connection.execute(people.update().where(people.c.id == id, long_ago).values(seen=now))


def register(connection: sa.Connection, name: str, fingerprint: str) -> Person:
    """Register an account, in a transaction, with a name from `names.check_name` and a first key.

    Raises:
        NameTaken: the name, or a look-alike, is taken.
        KeyTaken: the key belongs to an account.
    """
    if not name_free(connection, name):
        raise NameTaken(name)
    if person_of_key(connection, fingerprint):
        raise KeyTaken(fingerprint)
    made = Person(secrets.token_hex(8), name, datetime.now(UTC), {})
    connection.execute(
        people.insert().values(
            id=made.id,
            name=name,
            skeleton=key_for(connection, name),
            created=made.created,
            seen=made.created,
            settings={},
            player=made.player,
        )
    )
    _add_key(connection, made.id, fingerprint)
    return made


def _add_key(connection: sa.Connection, id: str, fingerprint: str) -> None:
    values = {"fingerprint": fingerprint, "person": id, "added": datetime.now(UTC)}
    connection.execute(keys.insert().values(values))


def link(connection: sa.Connection, id: str, fingerprint: str) -> None:
    """Add a key to a person's account.

    Raises:
        KeyTaken: it belongs to another account.
        ManyKeys: the account has as many as it may.
        NoSuchPerson: nobody has this id.
    """
    known(connection, id)
    owner = person_of_key(connection, fingerprint)
    if owner is not None and owner.id != id:
        raise KeyTaken(fingerprint)
    if owner is None:
        if len(keys_of(connection, id)) >= MOST_KEYS:
            raise ManyKeys(id)
        _add_key(connection, id, fingerprint)


def keys_of(connection: sa.Connection, id: str) -> list[Key]:
    """List a person's keys, oldest first."""
    query = sa.select(keys.c.fingerprint, keys.c.added).where(keys.c.person == id)
    rows = connection.execute(query.order_by(keys.c.added, keys.c.fingerprint))
    return [Key(*row) for row in rows]


def unlink(connection: sa.Connection, id: str, fingerprint: str) -> None:
    """Remove a key from a person's account; the last one stays: `LastKey`."""
    theirs = [key.fingerprint for key in keys_of(connection, id)]
    if fingerprint not in theirs:
        return
    if len(theirs) == 1:
        raise LastKey(fingerprint)
    connection.execute(keys.delete().where(keys.c.fingerprint == fingerprint))


def save_settings(connection: sa.Connection, id: str, settings: dict[str, Any]) -> None:
    """Replace a person's settings."""
    done = connection.execute(people.update().where(people.c.id == id).values(settings=settings))
    if not done.rowcount:
        raise NoSuchPerson(id)


def delete(connection: sa.Connection, id: str) -> None:
    """Delete a person with their keys, blocks, settings and reports.

    The games they played stay; their name there becomes ``someone``.
    """
    games.forget(connection, id)
    connection.execute(
        forgotten.delete().where(sa.or_(forgotten.c.person == id, forgotten.c.other == id))
    )
    connection.execute(reports.delete().where(reports.c.by == id))
    connection.execute(people.delete().where(people.c.id == id))  # keys and blocks go with it


def block(connection: sa.Connection, id: str, other: str) -> None:
    """Add a block; repeating it changes nothing."""
    known(connection, id)
    known(connection, other)
    if other not in blocks_of(connection, id):
        connection.execute(blocks.insert().values(person=id, other=other))


def unblock(connection: sa.Connection, id: str, other: str) -> None:
    """Remove a block."""
    connection.execute(blocks.delete().where(blocks.c.person == id, blocks.c.other == other))


def blocks_of(connection: sa.Connection, id: str) -> frozenset[str]:
    """Return the ids a person has blocked."""
    query = sa.select(blocks.c.other).where(blocks.c.person == id)
    return frozenset(connection.scalars(query))


_REPORT: Final = sa.select(*reports.c["by", "against", "table", "text", "at"])
_WITH_ADDRESSES: Final = _REPORT.add_columns(reports.c.by_address, reports.c.against_address)
_NEWEST: Final = (reports.c.at.desc(), reports.c.number.desc())


def report(connection: sa.Connection, filed: Report) -> None:
    """Store a report."""
    connection.execute(reports.insert().values(asdict(filed)))


def recent_reports(connection: sa.Connection, limit: int) -> list[Report]:
    """List reports, newest first."""
    rows = connection.execute(_WITH_ADDRESSES.order_by(*_NEWEST).limit(limit))
    return [Report(*row) for row in rows]


def drop_reports(connection: sa.Connection, before: datetime) -> None:
    """Delete the reports that were filed before a moment."""
    connection.execute(reports.delete().where(reports.c.at < before))


def reports_by(connection: sa.Connection, id: str) -> list[dict[str, Any]]:
    """List what a person complained about, as plain JSON."""
    rows = connection.execute(_REPORT.where(reports.c.by == id).order_by(*_NEWEST))
    return [{**row._mapping, "at": row.at.isoformat()} for row in rows]


def ban(connection: sa.Connection, wanted: Ban) -> None:
    """Ban a key, a name or an address; a new ban replaces an older ban."""
    unban(connection, wanted.kind, wanted.value)
    connection.execute(bans.insert().values(asdict(wanted)))


def unban(connection: sa.Connection, kind: str, value: str) -> bool:
    """Remove a ban; return whether it existed."""
    which = (bans.c.kind == kind, bans.c.value == value)
    return connection.execute(bans.delete().where(*which)).rowcount > 0


def outlive(connection: sa.Connection, name: str, keys: Iterable[str]) -> None:
    """Ban an account's keys for as long as its name is banned, even when it is deleted."""
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


def bans_in_force(connection: sa.Connection) -> list[Ban]:
    """List the bans that have not run out."""
    query = sa.select(*bans.c["kind", "value", "until", "why"])
    lasting = sa.or_(bans.c.until.is_(None), bans.c.until > datetime.now(UTC))
    rows = connection.execute(query.where(lasting).order_by(bans.c.kind, bans.c.value))
    return [Ban(*row) for row in rows]


def note_decision(connection: sa.Connection, decision: AuditRow) -> None:
    """Write down a decision of an operator."""
    connection.execute(audit.insert().values(asdict(decision)))


def recent_decisions(connection: sa.Connection, limit: int) -> list[AuditRow]:
    """List the decisions of operators, newest first."""
    query = sa.select(*audit.c["at", "by", "action", "detail", "reason"])
    rows = connection.execute(query.order_by(audit.c.number.desc()).limit(limit))
    return [AuditRow(*row) for row in rows]


def is_secretary(connection: sa.Connection, id: str) -> bool:
    """Return whether an account is a secretary's."""
    return bool(connection.scalar(sa.select(people.c.secretary).where(people.c.id == id)))


def forget_decisions(connection: sa.Connection, names: Iterable[str]) -> None:
    """Remove a player's names from what was decided about them, and by them."""
    gone = {name.lower() for name in names}
    for by in (audit.c.by, reports.c.settled_by):
        theirs = sa.func.lower(by).in_([as_secretary(name) for name in gone])
        nobody = {by.name: as_secretary(games.SOMEONE)}
        connection.execute(sa.update(by.table).where(theirs).values(nobody))
    for number, detail in connection.execute(sa.select(audit.c.number, audit.c.detail)).all():
        told = dict(detail)
        for key, value in detail.items():
            if isinstance(value, str):
                parts = re.split(r"(, |=)", value)
                told[key] = "".join(games.SOMEONE if p.lower() in gone else p for p in parts)
        if told != detail:
            connection.execute(audit.update().where(audit.c.number == number).values(detail=told))

"""What is stored about a person besides the account: correspondence, the export, the deletion.

An id that nobody has is a `NoSuchPerson`, as in `people`.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from cuttle_tui.ports.account import NO_MAIL, MailKind
from server.league.store.championships import league_data, withdraw_deleted
from server.league.store.tables import follows
from server.store import games, people as accounts, puzzles, tries
from server.store.friends import friends_of, names_forgotten
from server.store.links import links_of
from server.store.people import keys_of, known, outlive, reports_by
from server.store.schema import blocks, former_names, mailboxes, mailed, marks, people, vacations
from server.store.values import Mailbox, Vacation

_ALIVE: Final = "alive"
_BACKUP: Final = "backup"


def all_vacations(connection: sa.Connection) -> list[Vacation]:
    """Return every vacation, oldest first."""
    columns = vacations.c.person, vacations.c.start, vacations.c.until
    return [Vacation(*row) for row in connection.execute(sa.select(*columns).order_by(*columns))]


def set_vacation(connection: sa.Connection, vacation: Vacation) -> None:
    """Store a vacation, or when it ends after all."""
    known(connection, vacation.person)
    which = vacations.c.person == vacation.person, vacations.c.start == vacation.start
    done = connection.execute(vacations.update().where(*which).values(until=vacation.until))
    if not done.rowcount:
        connection.execute(vacations.insert().values(asdict(vacation)))


def all_mailboxes(connection: sa.Connection) -> list[Mailbox]:
    """Return every e-mail address."""
    return [Mailbox(*row) for row in connection.execute(sa.select(mailboxes))]


def set_mailbox(connection: sa.Connection, mailbox: Mailbox) -> None:
    """Store a person's e-mail address in place of any other."""
    known(connection, mailbox.person)
    remove_mailbox(connection, mailbox.person)
    connection.execute(mailboxes.insert().values(asdict(mailbox)))


def remove_mailbox(connection: sa.Connection, person: str) -> None:
    """Delete a person's e-mail address."""
    connection.execute(mailboxes.delete().where(mailboxes.c.person == person))


def may_mail(connection: sa.Connection, person: str, table: str, day: str, kind: MailKind) -> bool:
    """Return whether a person has had no mail about a table on a day; note that one goes out.

    Who does not want a kind of mail gets none.
    """
    unwanted = known(connection, person).settings.get(NO_MAIL)
    if isinstance(unwanted, list) and kind in unwanted:
        return False
    connection.execute(mailed.delete().where(mailed.c.day < day))
    which = mailed.c.person == person, mailed.c.table == table
    if connection.execute(sa.select(mailed.c.day).where(*which)).first() is not None:
        return False
    connection.execute(mailed.insert().values(person=person, table=table, day=day))
    return True


def last_alive(connection: sa.Connection) -> datetime | None:
    """Return when a server last used this database; None if that was never noted."""
    return _marked(connection, _ALIVE)


def note_alive(connection: sa.Connection, at: datetime) -> None:
    """Note that the server runs."""
    _mark(connection, _ALIVE, at)


def last_backup(connection: sa.Connection) -> datetime | None:
    """Return when this database was last backed up; None if that was never noted."""
    return _marked(connection, _BACKUP)


def note_backup(connection: sa.Connection, at: datetime) -> None:
    """Note that there is a backup."""
    _mark(connection, _BACKUP, at)


def _marked(connection: sa.Connection, name: str) -> datetime | None:
    found: datetime | None = connection.scalar(sa.select(marks.c.at).where(marks.c.name == name))
    return found


def _mark(connection: sa.Connection, name: str, at: datetime) -> None:
    done = connection.execute(marks.update().where(marks.c.name == name).values(at=at))
    if not done.rowcount:
        connection.execute(marks.insert().values(name=name, at=at))


def plain(connection: sa.Connection, person: str) -> dict[str, Any]:
    """Return what is stored about a person for correspondence games, as plain JSON."""
    address = connection.scalar(sa.select(mailboxes.c.address).where(mailboxes.c.person == person))
    taken = sa.select(vacations.c.start, vacations.c.until).where(vacations.c.person == person)
    return {
        "email": address or "",
        "vacations": [
            {"start": start.isoformat(), "until": until.isoformat()}
            for start, until in connection.execute(taken.order_by(vacations.c.start))
        ],
    }


def delete(connection: sa.Connection, id: str) -> None:
    """Delete a person with all that is theirs; what they played stays, without their name.

    Of championships they are withdrawn.
    A ban by name becomes a ban of the account's keys.
    """
    person = accounts.person(connection, id)
    if person is not None:
        own = [each for each in _former(connection, id) if accounts.name_free(connection, each, id)]
        accounts.forget_decisions(connection, [person.name, *own])
        keys = [key.fingerprint for key in keys_of(connection, id)]
        outlive(connection, person.name, keys)
        withdraw_deleted(connection, person.player)
    accounts.delete(connection, id)


def export(connection: sa.Connection, id: str) -> dict[str, Any]:
    """Return everything stored about a person, as plain JSON."""
    who = known(connection, id)
    seen = connection.scalar(sa.select(people.c.seen).where(people.c.id == id))
    return {
        "person": {
            "id": who.id,
            "name": who.name,
            "created": who.created.isoformat(),
            "seen": seen.isoformat() if seen is not None else None,
            "former_names": _former(connection, id),
            "settings": who.settings,
            "secretary": accounts.is_secretary(connection, id),
        },
        "keys": [
            {"fingerprint": key.fingerprint, "added": key.added.isoformat()}
            for key in keys_of(connection, id)
        ],
        "blocks": _names_in(connection, blocks, id),
        "games": [games.plain(game) for game in games.recent(connection, None, id)],
        "daily_deals": tries.plain(connection, id),
        "puzzles": puzzles.plain(connection, id),
        "reports": reports_by(connection, id),
        "correspondence": plain(connection, id),
        "follows": _names_in(connection, follows, id),
        "links": links_of(connection, id),
        "friends": [
            {
                "name": friend.name,
                "won": friend.won,
                "lost": friend.lost,
                "met": friend.met.isoformat(),
            }
            for friend in friends_of(connection, id)
        ],
        "forgotten": names_forgotten(connection, id),
        "league": league_data(connection, who.player),
    }


def _former(connection: sa.Connection, id: str) -> list[str]:
    """Return the names that a person had before."""
    names = sa.select(former_names.c.name).where(former_names.c.person == id)
    return list(connection.scalars(names.order_by(former_names.c.number)))


def _names_in(connection: sa.Connection, table: sa.Table, id: str) -> list[str]:
    """Return the names of those whom a person has blocked, or follows."""
    query = sa.select(people.c.name).join(table, table.c.other == people.c.id)
    return list(connection.scalars(query.where(table.c.person == id).order_by(people.c.name)))

"""What somebody did as a guest, or by another account of theirs, joins an account (ADR 52).

Both are one rule: all that is stored under the other identity goes over to the account. Another
account also brings its keys, and then is deleted like any other; what stays in the league is that
of a player who has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import sqlalchemy as sa

from server.league.store.tables import follows
from server.store import games as finished, personal_data, puzzles
from server.store.people import keys_of, known
from server.store.schema import (
    blocks,
    entries,
    forgotten,
    former_names,
    games,
    keys,
    people,
    reports,
    seats,
    tries,
)
from server.store.values import GUESTS, MOST_KEYS, ManyKeys, Person, Seated

Settings = dict[str, Any]


def join(
    connection: sa.Connection,
    person: str,
    other: str,
    merge: Callable[[Settings, Settings], Settings] = lambda own, _: own,
) -> int:
    """Add all that is a guest's, or another account's, to a person's; return how many games.

    In a game that both played, the other stays somebody else. On a day whose deal both have
    tried, the person's own try counts. `merge` returns the settings of both together.

    Raises:
        NoSuchPerson: one of the two accounts is not there.
        ManyKeys: together they have more keys than an account may have.
        Seated: the other account sits at a table, which knows it by its own identity.
    """
    who = known(connection, person)
    if not other.startswith(GUESTS):
        _bring_account(connection, person, other, merge)
    joined = _bring_games(connection, who, other)
    own_days = sa.select(tries.c.day).where(tries.c.who == person)
    over = tries.c.who == other, tries.c.end != "", tries.c.day.not_in(own_days)
    connection.execute(tries.update().where(*over).values(who=person, person=person))
    _bring(connection, forgotten, "person", other, person)
    if not other.startswith(GUESTS):
        personal_data.delete(connection, other)
    return joined


def _bring_games(connection: sa.Connection, who: Person, other: str) -> int:
    """Give the seats of another to a person; those in rated games stay who they were in the league.

    Ratings and results of the league follow from who played: nobody gets a rating by another's
    games, and what their opponents won or lost stays won or lost. All of them are told under the
    person's name, by which their archive knows them.
    """
    own = sa.select(seats.c.game).where(seats.c.person == who.id)
    theirs = sa.or_(seats.c.guest == other, seats.c.person == other)
    which = theirs, seats.c.game.not_in(own)
    casual = sa.select(games.c.id).where(games.c.rated.is_(False))
    of_casual = seats.update().where(*which, seats.c.game.in_(casual))
    connection.execute(of_casual.values(player=who.player))
    joined = connection.execute(seats.update().where(*which).values(person=who.id, guest=None))
    finished.rename(connection, who.id, who.name)
    return joined.rowcount


def _bring_account(
    connection: sa.Connection,
    person: str,
    other: str,
    merge: Callable[[Settings, Settings], Settings],
) -> None:
    """Bring what only an account has: keys, whom it knows and who knows it, settings, reports."""
    theirs = known(connection, other)
    if open_tables(connection, other):
        raise Seated(other)
    if len(keys_of(connection, person)) + len(keys_of(connection, other)) > MOST_KEYS:
        raise ManyKeys(person)
    connection.execute(keys.update().where(keys.c.person == other).values(person=person))
    connection.execute(
        former_names.update().where(former_names.c.person == other).values(person=person)
    )
    for table in (blocks, follows):
        for column in _BOTH:
            _bring(connection, table, column, other, person)
    _bring(connection, forgotten, "other", other, person)
    puzzles.bring(connection, other, person)
    for column in ("by", "against"):
        changed = reports.update().where(reports.c[column] == other)
        connection.execute(changed.values({column: person}))
    settings = merge(known(connection, person).settings, theirs.settings)
    connection.execute(people.update().where(people.c.id == person).values(settings=settings))


def open_tables(connection: sa.Connection, person: str) -> list[str]:
    """List the ids of the tables that are open and have, or had, a person at a seat."""
    named = entries.c.text.contains(person, autoescape=True)
    return sorted(connection.scalars(sa.select(entries.c.table).where(named).distinct()))


_BOTH: Final = ("person", "other")


def _bring(
    connection: sa.Connection, table: sa.Table, column: str, other: str, person: str
) -> None:
    """Put a person in another's place in a table of pairs; nobody is paired with themselves."""
    beside = next(name for name in _BOTH if name != column)
    kept = sa.select(table.c[beside]).where(table.c[column] == person)
    there: Iterable[str] = {person, *connection.scalars(kept)}
    which = table.c[column] == other, table.c[beside].not_in(there)
    connection.execute(table.update().where(*which).values({column: person}))
    connection.execute(table.delete().where(table.c[column] == other))

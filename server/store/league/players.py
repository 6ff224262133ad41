"""Who is behind a player of the league: names, follows."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from cuttle_tui.ports.league import deleted_name
from server.store.errors import NoSuchPerson
from server.store.league_tables import follows
from server.store.tables import people

_AT_A_TIME: Final = 500


def names(connection: Connection, players: Collection[str]) -> dict[str, str]:
    """Return the name of each of these players.

    Those whose accounts were deleted are told apart by numbers that stay the same everywhere.
    """
    found = {player: deleted_name(_number(player)) for player in players}
    ordered = sorted(found)
    for at in range(0, len(ordered), _AT_A_TIME):
        some = people.c.player.in_(ordered[at : at + _AT_A_TIME])
        rows = connection.execute(sa.select(people.c.player, people.c.name).where(some))
        found |= {row.player: row.name for row in rows}
    return found


def _number(player: str) -> int:
    """Return a number of five digits."""
    return 10_000 + zlib.crc32(player.encode()) % 90_000


def follow(connection: Connection, person: str, other: str, most: int) -> bool:
    """Follow a person; repeating it changes nothing.

    Args:
        connection: in a transaction.
        person: who follows.
        other: who is followed.
        most: how many may be followed.

    Returns:
        Whether there was room for one more.

    Raises:
        NoSuchPerson: an id is unknown.
    """
    known = set(connection.scalars(sa.select(people.c.id).where(people.c.id.in_([person, other]))))
    for id in (person, other):
        if id not in known:
            raise NoSuchPerson(id)
    followed = followed_by(connection, person)
    if other in followed:
        return True
    if len(followed) >= most:
        return False
    connection.execute(follows.insert().values(person=person, other=other))
    return True


def unfollow(connection: Connection, person: str, other: str) -> None:
    """Stop following a person."""
    connection.execute(follows.delete().where(follows.c.person == person, follows.c.other == other))


def followed_by(connection: Connection, person: str) -> frozenset[str]:
    """Return the ids of those whom a person follows."""
    return frozenset(
        connection.scalars(sa.select(follows.c.other).where(follows.c.person == person))
    )


def followers(connection: Connection, person: str) -> frozenset[str]:
    """Return the ids of those who follow a person."""
    return frozenset(
        connection.scalars(sa.select(follows.c.person).where(follows.c.other == person))
    )

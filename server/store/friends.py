"""Friends in the database: who has played with somebody at a room by code.

They follow from the stored games; between friends with accounts all games count, also those that
began elsewhere. Stored beside those is only whom somebody has forgotten: games before that count no
more. Guests have no account: their friends know them by their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa

from cuttle_tui.ports.listings import BY_NAME, FriendLine, added_up
from engine.computers import called
from engine.rules.options import unstamped, with_match
from server.store.games import by_ids
from server.store.matches import open_match
from server.store.people import known
from server.store.schema import forgotten, games, people, seats
from server.store.values import GUESTS

_MINE: Final = seats.alias("mine")
_THEIRS: Final = seats.alias("theirs")
_FRIEND: Final = sa.func.coalesce(_THEIRS.c.person, sa.literal(BY_NAME) + _THEIRS.c.name)


def friends_of(connection: sa.Connection, identity: str) -> tuple[FriendLine, ...]:
    """List the friends of a person, or of a guest by identity; whom they met last comes first."""
    guest_by_code = sa.and_(_THEIRS.c.player.is_(None), games.c.public.is_(False))
    columns = (
        _FRIEND.label("friend"),
        sa.func.coalesce(people.c.name, _THEIRS.c.name).label("name"),
        _MINE.c.result.label("result"),
        _THEIRS.c.result.label("theirs"),
        games.c.ruleset,
        games.c.public,
    )
    since = sa.and_(forgotten.c.person == identity, forgotten.c.other == _FRIEND)
    found = connection.execute(
        sa.select(*columns, sa.func.count().label("times"), sa.func.max(games.c.ended).label("met"))
        .select_from(_MINE)
        .join(games, games.c.id == _MINE.c.game)
        .join(_THEIRS, sa.and_(_THEIRS.c.game == games.c.id, _THEIRS.c.seat != _MINE.c.seat))
        .join(people, people.c.id == _THEIRS.c.person, isouter=True)
        .join(forgotten, since, isouter=True)
        .where(sa.or_(_MINE.c.person == identity, _MINE.c.guest == identity))
        .where(sa.or_(_THEIRS.c.person.is_not(None), guest_by_code))
        .where(sa.or_(forgotten.c.at.is_(None), games.c.ended > forgotten.c.at))
        .group_by(*columns)
    )
    lines = added_up(
        FriendLine(
            id=row.friend,
            name=row.name,
            won=row.times * ((row.result, row.theirs) == ("won", "lost")),
            lost=row.times * ((row.result, row.theirs) == ("lost", "won")),
            met=row.met,
            ruleset="" if row.public else unstamped(row.ruleset),
            account=not row.friend.startswith(BY_NAME),
        )
        for row in found
        if row.friend != identity and called(row.name) is None
    )
    return _with_matches(connection, identity, [line for line in lines if line.ruleset])


def _with_matches(
    connection: sa.Connection, identity: str, lines: Sequence[FriendLine]
) -> tuple[FriendLine, ...]:
    """Add to friends the match that goes on with each: that of their last game by a code."""
    of_match = {line.id for line in lines if with_match(line.ruleset, "") != line.ruleset}
    latest = (
        sa.select(games.c.id, _MINE.c.seat, _FRIEND.label("friend"))
        .select_from(_MINE)
        .join(games, sa.and_(games.c.id == _MINE.c.game, games.c.public.is_(False)))
        .join(_THEIRS, sa.and_(_THEIRS.c.game == games.c.id, _THEIRS.c.seat != _MINE.c.seat))
        .where(sa.or_(_MINE.c.person == identity, _MINE.c.guest == identity))
        .where(_FRIEND.in_(of_match))
        .order_by(games.c.ended)
    )
    last = {row.friend: row for row in connection.execute(latest)} if of_match else {}
    rows = {row.id: row for row in by_ids(connection, [row.id for row in last.values()])}
    matches = {friend: open_match(rows[row.id], row.seat) for friend, row in last.items()}
    return tuple(replace(line, match=matches.get(line.id)) for line in lines)


def forget(connection: sa.Connection, person: str, friend: str) -> None:
    """Forget a friend of a person, or of a guest: only games from now on make them friends again.

    Raises:
        NoSuchPerson: the account was deleted meanwhile.
    """
    if not person.startswith(GUESTS):
        known(connection, person)
    which = forgotten.c.person == person, forgotten.c.other == friend
    connection.execute(forgotten.delete().where(*which))
    at = datetime.now(UTC)
    connection.execute(forgotten.insert().values(person=person, other=friend, at=at))


def last_game_of_guest(connection: sa.Connection, guest: str) -> str:
    """Return the id of the last game of a guest whose link is open; empty for none."""
    query = sa.select(games.c.id).join(seats, seats.c.game == games.c.id)
    theirs = query.where(seats.c.guest == guest, games.c.closed.is_(False))
    return connection.scalar(theirs.order_by(games.c.ended.desc()).limit(1)) or ""


def names_forgotten(connection: sa.Connection, person: str) -> list[str]:
    """Return whom a person has forgotten, by name."""
    name = sa.func.coalesce(people.c.name, sa.func.replace(forgotten.c.other, BY_NAME, ""))
    query = sa.select(name).join_from(
        forgotten, people, people.c.id == forgotten.c.other, isouter=True
    )
    return list(connection.scalars(query.where(forgotten.c.person == person).order_by(name)))

"""Everything that is stored about a person: exported as plain JSON, and deleted."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from server.league.store import matches as audit
from server.league.store.championships import league_data
from server.league.store.tables import follows
from server.store import correspondence, games
from server.store import people as accounts
from server.store.people import keys_of, known, outlive, reports_by
from server.store.tables import blocks, people


def delete(connection: Connection, id: str) -> None:
    """Delete a person with all that is theirs; what they played stays, without their name.

    A ban by name becomes a ban of the account's keys.
    """
    person = accounts.person(connection, id)
    if person is not None:
        audit.forget(connection, person.name)
        keys = [key.fingerprint for key in keys_of(connection, id)]
        outlive(connection, person.name, keys)
    accounts.delete(connection, id)


def export(connection: Connection, id: str) -> dict[str, Any]:
    """Return everything stored about a person, as plain JSON.

    Raises:
        NoSuchPerson: nobody has this id.
    """
    who = known(connection, id)
    return {
        "person": {
            "id": who.id,
            "name": who.name,
            "created": who.created.isoformat(),
            "settings": who.settings,
        },
        "keys": [
            {"fingerprint": key.fingerprint, "added": key.added.isoformat()}
            for key in keys_of(connection, id)
        ],
        "blocks": _blocked_names(connection, id),
        "games": [games.plain(game) for game in games.recent(connection, None, id)],
        "reports": reports_by(connection, id),
        "correspondence": correspondence.plain(connection, id),
        "follows": _followed_names(connection, id),
        "league": league_data(connection, who.player),
    }


def _blocked_names(connection: Connection, id: str) -> list[str]:
    query = sa.select(people.c.name).join(blocks, blocks.c.other == people.c.id)
    return list(connection.scalars(query.where(blocks.c.person == id).order_by(people.c.name)))


def _followed_names(connection: Connection, id: str) -> list[str]:
    query = sa.select(people.c.name).join(follows, follows.c.other == people.c.id)
    return list(connection.scalars(query.where(follows.c.person == id).order_by(people.c.name)))

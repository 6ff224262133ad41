"""Links that nobody can guess, each to one thing of a person, who may renew it."""

from __future__ import annotations

import base64
import secrets
from typing import Final, Literal

import sqlalchemy as sa

from server.store.people import known, person
from server.store.schema import links
from server.store.values import Person

LinkKind = Literal["calendar", "mail"]
"""To a player's own calendar; to end all mail to them."""
_BYTES: Final = 20


def new_token() -> str:
    """Return 160 random bits in 32 letters and digits."""
    return base64.b32encode(secrets.token_bytes(_BYTES)).decode().lower()


def link_of(connection: sa.Connection, id: str, kind: LinkKind, *, renew: bool = False) -> str:
    """Return the token of a person's link, a new one if there is none or it is to be renewed."""
    known(connection, id)
    which = links.c.person == id, links.c.kind == kind
    found = connection.scalar(sa.select(links.c.token).where(*which))
    if found is not None and not renew:
        return str(found)
    token = new_token()
    connection.execute(links.delete().where(*which))
    connection.execute(links.insert().values(person=id, kind=kind, token=token))
    return token


def links_of(connection: sa.Connection, id: str) -> dict[str, str]:
    """Return the tokens of a person's links, by kind."""
    query = sa.select(links.c.kind, links.c.token).where(links.c.person == id)
    return {row.kind: row.token for row in connection.execute(query.order_by(links.c.kind))}


def unlink(connection: sa.Connection, id: str, kind: LinkKind) -> None:
    """Let a person's link lead nowhere."""
    connection.execute(links.delete().where(links.c.person == id, links.c.kind == kind))


def person_behind(connection: sa.Connection, token: str, kind: LinkKind) -> Person | None:
    """Return whose link this is; None for nobody's."""
    which = links.c.token == token, links.c.kind == kind
    found = connection.scalar(sa.select(links.c.person).where(*which))
    return None if found is None else person(connection, found)

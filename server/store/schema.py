"""The tables of the database as they are now; ``migrations`` creates them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Dialect


class Moment(sa.TypeDecorator[datetime]):
    """A moment in UTC, even if the database has no time zones."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata: Final = sa.MetaData()


def part_of(table: str, name: str, **more: Any) -> sa.Column[str]:
    """Return a column that names a row of another table, and whose row goes with that one."""
    return sa.Column(name, sa.Text, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), **more)


def numbered_texts() -> tuple[sa.Column[int], sa.Column[str]]:
    """Return the columns of what is only ever added to: its number, its text."""
    number = sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)
    return number, sa.Column("text", sa.Text, nullable=False)


people: Final = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("skeleton", sa.Text, nullable=False, unique=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("player", sa.Text, unique=True, index=True),
    sa.Column("seen", Moment),
    sa.Column("secretary", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""``skeleton`` is what names look like (`names.stored_skeleton`), and more where two share it;
``player`` is the person in the league; ``seen`` is when they were here last, to the hour."""

former_names: Final = sa.Table(
    "former_names",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    part_of("people", "person", nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("until", Moment, nullable=False),
)
"""Names that accounts had; until then nobody else may have them."""

keys: Final = sa.Table(
    "keys",
    metadata,
    sa.Column("fingerprint", sa.Text, primary_key=True),
    part_of("people", "person", nullable=False, index=True),
    sa.Column("added", Moment, nullable=False),
)

blocks: Final = sa.Table(
    "blocks",
    metadata,
    part_of("people", "person", primary_key=True),
    part_of("people", "other", primary_key=True, index=True),
)

forgotten: Final = sa.Table(
    "forgotten",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True, index=True),
    sa.Column("at", Moment, nullable=False),
)
"""Whom somebody has forgotten of their friends, and when: friends follow from the games since.

``person`` is the id of a person or the identity of a guest, so there is no foreign key; ``other``
is the id of a person, or stands for a guest's name (`server.store.friends`).
"""

reports: Final = sa.Table(
    "reports",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("by", sa.Text, nullable=False, index=True),
    sa.Column("against", sa.Text, nullable=False),
    sa.Column("table", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False, index=True),
    sa.Column("by_address", sa.Text, nullable=False, server_default=""),
    sa.Column("against_address", sa.Text, nullable=False, server_default=""),
    sa.Column("settled", Moment),
    sa.Column("settled_by", sa.Text, nullable=False, server_default=""),
    sa.Column("verdict", sa.Text, nullable=False, server_default=""),
)
"""No foreign keys: guests report and are reported as well.

A report waits until an operator has ``settled`` it.
"""

bans: Final = sa.Table(
    "bans",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, primary_key=True),
    sa.Column("until", Moment),
    sa.Column("why", sa.Text, nullable=False),
)

entrance: Final = sa.Table(
    "entrance",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("guests", sa.Boolean, nullable=False),
    sa.Column("members", sa.Integer, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)
"""Who may come in for the first time, in one row; without it everybody may."""

invitations: Final = sa.Table(
    "invitations",
    metadata,
    sa.Column("code", sa.Text, primary_key=True),
    sa.Column("by", sa.Text, nullable=False),
    part_of("people", "person", index=True),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
    sa.Column("until", Moment, nullable=False),
)
"""Codes that let new people in; ``person`` is the member who gave one, empty for an operator."""

invited: Final = sa.Table(
    "invited",
    metadata,
    sa.Column("fingerprint", sa.Text, primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)
"""Keys that an invitation has let in."""

audit: Final = sa.Table(
    "audit",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("detail", sa.JSON, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""What operators have decided; only ever added to."""

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, nullable=False),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("winners", sa.JSON, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("ended", Moment, nullable=False, index=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("pool", sa.Text, nullable=False, server_default="live"),
    sa.Column("source", sa.Text, nullable=False, server_default=""),
    sa.Column("imported", sa.Integer, index=True),
    sa.Index("ix_games_table", "table"),
)
"""``source`` and ``imported`` are of a game that was played elsewhere (`server.store.imports`); of
one on paper the record is empty."""

imports: Final = sa.Table(
    "imports",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("undone", Moment),
    sa.Column("kind", sa.Text, nullable=False, server_default="games"),
)
"""Files that were brought in: how many ``games``, or what else they are by their ``kind``."""

seats: Final = sa.Table(
    "seats",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player", sa.Text, index=True),
    sa.Column("result", sa.Text),
    sa.Column("guest", sa.Text, index=True),
)
"""The players of a stored game. ``player`` stays when the person goes; ``result`` is derived.

``guest`` is the identity of a guest, by which the seat joins an account later.
"""

tries: Final = sa.Table(
    "tries",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("who", sa.Text, primary_key=True),
    part_of("people", "person", index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("table", sa.Text, nullable=False, unique=True),
    sa.Column("end", sa.Text, nullable=False, server_default=""),
    sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("margin", sa.Integer, nullable=False, server_default="0"),
    sa.Column("race", sa.Text, nullable=False, server_default=""),
    sa.Column("game", sa.Text, nullable=False, server_default=""),
)
"""Who has begun the deal of a day, once each, and how it ended; ``who`` is an identity.

``person`` is empty for guests; the row of an account goes with it.
"""

puzzle_answers: Final = sa.Table(
    "puzzle_answers",
    metadata,
    part_of("people", "person", primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("right", sa.Boolean, nullable=False),
)
"""Who has answered which puzzle, the first answer of each person; it goes with the account."""

puzzle_shifts: Final = sa.Table(
    "puzzle_shifts",
    metadata,
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
)
"""By how much people have moved the rating of a puzzle, and how many answers did."""

running: Final = sa.Table(
    "running",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False, server_default=""),
    sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
    sa.Column("code", sa.Text),
    sa.Index("running_code", "code", unique=True),
)
"""Tables that have not been closed; ``owner`` is the id of the server that runs one.

``code`` is the room code under which one waits.
"""

nodes: Final = sa.Table(
    "nodes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("draining", sa.Boolean, nullable=False),
)
"""The processes that play as one server; one whose ``until`` has passed is gone."""

entries: Final = sa.Table(
    "entries",
    metadata,
    part_of("running", "table", primary_key=True),
    *numbered_texts(),
    sqlite_with_rowid=False,
)
"""The events of a running table."""

vacations: Final = sa.Table(
    "vacations",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    part_of("people", "person", nullable=False, index=True),
    sa.Column("start", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False),
)

mailboxes: Final = sa.Table(
    "mailboxes",
    metadata,
    part_of("people", "person", primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("asked", Moment, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
)
"""``code`` confirms the address; empty once that is done."""

mailed: Final = sa.Table(
    "mailed",
    metadata,
    part_of("people", "person", primary_key=True),
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, nullable=False),
)
"""The day of the last mail to a player about a table."""

calls: Final = sa.Table(
    "calls",
    metadata,
    sa.Column("hook", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("due", Moment, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("message", sa.Text, nullable=False, server_default=""),
    sa.Index("ix_calls_due", "state", "due"),
)
"""What is told to receivers outside (`server.store.calls`), once each."""

links: Final = sa.Table(
    "links",
    metadata,
    part_of("people", "person", primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("token", sa.Text, nullable=False, unique=True),
)
"""Links that nobody can guess, each to one thing of a person (`server.store.links`)."""

stored_form: Final = sa.Table(
    "stored_form", metadata, sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)
)
"""The highest `values.FORM` of the servers that have written here."""

marks: Final = sa.Table(
    "marks",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("at", Moment, nullable=False),
)
"""``alive``: when a server last used the database; ``backup``: when it was last backed up."""

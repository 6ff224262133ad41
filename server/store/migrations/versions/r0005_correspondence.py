"""Correspondence: vacations, e-mail addresses, mails sent, and when the server was last seen."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"

_MOMENT: Final = sa.DateTime(timezone=True)


def _person() -> sa.ForeignKey:
    return sa.ForeignKey("people.id", ondelete="CASCADE")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "vacations",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, _person(), nullable=False, index=True),
        sa.Column("start", _MOMENT, nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
    )
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.Text, _person(), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("asked", _MOMENT, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
    )
    op.create_table(
        "mailed",
        sa.Column("person", sa.Text, _person(), primary_key=True),
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, nullable=False),
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
    )

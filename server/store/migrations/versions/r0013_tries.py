"""The deals of the days: who has begun which, and how it ended."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"


def upgrade() -> None:
    """Add the table."""
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "tries",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, person),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False, unique=True),
        sa.Column("end", sa.Text, nullable=False, server_default=""),
        sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
        sa.Column("margin", sa.Integer, nullable=False, server_default="0"),
        sa.Column("race", sa.Text, nullable=False, server_default=""),
        sa.Column("game", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("ix_tries_person", "tries", ["person"])

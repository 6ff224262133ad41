"""Guests forget friends as well: whoever has forgotten somebody need not have an account."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0017"
down_revision: Final = "0016"


def upgrade() -> None:
    """Make the table anew, since SQLite cannot drop a foreign key; its rows stay."""
    op.create_table(
        "forgotten_by",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(
        "INSERT INTO forgotten_by (person, other, at) SELECT person, other, at FROM forgotten"
    )
    op.drop_table("forgotten")
    op.rename_table("forgotten_by", "forgotten")
    op.create_index("ix_forgotten_other", "forgotten", ["other"])

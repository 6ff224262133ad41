"""Games that were brought in from elsewhere."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0022"
down_revision: Final = "0021"


def upgrade() -> None:
    """Add the table and the columns; all games so far were played here."""
    op.create_table(
        "imports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True)),
    )
    op.add_column("games", sa.Column("source", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("imported", sa.Integer))
    op.create_index("ix_games_imported", "games", ["imported"])

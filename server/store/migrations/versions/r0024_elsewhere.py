"""Championships and ratings that were brought in from elsewhere."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0024"
down_revision: Final = "0023"


def upgrade() -> None:
    """Add the table and the columns; all so far was earned here, and all imports were of games."""
    op.add_column("imports", sa.Column("kind", sa.Text, nullable=False, server_default="games"))
    op.add_column("championships", sa.Column("source", sa.Text, nullable=False, server_default=""))
    op.add_column("championships", sa.Column("imported", sa.Integer))
    op.create_index("ix_championships_imported", "championships", ["imported"])
    op.create_table(
        "starting_ratings",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("imported", sa.Integer, nullable=False),
    )
    op.create_index("ix_starting_ratings_imported", "starting_ratings", ["imported"])

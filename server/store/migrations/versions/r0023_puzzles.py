"""Puzzles: who has answered which, and by how much people have moved their ratings."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0023"
down_revision: Final = "0022"


def upgrade() -> None:
    """Add the tables; answers before are not known."""
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "puzzle_answers",
        sa.Column("person", sa.Text, person, primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("right", sa.Boolean, nullable=False),
    )
    op.create_table(
        "puzzle_shifts",
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
    )

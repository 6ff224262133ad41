"""Friends: who was forgotten of them, and which guest sat where."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"


def upgrade() -> None:
    """Add the table and the column; who sat where in games before is not known."""
    op.create_table(
        "forgotten",
        sa.Column(
            "person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_forgotten_other", "forgotten", ["other"])
    op.add_column("seats", sa.Column("guest", sa.Text))
    op.create_index("ix_seats_guest", "seats", ["guest"])

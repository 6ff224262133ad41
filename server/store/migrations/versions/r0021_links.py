"""Links that nobody can guess, to what is one person's."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0021"
down_revision: Final = "0020"


def upgrade() -> None:
    """Add the table."""
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "links",
        sa.Column("person", sa.Text, person, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("token", sa.Text, nullable=False, unique=True),
    )

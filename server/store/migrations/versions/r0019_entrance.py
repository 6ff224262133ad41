"""Who may come in for the first time: the state of the doors, invitations, who was invited."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0019"
down_revision: Final = "0018"


def upgrade() -> None:
    """Add the tables; without a row the doors are open."""
    op.create_table(
        "entrance",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("guests", sa.Boolean, nullable=False),
        sa.Column("members", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_table(
        "invited",
        sa.Column("fingerprint", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
